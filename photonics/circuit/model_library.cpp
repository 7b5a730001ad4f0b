// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/model_library.hpp"

#include <stdexcept>
#include <utility>

#include "photonics/circuit/built_in_models.hpp"

namespace heliograph::photonics {

namespace {

class TabulatedFactory final : public ModelFactory {
 public:
  TabulatedFactory(std::shared_ptr<const SParameters> data,
                   std::vector<std::vector<std::string>> alternatives)
      : data_(std::move(data)), alternatives_(std::move(alternatives)) {}

  [[nodiscard]] const std::vector<base::ParameterInfo>& settings() const override {
    return settings_;
  }

  [[nodiscard]] std::unique_ptr<ScatteringModel> make(
      const std::string& name, const Settings& settings, const base::SourceLocation& location,
      base::Diagnostics& diagnostics) const override {
    // Data are what they are: a setting would be silently without effect.
    for (const auto& [setting, value] : settings) {
      diagnostics.warning(location, "setting '" + setting + "' of model '" + name +
                                        "' has no effect: the model is tabulated data");
    }
    return std::make_unique<TabulatedModel>(name, data_, alternatives_);
  }

 private:
  std::shared_ptr<const SParameters> data_;
  std::vector<std::vector<std::string>> alternatives_;
  std::vector<base::ParameterInfo> settings_;
};

}  // namespace

ModelLibrary ModelLibrary::built_in() {
  ModelLibrary library;
  add_guided_models(library);
  add_resonant_models(library);
  add_terminating_models(library);
  return library;
}

void ModelLibrary::add(std::string name, std::shared_ptr<const ModelFactory> factory) {
  entries_[std::move(name)] = {std::move(factory), {}};
}

void ModelLibrary::add_data(std::string name, std::shared_ptr<const SParameters> data,
                            std::vector<std::vector<std::string>> alternatives) {
  // Made once here, so that bad data are refused now and not at the first use.
  static_cast<void>(TabulatedModel(name, data, alternatives));
  add(std::move(name),
      std::make_shared<TabulatedFactory>(std::move(data), std::move(alternatives)));
}

void ModelLibrary::add_alias(std::string name, const std::string& target,
                             const Settings& settings) {
  const auto found = entries_.find(target);
  if (found == entries_.end()) {
    throw std::invalid_argument("there is no model '" + target + "'" +
                                base::did_you_mean(target, names()));
  }
  Entry entry = found->second;
  for (const auto& [setting, value] : settings) {
    entry.defaults[setting] = value;
  }
  entries_[std::move(name)] = std::move(entry);
}

bool ModelLibrary::contains(std::string_view name) const {
  return entries_.find(name) != entries_.end();
}

std::vector<std::string> ModelLibrary::names() const {
  std::vector<std::string> names;
  for (const auto& [name, entry] : entries_) {
    names.push_back(name);
  }
  return names;
}

const std::vector<base::ParameterInfo>& ModelLibrary::settings(std::string_view name) const {
  const auto found = entries_.find(name);
  return found == entries_.end() ? no_settings_ : found->second.factory->settings();
}

std::unique_ptr<ScatteringModel> ModelLibrary::make(const std::string& name,
                                                    const Settings& settings,
                                                    const base::SourceLocation& location,
                                                    base::Diagnostics& diagnostics) const {
  const auto found = entries_.find(name);
  if (found == entries_.end()) {
    diagnostics.error(location,
                      "there is no model '" + name + "'" + base::did_you_mean(name, names()));
    return nullptr;
  }
  Settings all = found->second.defaults;
  for (const auto& [setting, value] : settings) {
    all[setting] = value;
  }
  return found->second.factory->make(name, all, location, diagnostics);
}

}  // namespace heliograph::photonics
