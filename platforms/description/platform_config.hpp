// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/diagnostics.hpp"
#include "base/ids.hpp"
#include "base/parameters.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/link/amplifier.hpp"
#include "photonics/link/fec.hpp"
#include "photonics/link/receiver.hpp"
#include "photonics/link/reflection_penalty.hpp"
#include "photonics/link/ring_tuning.hpp"
#include "photonics/link/transmitter.hpp"
#include "photonics/power/power.hpp"
#include "systemc/accelerator/accelerator_parameters.hpp"
#include "systemc/accelerator/skew_parameters.hpp"
#include "systemc/electrical/electrical_parameters.hpp"
#include "systemc/link/link_layer_parameters.hpp"
#include "systemc/link/sideband_parameters.hpp"
#include "systemc/link/transceiver_parameters.hpp"
#include "systemc/nic/nic_parameters.hpp"

namespace heliograph::platforms {

struct TransceiverConfig {
  systemc::TransceiverParameters protocol;
  photonics::TransmitterParameters transmitter;
  photonics::ReceiverParameters receiver;
  photonics::FecParameters fec;
  photonics::RingTuningParameters rings;  ///< of protocol.modulator: ring

  /// Header and payload of a frame before FEC.
  [[nodiscard]] base::Bits frame_bits() const;
  /// Of any frame on the wire, FEC included.
  [[nodiscard]] base::Bits wire_bits() const;
};

/// The fibre between an accelerator and the switch, at either end of the fabric.
struct FibreConfig {
  base::Metre length{2.0};
  double group_index = 1.468;
  base::DecibelPerMetre loss{0.00035};
  base::Decibel facet_loss{1.0};

  [[nodiscard]] base::Second delay() const;
  [[nodiscard]] base::Decibel total_loss() const;
  [[nodiscard]] static base::ParameterTable<FibreConfig> table();
};

/// An optical amplifier on each path.
struct AmplifierConfig {
  photonics::AmplifierParameters position;
  photonics::SoaParameters soa;
};

enum class ControllerKind { rtl, behavioural, foreign };

struct ControllerConfig {
  ControllerKind kind = ControllerKind::rtl;
  base::Hertz clock{500e6};
  base::Picoseconds settle_override{0};
  base::Picoseconds settle_margin{2'000'000};
  bool skip_idle_clocks = true;
  // Of a foreign controller. Paths are absolute or relative to the working directory, once read.
  std::string rtl;                 ///< a file list, read as Verilator's -F, or a source
  std::string top;                 ///< empty: that of the list, or the only one
  std::string mapping;             ///< its ports by the contract's names; empty: they have them
  base::SourceLocation rtl_place;  ///< where `rtl` was given

  [[nodiscard]] base::Picoseconds period() const;
  [[nodiscard]] static base::ParameterTable<ControllerConfig> table();
};

/// What joins the nodes of a machine.
enum class NetworkKind { optical, ideal_switch, full_mesh, torus, ring };

/// What a node and its NIC see of a link, of whatever kind.
struct NodeLink {
  base::BitRate line_rate;  ///< of one port
  base::Bytes frame_payload;
  base::Bits wire_bits;  ///< of any frame
  base::Picoseconds tx_latency;
};

/// A machine: accelerators with a NIC each, joined by an optical switch, with a transceiver at each
/// port of their NICs, or by an electrical network.
struct PlatformConfig {
  int accelerators = 8;
  int ports = 1;  ///< of each NIC that has transceivers
  NetworkKind network = NetworkKind::optical;
  systemc::AcceleratorParameters accelerator;
  systemc::SkewParameters skew;
  systemc::NicParameters nic;
  systemc::LinkLayerParameters link_layer;
  systemc::SidebandParameters sideband;
  TransceiverConfig transceiver;
  FibreConfig fibre;
  AmplifierConfig amplifier;
  photonics::ReflectionParameters reflections;
  photonics::PowerParameters power;
  systemc::ElectricalParameters electrical;

  [[nodiscard]] bool electrical_machine() const { return network != NetworkKind::optical; }
  [[nodiscard]] NodeLink node_link() const;
  /// What a node sends at the most, over all its ports together.
  [[nodiscard]] base::BitRate node_rate() const;
  /// Ports that a NIC has: those to transceivers, or of an electrical machine those to its links.
  [[nodiscard]] int nic_ports() const;
  /// Links that leave a node of an electrical machine.
  [[nodiscard]] int links_of_node() const;
  /// `nic` with as many.
  [[nodiscard]] systemc::NicParameters nic_parameters() const;
  /// In how many circuits a rank sends, and in how many it receives, at the same time.
  [[nodiscard]] std::uint32_t circuits_of_rank() const;

  // Transceivers, and ports of the optical switch, have one number: those of rank 0 first.
  [[nodiscard]] int transceivers() const { return accelerators * ports; }
  [[nodiscard]] std::size_t place(base::RankId rank, std::uint32_t port) const {
    return base::index(rank) * static_cast<std::size_t>(ports) + port;
  }
  [[nodiscard]] base::RankId rank_at(std::size_t place) const {
    return static_cast<base::RankId>(place / static_cast<std::size_t>(ports));
  }
  [[nodiscard]] std::uint32_t port_at(std::size_t place) const {
    return static_cast<std::uint32_t>(place % static_cast<std::size_t>(ports));
  }
  /// The number of the rank, or `rank3.port1` where ranks have several.
  [[nodiscard]] std::string name_of(std::size_t place) const;

  /// With what the node's line leaves of its memory's bandwidth.
  [[nodiscard]] systemc::AcceleratorParameters accelerator_beside_ports() const;
  /// From a post to its first bit when nothing is in its way.
  [[nodiscard]] base::Picoseconds post_latency() const;
  [[nodiscard]] static base::ParameterTable<PlatformConfig> table();
};

}  // namespace heliograph::platforms
