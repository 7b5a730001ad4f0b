// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/port_mapping.hpp"

#include <yaml-cpp/yaml.h>

#include <optional>
#include <set>
#include <utility>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "systemc/control/foreign/contract_pins.hpp"

namespace heliograph::systemc {

namespace {

constexpr std::size_t kMostBytes = 256U << 10U;

/// Every pin of every kind: a mapping file may serve several designs.
std::vector<std::string> all_pin_names() {
  std::set<std::string> names;
  for (const std::string& kind : device_kind_names()) {
    for (const ContractPin& pin : contract_pins(*device_kind(kind))) names.insert(pin.name);
  }
  return {names.begin(), names.end()};
}

class MappingReader {
 public:
  MappingReader(const std::string& path, base::Diagnostics& diagnostics)
      : path_(path), diagnostics_(diagnostics), pin_names_(all_pin_names()) {}

  PortMapping read(const YAML::Node& root) {
    PortMapping mapping;
    if (!root.IsMap()) {
      diagnostics_.error({path_, 0, 0}, "expected a mapping of pins to ports, as in `clk_i: aclk'");
      return mapping;
    }
    for (const auto& entry : root) {
      if (!entry.first.IsScalar()) {
        diagnostics_.error(place(entry.first), "expected the name of a pin");
        continue;
      }
      const std::string key = entry.first.Scalar();
      if (!seen_.insert(key).second) {
        diagnostics_.error(place(entry.first), "'" + key + "' is given twice");
      } else if (key == "constants") {
        read_constants(entry.second, mapping);
      } else {
        read_pin(key, entry.first, entry.second, mapping);
      }
    }
    return mapping;
  }

 private:
  [[nodiscard]] base::SourceLocation place(const YAML::Node& node) const {
    const YAML::Mark mark = node.Mark();
    return {path_, mark.line + 1, mark.column + 1};
  }

  void read_pin(const std::string& pin, const YAML::Node& key, const YAML::Node& value,
                PortMapping& mapping) {
    bool known = false;
    for (const std::string& name : pin_names_) known = known || name == pin;
    if (!known) {
      diagnostics_.error(place(key),
                         "'" + pin + "' is no pin of the contract" +
                             base::did_you_mean(pin, pin_names_) +
                             "; on the left is the contract's name, on the right that "
                             "of the design, and what is neither goes under constants:");
      return;
    }
    PinMapping found;
    found.port = pin;
    found.place = place(value);
    if (value.IsScalar()) {
      if (pin == "ptp_ts_i" && value.Scalar() == "stamps") {
        found.stamps_only = true;
      } else {
        found.port = value.Scalar();
      }
    } else if (value.IsMap()) {
      for (const auto& entry : value) read_detail(pin, entry.first, entry.second, found);
    } else {
      diagnostics_.error(place(value), "expected the name of a port, or {port: NAME, ...}");
      return;
    }
    if (found.port.empty()) {
      diagnostics_.error(found.place, "expected the name of a port");
      return;
    }
    mapping.pins[pin] = std::move(found);
  }

  void read_detail(const std::string& pin, const YAML::Node& key, const YAML::Node& value,
                   PinMapping& found) {
    const std::string word = key.IsScalar() ? key.Scalar() : std::string();
    const std::string text = value.IsScalar() ? value.Scalar() : std::string();
    if (word == "port") {
      found.port = text;
    } else if (word == "active" && pin == "rst_ni") {
      found.active_high = text == "high";
      if (text != "high" && text != "low") wrong_word(value, text, "high or low");
    } else if (word == "order" && (pin == "req_i" || pin == "gnt_o")) {
      found.order =
          text == "destination_major" ? MatrixOrder::destination_major : MatrixOrder::source_major;
      if (text != "destination_major" && text != "source_major") {
        wrong_word(value, text, "source_major or destination_major");
      }
    } else if (word == "use" && pin == "ptp_ts_i") {
      found.stamps_only = text == "stamps";
      if (text != "stamps" && text != "acts") wrong_word(value, text, "stamps or acts");
    } else {
      diagnostics_.error(place(key), "'" + word + "' cannot be said of " + pin + "; expected port" +
                                         details_of(pin));
    }
  }

  static std::string details_of(const std::string& pin) {
    if (pin == "rst_ni") return " or active";
    if (pin == "ptp_ts_i") return " or use";
    return pin == "req_i" || pin == "gnt_o" ? " or order" : "";
  }

  void wrong_word(const YAML::Node& node, const std::string& found, const std::string& expected) {
    diagnostics_.error(place(node), "found '" + found + "'; expected " + expected);
  }

  void read_constants(const YAML::Node& node, PortMapping& mapping) {
    if (!node.IsMap()) {
      diagnostics_.error(place(node), "expected ports and their values, as in `test_mode: 0'");
      return;
    }
    for (const auto& entry : node) {
      const std::string text = entry.second.IsScalar() ? entry.second.Scalar() : std::string();
      const std::optional<std::int64_t> value = base::parse_integer(text);
      if (!entry.first.IsScalar() || !value || *value < 0) {
        diagnostics_.error(place(entry.second),
                           "found '" + text + "'; expected a whole number >= 0");
        continue;
      }
      mapping.constants[entry.first.Scalar()] = {static_cast<std::uint64_t>(*value),
                                                 place(entry.first)};
    }
  }

  const std::string& path_;
  base::Diagnostics& diagnostics_;
  std::vector<std::string> pin_names_;
  std::set<std::string> seen_;
};

}  // namespace

PortMapping read_port_mapping(const std::string& path, base::Diagnostics& diagnostics) {
  try {
    const std::string text = base::read_input_file(path, kMostBytes, "a mapping of ports (YAML)");
    return MappingReader(path, diagnostics).read(YAML::Load(text));
  } catch (const YAML::Exception& error) {
    diagnostics.error({path, error.mark.line + 1, error.mark.column + 1}, error.msg);
  } catch (const base::InputError& error) {
    for (const base::Diagnostic& entry : error.diagnostics().entries()) {
      diagnostics.error(entry.location, entry.message);
    }
  }
  return {};
}

}  // namespace heliograph::systemc
