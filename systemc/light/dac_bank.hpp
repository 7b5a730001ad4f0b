// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <systemc>
#include <utility>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "photonics/thermal/heater_driver.hpp"

namespace heliograph::systemc {

/// The DACs of one switch: codes are shifted into input registers over a few serial chains and take
/// effect together when they are latched. A latch that comes while chains still shift waits for
/// them, as the chip select of real DACs makes it.
class DacBank : public sc_core::sc_module {
 public:
  using Latched = std::function<void(const std::vector<photonics::DacCode>&)>;

  SC_HAS_PROCESS(DacBank);
  DacBank(const sc_core::sc_module_name& name, std::size_t actuators, unsigned chains,
          base::Picoseconds write_time, Latched latched);

  /// A chain is free for another code.
  [[nodiscard]] bool ready() const;
  /// Called when ready() may have become true; may be empty.
  void on_ready(std::function<void()> listener) { ready_listener_ = std::move(listener); }
  /// Called for each code that is shifted; may be empty.
  void on_written(std::function<void()> listener) { written_listener_ = std::move(listener); }
  /// Throws std::logic_error unless ready(). An actuator that does not exist is ignored, as no DAC
  /// answers it.
  void write(base::ActuatorId actuator, photonics::DacCode code);
  /// All input registers take effect.
  void latch();

 private:
  void chain_free();
  void take_effect();

  base::Picoseconds write_time_;
  Latched latched_;
  std::function<void()> ready_listener_;
  std::function<void()> written_listener_;
  std::vector<photonics::DacCode> input_;
  std::vector<base::Picoseconds> chain_free_at_;
  sc_core::sc_event chain_free_event_;
  bool latch_pending_ = false;
};

}  // namespace heliograph::systemc
