// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/control/behavioural/circuit_matching.hpp"

namespace heliograph::systemc {

/// Inputs choose in turn; who chooses first, and what it tries first, moves with each decision.
class RoundRobinMatching final : public CircuitMatching {
 public:
  explicit RoundRobinMatching(unsigned ports) : ports_(ports) {}

  void reset() override { first_src_ = first_dst_ = 0; }
  [[nodiscard]] unsigned steps() const override { return ports_; }
  PortRows match(const PortRows& requests) override;
  void accept() override;

 private:
  const unsigned ports_;
  unsigned first_src_ = 0;
  unsigned first_dst_ = 0;
};

/// Wrapped diagonals of the request matrix in turn; which is first moves with each decision.
class WavefrontMatching final : public CircuitMatching {
 public:
  explicit WavefrontMatching(unsigned ports) : ports_(ports) {}

  void reset() override { first_ = 0; }
  [[nodiscard]] unsigned steps() const override { return ports_; }
  PortRows match(const PortRows& requests) override;
  void accept() override { first_ = (first_ + 1) % ports_; }

 private:
  const unsigned ports_;
  unsigned first_ = 0;  // diagonal d holds the pairs with dst = src + d, modulo the ports
};

}  // namespace heliograph::systemc
