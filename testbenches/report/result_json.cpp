// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/result_json.hpp"

#include <cmath>

namespace heliograph::testbenches {

using Json = nlohmann::ordered_json;

namespace {

Json instant(base::Picoseconds at) {
  return at == base::Picoseconds::never() ? Json(nullptr) : Json(at.count());
}

/// JSON has no infinities: a quantity that is not finite is null.
Json finite(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json circuit(base::RankCircuit circuit) {
  return {{"from", base::index(circuit.from)}, {"to", base::index(circuit.to)}};
}

Json circuits(const std::vector<base::RankCircuit>& list) {
  Json rows = Json::array();
  for (const base::RankCircuit& one : list) {
    rows.push_back(circuit(one));
  }
  return rows;
}

Json time(const RunResult& result) {
  const TimeSplit& split = result.split;
  return {{"set_up_ps", result.set_up.count()},
          {"completion_ps", result.completed ? Json(result.completion.count()) : Json(nullptr)},
          {"simulated_ps", result.simulated.count()},
          {"split",
           {{"startup_ps", split.startup.count()},
            {"serialisation_ps", split.serialisation.count()},
            {"propagation_ps", split.propagation.count()},
            {"reception_ps", split.reception.count()},
            {"computation_ps", split.computation.count()},
            {"waiting_ps", split.waiting.count()},
            {"dark_exposed_ps", split.dark_exposed.count()}}},
          {"dark_hidden_ps", result.dark_hidden.count()}};
}

Json bandwidth(const RunResult& result) {
  const double seconds = result.completion.seconds();
  const double line = static_cast<double>(result.line_rate.bits_per_second());
  Json json = {{"line_rate_Gbps", line / 1e9},
               {"payload_limit_Gbps", line * result.payload_share / 1e9},
               {"busiest_wire_bits", result.busiest_wire_bits.count()},
               {"line_utilisation", nullptr},
               {"algorithm_GBps", nullptr}};
  if (result.completed && seconds > 0.0) {
    json["line_utilisation"] =
        static_cast<double>(result.busiest_wire_bits.count()) / (line * seconds);
    json["algorithm_GBps"] = static_cast<double>(result.bytes.count()) / seconds / 1e9;
  }
  return json;
}

Json reconfiguration(const ReconfigurationResult& change) {
  Json json = {{"epoch", base::index(change.epoch)},
               {"circuits", circuits(change.circuits)},
               {"kept", circuits(change.kept)},
               {"disturbed_inputs", Json::array()},
               {"frames_while_dark", change.frames_while_dark},
               {"changed_cells", change.changed_cells},
               {"codes_written", change.codes_written},
               {"settle_timer_ps", change.settle_timer.count()},
               {"settle_timer_from", change.settle_timer_overridden ? "scenario" : "fabric"},
               {"requested_ps", instant(change.requested)},
               {"committed_ps", instant(change.committed)},
               {"broken_ps", instant(change.broken)},
               {"latched_ps", instant(change.latched)},
               {"settle_timer_over_ps", instant(change.settle_timer_over)},
               {"active_ps", instant(change.active)},
               {"fabric_settled_ps", instant(change.fabric_settled)}};
  for (const base::PortId input : change.disturbed) {
    json["disturbed_inputs"].push_back(base::index(input));
  }
  const bool complete = change.complete();
  json["programming_ps"] = complete ? Json(change.programming().count()) : Json(nullptr);
  json["settling_ps"] = complete ? Json(change.settling().count()) : Json(nullptr);
  json["relock_ps"] = complete ? Json(change.relock().count()) : Json(nullptr);
  json["dark_ps"] = complete ? Json(change.dark().count()) : Json(nullptr);
  return json;
}

Json circuit_row(const CircuitResult& result) {
  return {{"epoch", base::index(result.epoch)},
          {"from", base::index(result.circuit.from)},
          {"to", base::index(result.circuit.to)},
          {"light_from", result.light_from ? Json(base::index(*result.light_from)) : Json(nullptr)},
          {"cells", result.cells},
          {"crossings", result.crossings},
          {"flight_ps", result.flight.count()},
          {"loss_dB", finite(result.loss.value())},
          {"received_dBm", finite(result.received.value())},
          {"crosstalk_dB", finite(result.crosstalk.value())},
          {"q", result.q},
          {"pre_fec_ber", result.pre_fec_ber},
          {"frame_loss_probability", result.frame_loss_probability}};
}

Json frame_row(const FrameResult& frame) {
  Json lost = Json::object();
  for (std::size_t cause = 0; cause < systemc::kLossCauses; ++cause) {
    lost[std::string(to_string(static_cast<systemc::LossCause>(cause)))] = frame.counts.lost[cause];
  }
  return {{"from", base::index(frame.pair.from)},
          {"to", base::index(frame.pair.to)},
          {"sent", frame.counts.sent},
          {"delivered", frame.counts.delivered},
          {"lost", lost}};
}

Json energy(const RunResult& result) {
  Json components = Json::array();
  for (const EnergyItem& item : result.energy) {
    components.push_back({{"component", item.component},
                          {"held_J", item.held.value()},
                          {"switched_J", item.switched.value()}});
  }
  const double bits = static_cast<double>(base::to_bits(result.delivered).count());
  const double total = result.total_energy().value();
  return {{"components", components},
          {"total_J", total},
          {"delivered_bytes", result.delivered.count()},
          {"per_bit_pJ", bits > 0.0 ? Json(total / bits * 1e12) : Json(nullptr)}};
}

template <class Items, class Row>
Json rows(const Items& items, Row row) {
  Json list = Json::array();
  for (const auto& item : items) {
    list.push_back(row(item));
  }
  return list;
}

}  // namespace

Json result_json(const RunResult& result) {
  Json json;
  json["schema"] = kResultSchema;
  json["completed"] = result.completed;
  json["exit_code"] = result.exit_code();
  json["workload"] = {{"name", result.workload_name},
                      {"collective", result.collective},
                      {"ranks", result.ranks},
                      {"bytes", result.bytes.count()},
                      {"chunk_bytes", result.chunk_bytes.count()},
                      {"messages", result.messages},
                      {"data_verified", result.data_verified}};
  json["controller"] = result.controller;
  json["seed"] = result.seed;
  json["time"] = time(result);
  json["bandwidth"] = bandwidth(result);
  json["traffic"] = {{"posted_bytes", result.posted.count()},
                     {"delivered_bytes", result.delivered.count()},
                     {"lost_frames", result.lost_frames()}};
  json["reconfigurations"] = {{"rows", rows(result.reconfigurations, reconfiguration)}};
  json["circuits"] = {{"rows", rows(result.circuits, circuit_row)}};
  json["frames"] = {{"rows", rows(result.frames, frame_row)}};
  json["energy"] = energy(result);
  json["faults"] = {
      {"rows", rows(result.faults, [](const RunFault& fault) {
         return Json{{"name", fault.name}, {"text", fault.text}, {"expected", fault.expected}};
       })}};
  json["blocked"] = result.blocked;
  json["approximations"] = result.approximations;
  return json;
}

}  // namespace heliograph::testbenches
