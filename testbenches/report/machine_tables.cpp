// SPDX-License-Identifier: Apache-2.0
// What the machine did: networks, circuits, frames, links, lanes, energy and faults.
#include "testbenches/report/result_tables.hpp"

#include <cstdint>
#include <optional>

#include "testbenches/report/json_values.hpp"

namespace heliograph::testbenches {

namespace {

using Type = ValueType;

Json number_or_nothing(const std::optional<std::uint32_t>& number) {
  return number ? Json(*number) : Json(nullptr);
}

Json circuits(const std::vector<base::RankCircuit>& list) {
  Json rows = Json::array();
  for (const base::RankCircuit& one : list) {
    rows.push_back({{"from", base::index(one.from)}, {"to", base::index(one.to)}});
  }
  return rows;
}

Json ports(const std::vector<base::PortId>& list) {
  Json numbers = Json::array();
  for (const base::PortId port : list) {
    numbers.push_back(base::index(port));
  }
  return numbers;
}

Json losses(const FrameCounts& counts) {
  Json json = Json::object();
  for (std::size_t cause = 0; cause < systemc::kLossCauses; ++cause) {
    json[std::string(to_string(static_cast<systemc::LossCause>(cause)))] = counts.lost[cause];
  }
  return json;
}

}  // namespace

StatisticTable<NetworkResult> network_table() {
  StatisticTable<NetworkResult> table;
  table
      .add("kind", Type::text, "", "`platform.network`",
           [](const NetworkResult& network) { return network.kind; })
      .add("links", Type::integer, "", "one way each",
           [](const NetworkResult& network) { return network.links; })
      .add("link_rate_Gbps", Type::number, "Gb/s", "of each link",
           [](const NetworkResult& network) {
             return static_cast<double>(network.link_rate.bits_per_second()) / 1e9;
           })
      .add("busiest_link_bits", Type::integer, "bit", "sent by the link that sent most",
           [](const NetworkResult& network) { return network.busiest_link_bits.count(); })
      .add("largest_queue_bits", Type::integer, "bit",
           "still to be sent before a frame that came to a link, at the most",
           [](const NetworkResult& network) { return network.largest_queue.count(); })
      .add("longest_wait_ps", Type::integer, "ps", "of a frame in the queue of one link",
           [](const NetworkResult& network) { return network.longest_wait.count(); })
      .add("sources_of_trains", Type::integer, "",
           "ranks whose frames could travel as trains (`fidelity`, `electrical.trains`)",
           [](const NetworkResult& network) { return network.sources_of_trains; });
  return table;
}

StatisticTable<RunResult> traffic_table() {
  StatisticTable<RunResult> table;
  table
      .add("posted_bytes", Type::integer, "B", "payload of all messages posted",
           [](const RunResult& run) { return run.posted.count(); })
      .add("delivered_bytes", Type::integer, "B", "payload that reached memory",
           [](const RunResult& run) { return run.delivered.count(); })
      .add("lost_bytes", Type::integer, "B",
           "payload that did not: of lost frames, or waiting at the end",
           [](const RunResult& run) { return run.lost.count(); })
      .add("lost_frames", Type::integer, "", "frames that did not, whatever the cause",
           [](const RunResult& run) { return run.lost_frames(); });
  return table;
}

StatisticTable<ReconfigurationResult> reconfiguration_table() {
  using Change = ReconfigurationResult;
  StatisticTable<Change> table;
  const auto at = [&](const char* name, const char* meaning, base::Picoseconds Change::*member) {
    table.add_nullable(name, Type::integer, "ps", meaning,
                       [member](const Change& change) { return instant(change.*member); });
  };
  const auto span = [&](const char* name, const char* meaning,
                        base::Picoseconds (Change::*part)() const) {
    table.add_nullable(name, Type::integer, "ps", meaning, [part](const Change& change) {
      return change.complete() ? Json((change.*part)().count()) : Json(nullptr);
    });
  };
  table
      .add("epoch", Type::integer, "", "number of the circuit map",
           [](const Change& change) { return base::index(change.epoch); })
      .add("circuits", Type::circuits, "", "between ranks, one way each",
           [](const Change& change) { return circuits(change.circuits); })
      .add("kept", Type::circuits, "", "those that were up before and were not touched",
           [](const Change& change) { return circuits(change.kept); })
      .add("disturbed_inputs", Type::integers, "",
           "ports whose circuit stays but had to be drained, since it runs through changed cells",
           [](const Change& change) { return ports(change.disturbed); })
      .add("frames_while_dark", Type::integer, "",
           "frames that arrived well on other circuits between broken and active",
           [](const Change& change) { return change.frames_while_dark; })
      .add("changed_cells", Type::integer, "", "cells whose state changes",
           [](const Change& change) { return change.changed_cells; })
      .add("codes_written", Type::integer, "", "actuator codes streamed to the DACs",
           [](const Change& change) { return change.codes_written; })
      .add("settle_timer_ps", Type::integer, "ps", "what the controller was told to wait",
           [](const Change& change) { return change.settle_timer.count(); })
      .add("settle_timer_from", Type::text, "", "`fabric` (derived) or `scenario` (overridden)",
           [](const Change& change) {
             return change.settle_timer_overridden ? "scenario" : "fabric";
           });
  at("requested_ps", "when the engine asked for it", &Change::requested);
  at("committed_ps", "when the host software had written it to the controller", &Change::committed);
  at("broken_ps", "when the controller masked the receivers: the dark begins", &Change::broken);
  at("latched_ps", "when the codes took effect, the last of them having been shifted into its DAC",
     &Change::latched);
  at("settle_timer_over_ps", "when its settle timer ended", &Change::settle_timer_over);
  at("active_ps", "when it was active: the dark ends", &Change::active);
  at("fabric_settled_ps", "when the fields had settled, whatever the timer says",
     &Change::fabric_settled);
  span("programming_ps", "broken to latched", &Change::programming);
  span("settling_ps", "latched to the end of the settle timer", &Change::settling);
  span("relock_ps", "end of the settle timer to active", &Change::relock);
  span("dark_ps", "broken to active, the sum of the three", &Change::dark);
  return table;
}

StatisticTable<CircuitResult> circuit_table() {
  using Circuit = CircuitResult;
  StatisticTable<Circuit> table;
  table
      .add("epoch", Type::integer, "", "in which it was active",
           [](const Circuit& circuit) { return base::index(circuit.epoch); })
      .add("from", Type::integer, "", "sending rank",
           [](const Circuit& circuit) { return base::index(circuit.circuit.from); })
      .add("to", Type::integer, "", "receiving rank",
           [](const Circuit& circuit) { return base::index(circuit.circuit.to); })
      .add_optional("from_port", Type::integer, "",
                    "of the sending rank; only where NICs have several ports",
                    [](const Circuit& circuit) { return number_or_nothing(circuit.from_port); })
      .add_optional("to_port", Type::integer, "",
                    "of the receiving rank; only where NICs have several ports",
                    [](const Circuit& circuit) { return number_or_nothing(circuit.to_port); })
      .add_nullable("light_from", Type::integer, "",
                    "the rank whose light the receiver saw strongest; `from` when all is well",
                    [](const Circuit& circuit) {
                      return circuit.light_from ? Json(base::index(*circuit.light_from))
                                                : Json(nullptr);
                    })
      .add_optional(
          "light_from_port", Type::integer, "",
          "the port of that rank; only where NICs have several ports",
          [](const Circuit& circuit) { return number_or_nothing(circuit.light_from_port); })
      .add("cells", Type::integer, "", "on its way through the fabric",
           [](const Circuit& circuit) { return circuit.cells; })
      .add("crossings", Type::integer, "", "of waveguides on its way",
           [](const Circuit& circuit) { return circuit.crossings; })
      .add("flight_ps", Type::integer, "ps", "transmitter to receiver",
           [](const Circuit& circuit) { return circuit.flight.count(); })
      .add_nullable("loss_dB", Type::number, "dB", "launched power over received signal",
                    [](const Circuit& circuit) { return finite(circuit.loss.value()); })
      .add_nullable("received_dBm", Type::number, "dBm", "average signal power of one wavelength",
                    [](const Circuit& circuit) { return finite(circuit.received.value()); })
      .add_nullable("crosstalk_dB", Type::number, "dB", "all other light over the signal",
                    [](const Circuit& circuit) { return finite(circuit.crosstalk.value()); })
      .add("q", Type::number, "", "(I1 - I0) / (sigma1 + sigma0)",
           [](const Circuit& circuit) { return circuit.q; })
      .add("pre_fec_ber", Type::number, "", "bit error rate before FEC",
           [](const Circuit& circuit) { return circuit.pre_fec_ber; })
      .add("worst_pre_fec_ber", Type::number, "",
           "the worst that the receiver saw while the epoch was active",
           [](const Circuit& circuit) { return circuit.worst_pre_fec_ber; })
      .add("frame_loss_probability", Type::number, "", "after FEC",
           [](const Circuit& circuit) { return circuit.frame_loss_probability; });
  return table;
}

StatisticTable<FrameResult> frame_table() {
  StatisticTable<FrameResult> table;
  table
      .add("from", Type::integer, "", "sending rank",
           [](const FrameResult& frame) { return base::index(frame.pair.from); })
      .add("to", Type::integer, "", "rank that the frames were for",
           [](const FrameResult& frame) { return base::index(frame.pair.to); })
      .add("sent", Type::integer, "", "frames",
           [](const FrameResult& frame) { return frame.counts.sent; })
      .add("delivered", Type::integer, "", "frames",
           [](const FrameResult& frame) { return frame.counts.delivered; })
      .add("lost", Type::counts, "",
           "frames by cause: dark, unlocked, masked, errors, misdelivered, "
           "out_of_sequence",
           [](const FrameResult& frame) { return losses(frame.counts); });
  return table;
}

StatisticTable<PortResult> port_table() {
  StatisticTable<PortResult> table;
  table
      .add("rank", Type::integer, "", "whose NIC",
           [](const PortResult& port) { return base::index(port.rank); })
      .add("port", Type::integer, "", "of the NIC, from 0",
           [](const PortResult& port) { return port.port; })
      .add("sent", Type::integer, "", "frames", [](const PortResult& port) { return port.sent; })
      .add("wire_bits", Type::integer, "bit", "of these frames",
           [](const PortResult& port) { return port.wire_bits.count(); })
      .add("delivered", Type::integer, "", "frames that came by it",
           [](const PortResult& port) { return port.delivered; })
      .add("delivered_bytes", Type::integer, "B", "payload of these frames",
           [](const PortResult& port) { return port.delivered_payload.count(); })
      .add("lost", Type::integer, "",
           "frames lost at its receiver, or sent by its transmitter without reaching any",
           [](const PortResult& port) { return port.lost; });
  return table;
}

StatisticTable<LinkLayerResult> link_layer_table() {
  using Layer = LinkLayerResult;
  StatisticTable<Layer> table;
  table
      .add("retries", Type::boolean, "", "frames that do not arrive are sent again",
           [](const Layer& layer) { return layer.retries; })
      .add("credits", Type::boolean, "", "frames wait for room at their receiver",
           [](const Layer& layer) { return layer.credits; })
      .add("replay_window_ps", Type::integer, "ps",
           "frames that may be under way unacknowledged, as time on the line; 0 without retries",
           [](const Layer& layer) { return layer.replay_window.count(); })
      .add("longest_dark_ps", Type::integer, "ps", "of all reconfigurations",
           [](const Layer& layer) { return layer.longest_dark.count(); })
      .add("dark_times", Type::text, "",
           "what became of frames at dark times: `quiesced` (none was under way), `replayed` or "
           "`lost`",
           [](const Layer& layer) { return layer.dark_times; });
  return table;
}

StatisticTable<LinkPairResult> link_pair_table() {
  using Pair = LinkPairResult;
  StatisticTable<Pair> table;
  table
      .add("from", Type::integer, "", "sending rank",
           [](const Pair& pair) { return base::index(pair.pair.from); })
      .add("to", Type::integer, "", "receiving rank",
           [](const Pair& pair) { return base::index(pair.pair.to); })
      .add("asked", Type::integer, "", "how often it went back because a frame was missed",
           [](const Pair& pair) { return pair.asked; })
      .add("timeouts", Type::integer, "", "how often it went back because nothing was heard",
           [](const Pair& pair) { return pair.timeouts; })
      .add("repeated", Type::integer, "", "frames sent again",
           [](const Pair& pair) { return pair.repeated; })
      .add("given_up", Type::integer, "", "frames abandoned",
           [](const Pair& pair) { return pair.given_up; })
      .add("waited_for_credit_ps", Type::integer, "ps", "with frames to send",
           [](const Pair& pair) { return pair.waited_for_credit.count(); })
      .add("waited_for_window_ps", Type::integer, "ps", "with frames to send",
           [](const Pair& pair) { return pair.waited_for_window.count(); });
  return table;
}

StatisticTable<LaneResult> lane_table() {
  using Lane = LaneResult;
  using State = systemc::LockState;
  StatisticTable<Lane> table;
  table
      .add("transceiver", Type::integer, "",
           "whose receiver and transmitter; rank times ports plus port where NICs have several",
           [](const Lane& lane) { return base::index(lane.transceiver); })
      .add("lane", Type::integer, "", "0 stands for all where lanes are alike",
           [](const Lane& lane) { return lane.lane; })
      .add_nullable("failed_ps", Type::integer, "ps", "instant at which its transmitter failed",
                    [](const Lane& lane) { return instant(lane.failed); })
      .add("state", Type::text, "", "of its receiver at the end of the run",
           [](const Lane& lane) { return std::string(to_string(lane.state)); })
      .add_nullable("first_lock_ps", Type::integer, "ps", "instant at which data first counted",
                    [](const Lane& lane) { return instant(lane.first_lock); })
      .add("losses", Type::integer, "", "how often its receiver lost the clock",
           [](const Lane& lane) { return lane.losses; });
  for (std::size_t i = 0; i < systemc::kLockStates; ++i) {
    const std::string state(to_string(static_cast<State>(i)));
    table.add(state + "_ps", Type::integer, "ps", "time that its receiver spent in " + state,
              [i](const Lane& lane) { return lane.spent[i].count(); });
  }
  return table;
}

StatisticTable<RunResult> energy_table() {
  StatisticTable<RunResult> table;
  table
      .add("total_J", Type::number, "J", "of all components until the end of the run",
           [](const RunResult& run) { return run.total_energy().value(); })
      .add_nullable("per_bit_pJ", Type::number, "pJ", "per delivered payload bit",
                    [](const RunResult& run) {
                      const double bits = static_cast<double>(base::to_bits(run.delivered).count());
                      return bits > 0.0 ? Json(run.total_energy().value() / bits * 1e12)
                                        : Json(nullptr);
                    })
      .add_nullable("per_wire_bit_pJ", Type::number, "pJ",
                    "per bit of the frames that were sent, header and FEC included",
                    [](const RunResult& run) {
                      const auto bits = static_cast<double>(run.wire_bits.count());
                      return bits > 0.0 ? Json(run.total_energy().value() / bits * 1e12)
                                        : Json(nullptr);
                    });
  return table;
}

StatisticTable<EnergyItem> component_table() {
  StatisticTable<EnergyItem> table;
  table
      .add("component", Type::text, "", "who drew it",
           [](const EnergyItem& item) { return item.component; })
      .add("held_J", Type::number, "J", "power over time",
           [](const EnergyItem& item) { return item.held.value(); })
      .add("switched_J", Type::number, "J", "energy of bits, and of codes that are written",
           [](const EnergyItem& item) { return item.switched.value(); });
  return table;
}

StatisticTable<RunResult> energy_check_table() {
  StatisticTable<RunResult> table;
  table.add("largest_relative_difference", Type::number, "",
            "of any component, between what the models integrated and what the run's events and "
            "the parameters sum up to; a run with more than 1e-9 ends with exit code 3",
            [](const RunResult& run) { return run.energy_difference; });
  return table;
}

StatisticTable<RunFault> fault_table() {
  StatisticTable<RunFault> table;
  table
      .add("name", Type::text, "", "kind of fault, as in `faults.expected`",
           [](const RunFault& fault) { return fault.name; })
      .add("text", Type::text, "", "what went wrong where",
           [](const RunFault& fault) { return fault.text; })
      .add("expected", Type::boolean, "", "declared under `faults.expected`",
           [](const RunFault& fault) { return fault.expected; });
  return table;
}

}  // namespace heliograph::testbenches
