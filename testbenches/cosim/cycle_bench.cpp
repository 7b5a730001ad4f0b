// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/cycle_bench.hpp"

#include <fmt/format.h>

#include "testbenches/cosim/pin_difference.hpp"

namespace heliograph::testbenches {

namespace {

/// The bench's two random streams must not be one.
constexpr std::uint64_t kHostStream = 0x9E37'79B9;

}  // namespace

CycleBench::CycleBench(Scoreboard& board, StateEventCoverage& coverage,
                       systemc::ControllerCore& core, const Settings& settings)
    : board_(board),
      core_(core),
      reference_(settings.reference),
      ports_(core.ports()),
      max_actuators_(settings.max_actuators),
      host_(settings.seed ^ kHostStream),
      surroundings_(ports_, settings.seed),
      monitors_(board, ports_, max_actuators_, settings.groups, settings.bus_bound),
      coverage_(coverage),
      most_cycles_(settings.most_cycles) {
  reset();
}

void CycleBench::reset() {
  if (cycle_ != 0) coverage_.reset_now();
  core_.reset();
  if (reference_ != nullptr) reference_->reset();
  host_.reset();
  surroundings_.reset();
  monitors_.reset();
  coverage_.reset();
  inputs_ = systemc::ControllerInputs();
  // Cycle 0 means "never" to the monitors.
  cycle_ = 1;
}

void CycleBench::step() {
  inputs_.axil = host_.next();
  surroundings_.next(inputs_);
  board_.at(cycle_);
  try {
    outputs_ = core_.cycle(inputs_);
  } catch (const std::exception& fault) {
    board_.broken(Rule::model_fault, fault.what());
    throw CaseOver();
  }
  if (recorded_inputs_ != nullptr) recorded_inputs_->push_back(inputs_);
  if (recorded_outputs_ != nullptr) recorded_outputs_->push_back(outputs_);
  if (reference_ != nullptr) compare(inputs_);
  monitors_.edge(cycle_, inputs_, outputs_);
  coverage_.edge(monitors_, inputs_, outputs_);
  if (outputs_.dac_valid && inputs_.dac_ready) ++codes_taken_;
  if (outputs_.ldac) ++latches_;
  host_.sampled(outputs_.axil);
  surroundings_.sampled(outputs_);
  if (monitors_.sequence().latched()) surroundings_.latched(monitors_.sequence().commit());
  ++cycle_;
  ++all_cycles_;
  if (monitors_.hopeless()) throw CaseOver();
  if (all_cycles_ > most_cycles_) {
    board_.broken(Rule::served,
                  fmt::format("the case has not ended after {} cycles", most_cycles_));
    throw CaseOver();
  }
}

void CycleBench::compare(const systemc::ControllerInputs& inputs) {
  const auto difference = pin_difference(outputs_, reference_->cycle(inputs));
  board_.exercised(Rule::lockstep);
  if (!difference) return;
  board_.broken(Rule::lockstep,
                fmt::format("{} is {:#x}; the reference's is {:#x}", difference->pin,
                            difference->first, difference->second));
  reference_ = nullptr;  // what follows differs as well
}

void CycleBench::steps(unsigned count) {
  for (unsigned i = 0; i < count; ++i) step();
}

void CycleBench::finish_accesses() {
  while (host_.writes_left() != 0 || host_.reads_left() != 0) step();
}

BusAnswer CycleBench::write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
  host_.write(address, data, strobes);
  while (host_.writes_left() != 0) step();
  return host_.last_write();
}

BusAnswer CycleBench::read(std::uint16_t address) {
  host_.read(address);
  while (host_.reads_left() != 0) step();
  return host_.last_read();
}

void CycleBench::wait_until_idle(const std::function<void()>& meanwhile,
                                 std::uint64_t most_cycles) {
  const std::uint64_t since = all_cycles_;
  while (true) {
    finish_accesses();
    const BusAnswer status = read(systemc::registers::kStatus);
    if (status.okay() && (status.data & systemc::registers::kStatusBusy) == 0) break;
    if (all_cycles_ - since > most_cycles) {
      board_.broken(Rule::served,
                    fmt::format("STATUS reads {:#x} after {} cycles", status.data, most_cycles));
      throw CaseOver();
    }
    if (meanwhile) meanwhile();
  }
  steps(4);  // the monitors judge a read some edges later
}

std::optional<unsigned> read_max_actuators(systemc::ControllerCore& core, unsigned bound) {
  core.reset();
  systemc::ControllerInputs inputs;
  inputs.axil.araddr = systemc::registers::kCaps;
  inputs.axil.arvalid = inputs.axil.rready = true;
  for (unsigned cycle = 0; cycle < bound; ++cycle) {
    const systemc::AxiLiteResponse& response = core.cycle(inputs).axil;
    if (response.arready) inputs.axil.arvalid = false;
    if (!response.rvalid) continue;
    const unsigned found = systemc::registers::caps_max_actuators(response.rdata);
    if (response.rresp != 0 || found == 0 || found > systemc::registers::kMaxActuatorsAddressable) {
      return std::nullopt;
    }
    return found;
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
