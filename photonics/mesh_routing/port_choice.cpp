// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/port_choice.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>

#include "base/random.hpp"
#include "photonics/mesh_routing/round_robin.hpp"

namespace heliograph::photonics {

namespace {

/// A perfect matching: the first port left gets the one of the others that `pick` says, of how
/// many.
template <class Pick>
std::vector<MeshPair> matching_of(std::vector<base::PortId> ports, Pick&& pick) {
  std::vector<MeshPair> pairs;
  while (!ports.empty()) {
    const std::size_t choice = 1 + pick(ports.size() - 1);
    pairs.push_back({ports.front(), ports[choice]});
    ports.erase(ports.begin() + static_cast<std::ptrdiff_t>(choice));
    ports.erase(ports.begin());
  }
  return pairs;
}

/// Sets of ports that are tried: near to evenly spread, and with no forbidden set in them.
class PortSets {
 public:
  PortSets(const MeshRouter& router, std::size_t count, std::vector<base::PortId> usable,
           std::uint64_t seed)
      : router_(router), count_(count), usable_(std::move(usable)), random_(seed, "port choice") {
    place_.resize(router.graph().ports());
    for (std::size_t i = 0; i < usable_.size(); ++i) {
      place_[base::index(usable_[i])] = i;
    }
  }

  void forbid(const std::vector<MeshPair>& core) {
    std::vector<std::size_t> places;
    for (const MeshPair& pair : core) {
      for (const base::PortId port : {pair.a, pair.b}) {
        places.push_back(place_[base::index(port)]);
      }
    }
    forbidden_.push_back(std::move(places));
  }

  /// Ascending; empty when none was found.
  std::vector<base::PortId> next() {
    constexpr int kBeginnings = 200;
    constexpr int kSteps = 400;
    for (int i = 0; i < kBeginnings; ++i) {
      begin();
      for (int step = 0; step < kSteps; ++step) {
        const std::vector<std::size_t>* bad = violated();
        if (bad != nullptr) {
          exchange((*bad)[below(bad->size())]);
        } else if (!lines_allow(router_.cuts(), ports())) {
          std::size_t place = below(usable_.size());
          while (!in_[place]) {
            place = (place + 1) % usable_.size();
          }
          exchange(place);
        } else {
          return ports();
        }
      }
    }
    return {};
  }

 private:
  std::size_t below(std::size_t n) {
    return static_cast<std::size_t>(random_.uniform() * static_cast<double>(n));
  }
  void begin() {
    in_.assign(usable_.size(), false);
    const std::size_t shift = begun_ == 0 ? 0 : below(usable_.size());
    for (std::size_t i = 0; i < count_; ++i) {
      in_[(i * usable_.size() / count_ + shift) % usable_.size()] = true;
    }
    ++begun_;
  }
  [[nodiscard]] const std::vector<std::size_t>* violated() const {
    for (const std::vector<std::size_t>& places : forbidden_) {
      if (std::all_of(places.begin(), places.end(), [&](std::size_t p) { return in_[p]; })) {
        return &places;
      }
    }
    return nullptr;
  }
  /// Takes a port out and one that is not far from it in.
  void exchange(std::size_t place) {
    constexpr std::size_t kNear = 4;
    const std::size_t n = usable_.size();
    in_[place] = false;
    for (int i = 0; i < 50; ++i) {
      const std::size_t reach = i < 40 ? kNear : n;
      const std::size_t other = (place + n - std::min(reach, n) + below(2 * reach + 1)) % n;
      if (!in_[other] && other != place) {
        in_[other] = true;
        return;
      }
    }
    in_[place] = true;
  }
  [[nodiscard]] std::vector<base::PortId> ports() const {
    std::vector<base::PortId> ports;
    for (std::size_t i = 0; i < in_.size(); ++i) {
      if (in_[i]) {
        ports.push_back(usable_[i]);
      }
    }
    return ports;
  }

  const MeshRouter& router_;
  std::size_t count_;
  std::vector<base::PortId> usable_;
  base::RandomStream random_;
  std::vector<std::size_t> place_;  // by port
  std::vector<bool> in_;            // by place
  std::vector<std::vector<std::size_t>> forbidden_;
  std::size_t begun_ = 0;
};

}  // namespace

std::size_t perfect_matchings(std::size_t count) {
  std::size_t product = 1;
  for (std::size_t factor = count; factor > 1; factor -= 2) {
    if (product > std::numeric_limits<std::size_t>::max() / (factor - 1)) {
      return std::numeric_limits<std::size_t>::max();
    }
    product *= factor - 1;
  }
  return product;
}

bool lines_allow(const CutBounds& cuts, const std::vector<base::PortId>& ports) {
  if (!cuts.valid()) {
    return true;
  }
  const std::size_t n = cuts.boundary().size();
  std::vector<bool> in(n);
  for (const base::PortId port : ports) {
    in.at(base::index(port)) = true;
  }
  for (std::size_t first = 0; first < n; ++first) {
    std::size_t inside = 0;
    for (std::size_t last = first + 1; last < n; ++last) {
      inside += in[cuts.boundary()[last - 1]] ? 1U : 0U;
      if (std::min(inside, ports.size() - inside) > cuts.capacity(first, last)) {
        return false;
      }
    }
  }
  return true;
}

PortChoice choose_ports(const MeshRouter& router, std::size_t count,
                        const std::vector<bool>& usable, MeshRequest request,
                        const PortChoiceEffort& effort) {
  if (count % 2 != 0) {
    throw std::invalid_argument("found " + std::to_string(count) +
                                " ports; perfect matchings are of an even number");
  }
  const std::size_t there =
      usable.empty() ? router.graph().ports()
                     : static_cast<std::size_t>(std::count(usable.begin(), usable.end(), true));
  std::vector<base::PortId> all = spread_ports(router, std::max(there, count), usable);
  PortChoice choice;
  PortSets sets(router, count, all, effort.seed);
  base::RandomStream random(effort.seed, "matchings");
  const std::size_t matchings = perfect_matchings(count);
  const bool enumerate = matchings <= effort.matchings;
  const std::size_t looks = enumerate ? matchings : effort.sampled;
  while (choice.sets < effort.sets) {
    const std::vector<base::PortId> ports = sets.next();
    if (ports.empty()) {
      return choice;
    }
    ++choice.sets;
    choice.ports = ports;
    choice.matchings = 0;
    bool failed = false;
    // From all over the list, so that what cannot be routed is met soon.
    const std::size_t stride = 7919;
    for (std::size_t i = 0; i < looks && !failed; ++i) {
      std::size_t number = looks % stride == 0 ? i : i * stride % looks;
      request.pairs = matching_of(ports, [&](std::size_t choices) {
        if (!enumerate) {
          return static_cast<std::size_t>(random.uniform() * static_cast<double>(choices));
        }
        const std::size_t pick = number % choices;
        number /= choices;
        return pick;
      });
      const MeshResult result = router.route(request);
      if (result.verdict == MeshVerdict::routed) {
        ++choice.matchings;
        continue;
      }
      failed = true;
      sets.forbid(result.verdict == MeshVerdict::infeasible ? result.core : request.pairs);
    }
    if (!failed) {
      choice.verdict =
          enumerate ? PortChoice::Verdict::all_route : PortChoice::Verdict::sampled_route;
      return choice;
    }
  }
  return choice;
}

}  // namespace heliograph::photonics
