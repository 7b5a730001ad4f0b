// SPDX-License-Identifier: Apache-2.0
#include "systemc/link/transceiver_parameters.hpp"

#include <cmath>

#include "base/random.hpp"

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

namespace {

constexpr double kPicosecondsPerNanosecond = 1e3;
constexpr double kPicosecondsPerMicrosecond = 1e6;

void add_states(base::ParameterTable<TransceiverParameters>& table) {
  using T = TransceiverParameters;
  const KeyUnit us{"us", kPicosecondsPerMicrosecond};
  table
      .number("hold_us", &T::hold_time, us, Range{0.0, 1e6},
              "how long a receiver keeps the clock of light that has become too poor, but not "
              "dark; 0: not at all",
              {Basis::chosen, "no hold: any dip means a whole relock"})
      .number("comeback_ns", &T::comeback_time, {"ns", kPicosecondsPerNanosecond}, Range{0.0, 1e9},
              "time to lock when the light of the same source comes back within hold_us",
              {Basis::cited, "clock phase caching < 625 ps (Nature Electronics 2020, abstract)"})
      .boolean(
          "keep_alive", &T::keep_alive,
          "idle transmitters send a pattern that keeps receivers locked; without it their light "
          "goes off after idle_off_us, and frames wait a relock time after it is on again",
          {Basis::cited, "a pattern generator in the gaps of data (US 2024/0064443, abstract)"})
      .number("idle_off_us", &T::idle_off, us, Range{1e-6, 1e6},
              "how long after its last frame a transmitter without keep_alive goes dark",
              {Basis::chosen, "some tens of frames"})
      .choice("modulator", &T::modulator,
              {{"mz", ModulatorKind::mz}, {"ring", ModulatorKind::ring}},
              "Mach-Zehnder modulators, or a ring at either end of each lane: its heater searches "
              "the wavelength for ring_scan_us when the lane starts (a receiver's, once it has "
              "light), then holds it",
              {Basis::chosen, "no search"})
      .number("ring_scan_us", &T::ring_scan, us, Range{0.0, 1e6},
              "search of a ring for its wavelength, with modulator: ring",
              {Basis::cited, "wavelength recovery by an FPGA, 200 us (MIT 2012, abstract)"});
}

void add_lanes(base::ParameterTable<TransceiverParameters>& table) {
  using T = TransceiverParameters;
  table
      .choice("on_lane_loss", &T::on_lane_loss,
              {{"degrade", LaneLossPolicy::degrade}, {"down", LaneLossPolicy::down}},
              "what becomes of a link of which a lane has failed: it goes on over the lanes left "
              "at their share of the line rate, or carries nothing any more",
              {Basis::chosen, "both are in use"})
      .text("lane_faults", &T::lane_faults,
            "transmitter lanes that go dark, as TRANSCEIVER:LANE from the start or "
            "TRANSCEIVER:LANE@US at an instant, with commas between",
            {Basis::chosen, "none"})
      .number("lane_loss_sigma_dB", &T::lane_loss_sigma, {"dB", 1.0}, Range{0.0, 10.0},
              "standard deviation of what a lane loses more or less than others, drawn by seed for "
              "each end of each transceiver's lanes",
              {Basis::chosen, "lanes alike"});
}

}  // namespace

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
    case RelockPreset::dsp:
      return base::Picoseconds(50'000'000'000);
    case RelockPreset::custom:
      break;
  }
  return relock_custom;
}

base::Picoseconds TransceiverParameters::ring_search() const {
  return modulator == ModulatorKind::ring ? ring_scan : base::Picoseconds(0);
}

base::Picoseconds TransceiverParameters::first_lock_time() const {
  return ring_search() * 2 + relock_time();  // the transmitter's rings, then the receiver's
}

LockTimes TransceiverParameters::lock_times() const {
  return {relock_time(), comeback_time, hold_time, ring_search()};
}

std::size_t TransceiverParameters::separate_lanes() const {
  const bool differ = lane_loss_sigma.value() > 0.0 || !lane_faults.empty();
  return differ ? static_cast<std::size_t>(wavelengths) : 1;
}

std::vector<double> TransceiverParameters::lane_factors(std::uint64_t seed, std::string_view end,
                                                        base::TransceiverId at) const {
  std::vector<double> factors;
  if (lane_loss_sigma.value() > 0.0) {
    base::RandomStream random(seed,
                              "lanes/" + std::string(end) + "/" + std::to_string(base::index(at)));
    for (int lane = 0; lane < wavelengths; ++lane) {
      factors.push_back(std::pow(10.0, -0.1 * lane_loss_sigma.value() * random.normal()));
    }
  }
  return factors;
}

base::BitRate TransceiverParameters::rate_over(std::size_t lanes) const {
  // Whole and rest apart: a rate times 64 lanes is near the end of 64 bits.
  const std::int64_t all = wavelengths;
  const auto some = static_cast<std::int64_t>(lanes);
  const std::int64_t bits = line_rate.bits_per_second();
  return base::BitRate(bits / all * some + bits % all * some / all);
}

base::ParameterTable<TransceiverParameters> TransceiverParameters::table() {
  using T = TransceiverParameters;
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
               {"dsp", RelockPreset::dsp},
               {"custom", RelockPreset::custom}},
              "time from acceptable light to lock: 625 ps, 31 ns, 8.7 us, 5.2 ms, 50 ms or "
              "relock_ns",
              {Basis::cited,
               "clock phase caching < 625 ps (Nature Electronics 2020, abstract); 31 ns burst mode "
               "(recalled, 25 Gb/s, 2015); Mordia receiver start 8.7 us (OFC 2013, abstract); 800G "
               "LPO modules 5.2 ms mean (KDDI, ECOC 2026); 50 ms is what receivers with signal "
               "processors aim at, many take seconds (a patent's account)"})
      .number("relock_ns", &T::relock_custom, ns, Range{0.0, 1e9},
              "time to lock with relock_preset: custom",
              {Basis::cited, "Mordia receiver start 8.7 us (OFC 2013, abstract)"});
  add_states(table);
  add_lanes(table);
  return table;
}

}  // namespace heliograph::systemc
