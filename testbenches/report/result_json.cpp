// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/result_json.hpp"

#include <utility>

#include "testbenches/report/result_tables.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kLateBy =
    "only where accelerators have a skew: how much later than the start each rank came, by rank "
    "[ps]";

Json text_list() { return {{"type", "array"}, {"items", {{"type", "string"}}}}; }

/// `schema` with one more property, which is required.
Json with(Json schema, const char* name, Json property) {
  schema["properties"][name] = std::move(property);
  schema["required"].push_back(name);
  return schema;
}

/// The same with one that is there only in some runs.
Json with_optional(Json schema, const char* name, Json property) {
  schema["properties"][name] = std::move(property);
  return schema;
}

Json time_schema() {
  Json late_by = value_schema(ValueType::integers, false);
  late_by["description"] = kLateBy;
  return with_optional(with(time_table().schema(), "split", split_table().schema()), "late_by_ps",
                       std::move(late_by));
}

Json collectives_schema() {
  Json schema = collective_table().rows_schema();
  Json& row = schema["properties"]["rows"]["items"];
  row = with_optional(std::move(row), "split", split_table().schema());
  return schema;
}

Json split_json(const RunResult& result, const TimeSplit& split, bool late) {
  return split_table().write({split, result.network.has_value(), result.circuits_changed(), late});
}

Json collectives_json(const RunResult& result) {
  Json json = collective_table().write_rows(result.collectives);
  const bool late = !result.late_by.empty() || result.collectives.size() > 1;
  for (std::size_t i = 0; i < result.collectives.size(); ++i) {
    if (result.collectives[i].complete()) {
      json["rows"][i]["split"] = split_json(result, result.collectives[i].split, late);
    }
  }
  return json;
}

}  // namespace

Json result_json(const RunResult& result) {
  Json json;
  json["schema"] = kResultSchema;
  json["completed"] = result.completed;
  json["exit_code"] = result.exit_code();
  json["controller"] = result.controller;
  json["seed"] = result.seed;
  json["workload"] = workload_table().write(result);
  json["time"] = time_table().write(result);
  const bool late = !result.late_by.empty() || result.split.late_start > base::Picoseconds(0);
  json["time"]["split"] = split_json(result, result.split, late);
  if (!result.late_by.empty()) {
    Json late_by = Json::array();
    for (const base::Picoseconds by : result.late_by) {
      late_by.push_back(by.count());
    }
    json["time"]["late_by_ps"] = std::move(late_by);
  }
  if (!result.critical_path.empty()) {
    json["critical_path"] = path_table().write_rows(result.critical_path);
    json["blame"] = blame_table().write_rows(result.blame);
  }
  json["bandwidth"] = bandwidth_table().write(result);
  if (result.network) {
    json["network"] = network_table().write(*result.network);
  }
  json["traffic"] = traffic_table().write(result);
  json["reconfigurations"] = reconfiguration_table().write_rows(result.reconfigurations);
  json["circuits"] = circuit_table().write_rows(result.circuits);
  if (result.plan) {
    json["plan"] = plan_table().write(result);
  }
  json["collectives"] = collectives_json(result);
  json["frames"] = frame_table().write_rows(result.frames);
  if (!result.ports.empty()) {
    json["ports"] = port_table().write_rows(result.ports);
  }
  if (result.link_layer) {
    json["link_layer"] = link_layer_table().write(*result.link_layer);
    json["link_layer"]["pairs"] = link_pair_table().write_rows(result.link_layer->pairs);
  }
  json["lanes"] = lane_table().write_rows(result.lanes);
  json["energy"] = energy_table().write(result);
  json["energy"]["check"] = energy_check_table().write(result);
  json["energy"]["components"] = component_table().write_rows(result.energy);
  json["faults"] = fault_table().write_rows(result.faults);
  json["blocked"] = result.blocked;
  json["approximations"] = result.approximations;
  return json;
}

Json result_schema() {
  Json schema = {{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                 {"title", "result.json of a Heliograph run"},
                 {"type", "object"},
                 {"properties", Json::object()},
                 {"required", Json::array()},
                 {"additionalProperties", false}};
  schema = with(schema, "schema", {{"const", kResultSchema}});
  schema = with(schema, "completed", value_schema(ValueType::boolean, false));
  schema = with(schema, "exit_code", {{"enum", Json::array({0, 1})}});
  schema = with(schema, "controller",
                {{"enum", Json::array({"rtl", "behavioural", "foreign", "none"})}});
  schema = with(schema, "seed", value_schema(ValueType::integer, false));
  schema = with(schema, "workload", workload_table().schema());
  schema = with(schema, "time", time_schema());
  schema = with_optional(schema, "critical_path", path_table().rows_schema());
  schema = with_optional(schema, "blame", blame_table().rows_schema());
  schema = with(schema, "bandwidth", bandwidth_table().schema());
  schema = with_optional(schema, "network", network_table().schema());
  schema = with(schema, "traffic", traffic_table().schema());
  schema = with(schema, "reconfigurations", reconfiguration_table().rows_schema());
  schema = with(schema, "circuits", circuit_table().rows_schema());
  schema = with_optional(schema, "plan", plan_table().schema());
  schema = with(schema, "collectives", collectives_schema());
  schema = with(schema, "frames", frame_table().rows_schema());
  schema = with_optional(schema, "ports", port_table().rows_schema());
  schema =
      with_optional(schema, "link_layer",
                    with(link_layer_table().schema(), "pairs", link_pair_table().rows_schema()));
  schema = with(schema, "lanes", lane_table().rows_schema());
  schema = with(schema, "energy",
                with(with(energy_table().schema(), "check", energy_check_table().schema()),
                     "components", component_table().rows_schema()));
  schema = with(schema, "faults", fault_table().rows_schema());
  schema = with(schema, "blocked", text_list());
  schema = with(schema, "approximations", text_list());
  return schema;
}

std::string result_markdown() {
  std::string text =
      "# Results\n\nWritten by the program (`./heliograph run --list-results`); a test fails when "
      "this page is stale.\n\n"
      "`result.json` holds these sections. Keys carry their units; instants and spans are whole "
      "picoseconds since the start of the run. Its JSON Schema is "
      "[result.schema.json](result.schema.json). Beside the sections stand `schema`, `completed`, "
      "`exit_code`, `controller`, `seed`, `blocked` (who waits for whom, when the run is stuck) "
      "and "
      "`approximations` (what was left out or simplified).\n";
  const auto section = [&](const char* name, const std::string& table) {
    text += std::string("\n## ") + name + "\n\n" + table;
  };
  section("workload", workload_table().markdown());
  section("time", time_table().markdown());
  section("time.split: the critical path", split_table().markdown());
  text += std::string(
              "\nWhere accelerators have a skew there is also `late_by_ps`, a list of how much ") +
          "later than the start each rank came.\n";
  section("critical_path.rows: steps of the critical path, in runs that keep records",
          path_table().markdown());
  text +=
      std::string("\nAt most 200 rows: of longer paths several steps share one. Runs without ") +
      "`observe.timeline` have neither `critical_path` nor `blame`.\n";
  section("blame.rows: what the completion time went to, largest first", blame_table().markdown());
  section("bandwidth", bandwidth_table().markdown());
  section("network: on electrical machines only", network_table().markdown());
  text += std::string("\nAn electrical machine has no controller (`none`), and no rows in ") +
          "`reconfigurations`, `circuits` and `lanes`.\n";
  section("traffic", traffic_table().markdown());
  section("reconfigurations.rows", reconfiguration_table().markdown());
  section("circuits.rows", circuit_table().markdown());
  section("plan", plan_table().markdown());
  section("collectives.rows", collective_table().markdown());
  text += std::string(
              "\nThose that are done have a `split` too, as in `time.split`: of the critical ") +
          "path to their own last step, from began to finished.\n";
  section("frames.rows", frame_table().markdown());
  section("ports.rows: where NICs have several ports", port_table().markdown());
  section("link_layer: where there is one", link_layer_table().markdown());
  section("link_layer.pairs.rows: pairs of which there is something to tell",
          link_pair_table().markdown());
  section("lanes.rows", lane_table().markdown());
  section("energy", energy_table().markdown());
  section("energy.check", energy_check_table().markdown());
  section("energy.components.rows", component_table().markdown());
  section("faults.rows", fault_table().markdown());
  return text;
}

}  // namespace heliograph::testbenches
