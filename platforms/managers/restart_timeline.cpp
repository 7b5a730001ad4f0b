// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/restart_timeline.hpp"

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"
#include "base/parameter_source.hpp"

namespace heliograph::platforms {

base::ParameterTable<RestartConfig> RestartConfig::table() {
  using C = RestartConfig;
  const base::Range time = base::Range::at_least(0);
  const std::string figure = "Morphlux, arXiv 2508.03674v3, Fig. 8c: ";
  base::ParameterTable<C> table;
  table
      .number("mesh_write_ms", &C::mesh_write, {"ms", 1e-3}, time,
              "writing the codes of all cells of the switch",
              {base::Basis::derived, "Smartlight's drivers: 160 channels in at most 62.5 ms"})
      .number("settle_us", &C::settle, {"us", 1e-6}, time, "light settles",
              {base::Basis::cited, "Lumorph, arXiv 2501.18169: 3.7 us"})
      .number("relock_ms", &C::relock, {"ms", 1e-3}, time, "links find their light and lock",
              {base::Basis::assumed,
               "that of an 800G link with a DSP behind another switch (KDDI, ECOC 2026): 6.2 ms"})
      .number("launched_s", &C::launched, {"s", 1.0}, time,
              "from the failure until circuits are up and the job is launched, hardware included",
              {base::Basis::cited, figure + "1.1 s"})
      .number("synchronise_s", &C::synchronise, {"s", 1.0}, time, "NCCL finds its peers",
              {base::Basis::derived, figure + "4.5 less 1.1 s"})
      .number("prepare_data_s", &C::prepare_data, {"s", 1.0}, time, "the data set is tokenised",
              {base::Basis::derived, figure + "14.5 less 4.5 s"})
      .number("load_model_s", &C::load_model, {"s", 1.0}, time, "the model is loaded",
              {base::Basis::derived, figure + "16.6 less 14.5 s"})
      .number("first_iteration_s", &C::first_iteration, {"s", 1.0}, time,
              "until the first iteration is done",
              {base::Basis::derived, figure + "25.6 less 16.6 s"});
  return table;
}

std::vector<RestartPart> restart_timeline(const RestartConfig& config) {
  const auto from = [&](const char* name) { return base::parameter_source(config, name); };
  const base::Second hardware(config.mesh_write.value() + config.settle.value() +
                              config.relock.value());
  const base::Second software(config.launched.value() - hardware.value());
  if (software.value() < 0) {
    throw base::InputError({"restart", 0, 0}, "launched_s: found " +
                                                  base::number_text(config.launched.value()) +
                                                  "; expected at least what the hardware takes, " +
                                                  base::number_text(hardware.value()) + " s");
  }
  return {
      {"write the switch's codes", config.mesh_write, RestartPhase::hardware,
       from("mesh_write_ms")},
      {"light settles", config.settle, RestartPhase::hardware, from("settle_us")},
      {"links lock", config.relock, RestartPhase::hardware, from("relock_ms")},
      {"software until the job is launched", software, RestartPhase::control, from("launched_s")},
      {"peers found", config.synchronise, RestartPhase::job, from("synchronise_s")},
      {"data prepared", config.prepare_data, RestartPhase::job, from("prepare_data_s")},
      {"model loaded", config.load_model, RestartPhase::job, from("load_model_s")},
      {"first iteration", config.first_iteration, RestartPhase::job, from("first_iteration_s")},
  };
}

base::Second total(const std::vector<RestartPart>& parts) {
  double sum = 0;
  for (const RestartPart& part : parts) {
    sum += part.duration.value();
  }
  return base::Second(sum);
}

}  // namespace heliograph::platforms
