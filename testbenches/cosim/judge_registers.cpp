// SPDX-License-Identifier: Apache-2.0
#include <stdexcept>

#include "testbenches/cosim/bench_cases.hpp"
#include "testbenches/cosim/cycle_bench.hpp"
#include "testbenches/cosim/judge.hpp"
#include "testbenches/cosim/register_suite.hpp"

namespace heliograph::testbenches {

namespace {

constexpr unsigned kContractPorts = 8;
constexpr unsigned kContractActuators = 512;
constexpr const char* kRegistersCase = "registers";

/// Nobody follows the transfers of a bare register block.
class NoListener : public BusListener {
 public:
  void write_accepted(const BusWrite& /*write*/) override {}
  void write_answered(const BusWrite& /*write*/) override {}
  void read_accepted(const BusRead& /*read*/) override {}
  void read_answered(const BusRead& /*read*/) override {}
};

/// A host and a bus with nothing else around the block.
class BusBench {
 public:
  BusBench(Scoreboard& board, systemc::ControllerCore& core, std::uint64_t seed, unsigned bound)
      : board_(board), core_(core), host_(seed), monitor_(board, listener_, bound) {
    core_.reset();
    host_.set_manners({2, 2});
  }

  BusAnswer write(std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
    host_.write(address, data, strobes);
    while (host_.writes_left() != 0) step();
    return host_.last_write();
  }
  BusAnswer read(std::uint16_t address) {
    host_.read(address);
    while (host_.reads_left() != 0) step();
    return host_.last_read();
  }
  [[nodiscard]] std::uint64_t cycles() const { return cycle_; }

 private:
  void step() {
    systemc::ControllerInputs inputs;
    inputs.axil = host_.next();
    ++cycle_;
    board_.at(cycle_);
    systemc::AxiLiteResponse response;
    try {
      response = core_.cycle(inputs).axil;
    } catch (const std::exception& fault) {
      board_.broken(Rule::model_fault, fault.what());
      throw CaseOver();
    }
    if (cycle_ == 1) {
      board_.check(Rule::reset_pins, !response.bvalid && !response.rvalid, [] {
        return std::string("a response is valid in the first cycle after reset");
      });
    }
    monitor_.edge(cycle_, inputs.axil, response);
    host_.sampled(response);
    if (monitor_.hangs()) throw CaseOver();
  }

  Scoreboard& board_;
  systemc::ControllerCore& core_;
  BusHost host_;
  NoListener listener_;
  AxiLiteMonitor monitor_;
  std::uint64_t cycle_ = 0;
};

bool of_registers(Rule rule) {
  const std::string_view id = to_string(rule);
  return id.substr(0, 4) == "axi_" || rule == Rule::reset_pins || rule == Rule::model_fault ||
         (id.substr(0, 4) == "reg_" && rule != Rule::reg_locked && rule != Rule::reg_value);
}

}  // namespace

CosimReport judge_registers(const CosimOptions& options, const ControllerFactory& factory) {
  if (!options.only_case.empty() && options.only_case != kRegistersCase) {
    refuse_case(options.only_case, {kRegistersCase});
  }
  const RegisterDescription description =
      options.registers
          ? read_register_description(options.registers->text, options.registers->name, {})
          : contract_registers(kContractPorts, kContractActuators);
  CosimReport report;
  report.device = options.device;
  report.again = options.again;
  report.seed = options.seed;
  report.cases = {kRegistersCase};
  for (std::size_t i = 0; i < kRules; ++i) report.applies[i] = of_registers(static_cast<Rule>(i));
  Scoreboard board;
  board.begin_case(kRegistersCase, options.seed);
  const std::unique_ptr<systemc::ControllerCore> core = factory(0);
  report.ports = core->ports();
  BusBench bench(board, *core, options.seed, options.bus_bound);
  RegisterSuite suite(board, description,
                      {[&bench](std::uint16_t address, std::uint32_t data, std::uint8_t strobes) {
                         return bench.write(address, data, strobes);
                       },
                       [&bench](std::uint16_t address) { return bench.read(address); }},
                      options.seed);
  try {
    suite.run(options.register_transfers);
  } catch (const CaseOver&) {
    // What was found is on the board.
  }
  board.exercised(Rule::model_fault, bench.cycles());
  report.cycles = bench.cycles();
  report.transfers = suite.transfers();
  report.rules = board.counts();
  report.findings = board.findings();
  return report;
}

}  // namespace heliograph::testbenches
