// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/QR>

#include "base/random.hpp"
#include "photonics/circuit/circuit.hpp"
#include "photonics/circuit/model.hpp"

namespace heliograph::photonics {

/// A model that has one given matrix at every frequency.
class FixedModel final : public ScatteringModel {
 public:
  FixedModel(std::string name, Eigen::MatrixXcd s)
      : ScatteringModel(std::move(name), names(static_cast<std::size_t>(s.rows()))),
        s_(std::move(s)) {}

  void scattering(base::Hertz, Eigen::MatrixXcd& s) const override { s = s_; }
  [[nodiscard]] bool couples(std::size_t to, std::size_t from) const override {
    return s_(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from)) != 0.0;
  }

 private:
  static PortNames names(std::size_t ports) {
    PortNames names;
    for (std::size_t i = 0; i < ports; ++i) {
      names.names.push_back("p" + std::to_string(i));
    }
    return names;
  }

  Eigen::MatrixXcd s_;
};

inline std::size_t draw_below(base::RandomStream& random, std::size_t limit) {
  return static_cast<std::size_t>(random.uniform() * static_cast<double>(limit));
}

inline Eigen::MatrixXcd random_matrix(base::RandomStream& random, Eigen::Index rows,
                                      Eigen::Index columns) {
  Eigen::MatrixXcd m(rows, columns);
  for (Eigen::Index k = 0; k < m.size(); ++k) {
    const double re = random.normal();
    m(k) = {re, random.normal()};
  }
  return m;
}

inline Eigen::MatrixXcd random_unitary(base::RandomStream& random, Eigen::Index size) {
  const Eigen::MatrixXcd m = random_matrix(random, size, size);
  return Eigen::HouseholderQR<Eigen::MatrixXcd>(m).householderQ() *
         Eigen::MatrixXcd::Identity(size, size);
}

/// Lossless and reciprocal, with reflections everywhere: U U^T is unitary and symmetric.
inline Eigen::MatrixXcd random_reciprocal(base::RandomStream& random, Eigen::Index size) {
  const Eigen::MatrixXcd u = random_unitary(random, size);
  return u * u.transpose();
}

/// Lossless and reciprocal between two sides of equal size, without reflection.
inline Eigen::MatrixXcd random_two_sided(base::RandomStream& random, Eigen::Index side) {
  const Eigen::MatrixXcd u = random_unitary(random, side);
  Eigen::MatrixXcd s = Eigen::MatrixXcd::Zero(2 * side, 2 * side);
  s.bottomLeftCorner(side, side) = u;
  s.topRightCorner(side, side) = u.transpose();
  return s;
}

/// The wiring of a random circuit: matrices, joins by (part, port), and the ports left over.
struct RandomCircuit {
  std::vector<Eigen::MatrixXcd> parts;
  std::vector<std::pair<std::size_t, std::size_t>> joins;  // terminals, counted through the parts
  std::vector<std::size_t> externals;

  /// Built with joins named from either side and in any order, as `flip` says.
  [[nodiscard]] Circuit build(bool flip = false) const {
    Circuit circuit;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::string name = "part_" + std::to_string(i);
      circuit.add(name, std::make_unique<FixedModel>(name, parts[i]));
    }
    for (std::size_t i = 0; i < joins.size(); ++i) {
      const auto& [a, b] = joins[flip ? joins.size() - 1 - i : i];
      circuit.join(static_cast<TerminalId>(flip ? b : a), static_cast<TerminalId>(flip ? a : b));
    }
    for (const std::size_t terminal : externals) {
      circuit.expose("t" + std::to_string(terminal), static_cast<TerminalId>(terminal));
    }
    return circuit;
  }
};

/// Two to `most` parts, any port joined to any other: light returns in most of them.
inline RandomCircuit random_recirculating(base::RandomStream& random, std::size_t most) {
  RandomCircuit circuit;
  std::vector<std::size_t> free;
  const std::size_t count = 2 + draw_below(random, most - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const auto side = static_cast<Eigen::Index>(1 + draw_below(random, 3));
    circuit.parts.push_back(random.uniform() < 0.5 ? random_reciprocal(random, 2 * side)
                                                   : random_two_sided(random, side));
    for (Eigen::Index p = 0; p < 2 * side; ++p) {
      free.push_back(free.size());
    }
  }
  for (std::size_t i = free.size(); i > 1; --i) {
    std::swap(free[i - 1], free[draw_below(random, i)]);
  }
  // Some ports stay external.
  const std::size_t external =
      2 + 2 * draw_below(random, std::max<std::size_t>(1, free.size() / 3));
  while (free.size() > external) {
    const std::size_t a = free.back();
    free.pop_back();
    circuit.joins.emplace_back(a, free.back());
    free.pop_back();
  }
  circuit.externals = free;
  return circuit;
}

/// Parts without reflection in columns, outputs to inputs only: light never returns.
inline RandomCircuit random_feed_forward(base::RandomStream& random, std::size_t most) {
  RandomCircuit circuit;
  std::vector<std::size_t> open;  // outputs that are not yet joined
  std::size_t terminals = 0;
  const std::size_t count = 2 + draw_below(random, most - 1);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t side = 1 + draw_below(random, 3);
    circuit.parts.push_back(random_two_sided(random, static_cast<Eigen::Index>(side)));
    for (std::size_t p = 0; p < side; ++p) {
      if (!open.empty() && random.uniform() < 0.8) {
        const std::size_t from = draw_below(random, open.size());
        circuit.joins.emplace_back(open[from], terminals + p);
        open[from] = open.back();
        open.pop_back();
      } else {
        circuit.externals.push_back(terminals + p);
      }
    }
    for (std::size_t p = 0; p < side; ++p) {
      open.push_back(terminals + side + p);
    }
    terminals += 2 * side;
  }
  circuit.externals.insert(circuit.externals.end(), open.begin(), open.end());
  return circuit;
}

}  // namespace heliograph::photonics
