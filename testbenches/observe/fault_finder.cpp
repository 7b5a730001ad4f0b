// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/fault_finder.hpp"

#include <algorithm>
#include <string>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

std::string number(base::RankId rank) { return std::to_string(base::index(rank)); }

std::string name(base::RankCircuit circuit) {
  return number(circuit.from) + "->" + number(circuit.to);
}

class FaultFinder {
 public:
  FaultFinder(const EndedRun& run, RunResult& result) : run_(run), result_(result) {}

  void find() {
    if (const auto& failure = run_.circuits.routing_failure()) {
      add("unroutable_circuits", *failure);
    }
    find_wrong_codes();
    find_controller_errors();
    find_light_gone_elsewhere();
    find_lost_frames();
    find_undelivered_bytes();
    find_wrong_data();
  }

 private:
  void add(const std::string& fault, std::string text) {
    const auto& expected = run_.scenario.expected_faults;
    result_.faults.push_back(
        {fault, std::move(text),
         std::find(expected.begin(), expected.end(), fault) != expected.end()});
  }

  void find_wrong_codes() {
    const photonics::SwitchFabric& fabric = run_.platform.fabric();
    const photonics::CalibrationTable& table = run_.platform.calibration();
    for (const WrongCode& wrong : run_.recorder.wrong_codes()) {
      // One heater a cell: the cell is the one that this heater sets.
      base::CellId cell{};
      for (std::size_t c = 0; c < fabric.cells(); ++c) {
        if (fabric.actuator(static_cast<base::CellId>(c)) == wrong.actuator) {
          cell = static_cast<base::CellId>(c);
        }
      }
      const auto state = table.state(wrong.actuator, wrong.expected);
      add("controller_error",
          "epoch " + std::to_string(base::index(wrong.epoch)) + ": cell " +
              std::to_string(base::index(cell)) + " (" + fabric.cell_name(cell) +
              ") was given code " + std::to_string(static_cast<unsigned>(wrong.found)) +
              "; the calibration table says " +
              std::to_string(static_cast<unsigned>(wrong.expected)) +
              (state ? " (" + std::string(to_string(*state)) + ")" : std::string()));
    }
  }

  void find_controller_errors() {
    for (const ControlEventRecord& record : run_.recorder.events()) {
      if (systemc::is_error(record.event)) {
        add("controller_error", "epoch " + std::to_string(base::index(record.epoch)) +
                                    ": the controller reports " +
                                    std::string(to_string(record.event)) + " with argument " +
                                    std::to_string(record.argument));
      }
    }
  }

  void find_light_gone_elsewhere() {
    for (const CircuitResult& circuit : result_.circuits) {
      if (circuit.light_from == circuit.circuit.from) {
        continue;
      }
      const std::string seen = circuit.light_from ? "light of rank " + number(*circuit.light_from)
                                                  : std::string("no light");
      add("undelivered_bytes", "epoch " + std::to_string(base::index(circuit.epoch)) +
                                   ": circuit " + name(circuit.circuit) + " is broken: rank " +
                                   number(circuit.circuit.to) + " sees " + seen);
    }
  }

  void find_lost_frames() {
    for (const FrameResult& frame : result_.frames) {
      std::string causes;
      for (std::size_t cause = 0; cause < systemc::kLossCauses; ++cause) {
        if (const std::int64_t lost = frame.counts.lost[cause]; lost > 0) {
          causes += (causes.empty() ? "" : ", ") + std::to_string(lost) + " " +
                    std::string(to_string(static_cast<systemc::LossCause>(cause)));
        }
      }
      if (!causes.empty()) {
        add("lost_frames", "circuit " + name(frame.pair) + ": lost " +
                               std::to_string(frame.counts.lost_in_all()) + " of " +
                               std::to_string(frame.counts.sent) + " frames (" + causes + ")");
      }
    }
    if (const std::int64_t early = run_.recorder.lost_while_settling(); early > 0) {
      const double crosstalk = base::to_decibel(run_.recorder.worst_crosstalk_of_loss()).value();
      add("lost_frames",
          std::to_string(early) +
              " of these were lost while the fabric was still settling, with "
              "crosstalk up to " +
              base::number_text(static_cast<double>(static_cast<int>(crosstalk * 10.0)) / 10.0) +
              " dB: the settle timer is too short");
    }
  }

  void find_undelivered_bytes() {
    if (result_.completed) {
      return;
    }
    const std::int64_t missing = (result_.posted - result_.delivered).count();
    add("undelivered_bytes",
        missing > 0 ? std::to_string(missing) + " of " + std::to_string(result_.posted.count()) +
                          " bytes that were posted did not arrive; the collective cannot go on"
                    : std::string("the collective cannot go on"));
  }

  void find_wrong_data() {
    if (!result_.completed || !run_.scenario.workload.verify_data) {
      return;
    }
    const auto difference = run_.memory.find_difference(run_.platform, run_.root);
    result_.data_verified = !difference.has_value();
    if (difference) {
      add("wrong_data", *difference);
    }
  }

  const EndedRun& run_;
  RunResult& result_;
};

}  // namespace

void find_faults(const EndedRun& run, RunResult& result) { FaultFinder(run, result).find(); }

}  // namespace heliograph::testbenches
