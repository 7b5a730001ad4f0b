// SPDX-License-Identifier: Apache-2.0
#include "platforms/managers/placement.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "base/ids.hpp"
#include "base/random.hpp"

namespace heliograph::platforms {

namespace {

/// What a placement is judged by: its peak, then how much there is above the least one, over all
/// trunks (so that a search sees that one of several peaks went), then its hops.
using Rating = std::tuple<int, int, int>;

Rating rating_of(const PlacementProblem& problem, const Placement& placement, int least) {
  std::vector<int> load = problem.load;
  int excess = 0;
  for (const ServerRoute& route : placement.route_of) {
    for (const TrunkId trunk : route) {
      int& now = load[base::index(trunk)];
      now += problem.fibres_per_link;
      excess += std::min(problem.fibres_per_link, std::max(0, now - least));
    }
  }
  return {placement.peak, excess, placement.hops};
}

int busiest(const ServerRoute& route, const std::vector<int>& load) {
  int most = 0;
  for (const TrunkId trunk : route) {
    most = std::max(most, load[base::index(trunk)]);
  }
  return most;
}

/// Routes all links of slots that have servers: one after the other, then each once more with the
/// others in place.
class LinkRouter {
 public:
  LinkRouter(const PlacementProblem& problem, CandidateRoutes& candidates)
      : problem_(problem), candidates_(candidates) {}

  void route(Placement& placement) {
    std::vector<int> load = problem_.load;
    placement.route_of.assign(problem_.links.size(), {});
    for (int turn = 0; turn < 2; ++turn) {
      for (std::size_t link = 0; link < problem_.links.size(); ++link) {
        const auto [lower, upper] = problem_.links[link];
        for (const TrunkId trunk : placement.route_of[link]) {
          load[base::index(trunk)] -= problem_.fibres_per_link;
        }
        placement.route_of[link] = route_link(problem_, candidates_, placement.server_of[lower],
                                              placement.server_of[upper], load);
      }
    }
    rate(problem_, placement);
  }

 private:
  const PlacementProblem& problem_;
  CandidateRoutes& candidates_;
};

/// Slots in an order in which each but the first of a part is joined to an earlier one.
std::vector<std::size_t> slot_order(const PlacementProblem& problem) {
  std::vector<std::size_t> order;
  std::vector<bool> seen(problem.slots, false);
  order.reserve(problem.slots);
  for (std::size_t start = 0; start < problem.slots; ++start) {
    if (seen[start]) {
      continue;
    }
    seen[start] = true;
    order.push_back(start);
    for (std::size_t next = order.size() - 1; next < order.size(); ++next) {
      for (const auto& [lower, upper] : problem.links) {
        for (const auto& [one, other] : {std::pair{lower, upper}, std::pair{upper, lower}}) {
          if (one == order[next] && !seen[other]) {
            seen[other] = true;
            order.push_back(other);
          }
        }
      }
    }
  }
  return order;
}

/// Slot by slot on the server that is nearest to those it is joined to.
std::vector<ServerId> place_near(const PlacementProblem& problem, const TorusRack& rack,
                                 const std::vector<std::size_t>& order, std::size_t first) {
  std::vector<ServerId> server_of(problem.slots);
  std::vector<bool> placed(problem.slots, false);
  std::vector<bool> taken(problem.servers.size(), false);
  for (const std::size_t slot : order) {
    std::size_t best = problem.servers.size();
    std::size_t best_far = 0;
    for (std::size_t at = 0; at < problem.servers.size(); ++at) {
      if (taken[at] || (slot == order.front() && at != first)) {
        continue;
      }
      std::size_t far = 0;
      for (const auto& [lower, upper] : problem.links) {
        if ((lower == slot && placed[upper]) || (upper == slot && placed[lower])) {
          far += rack.distance(problem.servers[at], server_of[lower == slot ? upper : lower]);
        }
      }
      if (best == problem.servers.size() || far < best_far) {
        best = at;
        best_far = far;
      }
    }
    taken[best] = true;
    placed[slot] = true;
    server_of[slot] = problem.servers[best];
  }
  return server_of;
}

/// Puts a slot on a server; whoever is there changes places with it.
void put(std::vector<ServerId>& server_of, std::size_t slot, ServerId server) {
  const ServerId before = server_of[slot];
  std::replace(server_of.begin(), server_of.end(), server, before);
  server_of[slot] = server;
}

/// Swaps two slots, or moves one to a server that has none, while that helps.
class SlotMover {
 public:
  SlotMover(const PlacementProblem& problem, LinkRouter& router, int least)
      : problem_(problem), router_(router), least_(least) {}

  [[nodiscard]] int least() const { return least_; }
  void route(Placement& placement) { router_.route(placement); }

  Rating improve(Placement& best) {
    // One hop a link at the least possible peak: nothing can be better.
    const auto is_best = [&] {
      return best.peak == least_ && best.hops == static_cast<int>(problem_.links.size());
    };
    rating_ = rating_of(problem_, best, least_);
    for (bool moved = true; moved && tries_ < kMostTries && !is_best();) {
      moved = false;
      for (std::size_t slot = 0; slot < problem_.slots; ++slot) {
        for (const ServerId server : problem_.servers) {
          if (server != best.server_of[slot] && tries_++ < kMostTries) {
            moved = try_move(best, slot, server) || moved;
          }
        }
      }
    }
    return rating_;
  }

 private:
  /// Bounds a decision, of all starts together, to some tenths of a second.
  static constexpr int kMostTries = 20000;

  bool try_move(Placement& best, std::size_t slot, ServerId server) {
    Placement changed;
    changed.server_of = best.server_of;
    put(changed.server_of, slot, server);
    router_.route(changed);
    const Rating rating = rating_of(problem_, changed, least_);
    if (rating < rating_) {
      rating_ = rating;
      best = std::move(changed);
      return true;
    }
    return false;
  }

  const PlacementProblem& problem_;
  LinkRouter& router_;
  int least_;
  int tries_ = 0;
  Rating rating_;
};

/// While the peak is above the least: throws three slots about and improves again, so many times.
void shake(const PlacementProblem& problem, SlotMover& mover, Rating rating, Placement& best) {
  constexpr int kTurns = 30;
  base::RandomStream random(base::kDefaultSeed, "placement");
  const auto draw = [&](std::size_t below) {
    return static_cast<std::size_t>(random.uniform() * static_cast<double>(below));
  };
  for (int turn = 0; turn < kTurns && best.peak > mover.least(); ++turn) {
    Placement changed;
    changed.server_of = best.server_of;
    for (int thrown = 0; thrown < 3; ++thrown) {
      put(changed.server_of, draw(problem.slots), problem.servers[draw(problem.servers.size())]);
    }
    mover.route(changed);
    const Rating now = mover.improve(changed);
    if (now <= rating) {  // as good will do: it leads elsewhere
      rating = now;
      best = std::move(changed);
    }
  }
}

bool all_joined(const PlacementProblem& problem, const TorusRack& rack) {
  return std::all_of(problem.servers.begin(), problem.servers.end(), [&](ServerId server) {
    return rack.distance(problem.servers.front(), server) < rack.servers();
  });
}

}  // namespace

const std::vector<ServerRoute>& CandidateRoutes::between(ServerId one, ServerId other) {
  const auto [low, high] = std::minmax({one, other});
  const auto [place, is_new] = kept_routes_.try_emplace({low, high});
  if (is_new) {
    std::vector<ServerRoute> routes = table_->between(low, high);
    std::stable_sort(routes.begin(), routes.end(), [&](const auto& a, const auto& b) {
      return std::pair(busiest(a, *load_), a.size()) < std::pair(busiest(b, *load_), b.size());
    });
    routes.resize(std::min(routes.size(), kept_));
    place->second = std::move(routes);
  }
  return place->second;
}

int least_peak(const PlacementProblem& problem) {
  int peak = 0;
  for (const int load : problem.load) {
    peak = std::max(peak, load);
  }
  const auto room = [&](int most) {
    std::size_t links = 0;
    for (const int load : problem.load) {
      links += static_cast<std::size_t>((most - load) / problem.fibres_per_link);
    }
    return links;
  };
  while (!problem.load.empty() && room(peak) < problem.links.size()) {
    ++peak;
  }
  return peak;
}

void rate(const PlacementProblem& problem, Placement& placement) {
  std::vector<int> load = problem.load;
  placement.hops = 0;
  for (const ServerRoute& route : placement.route_of) {
    placement.hops += static_cast<int>(route.size());
    for (const TrunkId trunk : route) {
      load[base::index(trunk)] += problem.fibres_per_link;
    }
  }
  placement.peak = load.empty() ? 0 : *std::max_element(load.begin(), load.end());
}

ServerRoute route_link(const PlacementProblem& problem, CandidateRoutes& candidates, ServerId from,
                       ServerId to, std::vector<int>& load) {
  const std::vector<ServerRoute>& routes = candidates.between(from, to);
  const ServerRoute* best = nullptr;
  const int peak = *std::max_element(load.begin(), load.end());
  std::tuple<int, std::ptrdiff_t, std::size_t, int> best_cost;
  for (const ServerRoute& route : routes) {
    const int sum = std::accumulate(route.begin(), route.end(), 0, [&](int so_far, TrunkId trunk) {
      return so_far + load[base::index(trunk)];
    });
    const auto raised = std::count_if(route.begin(), route.end(), [&](TrunkId trunk) {
      return load[base::index(trunk)] + problem.fibres_per_link > peak;
    });
    const std::tuple<int, std::ptrdiff_t, std::size_t, int> cost{busiest(route, load), raised,
                                                                 route.size(), sum};
    if (best == nullptr || cost < best_cost) {
      best = &route;
      best_cost = cost;
    }
  }
  for (const TrunkId trunk : *best) {
    load[base::index(trunk)] += problem.fibres_per_link;
  }
  ServerRoute route = *best;
  if (to < from) {
    std::reverse(route.begin(), route.end());
  }
  return route;
}

std::optional<Placement> search_placement(const PlacementProblem& problem, const TorusRack& rack,
                                          CandidateRoutes& candidates) {
  if (problem.servers.size() < problem.slots || problem.slots == 0 || !all_joined(problem, rack)) {
    return std::nullopt;
  }
  constexpr std::size_t kFewStarts = 3;  // local optima differ; at the least peak more find little
  const int least = least_peak(problem);
  LinkRouter router(problem, candidates);
  const std::vector<std::size_t> order = slot_order(problem);
  std::vector<std::pair<Rating, Placement>> starts(problem.servers.size());
  for (std::size_t first = 0; first < starts.size(); ++first) {
    auto& [rating, placement] = starts[first];
    placement.server_of = place_near(problem, rack, order, first);
    router.route(placement);
    rating = rating_of(problem, placement, least);
  }
  const auto is_less = [](const auto& one, const auto& other) { return one.first < other.first; };
  std::stable_sort(starts.begin(), starts.end(), is_less);
  SlotMover mover(problem, router, least);
  std::size_t best = 0;
  for (std::size_t at = 0; at < starts.size(); ++at) {
    if (at >= kFewStarts && starts[best].second.peak == least) {
      break;
    }
    starts[at].first = mover.improve(starts[at].second);
    best = starts[at].first < starts[best].first ? at : best;
  }
  Placement& found = starts[best].second;
  shake(problem, mover, starts[best].first, found);
  return std::move(found);
}

}  // namespace heliograph::platforms
