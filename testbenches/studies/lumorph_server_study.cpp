// SPDX-License-Identifier: Apache-2.0
// A server after Lumorph on LIGHTPATH: AllReduces simulated on the interposer and on an ideal
// electrical switch, what a training step gains, and slices of any accelerators as rings.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/number_text.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "platforms/build/switch_builder.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_reader.hpp"
#include "testbenches/simulation/simulation.hpp"
#include "testbenches/studies/planned_collective.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kServerTiles = 8;
constexpr std::size_t kServerColumns = 4;
constexpr std::size_t kServerGroups = 4;
constexpr double kServerGBps = 106.25;  // 850 Gb/s
constexpr std::size_t kMostPresetBytes = 100'000;

const char* const kWholeServer = "platform: server.yaml\n";
const char* const kGroupedServer =
    "platform: {include: server.yaml, ports: 4, transceiver: {wavelengths: 4, "
    "line_rate_Gbps: 212.5}}\n"
    "switch: {interposer: {ports_per_tile: 4, buses: 4}}\n";
const char* const kElectricalServer =
    "platform: {network: ideal_switch, accelerators: 8, electrical: {line_rate_Gbps: 850}}\n";

double server_us(base::Picoseconds time) { return time.seconds() * 1e6; }

/// The preset with more lines after it.
platforms::ScenarioConfig server_scenario(const StudyContext& context, const std::string& rest) {
  const std::string preset = context.preset_file("lumorph_server.yaml");
  const platforms::MemoryFiles files(std::map<std::string, std::string>{
      {"server.yaml", platforms::DiskFiles().read(preset, kMostPresetBytes).value_or("")},
      {"run.yaml", "fidelity: trains\nobserve: {timeline: false}\n" + rest}});
  return platforms::read_scenario("run.yaml", {}, files);
}

struct ServerRun {
  double time_us = 0;
  double first_byte_us = 0;  ///< from power-on until circuits are up and the first send is posted
  double dark_us = 0;        ///< a change, in the mean; the rest are its parts
  double programming_us = 0;
  double settling_us = 0;
  double relock_us = 0;
  int changes = 0;
};

ServerRun run_server(const StudyContext& context, const std::string& rest) {
  Simulation simulation(server_scenario(context, rest));
  const RunResult& result = simulation.run();
  ServerRun run;
  run.time_us = server_us(result.completion);
  run.first_byte_us = server_us(result.set_up);
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (change.epoch > base::EpochId{1}) {
      run.dark_us += server_us(change.dark());
      run.programming_us += server_us(change.programming());
      run.settling_us += server_us(change.settling());
      run.relock_us += server_us(change.relock());
      ++run.changes;
    }
  }
  const double changes = std::max(1, run.changes);
  for (double* mean : {&run.dark_us, &run.programming_us, &run.settling_us, &run.relock_us}) {
    *mean /= changes;
  }
  return run;
}

/// Returns how long circuits are dark at a change, in microseconds.
double add_server_runs(const StudyContext& context, RowMaker& rows) {
  double dark_us = 0;
  for (const char* size : {"1MiB", "8MiB", "64MiB"}) {
    const auto run = [&](const char* machine, const char* generator) {
      return run_server(
          context, fmt::format("{}workload: {{generator: {}, bytes: {}, verify_data: false}}\n",
                               machine, generator, size));
    };
    const ServerRun ring = run(kElectricalServer, "ring");
    for (const auto& [machine, generator] :
         {std::pair(kWholeServer, "lumorph2"), std::pair(kGroupedServer, "lumorph4")}) {
      const ServerRun lumorph = run(machine, generator);
      rows.shown(
          ReproductionBasis::assumed,
          fmt::format("simulated AllReduce of {} on 8: ring on an ideal switch over {}", size,
                      generator),
          "", std::nullopt, ring.time_us / lumorph.time_us,
          fmt::format("{:.4g} us over {:.4g} us with {} changes of circuits; 74 % is published for "
                      "a rack, without sizes",
                      ring.time_us, lumorph.time_us, lumorph.changes));
      if (dark_us == 0) {
        dark_us = lumorph.dark_us;
        rows.shown(ReproductionBasis::assumed, "a change of circuits: dark", "us", 3.7,
                   lumorph.dark_us,
                   fmt::format("of it {:.3g} us codes, {:.3g} us heat with the controller's margin "
                               "and {:.3g} us lock: the heaters' time constant was derived from "
                               "3.7 us of settling to -30 dB; what comes besides is the model's",
                               lumorph.programming_us, lumorph.settling_us, lumorph.relock_us));
        rows.shown(ReproductionBasis::assumed, "from power-on until the first send is posted", "us",
                   std::nullopt, lumorph.first_byte_us, "nothing is published");
      }
    }
  }
  return dark_us;
}

/// What a training step gains: compute + AllReduce of the gradients, by alpha and beta.
void add_training(double dark_us, RowMaker& rows) {
  const PlannedCollective ring("ring", kServerTiles);
  const PlannedCollective halves("lumorph2", kServerTiles);
  const RankTopology none = RankTopology::none(kServerTiles);
  struct Gradients {
    const char* name;
    double bytes;
  };
  for (const double change_us : {3.7, dark_us}) {
    for (const Gradients& gradients : {Gradients{"64 KiB", 65'536}, Gradients{"1 MiB", 1'048'576},
                                       Gradients{"25 MiB, a bucket of PyTorch's", 25.0 * 1'048'576},
                                       Gradients{"680 MB, BERT-large in 16 bits", 680e6}}) {
      CollectivePoint point;
      point.bytes = gradients.bytes;
      point.bandwidth_GBps = kServerGBps;
      point.reconfiguration_us = change_us;
      const double lumorph_us = halves.time_us(PlanPolicy::always_skip, none, point);
      const double ring_us = ring.ideal_us(point);
      const double compute_us = (ring_us - 1.7 * lumorph_us) / 0.7;
      rows.shown(
          ReproductionBasis::assumed,
          fmt::format("training step, gradients of {}, {:.3g} us a change: at most faster by",
                      gradients.name, change_us),
          "", 1.7, ring_us / lumorph_us,
          fmt::format("without computation; {}. Ring {:.4g} us, lumorph2 {:.4g} us, alpha "
                      "3 us; models and machines of the paper were not read",
                      compute_us > 0
                          ? fmt::format("1.7 with {:.3g} us of it", compute_us)
                          : std::string("1.7 is not reached: both send the same bytes, and "
                                        "changes take most or all of what fewer rounds save"),
                      ring_us, lumorph_us));
    }
  }
}

/// The members of a slice in an order in which a ring takes each bus at most once: the first row to
/// the east, the second back.
std::vector<std::size_t> ring_order(std::size_t members) {
  std::vector<std::size_t> order;
  for (std::size_t tile = 0; tile < kServerColumns; ++tile) {
    if ((members >> tile & 1U) != 0) {
      order.push_back(tile);
    }
  }
  for (std::size_t tile = kServerTiles; tile-- > kServerColumns;) {
    if ((members >> tile & 1U) != 0) {
      order.push_back(tile);
    }
  }
  return order;
}

void add_ring(std::size_t members, std::size_t first_group, std::size_t groups,
              photonics::Matching& wanted) {
  const std::vector<std::size_t> order = ring_order(members);
  for (std::size_t i = 0; order.size() > 1 && i < order.size(); ++i) {
    const std::size_t next = order[(i + 1) % order.size()];
    for (std::size_t group = first_group; group < first_group + groups; ++group) {
      wanted.connect(static_cast<base::PortId>(order[i] * kServerGroups + group),
                     static_cast<base::PortId>(next * kServerGroups + group));
    }
  }
}

/// The members, each a neighbour of the next on a 2 x 4 mesh of fixed links, can be put in a ring.
bool ring_on_mesh(std::size_t members, std::vector<std::size_t>& path) {
  const auto neighbours = [](std::size_t a, std::size_t b) {
    const std::size_t low = std::min(a, b);
    const std::size_t high = std::max(a, b);
    return high == low + kServerColumns || (high == low + 1 && high != kServerColumns);
  };
  const std::size_t size = ring_order(members).size();
  if (path.size() == size) {
    return neighbours(path.front(), path.back());
  }
  for (std::size_t tile = 0; tile < kServerTiles; ++tile) {
    const bool free =
        (members >> tile & 1U) != 0 && std::find(path.begin(), path.end(), tile) == path.end();
    if (free && (path.empty() || neighbours(path.back(), tile))) {
      path.push_back(tile);
      if (ring_on_mesh(members, path)) {
        return true;
      }
      path.pop_back();
    }
  }
  return false;
}

void add_slices(const StudyContext& context, RowMaker& rows) {
  const platforms::ScenarioConfig config =
      server_scenario(context, std::string(kGroupedServer) + "workload: {generator: ring}\n");
  const platforms::SwitchParts parts = platforms::build_switch(config.fabric_switch, config.seed);
  const std::size_t ports = parts.fabric->ports();
  const auto refused = [&](const photonics::Matching& wanted) {
    try {
      static_cast<void>(
          parts.router->route(wanted, photonics::Matching(ports), parts.fabric->structure().idle));
      return false;
    } catch (const photonics::RoutingFailed&) {
      return true;
    }
  };
  constexpr std::size_t kAll = (std::size_t{1} << kServerTiles) - 1;
  int slices = 0;
  int whole = 0;
  int pairs = 0;
  int together = 0;
  int fixed = 0;
  for (std::size_t members = 1; members <= kAll; ++members) {
    const std::size_t size = ring_order(members).size();
    if (size < 2) {
      continue;
    }
    ++slices;
    photonics::Matching wanted(ports);
    add_ring(members, 0, kServerGroups, wanted);
    whole += refused(wanted) ? 1 : 0;
    std::vector<std::size_t> path;
    fixed += ring_on_mesh(members, path) ? 1 : 0;
    if (kServerTiles - size >= 2) {
      ++pairs;
      photonics::Matching both(ports);
      add_ring(members, 0, kServerGroups / 2, both);
      add_ring(kAll & ~members, 0, kServerGroups / 2, both);
      together += refused(both) ? 1 : 0;
    }
  }
  rows.set_source("arXiv 2501.18169, abstract: slicing without fragmentation");
  rows.predicted(fmt::format("slices of 2 to 8 accelerators, {} in all, with no ring on all four "
                             "lane groups",
                             slices),
                 "", 0, whole, 0)
      .note = "routed one by one over the interposer of the preset";
  rows.predicted(fmt::format("slices beside a slice of all others, {} in all, that cannot both be "
                             "rings on two lane groups",
                             pairs),
                 "", 0, together, 0)
      .note = "both routed at once";
  rows.shown(ReproductionBasis::predicted, "slices that are a ring of fixed links of a 2 x 4 mesh",
             "", std::nullopt, fixed,
             fmt::format("of {}; without circuits the others are fragmented", slices));
}

std::vector<ReproductionRow> lumorph_server_rows(const StudyContext& context) {
  RowMaker rows("lumorph-server",
                "arXiv 2501.18169, abstract and summaries: 3.7 us, 74 %, 1.7 times");
  const double dark_us = add_server_runs(context, rows);
  add_training(dark_us, rows);
  rows.reported("collectives of a rack faster by", "%", 74.0,
                "of a rack, of unknown sizes and alpha: see the study lumorph for where the closed "
                "forms reach it");
  add_slices(context, rows);
  return rows.take();
}

}  // namespace

Study lumorph_server_study() {
  return {"lumorph-server", "a server on a photonic interposer: AllReduces, training, slices",
          lumorph_server_rows};
}

}  // namespace heliograph::testbenches
