// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "platforms/managers/server_routes.hpp"
#include "platforms/managers/torus_rack.hpp"

namespace heliograph::platforms {

/// Which server takes which slot of a slice, and which way light takes between them: Algorithm 1
/// of Morphlux (arXiv 2508.03674v3).
struct PlacementProblem {
  std::vector<ServerId> servers;  ///< that are free, ascending
  std::size_t slots = 0;
  std::vector<std::pair<std::size_t, std::size_t>> links;  ///< slots that are to be joined
  std::vector<int> load;                                   ///< by trunk: fibres that are in use
  int fibres_per_link = 4;                                 ///< on each trunk that a link passes
};

/// An answer. Each slot has a server of its own.
struct Placement {
  std::vector<ServerId> server_of;    ///< by slot
  std::vector<ServerRoute> route_of;  ///< by link, from the server of its first slot on
  int peak = 0;  ///< the most fibres in use on any trunk of the rack (z of Algorithm 1)
  int hops = 0;  ///< trunks passed, of all links together
};

/// The ways that a link between two servers may take: of the first `searched` shortest loopless
/// ones the `kept` with the least load (the busiest trunk counts, then the length).
class CandidateRoutes {
 public:
  /// All must outlive it.
  CandidateRoutes(RouteTable& table, const std::vector<int>& load, std::size_t kept)
      : table_(&table), load_(&load), kept_(kept) {}

  /// From the lower to the higher server.
  [[nodiscard]] const std::vector<ServerRoute>& between(ServerId one, ServerId other);

 private:
  RouteTable* table_;
  const std::vector<int>* load_;
  std::size_t kept_;
  std::map<std::pair<ServerId, ServerId>, std::vector<ServerRoute>> kept_routes_;
};

/// No placement has a lower peak: that of the load as it is, and as many links as there are pass at
/// least one trunk each.
[[nodiscard]] int least_peak(const PlacementProblem& problem);

/// Peak and hops of routes on the load as it is.
void rate(const PlacementProblem& problem, Placement& placement);

/// The candidate for one link that loads its trunks least (busiest, then length); adds its load.
/// Precondition: there is a way.
[[nodiscard]] ServerRoute route_link(const PlacementProblem& problem, CandidateRoutes& candidates,
                                     ServerId from, ServerId to, std::vector<int>& load);

/// Greedy from every free server, then improved by swapping and moving slots until nothing lowers
/// the peak, what is above the least one, or the hops; the best three of these; while the peak is
/// above the least all of them, and slots thrown about (seeded, so that it is the same each time).
/// Nothing if there are fewer servers than slots or no way between some. Not always the least peak:
/// compare with least_peak() and exact_placement().
[[nodiscard]] std::optional<Placement> search_placement(const PlacementProblem& problem,
                                                        const TorusRack& rack,
                                                        CandidateRoutes& candidates);

/// What an exact search found.
struct ExactPlacement {
  std::optional<Placement> placement;  ///< with a peak below the given one
  bool proven = false;  ///< nothing better exists: than `placement`, or than the given peak
};

/// The program was built with the solver CBC.
[[nodiscard]] bool has_exact_placement();

/// Looks for a placement with a peak below `peak`, by integer program (CBC), over the same
/// candidates. Built without it: nothing, not proven. Gives up after so many nodes of its tree.
[[nodiscard]] ExactPlacement exact_placement(const PlacementProblem& problem,
                                             CandidateRoutes& candidates, int peak, int most_nodes);

}  // namespace heliograph::platforms
