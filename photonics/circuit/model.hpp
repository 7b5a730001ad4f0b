// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include "base/units.hpp"

namespace heliograph::photonics {

/// The names of a model's ports. The first list is the project's own; each alternative is a whole
/// second list in the same order, for netlists of other tools (`o1`, `o2`, ... of gdsfactory).
struct PortNames {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> alternatives;
};

/// A linear passive or active part, described by its scattering matrix: what a circuit is made of.
///
/// Conventions: fields in square-root watts; propagation over a length L is e^{+j beta L}; element
/// (i, j) is the output at port i for unit input at port j.
class ScatteringModel {
 public:
  ScatteringModel(const ScatteringModel&) = delete;
  ScatteringModel& operator=(const ScatteringModel&) = delete;
  virtual ~ScatteringModel() = default;

  /// The model's name, e.g. `coupler`; for messages.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// The port names, in the order of the matrix.
  [[nodiscard]] const std::vector<std::string>& ports() const { return ports_.names; }
  /// ports() and every list of alternatives.
  [[nodiscard]] std::vector<std::vector<std::string>> all_port_names() const;
  /// The position of a port by its name or one of its alternative names, or nothing.
  [[nodiscard]] std::optional<std::size_t> port(std::string_view name) const;

  /// Writes the matrix at `frequency` into `s`, which becomes ports() x ports(). Throws
  /// std::out_of_range where the model has no data.
  virtual void scattering(base::Hertz frequency, Eigen::MatrixXcd& s) const = 0;

  /// False where element (to, from) is zero at every frequency and for every setting; the solvers
  /// build their sparse pattern from it once.
  [[nodiscard]] virtual bool couples(std::size_t to, std::size_t from) const;

  /// Changes a numeric setting (by the name and in the unit that the model library takes). False,
  /// and no change, when the model has no such setting or the value is outside its range.
  virtual bool set(std::string_view setting, double value);

 protected:
  /// Throws std::invalid_argument when a list of alternatives differs in length, or when one name
  /// would mean two ports.
  ScatteringModel(std::string name, PortNames ports);

 private:
  std::string name_;
  PortNames ports_;
};

}  // namespace heliograph::photonics
