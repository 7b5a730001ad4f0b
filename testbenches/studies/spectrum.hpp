// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/circuit/s_parameters.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::testbenches {

/// What passes from inputs to outputs, over frequency.
struct Spectrum {
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<base::Hertz> frequencies;  ///< in the order of the request
  std::vector<Eigen::MatrixXcd> fields;  ///< outputs x inputs, a frequency
};

struct SpectrumRequest {
  std::vector<base::Hertz> frequencies;
  std::vector<std::string> inputs;  ///< names of ports; all of them when there is none
  std::vector<std::string> outputs;
};

/// Something that has a spectrum: a circuit, or data of a file.
class SpectrumSource {
 public:
  /// Reads a netlist or S-parameter file, by its ending. Models that a netlist names and that are
  /// not built in come from `model_map` (photonics/formats/model_map.hpp) unless it is empty.
  /// Throws base::InputError with all mistakes; warnings go to `diagnostics`.
  [[nodiscard]] static SpectrumSource read(const std::string& path, const std::string& model_map,
                                           base::Diagnostics& diagnostics);

  [[nodiscard]] std::vector<std::string> ports() const;

  /// Throws base::InputError when a port is not there, when data do not reach a frequency, or when
  /// light circulates in a closed loop without loss.
  [[nodiscard]] Spectrum spectrum(const SpectrumRequest& request) const;

 private:
  using Data = std::shared_ptr<const photonics::SParameters>;

  SpectrumSource(std::string path, std::variant<photonics::Circuit, Data> content,
                 photonics::NetlistLibrary netlists = {})
      : path_(std::move(path)), content_(std::move(content)), netlists_(std::move(netlists)) {}

  [[nodiscard]] std::vector<std::size_t> positions(const std::vector<std::string>& names) const;

  std::string path_;
  std::variant<photonics::Circuit, Data> content_;
  photonics::NetlistLibrary netlists_;  // of a circuit, as its file has them: for messages
};

/// The spectrum as S-parameters of all ports, for the writers; frequencies come to ascend.
/// Precondition: inputs and outputs are the same list.
[[nodiscard]] photonics::SParameters to_s_parameters(const Spectrum& spectrum);

/// Of a switch fabric with its actuators at `phases`; ports are named by their numbers (`3`).
/// Throws base::InputError as above.
[[nodiscard]] Spectrum fabric_spectrum(const photonics::SwitchFabric& fabric,
                                       const std::vector<base::Radian>& phases,
                                       const SpectrumRequest& request);

}  // namespace heliograph::testbenches
