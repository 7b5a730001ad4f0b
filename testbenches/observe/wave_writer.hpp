// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "base/units.hpp"
#include "systemc/control/controller_core.hpp"
#include "systemc/link/lane_lock.hpp"
#include "systemc/link/received_light.hpp"

namespace heliograph::testbenches {

/// Writes waves.fst: the controller's outputs, the phase of every heater at the start of each
/// interval, and what each receiver sees. Opens in GTKWave and Surfer.
class WaveWriter {
 public:
  /// Throws base::InputError when the file cannot be made.
  /// `lanes`: of a receiver that are told apart; `receivers_of_rank`: where ranks have several,
  /// they are called by rank and port.
  WaveWriter(const std::string& path, std::uint32_t ports, std::uint32_t receivers,
             std::size_t actuators, std::size_t lanes = 1, std::uint32_t receivers_of_rank = 1);
  ~WaveWriter();
  WaveWriter(const WaveWriter&) = delete;
  WaveWriter& operator=(const WaveWriter&) = delete;

  void controller(const systemc::ControllerOutputs& outputs, base::Picoseconds when);
  void phases(const std::vector<base::Radian>& phases, base::Picoseconds when);
  void light(base::TransceiverId receiver, const systemc::ReceivedLight& light);
  void lock(base::TransceiverId receiver, bool locked, base::Picoseconds when);
  void lane(base::TransceiverId receiver, std::size_t lane, systemc::LockState state,
            base::Picoseconds when);
  /// Finishes the file with the end of the run; nothing may be written after it.
  void close(base::Picoseconds end);

 private:
  using Handle = std::uint32_t;
  struct Signal {
    Handle handle = 0;
    unsigned bits = 0;  ///< 0 for a real number
  };
  struct ReceiverSignals {
    Signal source;
    Signal power;
    Signal crosstalk;
    Signal ber;
    Signal los;
    Signal lock;
    std::vector<Signal> lanes;  ///< LockState by lane
  };

  void declare_controller(std::uint32_t ports);
  Signal declare(const std::string& name, unsigned bits);
  void at(base::Picoseconds when);
  void emit(Signal signal, std::uint64_t value);
  void emit(Signal signal, double value);

  void* file_ = nullptr;
  std::int64_t time_ = -1;
  Signal drain_req_;
  Signal rx_mask_;
  Signal isolate_;
  Signal dac_valid_;
  Signal dac_addr_;
  Signal dac_code_;
  Signal ldac_;
  Signal gnt_epoch_;
  Signal cev_valid_;
  Signal cev_id_;
  Signal cev_arg_;
  std::vector<Signal> phases_;
  std::vector<ReceiverSignals> receivers_;
};

}  // namespace heliograph::testbenches
