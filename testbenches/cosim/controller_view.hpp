// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/register_map.hpp"
#include "testbenches/cosim/axi_lite_monitor.hpp"
#include "testbenches/cosim/commit_record.hpp"

namespace heliograph::testbenches {

/// Whether a reconfiguration runs, as far as it can be known from outside.
enum class Busy { no, yes, unknown };

/// A controller as the contract says it must be after what was seen on its bus and pins.
class ControllerView {
 public:
  ControllerView(unsigned port_count, unsigned actuators);

  void reset();

  /// A write that was answered with OKAY, COMMIT excepted.
  void apply(const BusWrite& write);
  /// What a commit of `epoch` would do now.
  [[nodiscard]] CommitRecord foresee_commit(std::uint16_t epoch) const;
  /// The map of `commit` has become active.
  void activate(const CommitRecord& commit);

  struct Expected {
    std::uint32_t value = 0;
    std::uint32_t mask = ~std::uint32_t{0};  ///< bits that are known
  };
  /// What a read must give while nothing changes; nothing for registers that this cannot know.
  [[nodiscard]] std::optional<Expected> expected(std::uint16_t address) const;
  /// Of the registers that refuse writes while busy.
  [[nodiscard]] bool locked(std::uint16_t address) const;
  /// Outputs that are masked when no reconfiguration runs.
  [[nodiscard]] std::uint32_t masked() const;

  const unsigned ports;
  const unsigned max_actuators;
  Busy busy = Busy::no;
  bool enable = false;
  std::uint32_t scratch = 0;
  std::uint32_t num_act = 0;
  std::uint32_t t_drain_max = 0;
  std::uint32_t t_settle = 0;
  std::uint32_t t_relock_max = 0;
  std::uint32_t disturb = 0;
  std::uint32_t irq_enable = 0;
  std::array<std::uint32_t, systemc::kMaxControllerPorts> shadow_map{};
  std::vector<std::uint16_t> shadow_code;
  std::vector<std::uint16_t> dac;  ///< the code that each DAC took last
  PortMap active{};
  systemc::GrantMatrix grants{};
  std::uint32_t connected = 0;  ///< outputs with a circuit
  std::uint16_t active_epoch = 0;
  std::uint16_t committed_epoch = 0;
  std::uint32_t isolated = 0;

 private:
  [[nodiscard]] std::optional<unsigned> index_in(std::uint16_t window, unsigned size,
                                                 std::uint16_t address) const;
};

}  // namespace heliograph::testbenches
