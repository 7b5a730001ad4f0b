// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/transceiver_parameters.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

base::Picoseconds TransceiverParameters::relock_time() const {
  switch (relock_preset) {
    case RelockPreset::phase_cached:
      return base::Picoseconds(625);
    case RelockPreset::burst_mode:
      return base::Picoseconds(31'000);
    case RelockPreset::wavelength_selective:
      return base::Picoseconds(8'700'000);
    case RelockPreset::commodity:
      return base::Picoseconds(5'200'000'000);
    case RelockPreset::custom:
      break;
  }
  return relock_custom;
}

base::ParameterTable<TransceiverParameters> TransceiverParameters::table() {
  using T = TransceiverParameters;
  constexpr double kPicosecondsPerNanosecond = 1e3;
  const KeyUnit ns{"ns", kPicosecondsPerNanosecond};
  base::ParameterTable<T> table;
  table
      .number(
          "line_rate_Gbps", &T::line_rate, {"Gb/s", 1e9}, Range{1.0, 10'000.0},
          "bits on the wire per second over all wavelengths, FEC included",
          {Basis::cited, "UALink 200G 1.0: 212.5 GT/s a lane; OCI MSA v1.0: 4 x 53.125 GBd NRZ"})
      .integer("wavelengths", &T::wavelengths, Range{1, 64},
               "wavelengths that share the line rate equally; each is launched at the launch power",
               {Basis::cited, "OCI MSA v1.0: four wavelengths of 53.125 GBd NRZ"})
      .size("frame_payload_bytes", &T::frame_payload, Range{1, 65536},
            "payload of a frame; the last frame of a message is padded on the wire",
            {Basis::cited, "UALink 200G 1.0 data-link flit: 628 B of payload in 640 B"})
      .size("frame_overhead_bytes", &T::frame_overhead, Range{0, 4096}, "header and CRC of a frame",
            {Basis::cited, "UALink 200G 1.0 data-link flit: 3 B + 5 B headers, 4 B CRC-32"})
      .number("tx_latency_ns", &T::tx_latency, ns, Range{0.0, 1e6},
              "SerDes and PCS before the first bit leaves",
              {Basis::assumed, "20 ns a side; sweep 5 to 60"})
      .number("rx_latency_ns", &T::rx_latency, ns, Range{0.0, 1e6},
              "SerDes and PCS after the last bit has arrived",
              {Basis::assumed, "20 ns a side; sweep 5 to 60"})
      .choice(
          "lock", &T::lock, {{"quality", LockCriterion::quality}, {"power", LockCriterion::power}},
          "what a receiver waits for before it starts to lock: light whose error rate is within "
          "lock_max_ber, or power alone",
          {Basis::chosen, "quality: a receiver that locks on crosstalk would lose frames"})
      .number("lock_max_ber", &T::lock_max_ber, {"", 1.0}, Range{0.0, 0.5, true},
              "highest pre-FEC bit error rate at which a receiver with `lock: quality` locks",
              {Basis::cited, "OCI MSA v1.0: pre-FEC BER 2.4e-4, the KP4 threshold"})
      .choice("relock_preset", &T::relock_preset,
              {{"phase_cached", RelockPreset::phase_cached},
               {"burst_mode", RelockPreset::burst_mode},
               {"wavelength_selective", RelockPreset::wavelength_selective},
               {"commodity", RelockPreset::commodity},
               {"custom", RelockPreset::custom}},
              "time from acceptable light to lock: 625 ps, 31 ns, 8.7 us, 5.2 ms or relock_ns",
              {Basis::cited,
               "clock phase caching < 625 ps (Nature Electronics 2020, abstract); 31 ns burst mode "
               "(recalled, 25 Gb/s, 2015); Mordia receiver start 8.7 us (OFC 2013, abstract); 800G "
               "LPO modules 5.2 ms mean (KDDI, ECOC 2026)"})
      .number("relock_ns", &T::relock_custom, ns, Range{0.0, 1e9},
              "time to lock with relock_preset: custom",
              {Basis::cited, "Mordia receiver start 8.7 us (OFC 2013, abstract)"});
  return table;
}

}  // namespace heliograph::systemc
