// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/rule.hpp"

#include <array>

namespace heliograph::testbenches {

namespace {

constexpr std::string_view kGroupBus = "bus";
constexpr std::string_view kGroupRegisters = "registers";
constexpr std::string_view kGroupBreaking = "breaking";
constexpr std::string_view kGroupCodes = "codes";
constexpr std::string_view kGroupMaking = "making";
constexpr std::string_view kGroupReporting = "reporting";
constexpr std::string_view kGroupWhole = "whole runs";
constexpr std::string_view kGroupScheduling = "scheduling";
constexpr std::string_view kGroupInLight = "in the light";

constexpr std::array<RuleText, kRules> kRuleTexts{{
    {Rule::reset_pins, "reset_pins", kGroupBus,
     "After reset nothing is granted, drained, sent, latched, isolated or reported, no response is "
     "valid, and every output is masked"},
    {Rule::axi_valid_stable, "axi_valid_stable", kGroupBus,
     "A response that is valid stays so until it is taken"},
    {Rule::axi_payload_stable, "axi_payload_stable", kGroupBus,
     "A response does not change while it waits to be taken"},
    {Rule::axi_unasked, "axi_unasked", kGroupBus, "One response a request, and none without"},
    {Rule::axi_response_code, "axi_response_code", kGroupBus,
     "A response is OKAY (0) or SLVERR (2), and data read with SLVERR is 0"},
    {Rule::axi_bound, "axi_bound", kGroupBus,
     "Requests are taken and answered within the bound; else the bus hangs"},
    {Rule::apb_phases, "apb_phases", kGroupBus,
     "APB: each transfer has one setup cycle and then access until it is ready"},
    {Rule::apb_stable, "apb_stable", kGroupBus, "APB: a request does not change while it waits"},
    {Rule::apb_error, "apb_error", kGroupBus,
     "APB: an error is told only with the end of a transfer"},
    {Rule::apb_bound, "apb_bound", kGroupBus, "APB: a transfer ends within the bound"},
    {Rule::reg_reset, "reg_reset", kGroupRegisters, "Registers hold their reset value after reset"},
    {Rule::reg_read_write, "reg_read_write", kGroupRegisters,
     "A register reads as it was written, and unlisted bits read 0"},
    {Rule::reg_bits, "reg_bits", kGroupRegisters, "Every bit can be set and cleared by itself"},
    {Rule::reg_alias, "reg_alias", kGroupRegisters, "A write changes no other register"},
    {Rule::reg_strobes, "reg_strobes", kGroupRegisters,
     "A byte whose strobe is low keeps its value"},
    {Rule::reg_read_only, "reg_read_only", kGroupRegisters,
     "A write to a read-only register gets SLVERR and changes nothing"},
    {Rule::reg_clear, "reg_clear", kGroupRegisters,
     "Writing 1 clears, writing 0 or with a low strobe does not"},
    {Rule::reg_refused, "reg_refused", kGroupRegisters,
     "An address that is not listed or not a multiple of 4 gets SLVERR and changes nothing"},
    {Rule::reg_limit, "reg_limit", kGroupRegisters,
     "A value above a register's limit gets SLVERR and changes nothing"},
    {Rule::reg_locked, "reg_locked", kGroupRegisters,
     "A locked register refuses writes while the controller is busy, and takes them when idle"},
    {Rule::reg_value, "reg_value", kGroupRegisters,
     "At work, registers read what was written and what is so: maps, codes, epoch, state, ports"},
    {Rule::commit_refused, "commit_refused", kGroupRegisters,
     "A commit is refused, and starts nothing, when busy, disabled or not fully strobed; else it "
     "is "
     "taken"},
    {Rule::undisturbed, "undisturbed", kGroupBreaking,
     "Inputs and outputs that are not affected see no drain and no mask"},
    {Rule::drain_asked, "drain_asked", kGroupBreaking,
     "All affected inputs are asked to drain before anything is broken, and until it is over"},
    {Rule::drain_before_break, "drain_before_break", kGroupBreaking,
     "Nothing is masked before every input that has to has acknowledged its drain"},
    {Rule::drain_timeout, "drain_timeout", kGroupBreaking,
     "A drain is given up after T_DRAIN_MAX, not before, and then nothing has changed"},
    {Rule::illegal_refused, "illegal_refused", kGroupBreaking,
     "An illegal map drains, masks and grants nothing"},
    {Rule::break_before_make, "break_before_make", kGroupBreaking,
     "Old and new outputs of affected inputs are masked before the codes are latched"},
    {Rule::dac_stable, "dac_stable", kGroupCodes,
     "A code that is offered stays, with its address, until it is taken"},
    {Rule::dac_address, "dac_address", kGroupCodes, "Addresses are below NUM_ACT"},
    {Rule::dac_order, "dac_order", kGroupCodes, "Codes are sent in ascending order, each once"},
    {Rule::dac_window, "dac_window", kGroupCodes,
     "Codes are sent after the break and before the latch, and never without a reconfiguration"},
    {Rule::codes_needed, "codes_needed", kGroupCodes,
     "Only codes that differ from what the DACs hold are sent"},
    {Rule::codes_complete, "codes_complete", kGroupCodes,
     "When the DACs latch, each below NUM_ACT has been given the code that the host wants"},
    {Rule::ldac_once, "ldac_once", kGroupCodes,
     "The DACs latch once in a reconfiguration, for one cycle"},
    {Rule::settle_before_make, "settle_before_make", kGroupMaking,
     "No output is unmasked before T_SETTLE has passed since the latch"},
    {Rule::lock_before_make, "lock_before_make", kGroupMaking,
     "Outputs are unmasked together once all have light and clock, or T_RELOCK_MAX has passed"},
    {Rule::relock_timeout, "relock_timeout", kGroupMaking,
     "Outputs that miss light or clock after T_RELOCK_MAX stay masked, and the others go on"},
    {Rule::masked_outside, "masked_outside", kGroupMaking,
     "Every output without a circuit and every isolated one is masked"},
    {Rule::isolation, "isolation", kGroupMaking,
     "Isolated are the outputs that failed to lock, from then until they are broken again"},
    {Rule::matching, "matching", kGroupMaking, "The grants are a matching"},
    {Rule::grant_is_map, "grant_is_map", kGroupMaking,
     "The grants are the map that was committed, from when it is active until the next is"},
    {Rule::epoch_right, "epoch_right", kGroupMaking, "The epoch is that of the active map"},
    {Rule::grant_held, "grant_held", kGroupMaking,
     "A decision is told once an epoch, and stays valid until it is taken"},
    {Rule::served, "served", kGroupMaking,
     "A reconfiguration ends within its timers and a bound for the work"},
    {Rule::interrupt_kept, "interrupt_kept", kGroupReporting,
     "What happens sets its bit of IRQ_STATE, which stays until a 1 is written after it"},
    {Rule::interrupt_level, "interrupt_level", kGroupReporting,
     "irq_o is high exactly while an enabled bit of IRQ_STATE is set"},
    {Rule::event_order, "event_order", kGroupReporting,
     "Control events come in the order of the states"},
    {Rule::event_argument, "event_argument", kGroupReporting,
     "An event's argument is what it stands for"},
    {Rule::event_pins, "event_pins", kGroupReporting,
     "What a state does to the pins is seen in the cycle of its event"},
    {Rule::event_timer, "event_timer", kGroupReporting,
     "SETTLE to RELOCK, and a time-out, take at least what their timer says"},
    {Rule::event_busy, "event_busy", kGroupReporting,
     "A commit that is refused while busy is reported, and none else"},
    {Rule::telemetry, "telemetry", kGroupReporting,
     "Snapshots add up to what happened, however often they are taken and counters cleared"},
    {Rule::initial_state, "initial_state", kGroupWhole,
     "What uninitialised state begins with changes nothing after reset"},
    {Rule::lockstep, "lockstep", kGroupWhole, "Every pin in every cycle is as the reference's"},
    {Rule::model_fault, "model_fault", kGroupWhole,
     "The model runs: no assertion of its own fails, and it does not stop"},
    {Rule::schedule_matching, "schedule_matching", kGroupScheduling, "A decision is a matching"},
    {Rule::schedule_requested, "schedule_requested", kGroupScheduling,
     "A decision grants only what was requested since the last was taken, and something"},
    {Rule::schedule_stable, "schedule_stable", kGroupScheduling,
     "A decision stays valid and as it is until it is taken"},
    {Rule::schedule_bound, "schedule_bound", kGroupScheduling,
     "A request that stays is granted within the bound"},
    {Rule::schedule_fair, "schedule_fair", kGroupScheduling,
     "With all requests up, no pair is granted less than half as often as the mean"},
    {Rule::schedule_epoch, "schedule_epoch", kGroupScheduling, "The epoch counts the decisions"},
    {Rule::slot_order, "slot_order", kGroupScheduling, "Slots follow each other in a cycle"},
    {Rule::slot_guard, "slot_guard", kGroupScheduling,
     "No light may pass in the guard, and grants change only there"},
    {Rule::slot_length, "slot_length", kGroupScheduling, "Slots last as long as they should"},
    {Rule::light_unmasked, "light_unmasked", kGroupInLight,
     "An unmasked receiver has the light of its circuit"},
    {Rule::light_undisturbed, "light_undisturbed", kGroupInLight,
     "A circuit that stays, and is not named in DISTURB, keeps its light and lock"},
    {Rule::light_settled, "light_settled", kGroupInLight,
     "The fabric has come to rest before its outputs are unmasked"},
    {Rule::light_frames, "light_frames", kGroupInLight,
     "No frame is lost in the dark, behind a mask, before lock or at a wrong receiver"},
    {Rule::light_served, "light_served", kGroupInLight, "The run comes to its end"},
}};

constexpr bool in_order() {
  for (std::size_t i = 0; i < kRules; ++i) {
    if (static_cast<std::size_t>(kRuleTexts[i].rule) != i) return false;
  }
  return true;
}
static_assert(in_order(), "one text a rule, in their order");

}  // namespace

const RuleText& text_of(Rule rule) { return kRuleTexts[static_cast<std::size_t>(rule)]; }

}  // namespace heliograph::testbenches
