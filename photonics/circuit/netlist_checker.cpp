// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/netlist_checker.hpp"

#include <memory>
#include <set>
#include <utility>

namespace heliograph::photonics {

namespace {

using base::Diagnostics;
using base::SourceLocation;

std::string quoted(const std::string& text) { return "'" + text + "'"; }

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) {
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

class Checker {
 public:
  Checker(const NetlistLibrary& library, const ModelLibrary& models, base::Severity open_port,
          Diagnostics& diagnostics)
      : library_(library),
        models_(models),
        open_port_(open_port),
        diagnostics_(diagnostics),
        plans_(library.netlists.size()),
        instances_(library.netlists.size()),
        visited_(library.netlists.size(), false) {
    for (std::size_t i = 0; i < library.netlists.size(); ++i) {
      const Netlist& netlist = library.netlists[i];
      if (!by_name_.emplace(netlist.name, i).second) {
        diagnostics.error(netlist.location, "two netlists are named " + quoted(netlist.name));
      }
    }
  }

  std::vector<NetlistPlan> run() {
    if (library_.netlists.empty()) {
      diagnostics_.error({}, "there is no netlist");
      return {};
    }
    if (library_.netlists.front().ports.empty()) {
      diagnostics_.error(library_.netlists.front().location,
                         "netlist " + quoted(library_.netlists.front().name) +
                             " has no external ports, so there is nothing to compute");
    }
    visit(0);
    return std::move(plans_);
  }

 private:
  void visit(std::size_t index) {
    visited_[index] = true;
    way_.push_back(index);
    resolve_instances(index);
    way_.pop_back();
    Uses uses;
    resolve_connections(index, uses);
    resolve_externals(index, uses);
    report_open_ports(index, uses);
  }

  void resolve_instances(std::size_t index) {
    const Netlist& netlist = library_.netlists[index];
    for (const Instance& instance : netlist.instances) {
      if (!instances_[index].emplace(instance.name, plans_[index].instances.size()).second) {
        diagnostics_.error(instance.location, "two instances are named " + quoted(instance.name));
      }
      if (instance.name.empty() || instance.name.find('/') != std::string::npos) {
        diagnostics_.error(instance.location, "an instance cannot be named " +
                                                  quoted(instance.name) +
                                                  ": paths are written with '/'");
      }
      InstancePlan plan;
      const auto child = by_name_.find(instance.model);
      if (child != by_name_.end()) {
        plan = netlist_instance(instance, child->second);
      } else {
        plan = model_instance(instance);
      }
      plans_[index].instances.push_back(std::move(plan));
    }
  }

  InstancePlan netlist_instance(const Instance& instance, std::size_t child) {
    for (const auto& [setting, value] : instance.settings) {
      diagnostics_.warning(instance.location, "setting " + quoted(setting) + " of instance " +
                                                  quoted(instance.name) +
                                                  " has no effect: its model is the netlist " +
                                                  quoted(instance.model));
    }
    InstancePlan plan;
    plan.netlist = child;
    for (const ExternalPort& port : library_.netlists[child].ports) {
      plan.positions.emplace(port.name, plan.ports.size());
      plan.ports.push_back(port.name);
    }
    for (std::size_t i = 0; i < way_.size(); ++i) {
      if (way_[i] == child) {
        std::string chain;
        for (std::size_t k = i; k < way_.size(); ++k) {
          chain += quoted(library_.netlists[way_[k]].name) + " -> ";
        }
        diagnostics_.error(instance.location, "netlist " + quoted(instance.model) +
                                                  " contains itself: " + chain +
                                                  quoted(instance.model));
        return plan;
      }
    }
    if (!visited_[child]) {
      visit(child);
    }
    return plan;
  }

  InstancePlan model_instance(const Instance& instance) {
    InstancePlan plan;
    if (!models_.contains(instance.model)) {
      std::vector<std::string> known = models_.names();
      for (const auto& [name, netlist] : by_name_) {
        known.push_back(name);
      }
      diagnostics_.error(instance.location, "there is no model " + quoted(instance.model) +
                                                base::did_you_mean(instance.model, known));
      return plan;
    }
    const std::unique_ptr<ScatteringModel> model =
        models_.make(instance.model, instance.settings, instance.location, diagnostics_);
    if (model != nullptr) {
      plan.ports = model->ports();
      for (const std::vector<std::string>& names : model->all_port_names()) {
        for (std::size_t i = 0; i < names.size(); ++i) {
          plan.positions.emplace(names[i], i);
        }
      }
    }
    return plan;
  }

  /// Nothing when the reference is wrong, which has then been said; an instance whose own model is
  /// wrong is not blamed for its ports too.
  std::optional<PortPlace> resolve(std::size_t index, const PortReference& reference,
                                   const SourceLocation& location) {
    const Netlist& netlist = library_.netlists[index];
    const auto instance = instances_[index].find(reference.instance);
    if (instance == instances_[index].end()) {
      std::vector<std::string> names;
      for (const Instance& other : netlist.instances) {
        names.push_back(other.name);
      }
      diagnostics_.error(location, "there is no instance " + quoted(reference.instance) +
                                       base::did_you_mean(reference.instance, names));
      return std::nullopt;
    }
    const std::size_t i = instance->second;
    const InstancePlan& plan = plans_[index].instances[i];
    const auto found = plan.positions.find(reference.port);
    if (found != plan.positions.end()) {
      return PortPlace{i, found->second};
    }
    if (!plan.ports.empty()) {
      diagnostics_.error(location, "instance " + quoted(reference.instance) + " of model " +
                                       quoted(netlist.instances[i].model) + " has no port " +
                                       quoted(reference.port) + "; it has " + listed(plan.ports));
    }
    return std::nullopt;
  }

  /// What each port is used for, in words.
  using Uses = std::map<PortPlace, std::string>;

  bool use(Uses& uses, PortPlace place, const PortReference& reference, std::string purpose,
           const SourceLocation& location) {
    const auto [entry, fresh] = uses.emplace(place, purpose);
    if (!fresh) {
      diagnostics_.error(location, "port " + quoted(reference.text()) +
                                       " is used twice: " + entry->second + " and " + purpose);
    }
    return fresh;
  }

  void resolve_connections(std::size_t index, Uses& uses) {
    for (const Connection& connection : library_.netlists[index].connections) {
      const auto a = resolve(index, connection.a, connection.location);
      const auto b = resolve(index, connection.b, connection.location);
      if (a && b && !(*a < *b) && !(*b < *a)) {
        diagnostics_.error(connection.location,
                           "port " + quoted(connection.a.text()) + " is joined to itself");
        uses.emplace(*a, "joined to itself");
        continue;
      }
      const bool free_a = a && use(uses, *a, connection.a,
                                   "joined to " + quoted(connection.b.text()), connection.location);
      const bool free_b = b && use(uses, *b, connection.b,
                                   "joined to " + quoted(connection.a.text()), connection.location);
      if (free_a && free_b) {
        plans_[index].joins.emplace_back(*a, *b);
      }
    }
  }

  void resolve_externals(std::size_t index, Uses& uses) {
    std::set<std::string> names;
    for (const ExternalPort& external : library_.netlists[index].ports) {
      if (!names.insert(external.name).second) {
        diagnostics_.error(external.location,
                           "two external ports are named " + quoted(external.name));
      }
      const auto place = resolve(index, external.port, external.location);
      if (place && use(uses, *place, external.port, "external port " + quoted(external.name),
                       external.location)) {
        plans_[index].externals.push_back(*place);
      }
    }
  }

  void report_open_ports(std::size_t index, const Uses& uses) {
    const Netlist& netlist = library_.netlists[index];
    for (std::size_t i = 0; i < netlist.instances.size(); ++i) {
      const InstancePlan& plan = plans_[index].instances[i];
      for (std::size_t port = 0; port < plan.ports.size(); ++port) {
        if (uses.count({i, port}) != 0) {
          continue;
        }
        const std::string name = quoted(netlist.instances[i].name + "," + plan.ports[port]);
        if (open_port_ == base::Severity::error) {
          diagnostics_.error(netlist.instances[i].location, "port " + name + " is left open");
        } else {
          diagnostics_.warning(netlist.instances[i].location,
                               "port " + name + " is left open; light that leaves there is lost");
        }
      }
    }
  }

  const NetlistLibrary& library_;
  const ModelLibrary& models_;
  base::Severity open_port_;
  Diagnostics& diagnostics_;
  std::map<std::string, std::size_t> by_name_;
  std::vector<NetlistPlan> plans_;
  std::vector<std::map<std::string, std::size_t>> instances_;  // of each netlist, by name
  std::vector<bool> visited_;
  std::vector<std::size_t> way_;  // from the top to the netlist at hand
};

}  // namespace

std::vector<NetlistPlan> plan_netlists(const NetlistLibrary& library, const ModelLibrary& models,
                                       base::Severity open_port, Diagnostics& diagnostics) {
  return Checker(library, models, open_port, diagnostics).run();
}

}  // namespace heliograph::photonics
