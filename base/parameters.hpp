// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/data.hpp"
#include "base/number_text.hpp"
#include "base/parameter_info.hpp"
#include "base/quantity.hpp"
#include "base/time.hpp"

namespace heliograph::base {

/// How a member of a config struct is read from and written as the number in its YAML key's unit.
/// `scale` is the key's unit in terms of the member's: 1e-3 for a `_mW` key of a Watt member.
template <class Member>
struct NumberTraits;

template <>
struct NumberTraits<double> {
  static double read(double number, double scale) { return number * scale; }
  static double write(double member, double scale) { return member / scale; }
};

template <class Tag>
struct NumberTraits<Quantity<Tag>> {
  static Quantity<Tag> read(double number, double scale) { return Quantity<Tag>(number * scale); }
  static double write(Quantity<Tag> member, double scale) { return member.value() / scale; }
};

template <>
struct NumberTraits<Picoseconds> {
  static Picoseconds read(double number, double scale) {
    return Picoseconds(std::llround(number * scale));
  }
  static double write(Picoseconds member, double scale) {
    return static_cast<double>(member.count()) / scale;
  }
};

template <>
struct NumberTraits<BitRate> {
  static BitRate read(double number, double scale) { return BitRate(std::llround(number * scale)); }
  static double write(BitRate member, double scale) {
    return static_cast<double>(member.bits_per_second()) / scale;
  }
};

/// The unit of a YAML key and its size in the member's own unit.
struct KeyUnit {
  std::string text;
  double scale = 1.0;
};

/// The parameters of one config struct, each declared once. The declared default is whatever a
/// default-constructed Config holds, so that the two cannot differ.
template <class Config>
class ParameterTable {
 public:
  /// A real number; `Member` is double, a Quantity, Picoseconds or BitRate.
  template <class Member>
  ParameterTable& number(std::string name, Member Config::*member, KeyUnit unit, Range range,
                         std::string meaning, Source source) {
    const double scale = unit.scale;
    ParameterInfo info{
        std::move(name),    std::move(unit.text), ParameterKind::number, "", range, {},
        std::move(meaning), std::move(source)};
    return add(
        std::move(info),
        [member, scale, range](Config& config, std::string_view text) {
          const std::optional<double> value = parse_number(text);
          if (!value || !range.contains(*value)) {
            return false;
          }
          config.*member = NumberTraits<Member>::read(*value, scale);
          return true;
        },
        [member, scale](const Config& config) {
          return rounded_number_text(NumberTraits<Member>::write(config.*member, scale));
        });
  }

  /// A whole number; `Member` is any integer type.
  template <class Member>
  ParameterTable& integer(std::string name, Member Config::*member, Range range,
                          std::string meaning, Source source, std::string unit = "") {
    ParameterInfo info{std::move(name),    std::move(unit),  ParameterKind::integer, "", range, {},
                       std::move(meaning), std::move(source)};
    return add(
        std::move(info),
        [member, range](Config& config, std::string_view text) {
          const std::optional<std::int64_t> value = parse_integer(text);
          if (!value || !range.contains(static_cast<double>(*value))) {
            return false;
          }
          const auto held = static_cast<Member>(*value);
          if (static_cast<std::int64_t>(held) != *value) {
            return false;  // the range is wider than the member
          }
          config.*member = held;
          return true;
        },
        [member](const Config& config) { return std::to_string(config.*member); });
  }

  /// A list of whole numbers, as `[0, 39, 38]`; its items may be parted by commas or spaces.
  ParameterTable& integers(std::string name, std::vector<int> Config::*member, Range range,
                           std::string meaning, Source source) {
    ParameterInfo info{std::move(name), "", ParameterKind::integers, "",
                       range,           {}, std::move(meaning),      std::move(source)};
    return add(
        std::move(info),
        [member, range](Config& config, std::string_view text) {
          const std::optional<std::vector<std::int64_t>> values = parse_integers(text);
          if (!values || !std::all_of(values->begin(), values->end(), [&](std::int64_t value) {
                return range.contains(static_cast<double>(value)) &&
                       value == static_cast<int>(value);
              })) {
            return false;
          }
          (config.*member).clear();
          for (const std::int64_t value : *values) {
            (config.*member).push_back(static_cast<int>(value));
          }
          return true;
        },
        [member](const Config& config) {
          std::string text;
          for (const int value : config.*member) {
            text += (text.empty() ? "" : ", ") + std::to_string(value);
          }
          return "[" + text + "]";
        });
  }

  /// A number of bytes, written with or without an IEC suffix.
  ParameterTable& size(std::string name, Bytes Config::*member, Range range, std::string meaning,
                       Source source) {
    ParameterInfo info{std::move(name), "B", ParameterKind::size, "",
                       range,           {},  std::move(meaning),  std::move(source)};
    return add(
        std::move(info),
        [member, range](Config& config, std::string_view text) {
          const std::optional<std::int64_t> value = parse_size(text);
          if (!value || !range.contains(static_cast<double>(*value))) {
            return false;
          }
          config.*member = Bytes(*value);
          return true;
        },
        [member](const Config& config) { return std::to_string((config.*member).count()); });
  }

  ParameterTable& boolean(std::string name, bool Config::*member, std::string meaning,
                          Source source) {
    ParameterInfo info{std::move(name),  "", ParameterKind::boolean, "", {}, {}, std::move(meaning),
                       std::move(source)};
    return add(
        std::move(info),
        [member](Config& config, std::string_view text) {
          if (text != "true" && text != "false") {
            return false;
          }
          config.*member = text == "true";
          return true;
        },
        [member](const Config& config) { return config.*member ? "true" : "false"; });
  }

  ParameterTable& text(std::string name, std::string Config::*member, std::string meaning,
                       Source source) {
    ParameterInfo info{std::move(name),  "", ParameterKind::text, "", {}, {}, std::move(meaning),
                       std::move(source)};
    return add(
        std::move(info),
        [member](Config& config, std::string_view text) {
          config.*member = std::string(text);
          return true;
        },
        [member](const Config& config) { return config.*member; });
  }

  /// One of a few named values; `Member` is an enum.
  template <class Member>
  ParameterTable& choice(std::string name, Member Config::*member,
                         std::vector<std::pair<std::string, Member>> choices, std::string meaning,
                         Source source) {
    ParameterInfo info{std::move(name),  "", ParameterKind::choice, "", {}, {}, std::move(meaning),
                       std::move(source)};
    for (const auto& [word, value] : choices) {
      info.choices.push_back(word);
    }
    return add(
        std::move(info),
        [member, choices](Config& config, std::string_view text) {
          for (const auto& [word, value] : choices) {
            if (word == text) {
              config.*member = value;
              return true;
            }
          }
          return false;
        },
        [member, choices](const Config& config) {
          for (const auto& [word, value] : choices) {
            if (value == config.*member) {
              return word;
            }
          }
          return std::string();
        });
  }

  [[nodiscard]] const std::vector<ParameterInfo>& infos() const { return infos_; }

  /// The position of `name`, or nothing.
  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const {
    for (std::size_t i = 0; i < infos_.size(); ++i) {
      if (infos_[i].name == name) {
        return i;
      }
    }
    return std::nullopt;
  }

  /// Reads `text` into parameter `position`; false (and `config` as it was) when it is not what
  /// infos()[position].expectation() says.
  bool assign(Config& config, std::size_t position, std::string_view text) const {
    return accessors_[position].assign(config, text);
  }

  /// The value that `config` holds, as it would be written in YAML.
  [[nodiscard]] std::string value_text(const Config& config, std::size_t position) const {
    return accessors_[position].text(config);
  }

 private:
  struct Accessors {
    std::function<bool(Config&, std::string_view)> assign;
    std::function<std::string(const Config&)> text;
  };

  ParameterTable& add(ParameterInfo info, std::function<bool(Config&, std::string_view)> assign,
                      std::function<std::string(const Config&)> text) {
    info.default_text = text(Config{});
    infos_.push_back(std::move(info));
    accessors_.push_back({std::move(assign), std::move(text)});
    return *this;
  }

  std::vector<ParameterInfo> infos_;
  std::vector<Accessors> accessors_;
};

}  // namespace heliograph::base
