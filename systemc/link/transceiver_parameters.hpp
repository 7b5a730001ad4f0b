// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/data.hpp"
#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// When a receiver may begin to lock again after its light has changed.
enum class LockCriterion {
  quality,  ///< once the pre-FEC error rate is at or below the limit
  power,    ///< as soon as power is there, whatever its crosstalk
};

/// How long clock and data recovery take from acceptable light to lock.
enum class RelockPreset { phase_cached, burst_mode, wavelength_selective, commodity, custom };

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

  [[nodiscard]] base::Picoseconds relock_time() const;
  [[nodiscard]] static base::ParameterTable<TransceiverParameters> table();
};

}  // namespace heliograph::systemc
