// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "base/number_text.hpp"
#include "base/parameters.hpp"
#include "photonics/circuit/model.hpp"
#include "photonics/circuit/model_library.hpp"

namespace heliograph::photonics {

/// Another tool's name for one of our settings, and its unit in terms of ours.
struct SettingAlias {
  std::string name;
  std::string setting;
  double scale = 1.0;
};

/// Settings of other tools that describe the layout and change nothing here; a netlist that has
/// them is warned once an instance.
[[nodiscard]] bool is_layout_setting(std::string_view name);

/// What makes a scattering model of a device's parameters.
template <class Config>
struct DeviceKind {
  base::ParameterTable<Config> table = Config::table();
  std::vector<SettingAlias> aliases;
  std::function<PortNames(const Config&)> ports;
  /// Writes the non-zero elements; the matrix comes zeroed and of the right size.
  std::function<void(const Config&, base::Hertz, Eigen::MatrixXcd&)> fill;
  /// Whether element (to, from) of a model with so many ports can be other than zero.
  std::function<bool(std::size_t ports, std::size_t to, std::size_t from)> couples;
  Config defaults;
  /// Settings that change the number of ports, which is fixed once the model is made.
  std::vector<std::string> fixed;
};

/// The position of a setting by our name or an alias, with the factor to our unit.
template <class Config>
std::optional<std::pair<std::size_t, double>> find_setting(const DeviceKind<Config>& kind,
                                                           std::string_view name) {
  if (const auto position = kind.table.find(name)) {
    return std::make_pair(*position, 1.0);
  }
  for (const SettingAlias& alias : kind.aliases) {
    if (alias.name == name) {
      return std::make_pair(kind.table.find(alias.setting).value(), alias.scale);
    }
  }
  return std::nullopt;
}

/// A device as a scattering model.
template <class Config>
class DeviceModel final : public ScatteringModel {
 public:
  DeviceModel(std::string name, Config config, std::shared_ptr<const DeviceKind<Config>> kind)
      : ScatteringModel(std::move(name), kind->ports(config)),
        config_(std::move(config)),
        kind_(std::move(kind)) {}

  [[nodiscard]] const Config& config() const { return config_; }

  void scattering(base::Hertz frequency, Eigen::MatrixXcd& s) const override {
    const auto size = static_cast<Eigen::Index>(ports().size());
    s.setZero(size, size);
    kind_->fill(config_, frequency, s);
  }

  [[nodiscard]] bool couples(std::size_t to, std::size_t from) const override {
    return kind_->couples(ports().size(), to, from);
  }

  bool set(std::string_view setting, double value) override {
    const auto found = find_setting(*kind_, setting);
    if (!found) {
      return false;
    }
    for (const std::string& fixed : kind_->fixed) {
      if (kind_->table.infos()[found->first].name == fixed) {
        return false;
      }
    }
    return kind_->table.assign(config_, found->first, base::number_text(value * found->second));
  }

 private:
  Config config_;
  std::shared_ptr<const DeviceKind<Config>> kind_;
};

template <class Config>
class DeviceFactory final : public ModelFactory {
 public:
  explicit DeviceFactory(DeviceKind<Config> kind)
      : kind_(std::make_shared<const DeviceKind<Config>>(std::move(kind))) {}

  [[nodiscard]] const std::vector<base::ParameterInfo>& settings() const override {
    return kind_->table.infos();
  }

  [[nodiscard]] std::unique_ptr<ScatteringModel> make(
      const std::string& name, const Settings& settings, const base::SourceLocation& location,
      base::Diagnostics& diagnostics) const override {
    Config config = kind_->defaults;
    bool good = true;
    std::map<std::size_t, std::string> given_as;
    for (const auto& [setting, value] : settings) {
      const auto found = find_setting(*kind_, setting);
      if (found && !given_as.emplace(found->first, setting).second) {
        diagnostics.error(location, "settings '" + given_as[found->first] + "' and '" + setting +
                                        "' of model '" + name + "' are the same thing");
        good = false;
      } else if (found) {
        const base::ParameterInfo& info = kind_->table.infos()[found->first];
        const std::string given = std::holds_alternative<double>(value)
                                      ? base::number_text(std::get<double>(value))
                                      : std::get<std::string>(value);
        if (!kind_->table.assign(config, found->first, scaled(given, found->second))) {
          const std::string factor =
              found->second == 1.0
                  ? ""
                  : " for '" + info.name + "' = " + base::rounded_number_text(found->second) + " x";
          diagnostics.error(location, "setting '" + setting + "' of model '" + name + "' is " +
                                          given + "; expected " + info.expectation() + factor);
          good = false;
        }
      } else if (is_layout_setting(setting)) {
        diagnostics.warning(location, "setting '" + setting + "' of model '" + name +
                                          "' describes the layout; the model ignores it");
      } else {
        diagnostics.error(location, "model '" + name + "' has no setting '" + setting + "'" +
                                        base::did_you_mean(setting, setting_names()));
        good = false;
      }
    }
    if (!good) {
      return nullptr;
    }
    return std::make_unique<DeviceModel<Config>>(name, config, kind_);
  }

 private:
  static std::string scaled(const std::string& text, double scale) {
    const std::optional<double> number = base::parse_number(text);
    return number && scale != 1.0 ? base::number_text(*number * scale) : text;
  }

  [[nodiscard]] std::vector<std::string> setting_names() const {
    std::vector<std::string> names;
    for (const base::ParameterInfo& info : kind_->table.infos()) {
      names.push_back(info.name);
    }
    for (const SettingAlias& alias : kind_->aliases) {
      names.push_back(alias.name);
    }
    return names;
  }

  std::shared_ptr<const DeviceKind<Config>> kind_;
};

}  // namespace heliograph::photonics
