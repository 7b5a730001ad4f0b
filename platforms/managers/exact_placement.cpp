// SPDX-License-Identifier: Apache-2.0
// Algorithm 1 as an integer program. Where it says r >= x + x - 1 for a link, here each link's
// routes sum up to the slots' places, which cuts off the fractions that its form lets through.

#include <algorithm>

#include "base/ids.hpp"
#include "platforms/managers/placement.hpp"

#ifdef HELIOGRAPH_CBC
#include <coin/Cbc_C_Interface.h>
#endif

namespace heliograph::platforms {

#ifdef HELIOGRAPH_CBC

namespace {

/// A column of the program: a route of one link between two servers, in the link's direction.
struct RouteColumn {
  std::size_t link = 0;
  std::size_t from = 0;  ///< in problem.servers
  std::size_t to = 0;
  const ServerRoute* route = nullptr;
};

class PlacementProgram {
 public:
  /// For peaks of `least` to `most`.
  PlacementProgram(const PlacementProblem& problem, CandidateRoutes& candidates, int least,
                   int most)
      : problem_(problem),
        least_(least),
        most_(most),
        servers_(problem.servers.size()),
        model_(Cbc_newModel()),
        places_(static_cast<int>(problem.slots * servers_)) {
    Cbc_setLogLevel(model_, 0);
    for (std::size_t link = 0; link < problem.links.size(); ++link) {
      for (std::size_t from = 0; from < servers_; ++from) {
        for (std::size_t to = 0; to < servers_; ++to) {
          if (from != to) {
            for (const ServerRoute& route :
                 candidates.between(problem.servers[from], problem.servers[to])) {
              if (has_room(route)) {
                routes_.push_back({link, from, to, &route});
              }
            }
          }
        }
      }
    }
  }
  ~PlacementProgram() { Cbc_deleteModel(model_); }
  PlacementProgram(const PlacementProgram&) = delete;
  PlacementProgram& operator=(const PlacementProgram&) = delete;

  ExactPlacement solve(int most_nodes) {
    for (int place = 0; place < places_; ++place) {
      Cbc_addCol(model_, "", 0, 1, 0, 1, 0, nullptr, nullptr);
    }
    for (std::size_t route = 0; route < routes_.size(); ++route) {
      Cbc_addCol(model_, "", 0, 1, 0, 1, 0, nullptr, nullptr);
    }
    peak_ = places_ + static_cast<int>(routes_.size());
    Cbc_addCol(model_, "", least_, most_, 1, 1, 0, nullptr, nullptr);
    place_rows();
    route_rows();
    load_rows();
    Cbc_setMaximumNodes(model_, most_nodes);
    Cbc_solve(model_);
    ExactPlacement found;
    if (Cbc_isProvenInfeasible(model_) != 0) {
      found.proven = true;
      return found;
    }
    if (Cbc_numberSavedSolutions(model_) > 0 || Cbc_isProvenOptimal(model_) != 0) {
      found.placement = read(Cbc_getColSolution(model_));
      found.proven = Cbc_isProvenOptimal(model_) != 0;
    }
    return found;
  }

 private:
  [[nodiscard]] int place(std::size_t slot, std::size_t server) const {
    return static_cast<int>(slot * servers_ + server);
  }

  /// One more link fits on every trunk of it below the highest peak of interest.
  [[nodiscard]] bool has_room(const ServerRoute& route) const {
    return std::all_of(route.begin(), route.end(), [&](TrunkId trunk) {
      return problem_.load[base::index(trunk)] + problem_.fibres_per_link <= most_;
    });
  }

  /// Each server has at most one slot, each slot exactly one server.
  void place_rows() {
    for (std::size_t server = 0; server < servers_; ++server) {
      start_row();
      for (std::size_t slot = 0; slot < problem_.slots; ++slot) {
        term(place(slot, server), 1);
      }
      end_row('L', 1);
    }
    for (std::size_t slot = 0; slot < problem_.slots; ++slot) {
      start_row();
      for (std::size_t server = 0; server < servers_; ++server) {
        term(place(slot, server), 1);
      }
      end_row('E', 1);
    }
  }

  /// The routes of a link start where its lower slot is and end where its upper one is.
  void route_rows() {
    for (std::size_t link = 0; link < problem_.links.size(); ++link) {
      for (std::size_t server = 0; server < servers_; ++server) {
        for (const bool lower : {true, false}) {
          start_row();
          for (std::size_t at = 0; at < routes_.size(); ++at) {
            const RouteColumn& route = routes_[at];
            if (route.link == link && (lower ? route.from : route.to) == server) {
              term(places_ + static_cast<int>(at), 1);
            }
          }
          const auto& [first, second] = problem_.links[link];
          term(place(lower ? first : second, server), -1);
          end_row('E', 0);
        }
      }
    }
  }

  /// z >= load and what passes, of every trunk.
  void load_rows() {
    for (std::size_t trunk = 0; trunk < problem_.load.size(); ++trunk) {
      start_row();
      for (std::size_t at = 0; at < routes_.size(); ++at) {
        for (const TrunkId passed : *routes_[at].route) {
          if (base::index(passed) == trunk) {
            term(places_ + static_cast<int>(at), problem_.fibres_per_link);
          }
        }
      }
      term(peak_, -1);
      end_row('L', -problem_.load[trunk]);
    }
  }

  void start_row() {
    columns_.clear();
    values_.clear();
  }
  void term(int column, double value) {
    columns_.push_back(column);
    values_.push_back(value);
  }
  void end_row(char sense, double right) {
    Cbc_addRow(model_, "", static_cast<int>(columns_.size()), columns_.data(), values_.data(),
               sense, right);
  }

  [[nodiscard]] Placement read(const double* solution) const {
    Placement placement;
    placement.server_of.resize(problem_.slots);
    placement.route_of.resize(problem_.links.size());
    for (std::size_t slot = 0; slot < problem_.slots; ++slot) {
      for (std::size_t server = 0; server < servers_; ++server) {
        if (solution[place(slot, server)] > 0.5) {
          placement.server_of[slot] = problem_.servers[server];
        }
      }
    }
    for (std::size_t at = 0; at < routes_.size(); ++at) {
      if (solution[static_cast<std::size_t>(places_) + at] > 0.5) {
        const RouteColumn& chosen = routes_[at];
        ServerRoute& route = placement.route_of[chosen.link];
        route = *chosen.route;
        if (chosen.to < chosen.from) {
          std::reverse(route.begin(), route.end());  // candidates lead from lower to higher
        }
      }
    }
    rate(problem_, placement);
    return placement;
  }

  const PlacementProblem& problem_;
  int least_;
  int most_;
  std::size_t servers_;
  Cbc_Model* model_;
  int places_;
  int peak_ = 0;
  std::vector<RouteColumn> routes_;
  std::vector<int> columns_;
  std::vector<double> values_;
};

}  // namespace

bool has_exact_placement() { return true; }

ExactPlacement exact_placement(const PlacementProblem& problem, CandidateRoutes& candidates,
                               int peak, int most_nodes) {
  const int least = least_peak(problem);
  if (problem.servers.size() < problem.slots || least >= peak) {
    return {std::nullopt, true};
  }
  return PlacementProgram(problem, candidates, least, peak - 1).solve(most_nodes);
}

#else

bool has_exact_placement() { return false; }

ExactPlacement exact_placement(const PlacementProblem& /*problem*/, CandidateRoutes& /*candidates*/,
                               int /*peak*/, int /*most_nodes*/) {
  return {};
}

#endif

}  // namespace heliograph::platforms
