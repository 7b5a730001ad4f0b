// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.hpp"

namespace heliograph::photonics {

/// Which input is to reach which output of one fabric: a partial one-to-one map. A circuit is a
/// directed pair; an input may be connected to the output of the same number. No output is ever
/// taken twice: whoever would do so is refused.
class Matching {
 public:
  /// No circuits on a fabric of `ports` inputs and outputs.
  explicit Matching(std::size_t ports);

  [[nodiscard]] std::size_t ports() const { return outputs_.size(); }
  /// The number of circuits.
  [[nodiscard]] std::size_t size() const { return size_; }

  /// Both ports exist and are free.
  [[nodiscard]] bool can_connect(base::PortId input, base::PortId output) const;
  /// Throws std::invalid_argument unless can_connect(input, output).
  void connect(base::PortId input, base::PortId output);
  /// Frees `input` and its output, if it is connected.
  void disconnect(base::PortId input);

  [[nodiscard]] std::optional<base::PortId> output_of(base::PortId input) const {
    return outputs_[base::index(input)];
  }
  [[nodiscard]] std::optional<base::PortId> input_of(base::PortId output) const {
    return inputs_[base::index(output)];
  }
  [[nodiscard]] bool contains(base::PortId input, base::PortId output) const {
    return output_of(input) == output;
  }

  friend bool operator==(const Matching& a, const Matching& b) { return a.outputs_ == b.outputs_; }
  friend bool operator!=(const Matching& a, const Matching& b) { return !(a == b); }

 private:
  std::vector<std::optional<base::PortId>> outputs_;  // by input
  std::vector<std::optional<base::PortId>> inputs_;   // by output
  std::size_t size_ = 0;
};

}  // namespace heliograph::photonics
