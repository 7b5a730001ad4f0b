// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/model.hpp"

#include <map>
#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

namespace {

/// The position of each name, alternatives included. Throws when one name has two positions.
std::map<std::string, std::size_t> positions(const std::string& model, const PortNames& ports) {
  std::map<std::string, std::size_t> found;
  const auto add = [&](const std::vector<std::string>& names) {
    if (names.size() != ports.names.size()) {
      throw std::invalid_argument("model '" + model + "' has a list of alternative port names of " +
                                  std::to_string(names.size()) + " names for " +
                                  std::to_string(ports.names.size()) + " ports");
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (found.emplace(names[i], i).first->second != i) {
        throw std::invalid_argument("model '" + model + "' has two ports named '" + names[i] + "'");
      }
    }
  };
  add(ports.names);
  for (const std::vector<std::string>& names : ports.alternatives) {
    add(names);
  }
  return found;
}

}  // namespace

ScatteringModel::ScatteringModel(std::string name, PortNames ports)
    : name_(std::move(name)), ports_(std::move(ports)) {
  positions(name_, ports_);
}

std::vector<std::vector<std::string>> ScatteringModel::all_port_names() const {
  std::vector<std::vector<std::string>> all = {ports_.names};
  all.insert(all.end(), ports_.alternatives.begin(), ports_.alternatives.end());
  return all;
}

std::optional<std::size_t> ScatteringModel::port(std::string_view name) const {
  const auto find = [name](const std::vector<std::string>& names) -> std::optional<std::size_t> {
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (names[i] == name) {
        return i;
      }
    }
    return std::nullopt;
  };
  std::optional<std::size_t> found = find(ports_.names);
  for (std::size_t k = 0; !found && k < ports_.alternatives.size(); ++k) {
    found = find(ports_.alternatives[k]);
  }
  return found;
}

bool ScatteringModel::couples(std::size_t, std::size_t) const { return true; }

bool ScatteringModel::set(std::string_view, double) { return false; }

}  // namespace heliograph::photonics
