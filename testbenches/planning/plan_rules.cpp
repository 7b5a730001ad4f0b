// SPDX-License-Identifier: Apache-2.0
// Policies that decide round by round.
#include <algorithm>

#include "testbenches/planning/plan_search.hpp"

namespace heliograph::testbenches {

namespace {

class RuleFollower {
 public:
  RuleFollower(PlanGround& ground, PlanPolicy policy, double lead_us)
      : ground_(ground), policy_(policy), lead_us_(lead_us) {}

  std::optional<PlanSteps> run() {
    for (std::size_t position = 0; position < ground_.positions();) {
      // The round as a whole, and its parts.
      const std::vector<std::size_t> stages = ground_.stages_from(position);
      const PlanStage whole = ground_.stage(stages.front());
      Walk as_parts = walk_;
      const bool parts_work = add_parts(whole, stages.back(), as_parts);
      Walk as_whole = walk_;
      const bool whole_works = stages.size() > 1 && stays() && add_stay(stages.front(), as_whole);
      if (!parts_work && !whole_works) {
        return std::nullopt;
      }
      const bool takes_whole = whole_works && (!parts_work || !is_less(as_parts.us, as_whole.us));
      walk_ = takes_whole ? std::move(as_whole) : std::move(as_parts);
      position = whole.to;
    }
    return std::move(walk_.steps);
  }

 private:
  struct Walk {
    PlanSteps steps;
    std::size_t up = 0;
    double us = 0;
  };

  [[nodiscard]] bool stays() const {
    return policy_ == PlanPolicy::never || policy_ == PlanPolicy::greedy;
  }

  bool add_parts(const PlanStage& whole, std::size_t first, Walk& walk) {
    for (std::size_t stage = first;;) {
      if (!add(stage, walk)) {
        return false;
      }
      const std::size_t next = ground_.stage(stage).to;
      if (next == whole.to) {
        return true;
      }
      stage = ground_.stages_from(next).back();
    }
  }

  bool add(std::size_t stage, Walk& walk) {
    const std::size_t own = ground_.stage(stage).own;
    if (policy_ == PlanPolicy::never || own == PlanGround::kNoTopology) {
      return add_stay(stage, walk);
    }
    double change = ground_.change_us(walk.up, own);
    if (policy_ == PlanPolicy::always && own == walk.up) {
      change = ground_.set_us(own);
    }
    const double hidden = walk.steps.empty() ? std::min(lead_us_, change) : 0;
    const double changed = change - hidden + ground_.stay_us(own, stage);
    if (policy_ == PlanPolicy::greedy &&
        !is_less(changed, ground_.stay_us(walk.up, stage, changed))) {
      return add_stay(stage, walk);
    }
    walk.steps.push_back({stage, own, change - hidden, hidden});
    walk.up = own;
    walk.us += changed;
    return true;
  }

  bool add_stay(std::size_t stage, Walk& walk) {
    const double time = ground_.stay_us(walk.up, stage);
    if (time == PlanGround::kNever) {
      return false;
    }
    walk.steps.push_back({stage, walk.up, 0, 0});
    walk.us += time;
    return true;
  }

  PlanGround& ground_;
  PlanPolicy policy_;
  double lead_us_;
  Walk walk_;
};

}  // namespace

std::optional<PlanSteps> follow_rule(PlanGround& ground, PlanPolicy policy, double lead_us) {
  return RuleFollower(ground, policy, lead_us).run();
}

}  // namespace heliograph::testbenches
