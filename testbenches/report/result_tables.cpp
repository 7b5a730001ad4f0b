// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/result_tables.hpp"

#include "testbenches/report/json_values.hpp"

namespace heliograph::testbenches {

namespace {

using Type = ValueType;

double line_bits_per_second(const RunResult& run) {
  return static_cast<double>(run.line_rate.bits_per_second());
}

/// `value` per second of completion time.
Json per_completion(const RunResult& run, double value) {
  return run.completed && run.completion.count() > 0 ? Json(value / run.completion.seconds())
                                                     : Json(nullptr);
}

}  // namespace

StatisticTable<RunResult> workload_table() {
  StatisticTable<RunResult> table;
  table
      .add("name", Type::text, "", "of the algorithm",
           [](const RunResult& run) { return run.workload_name; })
      .add("collective", Type::text, "", "what the algorithm promises to compute",
           [](const RunResult& run) { return run.collective; })
      .add("ranks", Type::integer, "", "participants",
           [](const RunResult& run) { return run.ranks; })
      .add("bytes", Type::integer, "B", "size of the collective's buffer on each rank",
           [](const RunResult& run) { return run.bytes.count(); })
      .add("chunk_bytes", Type::integer, "B", "size of a chunk, the last one padded",
           [](const RunResult& run) { return run.chunk_bytes.count(); })
      .add("messages", Type::integer, "", "posted in all",
           [](const RunResult& run) { return run.messages; })
      .add("data_verified", Type::boolean, "",
           "the buffers held what the collective promises, byte by byte",
           [](const RunResult& run) { return run.data_verified; });
  return table;
}

StatisticTable<RunResult> time_table() {
  StatisticTable<RunResult> table;
  table
      .add("set_up_ps", Type::integer, "ps", "from the start until the first circuits are active",
           [](const RunResult& run) { return run.set_up.count(); })
      .add_nullable("completion_ps", Type::integer, "ps",
                    "from the first post, with its circuits up, to the last step of the last rank",
                    [](const RunResult& run) {
                      return run.completed ? Json(run.completion.count()) : Json(nullptr);
                    })
      .add("simulated_ps", Type::integer, "ps", "the end of the run",
           [](const RunResult& run) { return run.simulated.count(); })
      .add("dark_hidden_ps", Type::integer, "ps",
           "dark time of reconfigurations after the start that the critical path did not wait for",
           [](const RunResult& run) { return run.dark_hidden.count(); });
  return table;
}

StatisticTable<ShownSplit> split_table() {
  StatisticTable<ShownSplit> table;
  const auto part = [&](const char* name, const char* meaning,
                        base::Picoseconds TimeSplit::*member) {
    table.add(name, Type::integer, "ps", meaning,
              [member](const ShownSplit& shown) { return (shown.split.*member).count(); });
  };
  const auto part_where = [&](bool ShownSplit::*where, const char* name, const char* meaning,
                              base::Picoseconds TimeSplit::*member) {
    table.add_optional(name, Type::integer, "ps", meaning,
                       [where, member](const ShownSplit& shown) {
                         return shown.*where ? Json((shown.split.*member).count()) : Json(nullptr);
                       });
  };
  part("startup_ps", "doorbell, descriptor, first payload read, transmitter latency",
       &TimeSplit::startup);
  part("serialisation_ps", "first to last bit of a message, by the slowest link of its way",
       &TimeSplit::serialisation);
  part("propagation_ps",
       "fibre and fabric; on electrical machines the way over the fewest links that any two nodes "
       "have between them, without queues",
       &TimeSplit::propagation);
  part_where(&ShownSplit::network, "dilation_ps",
             "only on electrical machines: what more links than those add, without queues",
             &TimeSplit::dilation);
  part_where(&ShownSplit::network, "congestion_ps",
             "only on electrical machines: what queues in the network add", &TimeSplit::congestion);
  part("reception_ps", "receiver latency, FEC decoding, write to memory", &TimeSplit::reception);
  part("computation_ps", "computation, copies and reductions", &TimeSplit::computation);
  part("waiting_ps", "for the line, or for what no other part names", &TimeSplit::waiting);
  part_where(&ShownSplit::circuits_changed, "control_ps",
             "only where circuits change after the start: for circuits, from asking for them to "
             "the controller's drain request (host software, its writes, arbitration)",
             &TimeSplit::control);
  part_where(&ShownSplit::circuits_changed, "drain_ps",
             "only where circuits change after the start: for circuits or the line, from the "
             "controller's drain request until the receivers are masked",
             &TimeSplit::drain);
  part("dark_exposed_ps", "for circuits or the line inside dark windows", &TimeSplit::dark_exposed);
  part_where(&ShownSplit::late, "late_start_ps",
             "only where ranks can be late (skew, or several collectives): until the rank came "
             "that the critical path begins at, or by which it enters the collective",
             &TimeSplit::late_start);
  return table;
}

StatisticTable<PathRow> path_table() {
  StatisticTable<PathRow> table;
  table
      .add("what", Type::text, "", "`message`, `computation`, `waiting`, `late start`, `several`",
           [](const PathRow& row) { return row.what; })
      .add("rank", Type::integer, "", "at which it begins",
           [](const PathRow& row) { return base::index(row.rank); })
      .add_optional(
          "to", Type::integer, "",
          "only of messages and of what waits for circuits: the rank that it is for; of "
          "several steps the rank at which they end",
          [](const PathRow& row) { return row.to ? Json(base::index(*row.to)) : Json(nullptr); })
      .add("start_ps", Type::integer, "ps", "the end of the row before",
           [](const PathRow& row) { return row.start.count(); })
      .add("end_ps", Type::integer, "ps", "when it was over",
           [](const PathRow& row) { return row.end.count(); })
      .add("steps", Type::integer, "", "that the row stands for",
           [](const PathRow& row) { return row.steps; })
      .add("cause", Type::text, "", "the part of `time.split` that took most of it",
           [](const PathRow& row) { return row.cause(); });
  return table;
}

StatisticTable<BlameRow> blame_table() {
  StatisticTable<BlameRow> table;
  table
      .add("resource", Type::text, "",
           "a rank's NIC, line or engine, a way, a reconfiguration, ...",
           [](const BlameRow& row) { return row.resource; })
      .add("time_ps", Type::integer, "ps", "of the completion time",
           [](const BlameRow& row) { return row.time.count(); })
      .add("share", Type::number, "", "of the completion time",
           [](const BlameRow& row) { return row.share; });
  return table;
}

StatisticTable<RunResult> bandwidth_table() {
  StatisticTable<RunResult> table;
  table
      .add("line_rate_Gbps", Type::number, "Gb/s", "of a node: of all its ports together",
           [](const RunResult& run) { return line_bits_per_second(run) / 1e9; })
      .add("payload_limit_Gbps", Type::number, "Gb/s",
           "line rate less header, CRC and FEC of full frames",
           [](const RunResult& run) { return line_bits_per_second(run) * run.payload_share / 1e9; })
      .add("busiest_wire_bits", Type::integer, "bit", "sent by the node that sent most",
           [](const RunResult& run) { return run.busiest_wire_bits.count(); })
      .add_nullable("line_utilisation", Type::number, "",
                    "share of the completion time in which that node's line was busy",
                    [](const RunResult& run) {
                      return per_completion(run,
                                            static_cast<double>(run.busiest_wire_bits.count()) /
                                                line_bits_per_second(run));
                    })
      .add_nullable("algorithm_GBps", Type::number, "GB/s", "buffer size over completion time",
                    [](const RunResult& run) {
                      return per_completion(run, static_cast<double>(run.bytes.count()) / 1e9);
                    });
  return table;
}

StatisticTable<RunResult> plan_table() {
  using Run = RunResult;
  StatisticTable<Run> table;
  table
      .add("policy", Type::text, "", "by which circuits were planned",
           [](const Run& run) { return run.plan->policy; })
      .add("start", Type::text, "", "circuits at the beginning",
           [](const Run& run) { return run.plan->start; })
      .add("decisions", Type::text, "",
           "one a round: s stays, R changes to its own circuits, r goes back to the start",
           [](const Run& run) { return run.plan->letters; })
      .add("predicted_changes", Type::integer, "", "of circuits, from the start on",
           [](const Run& run) { return run.plan->changes; })
      .add("predicted_change_us", Type::number, "us", "what each was expected to take",
           [](const Run& run) { return run.plan->change_us; })
      .add("predicted_us", Type::number, "us", "expected time of the collective",
           [](const Run& run) { return run.plan->time_us; })
      .add("predicted_dark_us", Type::number, "us", "of that, waiting for circuits",
           [](const Run& run) { return run.plan->dark_us; })
      .add_nullable("simulated_us", Type::number, "us", "what the collective took",
                    [](const Run& run) {
                      return run.completed ? Json(run.completion.seconds() * 1e6) : Json(nullptr);
                    })
      .add_nullable("simulated_dark_us", Type::number, "us", "of that, exposed dark time",
                    [](const Run& run) {
                      return run.completed ? Json(run.split.dark_exposed.seconds() * 1e6)
                                           : Json(nullptr);
                    });
  return table;
}

StatisticTable<CollectiveResult> collective_table() {
  using One = CollectiveResult;
  StatisticTable<One> table;
  table
      .add("name", Type::text, "", "of the collective, message or flow",
           [](const One& one) { return one.name; })
      .add("collective", Type::text, "", "what its algorithm promises to compute",
           [](const One& one) { return std::string(to_string(one.collective)); })
      .add("ranks", Type::integer, "", "that take part", [](const One& one) { return one.ranks; })
      .add("bytes", Type::integer, "B", "size of its buffer on each rank",
           [](const One& one) { return one.bytes.count(); })
      .add_nullable("began_ps", Type::integer, "ps", "its first rank did more than wait",
                    [](const One& one) { return instant(one.began); })
      .add_nullable("all_began_ps", Type::integer, "ps",
                    "its last rank did; so long the first ones may have waited for it",
                    [](const One& one) { return instant(one.all_began); })
      .add_nullable("tau_ps", Type::integer, "ps",
                    "from began to all_began: how late the last rank came",
                    [](const One& one) {
                      return one.all_began == base::Picoseconds::never()
                                 ? Json(nullptr)
                                 : Json((one.all_began - one.began).count());
                    })
      .add_nullable("finished_ps", Type::integer, "ps", "its last rank was done",
                    [](const One& one) { return instant(one.finished); })
      .add_nullable("algorithm_bandwidth_GBps", Type::number, "GB/s",
                    "bytes over the time from began to finished",
                    [](const One& one) { return finite(one.algorithm_bandwidth() * 1e-9); })
      .add_nullable("bus_bandwidth_GBps", Type::number, "GB/s",
                    "the same times what every algorithm must move, as NCCL's tests define it",
                    [](const One& one) { return finite(one.bus_bandwidth() * 1e-9); });
  return table;
}

}  // namespace heliograph::testbenches
