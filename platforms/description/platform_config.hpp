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

/// A machine: accelerators with a NIC and a transceiver each, joined by one optical switch.
struct PlatformConfig {
  int accelerators = 8;
  systemc::AcceleratorParameters accelerator;
  systemc::NicParameters nic;
  TransceiverConfig transceiver;
  FibreConfig fibre;
  AmplifierConfig amplifier;
  photonics::ReflectionParameters reflections;
  photonics::PowerParameters power;

  [[nodiscard]] static base::ParameterTable<PlatformConfig> table();
};

}  // namespace heliograph::platforms
