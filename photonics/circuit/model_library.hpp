// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/parameter_info.hpp"
#include "photonics/circuit/model.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

/// Makes models of one kind from settings.
class ModelFactory {
 public:
  ModelFactory(const ModelFactory&) = delete;
  ModelFactory& operator=(const ModelFactory&) = delete;
  virtual ~ModelFactory() = default;

  /// The settings that it takes, by the project's own names (which carry units).
  [[nodiscard]] virtual const std::vector<base::ParameterInfo>& settings() const = 0;
  /// A model named `name`, or null with every mistake in `settings` added to `diagnostics`.
  [[nodiscard]] virtual std::unique_ptr<ScatteringModel> make(
      const std::string& name, const Settings& settings, const base::SourceLocation& location,
      base::Diagnostics& diagnostics) const = 0;

 protected:
  ModelFactory() = default;
};

/// The models that a netlist can name.
class ModelLibrary {
 public:
  /// An empty library.
  ModelLibrary() = default;
  /// The project's devices under their own names and under those of gdsfactory, SAX and PICBench.
  [[nodiscard]] static ModelLibrary built_in();

  /// Adds or replaces a model.
  void add(std::string name, std::shared_ptr<const ModelFactory> factory);
  /// Adds or replaces a model that is tabulated data. Port alternatives as in PortNames.
  void add_data(std::string name, std::shared_ptr<const SParameters> data,
                std::vector<std::vector<std::string>> alternatives = {});
  /// Makes `name` another word for the model `target`, with settings that an instance may override.
  /// This is how a user maps the models of a foreign netlist. Throws std::invalid_argument when
  /// `target` is not in the library.
  void add_alias(std::string name, const std::string& target, const Settings& settings = {});

  [[nodiscard]] bool contains(std::string_view name) const;
  /// Every name, in alphabetical order.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The settings that a model takes; empty for an unknown name.
  [[nodiscard]] const std::vector<base::ParameterInfo>& settings(std::string_view name) const;

  /// The model `name` with `settings`, or null with the mistakes (a name that is not in the
  /// library, a setting that the model does not have or that is out of its range) added to
  /// `diagnostics`, each with the nearest name.
  [[nodiscard]] std::unique_ptr<ScatteringModel> make(const std::string& name,
                                                      const Settings& settings,
                                                      const base::SourceLocation& location,
                                                      base::Diagnostics& diagnostics) const;

 private:
  struct Entry {
    std::shared_ptr<const ModelFactory> factory;
    Settings defaults;
  };
  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<base::ParameterInfo> no_settings_;
};

}  // namespace heliograph::photonics
