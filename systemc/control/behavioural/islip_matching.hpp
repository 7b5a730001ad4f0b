// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "systemc/control/behavioural/circuit_matching.hpp"

namespace heliograph::systemc {

/// iSLIP with `iterations` iterations (N. McKeown, IEEE/ACM Trans. Networking 7(2), 1999).
class IslipMatching final : public CircuitMatching {
 public:
  IslipMatching(unsigned ports, unsigned iterations);

  void reset() override;
  [[nodiscard]] unsigned steps() const override { return iterations_; }
  PortRows match(const PortRows& requests) override;
  void accept() override;

  /// All of its state: by output the input that it would grant first, then by input the output that
  /// it would accept first.
  [[nodiscard]] const std::vector<unsigned>& pointers() const { return pointers_; }
  /// Throws std::invalid_argument unless there are 2 * ports, each below ports.
  void set_pointers(const std::vector<unsigned>& pointers);

 private:
  /// Grants and accepts once, among those that are still free.
  void iterate(const PortRows& requests);

  const unsigned ports_;
  const unsigned iterations_;
  std::vector<unsigned> pointers_;
  std::vector<unsigned> moved_;  // what they become when the decision is taken
  PortRows matching_{};
  std::uint32_t taken_ = 0;  // outputs
};

}  // namespace heliograph::systemc
