// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/fault_finder.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>
#include <set>
#include <string>

#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

std::string number(base::RankId rank) { return std::to_string(base::index(rank)); }

std::string name(base::RankCircuit circuit) {
  return number(circuit.from) + "->" + number(circuit.to);
}

/// `0, 3, 4` of a mask with these bits.
std::string port_list(const platforms::PlatformConfig& platform, std::uint32_t mask) {
  std::string text;
  for (std::size_t port = 0; port < systemc::kMaxControllerPorts; ++port) {
    if (((mask >> port) & 1U) != 0) {
      text += (text.empty() ? "" : ", ") + platform.name_of(port);
    }
  }
  return text;
}

std::size_t first_port(std::uint32_t mask) {
  std::size_t port = 0;
  while (port + 1 < systemc::kMaxControllerPorts && ((mask >> port) & 1U) == 0) {
    ++port;
  }
  return port;
}

std::string in_form(const char* form, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), form, value);
  return text.data();
}

std::string rounded(double value) { return in_form("%.2f", value); }

std::string scientific(double value) { return in_form("%.1e", value); }

class FaultFinder {
 public:
  FaultFinder(const EndedRun& run, RunResult& result) : run_(run), result_(result) {}

  void find() {
    if (run_.circuits != nullptr) {
      find_optical_faults();
    }
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

  void find_optical_faults() {
    if (const auto& failure = run_.circuits->routing_failure()) {
      add("unroutable_circuits", *failure);
    }
    find_wrong_codes();
    find_controller_errors();
    find_light_gone_elsewhere();
    find_links_down();
  }

  void find_wrong_codes() {
    const photonics::SwitchFabric& fabric = run_.platform.optical()->fabric();
    const photonics::CalibrationTable& table = run_.platform.optical()->calibration();
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
        add("controller_error",
            "epoch " + std::to_string(base::index(record.epoch)) + ": " + describe_error(record));
      }
    }
  }

  [[nodiscard]] std::string describe_error(const ControlEventRecord& record) const {
    const std::string ports = port_list(run_.scenario.platform, record.argument);
    switch (record.event) {
      case systemc::ControlEvent::kIllegalMap:
        return "the controller refuses the circuit map at source " +
               std::to_string(record.argument);
      case systemc::ControlEvent::kDrainTimeout:
        return "input ports " + ports + " were not drained in time";
      case systemc::ControlEvent::kRelockTimeout:
        return "receivers " + ports + " did not lock in time and stay masked; " +
               why_no_lock(record.epoch, first_port(record.argument));
      default:
        return "the controller reports " + std::string(to_string(record.event)) +
               " with argument " + std::to_string(record.argument);
    }
  }

  /// What keeps a receiver from locking, by the light that it saw when the controller gave up.
  [[nodiscard]] std::string why_no_lock(base::EpochId epoch, std::size_t port) const {
    const platforms::TransceiverConfig& transceiver = run_.scenario.platform.transceiver;
    systemc::ReceivedLight light = run_.recorder.light_at_timeout(epoch, port);
    std::string who = "receiver " + run_.scenario.platform.name_of(port);
    if (const auto lane = worst_lane(light)) {
      const systemc::LaneLight& one = light.lanes[*lane];
      const std::string failed = light.source ? failed_lanes(*light.source) : std::string();
      who += " (lane " + std::to_string(*lane) +
             (failed.empty() ? "" : "; of its source " + failed) + ")";
      light.total = one.total;
      light.loss_of_signal = one.loss_of_signal;
      light.quality_ok = one.quality_ok;
      light.pre_fec_ber = one.pre_fec_ber;
      light.crosstalk = one.crosstalk;
      light.q = one.q;
    }
    if (light.loss_of_signal) {
      return who + " gets " + rounded(base::to_dbm(light.total).value()) +
             " dBm, below los_threshold_dBm " +
             base::number_text(transceiver.receiver.los_threshold.value());
    }
    if (!light.quality_ok && transceiver.protocol.lock == systemc::LockCriterion::quality) {
      return who + " sees a bit error rate of " + scientific(light.pre_fec_ber) +
             ", above lock_max_ber " + base::number_text(transceiver.protocol.lock_max_ber) +
             " (crosstalk " + rounded(base::to_decibel(light.crosstalk).value()) + " dB, Q " +
             rounded(light.q) + ")";
    }
    return who + " has acceptable light, but its relock time is longer than the controller waits";
  }

  void find_light_gone_elsewhere() {
    for (const CircuitResult& circuit : result_.circuits) {
      if (circuit.light_from == circuit.circuit.from &&
          circuit.light_from_port == circuit.from_port) {
        continue;
      }
      std::string seen = circuit.light_from ? "light of rank " + number(*circuit.light_from)
                                            : std::string("no light");
      if (circuit.light_from_port) {
        seen += ", port " + std::to_string(*circuit.light_from_port);
      }
      add("undelivered_bytes", "epoch " + std::to_string(base::index(circuit.epoch)) +
                                   ": circuit " + name(circuit.circuit) + " is broken: rank " +
                                   number(circuit.circuit.to) + " sees " + seen);
    }
  }

  /// Transmitters that send nothing any more because of lanes that failed, if that was in the way.
  void find_links_down() {
    if (result_.completed) {
      return;
    }
    std::set<base::TransceiverId> told;
    for (const LaneFailure& failure : run_.recorder.lane_failures()) {
      if (run_.platform.optical()->transmitter(failure.at).down() &&
          told.insert(failure.at).second) {
        add("undelivered_bytes", "transceiver " +
                                     run_.scenario.platform.name_of(base::index(failure.at)) +
                                     " is down: " + failed_lanes(failure.at));
      }
    }
  }

  /// `lane 1 failed at 40 us` of each of a transceiver.
  [[nodiscard]] std::string failed_lanes(base::TransceiverId at) const {
    std::string text;
    for (const LaneFailure& failure : run_.recorder.lane_failures()) {
      if (failure.at == at) {
        text += (text.empty() ? "lane " : ", lane ") + std::to_string(failure.lane) +
                " failed at " + base::number_text(failure.when.seconds() * 1e6) + " us";
      }
    }
    return text;
  }

  /// Of the lanes of a link that can differ, the first that keeps it from locking.
  [[nodiscard]] static std::optional<std::size_t> worst_lane(const systemc::ReceivedLight& light) {
    for (std::size_t lane = 0; lane < light.lanes.size(); ++lane) {
      const systemc::LaneLight& one = light.lanes[lane];
      if (one.in_use && (one.loss_of_signal || !one.quality_ok)) {
        return lane;
      }
    }
    return std::nullopt;
  }

  /// Frames of this pair that do not arrive are sent again, and none was given up.
  [[nodiscard]] bool made_good(base::RankCircuit pair) const {
    if (!result_.link_layer || !result_.link_layer->retries) {
      return false;
    }
    if (result_.completed && result_.lost.count() == 0) {
      return true;  // what was given up had arrived all the same
    }
    const auto& pairs = result_.link_layer->pairs;
    return std::none_of(pairs.begin(), pairs.end(), [pair](const LinkPairResult& counts) {
      return counts.pair == pair && counts.given_up > 0;
    });
  }

  [[nodiscard]] bool all_made_good() const {
    return std::all_of(result_.frames.begin(), result_.frames.end(),
                       [this](const FrameResult& frame) { return made_good(frame.pair); });
  }

  void find_lost_frames() {
    for (const FrameResult& frame : result_.frames) {
      std::string causes;
      const bool good = made_good(frame.pair);
      for (std::size_t cause = 0; cause < systemc::kLossCauses; ++cause) {
        if (good && static_cast<systemc::LossCause>(cause) != systemc::LossCause::misdelivered) {
          continue;
        }
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
    if (const std::int64_t early = run_.recorder.lost_while_settling();
        early > 0 && !all_made_good()) {
      const double crosstalk = base::to_decibel(run_.recorder.worst_crosstalk_of_loss()).value();
      add("lost_frames", std::to_string(early) +
                             " of these were lost while the fabric was still settling, with "
                             "crosstalk up to " +
                             in_form("%.1f", crosstalk) + " dB: the settle timer is too short");
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
    const auto difference = run_.promised.find_difference(run_.platform);
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
