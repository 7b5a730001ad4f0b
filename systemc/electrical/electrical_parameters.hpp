// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"

namespace heliograph::systemc {

/// When a frame may go on from a switch, or from a node of a ring or torus.
enum class Forwarding {
  store_and_forward,  ///< a hop latency after its last bit has come
  cut_through,        ///< a hop latency after its header has come
};

/// What travels as trains in runs of `fidelity: trains`.
enum class TrainPolicy {
  exact,        ///< only what never meets other frames: the same to the picosecond
  approximate,  ///< everything: a train keeps its place in a queue as a whole
};

/// How a node's NIC is joined to the links that leave it.
enum class NodePorts {
  shared,    ///< by one port at line_rate, which gives links their frames one after the other
  per_link,  ///< by one port for each link, at the link's rate: all links send at the same time
};

/// A simple electrical network and its ends. Apart from the model, so that descriptions need no
/// SystemC.
struct ElectricalParameters {
  base::BitRate line_rate{212'500'000'000};
  base::BitRate link_rate{0};  ///< 0: line_rate over the links of a node
  base::Bytes frame_payload{628};
  base::Bytes frame_overhead{52};
  base::Picoseconds tx_latency{20'000};
  base::Picoseconds rx_latency{20'000};
  base::Picoseconds propagation{10'000};
  base::Picoseconds hop_latency{150'000};
  Forwarding forwarding = Forwarding::cut_through;
  base::Bytes header{16};
  std::vector<int> dims;  ///< of a torus
  NodePorts ports = NodePorts::shared;
  TrainPolicy trains = TrainPolicy::exact;
  double bit_error_rate = 0.0;
  base::JoulePerBit link_energy{10e-12};
  base::JoulePerBit switch_energy{5e-12};
  base::Watt switch_static{0.0};

  /// Of any frame on the wire.
  [[nodiscard]] base::Bits wire_bits() const;
  /// Of a link where a node has `links` of them.
  [[nodiscard]] base::BitRate rate_of(std::size_t links) const;
  /// How much of a frame must have come before it may go on.
  [[nodiscard]] base::Bits needed_to_forward() const;
  /// That a frame has a wrong bit after one link; no code corrects any.
  [[nodiscard]] double frame_loss_probability() const;

  [[nodiscard]] static base::ParameterTable<ElectricalParameters> table();
};

}  // namespace heliograph::systemc
