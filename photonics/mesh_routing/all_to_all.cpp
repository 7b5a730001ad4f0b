// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/all_to_all.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

#include "photonics/mesh_routing/length_bound.hpp"
#include "photonics/mesh_routing/setting_cover.hpp"

namespace heliograph::photonics {

namespace {

std::size_t rounded_up_ratio(std::size_t a, std::size_t b) { return (a + b - 1) / b; }

void take_better(AllToAllBound candidate, AllToAllBound& best) {
  if (candidate.most == 0) {
    return;
  }
  candidate.settings = rounded_up_ratio(candidate.pairs, candidate.most);
  if (candidate.settings > best.settings) {
    best = std::move(candidate);
  }
}

/// Lines from one place of the boundary to another: the pairs across each.
void bound_by_lines(const CutBounds& cuts, const std::vector<std::vector<std::uint32_t>>& partners,
                    AllToAllBound& best) {
  const std::vector<std::uint32_t>& boundary = cuts.boundary();
  std::size_t ends = 0;  // ports with a pair
  for (const std::vector<std::uint32_t>& of_port : partners) {
    ends += of_port.empty() ? 0U : 1U;
  }
  std::vector<char> inside(partners.size());
  for (std::size_t first = 0; first < boundary.size(); ++first) {
    std::fill(inside.begin(), inside.end(), char{0});
    std::size_t ends_inside = 0;
    std::size_t across = 0;
    for (std::size_t last = first + 1; last < boundary.size(); ++last) {
      const std::uint32_t port = boundary[last - 1];
      inside[port] = 1;
      ends_inside += partners[port].empty() ? 0U : 1U;
      for (const std::uint32_t partner : partners[port]) {
        across = inside[partner] != 0 ? across - 1 : across + 1;
      }
      AllToAllBound line;
      line.by = AllToAllBound::By::line;
      line.pairs = across;
      line.most =
          std::min({cuts.capacity(first, last), ends_inside, ends - std::min(ends, ends_inside)});
      if (line.most == 0 || rounded_up_ratio(across, line.most) <= best.settings) {
        continue;
      }
      const bool fewer_inside = 2 * ends_inside <= ends;
      for (std::uint32_t p = 0; p < partners.size(); ++p) {
        if (!partners[p].empty() && (inside[p] != 0) == fewer_inside) {
          line.ports.push_back(static_cast<base::PortId>(p));
        }
      }
      take_better(std::move(line), best);
    }
  }
}

/// Routes of a setting that was found in another way than by the router.
MeshResult traced_result(const MeshGraph& graph, const std::vector<MeshPair>& pairs,
                         const std::vector<CellState>& states) {
  MeshResult result;
  result.verdict = MeshVerdict::routed;
  result.states = states;
  for (const MeshPair& pair : pairs) {
    result.routes.push_back(route_from(graph, pair.a, states));
    result.value += static_cast<std::int64_t>(result.routes.back().cells());
  }
  result.lower_bound = 0;
  result.closed_loops = trace_routes(graph, states).loops.size();
  return result;
}

void check_ports(const MeshGraph& graph, const std::vector<base::PortId>& ports) {
  if (std::set<base::PortId>(ports.begin(), ports.end()).size() != ports.size()) {
    throw std::invalid_argument("a port is given twice");
  }
  for (const base::PortId port : ports) {
    if (base::index(port) >= graph.ports()) {
      throw std::invalid_argument("port " + std::to_string(base::index(port)) +
                                  " is not there; the mesh has " + std::to_string(graph.ports()));
    }
  }
}

/// Which pairs some setting joins.
void sort_pairs(const MeshRouter& router, const std::vector<base::PortId>& ports,
                const MeshRequest& request, AllToAllCover& cover) {
  MeshRequest one = request;
  one.effort = first_found();
  for (std::size_t i = 0; i < ports.size(); ++i) {
    for (std::size_t j = i + 1; j < ports.size(); ++j) {
      one.pairs = {{ports[i], ports[j]}};
      const MeshVerdict verdict = router.route(one).verdict;
      std::vector<MeshPair>& kind = verdict == MeshVerdict::routed       ? cover.joined
                                    : verdict == MeshVerdict::infeasible ? cover.never
                                                                         : cover.undecided;
      kind.push_back(one.pairs.front());
    }
  }
}

/// Each pair in the setting where its way has the fewest cells.
std::vector<std::vector<MeshPair>> shared_out(const MeshGraph& graph, const MeshTask& task,
                                              const std::vector<MeshPair>& pairs,
                                              const std::vector<std::vector<CellState>>& settings) {
  constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> shortest(pairs.size(), kNever);
  std::vector<std::size_t> setting_of(pairs.size());
  for (std::size_t i = 0; i < settings.size(); ++i) {
    const std::vector<CellState>& states = settings[i];
    const MeshTrace trace = trace_routes(graph, states);
    for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
      if (!trace.joins(pairs[pair].a, pairs[pair].b) ||
          trace.cells[base::index(pairs[pair].a)] >= shortest[pair]) {
        continue;
      }
      const MeshRoute route = route_from(graph, pairs[pair].a, states);
      const bool blocked =
          std::any_of(route.hops.begin(), route.hops.end(), [&](const PathHop& hop) {
            return task.rule(base::index(hop.cell)) == CellRule::blocked;
          });
      if (!blocked) {
        shortest[pair] = route.cells();
        setting_of[pair] = i;
      }
    }
  }
  std::vector<std::vector<MeshPair>> circuits(settings.size());
  for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
    if (shortest[pair] == kNever) {
      throw std::logic_error("settings that were found do not join all pairs");
    }
    circuits[setting_of[pair]].push_back(pairs[pair]);
  }
  return circuits;
}

/// A setting more at a time, and where that joins nothing new one that joins the first pair that is
/// missing, so that there is an end.
std::vector<std::vector<CellState>> filled(const MeshRouter& router, const MeshTask& task,
                                           const std::vector<MeshPair>& pairs,
                                           const MeshRequest& request, std::uint64_t seed) {
  const std::size_t moves = 100 * router.graph().cells();
  SettingCover settings(task, pairs, seed);
  while (settings.missing() > 0) {
    const std::size_t before = settings.missing();
    settings.add_random(moves);
    if (settings.missing() == before) {
      MeshRequest one = request;
      one.effort = first_found();
      one.pairs = {pairs[*settings.first_missing()]};
      settings.add(router.route(one).states);
    }
  }
  return settings.all_states();
}

/// So many settings from random ones; empty if some pair is missing at the end.
std::vector<std::vector<CellState>> annealed(const MeshTask& task,
                                             const std::vector<MeshPair>& pairs, std::size_t count,
                                             std::size_t moves, std::uint64_t seed) {
  SettingCover settings(task, pairs, seed);
  for (std::size_t i = 0; i < count; ++i) {
    settings.add_random(0);
  }
  return settings.anneal(moves) ? settings.all_states() : std::vector<std::vector<CellState>>();
}

/// Halves the way down to the bound as long as that goes, then goes on one at a time.
std::vector<std::vector<CellState>> few_settings(const MeshRouter& router, const MeshTask& task,
                                                 const MeshRequest& request,
                                                 const AllToAllCover& cover,
                                                 const AllToAllEffort& effort) {
  std::vector<std::vector<CellState>> best =
      filled(router, task, cover.joined, request, effort.seed);
  std::size_t too_few = cover.bound.settings - std::min<std::size_t>(cover.bound.settings, 1);
  std::uint64_t seed = effort.seed;
  for (std::size_t failed = 0; failed < effort.attempts && best.size() > cover.bound.settings;) {
    if (too_few + 1 >= best.size()) {
      too_few = best.size() - 2;
    }
    const std::size_t count = (too_few + best.size()) / 2;
    std::vector<std::vector<CellState>> fewer =
        annealed(task, cover.joined, count, effort.moves, seed++);
    if (!fewer.empty()) {
      best = std::move(fewer);
    } else {
      failed += count + 1 == best.size() ? 1U : 0U;
      too_few = count;
    }
  }
  return best;
}

}  // namespace

AllToAllBound all_to_all_bound(const MeshTask& task, const CutBounds& cuts,
                               const std::vector<MeshPair>& pairs, std::size_t searches) {
  AllToAllBound best;
  std::vector<std::vector<std::uint32_t>> partners(task.graph().ports());
  for (const MeshPair& pair : pairs) {
    const auto a = static_cast<std::uint32_t>(base::index(pair.a));
    const auto b = static_cast<std::uint32_t>(base::index(pair.b));
    partners.at(a).push_back(b);
    partners.at(b).push_back(a);
  }
  std::size_t ends = 0;
  for (std::size_t port = 0; port < partners.size(); ++port) {
    ends += partners[port].empty() ? 0U : 1U;
    AllToAllBound one;
    one.by = AllToAllBound::By::partners;
    one.pairs = partners[port].size();
    one.most = 1;
    one.ports = {static_cast<base::PortId>(port)};
    take_better(std::move(one), best);
  }
  AllToAllBound all;
  all.by = AllToAllBound::By::pairs;
  all.pairs = pairs.size();
  all.most = ends / 2;
  take_better(std::move(all), best);
  if (cuts.valid()) {
    bound_by_lines(cuts, partners, best);
  }
  const LengthBound lengths = length_bound(task, pairs, searches);
  if (lengths.settings() > best.settings) {
    best = {AllToAllBound::By::lengths, lengths.settings(), lengths.needed, lengths.there, {}};
  }
  return best;
}

AllToAllCover all_to_all_cover(const MeshRouter& router, const std::vector<base::PortId>& ports,
                               MeshRequest request, const AllToAllEffort& effort) {
  const MeshGraph& graph = router.graph();
  check_ports(graph, ports);
  AllToAllCover cover;
  request.pairs.clear();
  sort_pairs(router, ports, request, cover);
  const MeshRequest nothing_wanted = request;
  const MeshTask task(graph, nothing_wanted);
  cover.bound = all_to_all_bound(task, router.cuts(), cover.joined, effort.searches);
  const std::vector<std::vector<CellState>> settings =
      few_settings(router, task, request, cover, effort);
  cover.circuits = shared_out(graph, task, cover.joined, settings);
  for (std::size_t i = 0; i < cover.circuits.size(); ++i) {
    request.pairs = cover.circuits[i];
    MeshResult result = router.route(request);
    if (result.verdict != MeshVerdict::routed) {
      result = traced_result(graph, request.pairs, settings[i]);
    }
    cover.results.push_back(std::move(result));
  }
  return cover;
}

}  // namespace heliograph::photonics
