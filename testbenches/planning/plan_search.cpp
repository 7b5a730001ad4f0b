// SPDX-License-Identifier: Apache-2.0
#include "testbenches/planning/plan_search.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace heliograph::testbenches {

namespace {

/// How a topology came to be up after a position.
struct Reached {
  double us = PlanGround::kNever;
  PlanStep step;
  std::size_t before = 0;  ///< the topology that was up before the step
};
using Layer = std::map<std::size_t, Reached>;  ///< by topology

class PlanSearch {
 public:
  PlanSearch(PlanGround& ground, PlanPolicy policy, double lead_us)
      : ground_(ground), policy_(policy), lead_us_(lead_us), layers_(ground.positions() + 1) {}

  std::optional<PlanSteps> run() {
    layers_.front()[0].us = 0;
    for (std::size_t position = 0; position < ground_.positions(); ++position) {
      for (const std::size_t stage : ground_.stages_from(position)) {
        for (const std::size_t to : ground_.carriers(stage)) {
          relax(position, stage, to);
        }
      }
    }
    const Layer& last = layers_.back();
    if (last.empty()) {
      return std::nullopt;
    }
    auto best = last.begin();
    for (auto it = last.begin(); it != last.end(); ++it) {
      best = is_less(it->second.us, best->second.us) ? it : best;
    }
    PlanSteps steps;
    std::size_t topology = best->first;
    for (std::size_t position = ground_.positions(); position > 0;) {
      const Reached& reached = layers_[position].at(topology);
      steps.push_back(reached.step);
      topology = reached.before;
      position = ground_.stage(reached.step.stage).from;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

 private:
  void relax(std::size_t position, std::size_t stage, std::size_t to) {
    const Layer& layer = layers_[position];
    Reached& reached = layers_[ground_.stage(stage).to][to];
    const double time = ground_.stay_us(to, stage);
    const auto try_from = [&](std::size_t from, const Reached& before) {
      PlanStep step{stage, to, 0, 0};
      if (from != to) {
        const double change = ground_.change_us(from, to);
        step.dark_us =
            exposed(change - (position == 0 ? std::min(lead_us_, change) : 0), from, stage, to);
        step.hidden_us = change - step.dark_us;
      }
      const double us = before.us + step.dark_us + time;
      if (is_less(us, reached.us)) {
        reached = {us, step, from};
      }
    };
    if (const auto same = layer.find(to); same != layer.end()) {
      try_from(to, same->second);
    }
    for (const auto& [from, before] : layer) {
      if (from != to) {
        try_from(from, before);
      }
    }
    if (reached.us == PlanGround::kNever) {
      layers_[ground_.stage(stage).to].erase(to);
    }
  }

  /// How much later than without a change the stage ends.
  [[nodiscard]] double exposed(double dark, std::size_t from, std::size_t stage,
                               std::size_t to) const {
    if (policy_ != PlanPolicy::partial || ground_.stage(stage).own != to) {
      return dark;
    }
    // Each flow has a circuit of its own: those whose circuit is up already start at once.
    const RankTopology& up = ground_.topology(from);
    const auto us = [&](const RankFlow& flow) {
      return serialisation_us(ground_.model(), ground_.topology(to),
                              static_cast<double>(flow.chunks));
    };
    double longest = 0;
    for (const RankFlow& flow : ground_.flows(stage)) {
      longest = std::max(longest, us(flow));
    }
    double late = 0;
    for (const RankFlow& flow : ground_.flows(stage)) {
      if (!up.contains({base::RankId{flow.from}, base::RankId{flow.to}})) {
        late = std::max(late, us(flow) - longest + dark);
      }
    }
    return late;
  }

  PlanGround& ground_;
  PlanPolicy policy_;
  double lead_us_;
  std::vector<Layer> layers_;  ///< by position
};

}  // namespace

std::optional<PlanSteps> search_plan(PlanGround& ground, PlanPolicy policy, double lead_us) {
  return PlanSearch(ground, policy, lead_us).run();
}

}  // namespace heliograph::testbenches
