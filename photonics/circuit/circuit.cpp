// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/circuit.hpp"

#include <stdexcept>
#include <utility>

namespace heliograph::photonics {

InstanceId Circuit::add(std::string path, std::unique_ptr<ScatteringModel> model) {
  const auto id = static_cast<InstanceId>(parts_.size());
  if (!by_path_.emplace(path, id).second) {
    throw std::invalid_argument("a circuit has two instances '" + path + "'");
  }
  const std::size_t ports = model->ports().size();
  parts_.push_back({std::move(path), std::move(model), static_cast<TerminalId>(partner_.size())});
  owner_.insert(owner_.end(), ports, id);
  partner_.insert(partner_.end(), ports, kOpen);
  return id;
}

void Circuit::join(TerminalId a, TerminalId b) {
  const auto i = static_cast<std::size_t>(a);
  const auto k = static_cast<std::size_t>(b);
  if (i == k || partner_.at(i) != kOpen || partner_.at(k) != kOpen) {
    throw std::invalid_argument("a circuit can only join two different ports that are free");
  }
  partner_[i] = k;
  partner_[k] = i;
}

void Circuit::expose(std::string name, TerminalId terminal) {
  const auto i = static_cast<std::size_t>(terminal);
  if (partner_.at(i) != kOpen) {
    throw std::invalid_argument("the port for '" + name + "' is in use");
  }
  for (const External& external : externals_) {
    if (external.name == name) {
      throw std::invalid_argument("a circuit has two external ports '" + name + "'");
    }
  }
  partner_[i] = kExternal;
  externals_.push_back({std::move(name), terminal});
}

std::optional<InstanceId> Circuit::find(std::string_view path) const {
  const auto found = by_path_.find(std::string(path));
  if (found == by_path_.end()) {
    return std::nullopt;
  }
  return found->second;
}

bool Circuit::set(InstanceId id, std::string_view setting, double value) {
  return parts_[static_cast<std::size_t>(id)].model->set(setting, value);
}

std::optional<TerminalId> Circuit::partner(TerminalId terminal) const {
  const std::size_t other = partner_[static_cast<std::size_t>(terminal)];
  if (other >= kExternal) {
    return std::nullopt;
  }
  return static_cast<TerminalId>(other);
}

std::vector<std::string> Circuit::external_names() const {
  std::vector<std::string> names;
  names.reserve(externals_.size());
  for (const External& external : externals_) {
    names.push_back(external.name);
  }
  return names;
}

}  // namespace heliograph::photonics
