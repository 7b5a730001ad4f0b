// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/data.hpp"
#include "base/ids.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "systemc/link/lane_lock.hpp"

namespace heliograph::systemc {

/// When a receiver may begin to lock again after its light has changed.
enum class LockCriterion {
  quality,  ///< once the pre-FEC error rate is at or below the limit
  power,    ///< as soon as power is there, whatever its crosstalk
};

/// How long clock and data recovery take from acceptable light to lock.
enum class RelockPreset { phase_cached, burst_mode, wavelength_selective, commodity, dsp, custom };

/// What modulates and filters the light of a lane.
enum class ModulatorKind {
  mz,    ///< Mach-Zehnder modulators; filters that need no search
  ring,  ///< a ring at either end, whose heater must first find the wavelength
};

/// What becomes of a link of which a lane has failed.
enum class LaneLossPolicy {
  degrade,  ///< it goes on over the lanes that are left, at their rate
  down,     ///< it carries nothing any more
};

/// The electrical and protocol side of a transceiver; its optics and its
/// code are photonics::TransmitterParameters, ReceiverParameters and FecParameters.
struct TransceiverParameters {
  base::BitRate line_rate{212'500'000'000};
  int wavelengths = 4;
  base::Bytes frame_payload{628};
  base::Bytes frame_overhead{12};
  base::Picoseconds tx_latency{20'000};
  base::Picoseconds rx_latency{20'000};
  LockCriterion lock = LockCriterion::quality;
  double lock_max_ber = 2.4e-4;
  RelockPreset relock_preset = RelockPreset::wavelength_selective;
  base::Picoseconds relock_custom{8'700'000};
  base::Picoseconds hold_time{0};
  base::Picoseconds comeback_time{625};
  bool keep_alive = true;
  base::Picoseconds idle_off{1'000'000};
  ModulatorKind modulator = ModulatorKind::mz;
  base::Picoseconds ring_scan{200'000'000};
  LaneLossPolicy on_lane_loss = LaneLossPolicy::degrade;
  std::string lane_faults;  ///< as parse_lane_faults() reads them
  base::Decibel lane_loss_sigma{0.0};

  [[nodiscard]] base::Picoseconds relock_time() const;
  /// From the first light at a receiver that was dark all along to its lock, rings included.
  [[nodiscard]] base::Picoseconds first_lock_time() const;
  [[nodiscard]] LockTimes lock_times() const;
  /// Of a search of a ring; 0 where there is none.
  [[nodiscard]] base::Picoseconds ring_search() const;
  /// How many lanes are told apart: all, or one for all where nothing makes them differ.
  [[nodiscard]] std::size_t separate_lanes() const;
  /// Power of each separate lane at one end of a link over what it would be without
  /// lane_loss_sigma; empty without that. Drawn for each `end` ("transmitter" or "receiver") and
  /// transceiver.
  [[nodiscard]] std::vector<double> lane_factors(std::uint64_t seed, std::string_view end,
                                                 base::TransceiverId at) const;
  /// Bits a second over `lanes` of the wavelengths.
  [[nodiscard]] base::BitRate rate_over(std::size_t lanes) const;
  [[nodiscard]] static base::ParameterTable<TransceiverParameters> table();
};

}  // namespace heliograph::systemc
