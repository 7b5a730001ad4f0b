// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "testbenches/html_report/report_model.hpp"

namespace heliograph::testbenches {

/// A made-up run of two ranks whose figures are easy to check by hand: 100 us on the critical path,
/// of which 60 go with bits, 30 with dark time and 10 with computation.
inline RunFiles sample_run() {
  RunFiles run;
  run.name = "sample";
  run.result = Json::parse(R"({
    "schema": "heliograph/result/1", "completed": true, "exit_code": 0, "controller": "rtl",
    "seed": 7,
    "workload": {"name": "swap", "collective": "allreduce", "ranks": 2, "bytes": 1048576,
                 "data_verified": true},
    "time": {"set_up_ps": 10000000, "completion_ps": 100000000, "simulated_ps": 110000000,
             "dark_hidden_ps": 5000000,
             "split": {"startup_ps": 0, "serialisation_ps": 60000000, "computation_ps": 10000000,
                       "dark_exposed_ps": 30000000}},
    "blame": {"rows": [{"resource": "line of rank 1", "time_ps": 50000000, "share": 0.5},
                       {"resource": "line of rank 0", "time_ps": 10000000, "share": 0.1},
                       {"resource": "reconfiguration 2", "time_ps": 30000000, "share": 0.3},
                       {"resource": "computation of rank 0", "time_ps": 10000000, "share": 0.1}]},
    "bandwidth": {"line_rate_Gbps": 200.0, "payload_limit_Gbps": 180.0,
                  "busiest_wire_bits": 12000000, "line_utilisation": 0.6, "algorithm_GBps": 10.5},
    "traffic": {"posted_bytes": 2097152, "delivered_bytes": 2097152, "lost_bytes": 0,
                "lost_frames": 0},
    "reconfigurations": {"rows": [
      {"epoch": 1, "circuits": [{"from": 0, "to": 1}, {"from": 1, "to": 0}], "kept": [],
       "broken_ps": 1000000, "active_ps": 10000000, "dark_ps": 9000000, "programming_ps": 1000000,
       "settling_ps": 7000000, "relock_ps": 1000000},
      {"epoch": 2, "circuits": [{"from": 0, "to": 1}], "kept": [{"from": 0, "to": 1}],
       "broken_ps": 50000000, "active_ps": 80000000, "dark_ps": 30000000,
       "programming_ps": 1000000, "settling_ps": 28000000, "relock_ps": 1000000}]},
    "circuits": {"rows": [{"epoch": 1, "from": 0, "to": 1, "loss_dB": 6.0, "q": 5.5,
                           "pre_fec_ber": 1e-9, "worst_pre_fec_ber": 1e-40}]},
    "collectives": {"rows": []},
    "frames": {"rows": [{"from": 0, "to": 1, "sent": 10, "delivered": 10,
                         "lost": {"dark": 0, "errors": 0}}]},
    "energy": {"total_J": 0.004, "per_bit_pJ": 4.25,
               "components": {"rows": [{"component": "heaters", "held_J": 0.003, "switched_J": 0.0},
                                       {"component": "lasers", "held_J": 0.0, "switched_J": 0.001},
                                       {"component": "none", "held_J": 0.0, "switched_J": 0.0}]}},
    "faults": {"rows": []}, "blocked": [], "approximations": ["light is quick"]})");
  run.manifest = Json::parse(R"({
    "schema": "heliograph/manifest/1", "heliograph": "0.1.0",
    "inputs": [{"file": "a.yaml", "hash": "fnv1a64:1"}],
    "parameters": [
      {"name": "switch.settle_us", "value": "30", "default": "25", "unit": "us",
       "basis": "assumed", "source": "a guess"},
      {"name": "seed", "value": "7", "default": "7", "unit": "", "basis": "chosen",
       "source": "fixed"}]})");
  return run;
}

}  // namespace heliograph::testbenches
