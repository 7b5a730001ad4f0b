// SPDX-License-Identifier: Apache-2.0
#include "photonics/mesh_routing/switch_ports.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace heliograph::photonics {

namespace {

constexpr std::size_t kMostOfASwitch = 6;

using Places = std::vector<std::size_t>;  // positions in a list of ports, ascending

/// Every choice of `count` of the first `size` numbers.
std::vector<Places> choices_of(std::size_t size, std::size_t count) {
  std::vector<Places> all;
  Places one(count);
  std::iota(one.begin(), one.end(), std::size_t{0});
  for (;;) {
    all.push_back(one);
    std::size_t i = count;
    while (i > 0 && one[i - 1] == size - count + i - 1) {
      --i;
    }
    if (i == 0) {
      return all;
    }
    ++one[i - 1];
    for (; i < count; ++i) {
      one[i] = one[i - 1] + 1;
    }
  }
}

/// A choice and what no routing of it can be below: longest route, cells of all permutations.
struct Candidate {
  std::size_t longest = 0;
  std::size_t cells = 0;
  std::size_t inputs = 0;  // numbers of choices
  std::size_t outputs = 0;

  [[nodiscard]] auto key() const { return std::tie(longest, cells, inputs, outputs); }
};

class SwitchPortSearcher {
 public:
  SwitchPortSearcher(const MeshRouter& router, std::size_t count,
                     const std::vector<base::PortId>& inputs,
                     const std::vector<base::PortId>& outputs, MeshRequest request)
      : router_(router),
        count_(count),
        inputs_(inputs),
        outputs_(outputs),
        request_(std::move(request)),
        of_inputs_(choices_of(inputs.size(), count)),
        of_outputs_(choices_of(outputs.size(), count)) {
    request_.objective = MeshObjective::shortest_longest;
    measure_walks();
  }

  SwitchPortSearch search() {
    SwitchPortSearch result;
    result.choices = of_inputs_.size() * of_outputs_.size();
    for (const Candidate& candidate : candidates()) {
      if (result.choice && std::tie(candidate.longest, candidate.cells) >=
                               std::tie(result.choice->longest, result.choice->cells)) {
        break;
      }
      ++result.routed;
      const std::optional<SwitchPortChoice> routed = routed_choice(candidate);
      if (routed &&
          (!result.choice || std::tie(routed->longest, routed->cells) <
                                 std::tie(result.choice->longest, result.choice->cells))) {
        result.choice = routed;
      }
    }
    return result;
  }

 private:
  /// Cells of the shortest walk from each input to each output; 0 where nothing joins them.
  void measure_walks() {
    walks_.assign(inputs_.size() * outputs_.size(), 0);
    MeshRequest request = request_;
    request.objective = MeshObjective::fewest_pucs;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      for (std::size_t o = 0; o < outputs_.size(); ++o) {
        request.pairs = {{inputs_[i], outputs_[o]}};
        const MeshResult result = router_.route(request);
        if (result.verdict == MeshVerdict::routed) {
          walks_[i * outputs_.size() + o] = result.routes.front().cells();
        }
      }
    }
  }

  /// Those all of whose pairs can be joined, the most promising first.
  [[nodiscard]] std::vector<Candidate> candidates() const {
    // Each pair is in so many permutations.
    std::size_t others = 1;
    for (std::size_t i = 2; i < count_; ++i) {
      others *= i;
    }
    std::vector<Candidate> all;
    for (std::size_t i = 0; i < of_inputs_.size(); ++i) {
      for (std::size_t o = 0; o < of_outputs_.size(); ++o) {
        Candidate candidate{0, 0, i, o};
        bool joined = true;
        for (const std::size_t input : of_inputs_[i]) {
          for (const std::size_t output : of_outputs_[o]) {
            const std::size_t walk = walks_[input * outputs_.size() + output];
            joined = joined && walk > 0;
            candidate.longest = std::max(candidate.longest, walk);
            candidate.cells += walk * others;
          }
        }
        if (joined) {
          all.push_back(candidate);
        }
      }
    }
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) { return a.key() < b.key(); });
    return all;
  }

  [[nodiscard]] std::optional<SwitchPortChoice> routed_choice(const Candidate& candidate) {
    SwitchPortChoice choice;
    for (std::size_t i = 0; i < count_; ++i) {
      choice.ports.tx.push_back(inputs_[of_inputs_[candidate.inputs][i]]);
      choice.ports.rx.push_back(outputs_[of_outputs_[candidate.outputs][i]]);
    }
    // Whether all route is known sooner than how well.
    const MeshEffort effort = request_.effort;
    request_.effort = first_found();
    const bool all_route = route_all(choice);
    request_.effort = effort;
    choice.longest = 0;
    choice.cells = 0;
    return all_route && route_all(choice) ? std::optional<SwitchPortChoice>(choice) : std::nullopt;
  }

  bool route_all(SwitchPortChoice& choice) {
    std::vector<base::PortId> outputs = choice.ports.rx;
    do {
      request_.pairs.clear();
      for (std::size_t i = 0; i < count_; ++i) {
        request_.pairs.push_back({choice.ports.tx[i], outputs[i]});
      }
      const MeshResult result = router_.route(request_);
      if (result.verdict != MeshVerdict::routed) {
        return false;
      }
      for (const MeshRoute& route : result.routes) {
        choice.longest = std::max(choice.longest, route.cells());
        choice.cells += route.cells();
      }
    } while (std::next_permutation(outputs.begin(), outputs.end()));
    return true;
  }

  const MeshRouter& router_;
  std::size_t count_;
  const std::vector<base::PortId>& inputs_;
  const std::vector<base::PortId>& outputs_;
  MeshRequest request_;
  std::vector<Places> of_inputs_;
  std::vector<Places> of_outputs_;
  std::vector<std::size_t> walks_;  // by input and output
};

}  // namespace

SwitchPortSearch search_switch_ports(const MeshRouter& router, std::size_t count,
                                     const std::vector<base::PortId>& inputs,
                                     const std::vector<base::PortId>& outputs,
                                     MeshRequest request) {
  if (count < 1 || count > kMostOfASwitch || count > inputs.size() || count > outputs.size()) {
    throw std::invalid_argument("a switch needs 1 to 6 ports of each of its sides");
  }
  std::vector<bool> taken(router.graph().ports());
  for (const auto* side : {&inputs, &outputs}) {
    for (const base::PortId port : *side) {
      if (base::index(port) >= taken.size() || taken[base::index(port)]) {
        throw std::invalid_argument("a switch needs ports that are there, each on one side once");
      }
      taken[base::index(port)] = true;
    }
  }
  std::vector<base::PortId> first = inputs;
  std::vector<base::PortId> second = outputs;
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  return SwitchPortSearcher(router, count, first, second, std::move(request)).search();
}

}  // namespace heliograph::photonics
