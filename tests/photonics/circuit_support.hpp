// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/solver.hpp"

namespace heliograph::photonics {

/// `instance,port`.
inline PortReference reference(const std::string& text) {
  const std::size_t comma = text.find(',');
  return {text.substr(0, comma), text.substr(comma + 1)};
}

/// Writes netlists in few words; each thing gets a line of its own as its location.
class NetlistText {
 public:
  explicit NetlistText(std::string name = "top") { netlist_.name = std::move(name); }

  NetlistText& part(std::string name, std::string model, Settings settings = {}) {
    netlist_.instances.push_back({std::move(name), std::move(model), std::move(settings), next()});
    return *this;
  }
  NetlistText& join(const std::string& a, const std::string& b) {
    netlist_.connections.push_back({reference(a), reference(b), next()});
    return *this;
  }
  NetlistText& port(std::string name, const std::string& inner) {
    netlist_.ports.push_back({std::move(name), reference(inner), next()});
    return *this;
  }
  [[nodiscard]] const Netlist& netlist() const { return netlist_; }

 private:
  base::SourceLocation next() { return {netlist_.name, ++line_, 1}; }

  Netlist netlist_;
  int line_ = 0;
};

inline Circuit circuit_of(std::vector<Netlist> netlists,
                          const ModelLibrary& models = ModelLibrary::built_in()) {
  base::Diagnostics diagnostics;
  std::optional<Circuit> circuit = elaborate({std::move(netlists)}, models, diagnostics);
  if (!circuit) {
    throw std::runtime_error(diagnostics.text());
  }
  return std::move(*circuit);
}

inline Circuit circuit_of(const NetlistText& text) { return circuit_of({text.netlist()}); }

inline Eigen::MatrixXcd solved(const Circuit& circuit, base::Hertz frequency,
                               SolveMethod method = SolveMethod::automatic) {
  SolveOptions options;
  options.method = method;
  return CircuitSolver(circuit, options).solve(frequency);
}

/// The largest difference of any element.
inline double distance(const Eigen::MatrixXcd& a, const Eigen::MatrixXcd& b) {
  return a.size() == 0 && b.size() == 0 ? 0.0 : (a - b).cwiseAbs().maxCoeff();
}

}  // namespace heliograph::photonics
