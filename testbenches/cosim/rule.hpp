// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace heliograph::testbenches {

/// What a controller is judged by: the promises of rtl/contract.md, one by one.
enum class Rule {
  // Reset and the bus
  reset_pins,
  axi_valid_stable,
  axi_payload_stable,
  axi_unasked,
  axi_response_code,
  axi_bound,
  apb_phases,
  apb_stable,
  apb_error,
  apb_bound,
  // Registers
  reg_reset,
  reg_read_write,
  reg_bits,
  reg_alias,
  reg_strobes,
  reg_read_only,
  reg_clear,
  reg_refused,
  reg_limit,
  reg_locked,
  reg_value,
  commit_refused,
  // Before the light changes
  undisturbed,
  drain_asked,
  drain_before_break,
  drain_timeout,
  illegal_refused,
  break_before_make,
  // The codes
  dac_stable,
  dac_address,
  dac_order,
  dac_window,
  codes_needed,
  codes_complete,
  ldac_once,
  // After the light has changed
  settle_before_make,
  lock_before_make,
  relock_timeout,
  masked_outside,
  isolation,
  matching,
  grant_is_map,
  epoch_right,
  grant_held,
  served,
  // Interrupts and the report
  interrupt_kept,
  interrupt_level,
  event_order,
  event_argument,
  event_pins,
  event_timer,
  event_busy,
  telemetry,
  // Whole runs
  initial_state,
  lockstep,
  model_fault,
  // Schedulers
  schedule_matching,
  schedule_requested,
  schedule_stable,
  schedule_bound,
  schedule_fair,
  schedule_epoch,
  slot_order,
  slot_guard,
  slot_length,
  // In the light
  light_unmasked,
  light_undisturbed,
  light_settled,
  light_frames,
  light_served,
};
inline constexpr std::size_t kRules = static_cast<std::size_t>(Rule::light_served) + 1;

struct RuleText {
  Rule rule;
  std::string_view id;       ///< as reports name it
  std::string_view group;    ///< what it is about
  std::string_view promise;  ///< what the contract says, in a sentence
};

[[nodiscard]] const RuleText& text_of(Rule rule);
[[nodiscard]] inline std::string_view to_string(Rule rule) { return text_of(rule).id; }

}  // namespace heliograph::testbenches
