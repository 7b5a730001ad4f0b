// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/spectrum.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"
#include "base/utf8.hpp"
#include "photonics/circuit/singular.hpp"
#include "photonics/circuit/solver.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "testbenches/studies/netlist_circuit.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::Circuit;

/// Bounds the memory of a spectrum and of its text.
constexpr std::size_t kMostFields = 5'000'000;

/// One way to the matrix at a frequency for both kinds of sources.
class FieldSource {
 public:
  virtual ~FieldSource() = default;
  virtual void at(base::Hertz frequency, Eigen::MatrixXcd& fields) = 0;
};

class CircuitFields final : public FieldSource {
 public:
  CircuitFields(const Circuit& circuit, photonics::SolveOptions options)
      : solver_(circuit, std::move(options)) {}
  void at(base::Hertz frequency, Eigen::MatrixXcd& fields) override {
    solver_.solve(frequency, fields);
  }

 private:
  photonics::CircuitSolver solver_;
};

class DataFields final : public FieldSource {
 public:
  DataFields(const std::string& name, std::shared_ptr<const photonics::SParameters> data,
             photonics::SolveOptions options)
      : model_(name, std::move(data)), options_(std::move(options)) {}
  void at(base::Hertz frequency, Eigen::MatrixXcd& fields) override {
    model_.scattering(frequency, all_);
    fields.resize(static_cast<Eigen::Index>(options_.outputs.size()),
                  static_cast<Eigen::Index>(options_.inputs.size()));
    for (Eigen::Index i = 0; i < fields.rows(); ++i) {
      for (Eigen::Index j = 0; j < fields.cols(); ++j) {
        fields(i, j) =
            all_(static_cast<Eigen::Index>(options_.outputs[static_cast<std::size_t>(i)]),
                 static_cast<Eigen::Index>(options_.inputs[static_cast<std::size_t>(j)]));
      }
    }
  }

 private:
  photonics::TabulatedModel model_;
  photonics::SolveOptions options_;
  Eigen::MatrixXcd all_;
};

/// `a, b, c`; of many only the first.
std::string list_text(const std::vector<std::string>& names) {
  constexpr std::size_t kMostNamed = 16;
  std::string text;
  for (std::size_t k = 0; k < std::min(names.size(), kMostNamed); ++k) {
    text += (k > 0 ? ", " : "") + names[k];
  }
  return text + (names.size() > kMostNamed ? ", ..." : "");
}

void check_size(const std::string& file, std::size_t points, std::size_t pairs) {
  if (points > kMostFields / pairs) {
    throw base::InputError(
        {file, 0, 0}, "found " + std::to_string(points) + " points of " + std::to_string(pairs) +
                          " pairs of ports: expected at most " + std::to_string(kMostFields) +
                          " fields; choose ports or points");
  }
}

}  // namespace

SpectrumSource SpectrumSource::read(const std::string& path, const std::string& model_map,
                                    base::Diagnostics& diagnostics) {
  if (photonics::photonic_file_kind(path) == photonics::PhotonicFileKind::netlist) {
    photonics::NetlistFile file = photonics::read_netlist(path, diagnostics);
    photonics::NetlistLibrary netlists = file.library;
    return {path, build_circuit(std::move(file), model_map, diagnostics), std::move(netlists)};
  }
  std::optional<photonics::SParameters> data = photonics::read_s_parameters(path, diagnostics);
  base::throw_if_errors(diagnostics);
  if (!model_map.empty()) {
    diagnostics.warning({model_map, 0, 0}, "a map of models has no effect on an S-parameter file");
  }
  return {path, std::make_shared<const photonics::SParameters>(std::move(*data))};
}

std::vector<std::string> SpectrumSource::ports() const {
  if (const auto* circuit = std::get_if<Circuit>(&content_)) {
    return circuit->external_names();
  }
  return std::get<Data>(content_)->ports;
}

std::vector<std::size_t> SpectrumSource::positions(const std::vector<std::string>& names) const {
  const std::vector<std::string> all = ports();
  std::vector<std::size_t> positions(names.empty() ? all.size() : 0);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  base::Diagnostics unknown;
  for (const std::string& name : names) {
    const auto found = std::find(all.begin(), all.end(), name);
    if (found == all.end()) {
      unknown.error({path_, 0, 0}, "there is no port '" + name + "': expected " + list_text(all) +
                                       base::did_you_mean(name, all));
    }
    const auto position = static_cast<std::size_t>(found - all.begin());
    if (found != all.end() &&
        std::find(positions.begin(), positions.end(), position) != positions.end()) {
      unknown.error({path_, 0, 0}, "port '" + name + "' is named twice");
    }
    positions.push_back(position);
  }
  base::throw_if_errors(unknown);
  return positions;
}

Spectrum SpectrumSource::spectrum(const SpectrumRequest& request) const {
  const std::vector<std::string> all = ports();
  if (all.empty()) {
    throw base::InputError({path_, 0, 0},
                           "the netlist has no ports: expected 'ports', as "
                           "{in: \"a,o1\"}");
  }
  photonics::SolveOptions options;
  options.inputs = positions(request.inputs);
  options.outputs = positions(request.outputs);
  const std::size_t pairs = options.inputs.size() * options.outputs.size();
  check_size(path_, request.frequencies.size(), pairs);
  Spectrum result;
  result.frequencies = request.frequencies;
  for (const std::size_t port : options.inputs) {
    result.inputs.push_back(all[port]);
  }
  for (const std::size_t port : options.outputs) {
    result.outputs.push_back(all[port]);
  }
  std::unique_ptr<FieldSource> source;
  if (const auto* circuit = std::get_if<Circuit>(&content_)) {
    source = std::make_unique<CircuitFields>(*circuit, std::move(options));
  } else {
    source = std::make_unique<DataFields>(path_, std::get<Data>(content_), std::move(options));
  }
  result.fields.resize(request.frequencies.size());
  try {
    for (std::size_t k = 0; k < request.frequencies.size(); ++k) {
      source->at(request.frequencies[k], result.fields[k]);
    }
  } catch (const photonics::SingularCircuit& fault) {
    const auto place = photonics::place_of_instance(netlists_, fault.loop().front());
    throw base::InputError(place.value_or(base::SourceLocation{path_, 0, 0}), fault.what());
  } catch (const std::out_of_range& fault) {
    throw base::InputError({path_, 0, 0}, fault.what());
  }
  return result;
}

namespace {

std::vector<std::size_t> fabric_ports(const std::vector<std::string>& names, std::size_t ports) {
  std::vector<std::size_t> positions(names.empty() ? ports : 0);
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  base::Diagnostics unknown;
  for (const std::string& name : names) {
    const std::optional<std::int64_t> port = base::parse_integer(name);
    if (!port || *port < 0 || *port >= static_cast<std::int64_t>(ports)) {
      unknown.error({"spectrum", 0, 0}, "there is no port " + base::quoted(name) +
                                            ": expected 0 to " + std::to_string(ports - 1));
      continue;
    }
    positions.push_back(static_cast<std::size_t>(*port));
  }
  base::throw_if_errors(unknown);
  return positions;
}

}  // namespace

Spectrum fabric_spectrum(const photonics::SwitchFabric& fabric,
                         const std::vector<base::Radian>& phases, const SpectrumRequest& request) {
  const std::vector<std::size_t> inputs = fabric_ports(request.inputs, fabric.ports());
  const std::vector<std::size_t> outputs = fabric_ports(request.outputs, fabric.ports());
  check_size("spectrum", request.frequencies.size(), inputs.size() * outputs.size());
  Spectrum result;
  result.frequencies = request.frequencies;
  for (const std::size_t port : inputs) {
    result.inputs.push_back(std::to_string(port));
  }
  for (const std::size_t port : outputs) {
    result.outputs.push_back(std::to_string(port));
  }
  Eigen::MatrixXcd all;
  for (const base::Hertz frequency : request.frequencies) {
    try {
      fabric.port_matrix(phases, frequency, all);
    } catch (const photonics::SingularCircuit& fault) {
      throw base::InputError({"spectrum", 0, 0}, fault.what());
    } catch (const std::out_of_range& fault) {
      throw base::InputError({"spectrum", 0, 0}, fault.what());
    }
    Eigen::MatrixXcd fields(static_cast<Eigen::Index>(outputs.size()),
                            static_cast<Eigen::Index>(inputs.size()));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      for (std::size_t j = 0; j < inputs.size(); ++j) {
        fields(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) =
            all(static_cast<Eigen::Index>(outputs[i]), static_cast<Eigen::Index>(inputs[j]));
      }
    }
    result.fields.push_back(std::move(fields));
  }
  return result;
}

photonics::SParameters to_s_parameters(const Spectrum& spectrum) {
  std::map<double, std::size_t> order;  // a frequency asked for twice is written once
  for (std::size_t k = 0; k < spectrum.frequencies.size(); ++k) {
    order.emplace(spectrum.frequencies[k].value(), k);
  }
  photonics::SParameters data;
  data.ports = spectrum.inputs;
  for (const auto& [frequency, k] : order) {
    data.frequencies.emplace_back(frequency);
    data.values.push_back(spectrum.fields[k]);
  }
  return data;
}

}  // namespace heliograph::testbenches
