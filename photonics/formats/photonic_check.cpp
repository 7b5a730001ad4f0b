// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/photonic_check.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/singular.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/formats/file_problems.hpp"
#include "photonics/formats/photonic_file.hpp"

namespace heliograph::photonics {

namespace {

/// A part of which only the ports are known; no light passes.
class UnknownModel final : public ScatteringModel {
 public:
  UnknownModel(std::string name, std::vector<std::string> ports)
      : ScatteringModel(std::move(name), {std::move(ports), {}}) {}

  void scattering(base::Hertz /*frequency*/, Eigen::MatrixXcd& s) const override {
    const auto size = static_cast<Eigen::Index>(ports().size());
    s = Eigen::MatrixXcd::Zero(size, size);
  }
  [[nodiscard]] bool couples(std::size_t /*to*/, std::size_t /*from*/) const override {
    return false;
  }
};

class UnknownModelFactory final : public ModelFactory {
 public:
  explicit UnknownModelFactory(std::vector<std::string> ports) : ports_(std::move(ports)) {}

  [[nodiscard]] const std::vector<base::ParameterInfo>& settings() const override {
    return settings_;
  }
  [[nodiscard]] std::unique_ptr<ScatteringModel> make(
      const std::string& name, const Settings& /*settings*/,
      const base::SourceLocation& /*location*/, base::Diagnostics& /*diagnostics*/) const override {
    return std::make_unique<UnknownModel>(name, ports_);
  }

 private:
  std::vector<std::string> ports_;
  std::vector<base::ParameterInfo> settings_;
};

/// The ports of each model as the instances of a library use them.
using UsedPorts = std::map<std::string, std::set<std::string>>;

UsedPorts used_ports(const NetlistLibrary& library) {
  UsedPorts used;
  for (const Netlist& netlist : library.netlists) {
    std::unordered_map<std::string, std::string> models;
    for (const Instance& instance : netlist.instances) {
      models.emplace(instance.name, instance.model);
      used[instance.model];
    }
    const auto note = [&](const PortReference& port) {
      const auto found = models.find(port.instance);
      if (found != models.end()) {
        used[found->second].insert(port.port);
      }
    };
    for (const Connection& connection : netlist.connections) {
      note(connection.a);
      note(connection.b);
    }
    for (const ExternalPort& port : netlist.ports) {
      note(port.port);
    }
  }
  return used;
}

/// One frequency in the middle of the C band, where the models of most files are good.
constexpr base::Hertz kProbe{193.4e12};
/// A few ports do to find a loop; the matrix of all would be large.
constexpr std::size_t kMostProbed = 16;

void warn_of_closed_loop(const Circuit& circuit, const NetlistLibrary& library,
                         base::Diagnostics& diagnostics) {
  const std::size_t ports = std::min(circuit.externals().size(), kMostProbed);
  if (ports == 0) {
    return;
  }
  SolveOptions options;
  options.inputs.resize(ports);
  std::iota(options.inputs.begin(), options.inputs.end(), std::size_t{0});
  options.outputs = options.inputs;
  try {
    (void)CircuitSolver(circuit, options).solve(kProbe);
  } catch (const SingularCircuit& fault) {
    const base::SourceLocation top = library.netlists.front().location;
    diagnostics.warning(
        place_of_instance(library, fault.loop().front()).value_or(top),
        std::string(fault.what()) + "; a spectrum has no answer there unless some part has loss");
  } catch (const std::out_of_range&) {
    return;  // measured data that do not reach the probe
  }
}

}  // namespace

std::optional<base::SourceLocation> place_of_instance(const NetlistLibrary& library,
                                                      std::string_view path) {
  std::optional<base::SourceLocation> place;
  auto netlist = library.netlists.begin();
  while (netlist != library.netlists.end()) {
    const Instance* next = nullptr;
    for (const Instance& instance : netlist->instances) {
      const std::size_t size = instance.name.size();
      const bool leads =
          path.substr(0, size) == instance.name && (path.size() == size || path[size] == '/');
      if (leads && (next == nullptr || next->name.size() < size)) {
        next = &instance;
      }
    }
    if (next == nullptr) {
      break;
    }
    place = next->location;
    if (path.size() == next->name.size()) {
      break;
    }
    path.remove_prefix(next->name.size() + 1);
    netlist = std::find_if(library.netlists.begin(), library.netlists.end(),
                           [&](const Netlist& one) { return one.name == next->model; });
  }
  return place;
}

std::vector<UndefinedModel> undefined_models(const NetlistLibrary& library,
                                             const ModelLibrary& models) {
  std::vector<std::string> known = models.names();
  for (const Netlist& netlist : library.netlists) {
    known.push_back(netlist.name);
  }
  const std::set<std::string> defined(known.begin(), known.end());
  std::set<std::string> seen;
  std::vector<UndefinedModel> undefined;
  for (const Netlist& netlist : library.netlists) {
    for (const Instance& instance : netlist.instances) {
      if (defined.count(instance.model) == 0 && seen.insert(instance.model).second) {
        undefined.push_back(
            {instance.model, instance.location, base::did_you_mean(instance.model, known)});
      }
    }
  }
  return undefined;
}

ModelLibrary with_placeholders(const NetlistLibrary& library, const ModelLibrary& models) {
  const UsedPorts used = used_ports(library);
  ModelLibrary all = models;
  for (const UndefinedModel& model : undefined_models(library, models)) {
    const std::set<std::string>& ports = used.at(model.name);
    all.add(model.name, std::make_shared<UnknownModelFactory>(
                            std::vector<std::string>(ports.begin(), ports.end())));
  }
  return all;
}

void check_netlist(NetlistFile file, const ModelLibrary& models, base::Diagnostics& diagnostics) {
  if (file.library.netlists.empty()) {
    return;
  }
  use_model_names(file, models);
  const std::vector<UndefinedModel> undefined = undefined_models(file.library, models);
  for (const UndefinedModel& model : undefined) {
    diagnostics.warning(model.location, "the model " + in_quotes(model.name) +
                                            " is not defined; a spectrum needs --models to map it" +
                                            model.hint);
  }
  const std::optional<Circuit> circuit =
      elaborate(file.library, with_placeholders(file.library, models), diagnostics);
  if (circuit && undefined.empty()) {
    warn_of_closed_loop(*circuit, file.library, diagnostics);
  }
}

void check_photonic_file(const std::string& path, base::Diagnostics& diagnostics) {
  if (photonic_file_kind(path) == PhotonicFileKind::netlist) {
    NetlistFile file = read_netlist(path, diagnostics);
    if (!diagnostics.has_errors()) {  // what could not be read would be missed everywhere
      check_netlist(std::move(file), ModelLibrary::built_in(), diagnostics);
    }
  } else {
    (void)read_s_parameters(path, diagnostics);
  }
}

}  // namespace heliograph::photonics
