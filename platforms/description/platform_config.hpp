// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

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

enum class ControllerKind { rtl, behavioural };

struct ControllerConfig {
  ControllerKind kind = ControllerKind::rtl;
  base::Hertz clock{500e6};
  base::Picoseconds settle_override{0};
  base::Picoseconds settle_margin{2'000'000};
  bool skip_idle_clocks = true;

  [[nodiscard]] base::Picoseconds period() const;
  [[nodiscard]] static base::ParameterTable<ControllerConfig> table();
};

/// What joins the nodes of a machine.
enum class NetworkKind { optical, ideal_switch, full_mesh, torus, ring };

/// What a node and its NIC see of a link, of whatever kind.
struct NodeLink {
  base::BitRate line_rate;
  base::Bytes frame_payload;
  base::Bits wire_bits;  ///< of any frame
  base::Picoseconds tx_latency;
};

/// A machine: accelerators with a NIC each, joined by an optical switch, with a transceiver each,
/// or by an electrical network.
struct PlatformConfig {
  int accelerators = 8;
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
  /// With what the node's line leaves of its memory's bandwidth.
  [[nodiscard]] systemc::AcceleratorParameters accelerator_beside_ports() const;
  /// From a post to its first bit when nothing is in its way.
  [[nodiscard]] base::Picoseconds post_latency() const;
  [[nodiscard]] static base::ParameterTable<PlatformConfig> table();
};

}  // namespace heliograph::platforms
