// SPDX-License-Identifier: Apache-2.0
// Two planes that take turns.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "testbenches/planning/plan_search.hpp"

namespace heliograph::testbenches {

namespace {

/// Some stages in a row on one plane, while the other is set for those that follow.
struct Segment {
  std::size_t from = 0;   ///< position
  std::size_t plane = 0;  ///< topology that carries
  std::size_t other = 0;  ///< topology left on the other plane, or kNoTopology
  double start_us = 0;    ///< at which its first stage begins
  double dark_us = 0;     ///< exposed before that
  double hidden_us = 0;
  std::size_t before = 0;  ///< segment
};

class OverlapSearch {
 public:
  OverlapSearch(PlanGround& ground, double lead_us)
      : ground_(ground), lead_us_(lead_us), starting_(ground.positions()) {}

  std::optional<PlanSteps> run() {
    if (ground_.positions() == 0) {
      return PlanSteps{};
    }
    segments_.push_back({0, 0, PlanGround::kNoTopology, 0, 0, 0, kFirst});
    starting_[0][{0, PlanGround::kNoTopology}] = 0;
    // The first plane has carried nothing yet: it may be left at once.
    leave(0, 0, lead_us_, 0);
    for (std::size_t position = 0; position < ground_.positions(); ++position) {
      for (const auto& [planes, number] : starting_[position]) {
        carry(number);
      }
    }
    if (best_ == kFirst) {
      return std::nullopt;
    }
    return steps();
  }

 private:
  static constexpr std::size_t kFirst = static_cast<std::size_t>(-1);

  /// The least time of the stages from a segment's first position on, and by which stage each
  /// position is reached.
  struct Stretch {
    std::vector<double> us;
    std::vector<std::size_t> by;
  };

  [[nodiscard]] Stretch stretch(const Segment& segment) {
    const std::size_t size = ground_.positions() - segment.from + 1;
    Stretch stretch{std::vector<double>(size, PlanGround::kNever), std::vector<std::size_t>(size)};
    stretch.us[0] = 0;
    std::size_t furthest = 0;
    for (std::size_t k = 0; k + 1 < size && k <= furthest; ++k) {
      if (stretch.us[k] == PlanGround::kNever) {
        continue;
      }
      for (const std::size_t stage : ground_.stages_from(segment.from + k)) {
        const std::vector<std::size_t>& carriers = ground_.carriers(stage);
        if (!std::binary_search(carriers.begin(), carriers.end(), segment.plane)) {
          continue;
        }
        const double time = stretch.us[k] + ground_.stay_us(segment.plane, stage);
        const std::size_t end = ground_.stage(stage).to - segment.from;
        if (is_less(time, stretch.us[end])) {
          stretch.us[end] = time;
          stretch.by[end] = stage;
          furthest = std::max(furthest, end);
        }
      }
    }
    return stretch;
  }

  void carry(std::size_t number) {
    const Segment segment = segments_[number];
    const Stretch reach = stretch(segment);
    for (std::size_t k = 1; k < reach.us.size(); ++k) {
      if (reach.us[k] == PlanGround::kNever) {
        continue;
      }
      const std::size_t position = segment.from + k;
      const double lead = segment.before == kFirst ? lead_us_ : 0;
      if (position < ground_.positions()) {
        leave(number, position, lead + reach.us[k], reach.us[k]);
      } else if (best_ == kFirst || is_less(segment.start_us + reach.us[k], best_us_)) {
        best_ = number;
        best_us_ = segment.start_us + reach.us[k];
      }
    }
  }

  /// The other plane takes over, which could be set for `free_us`.
  void leave(std::size_t number, std::size_t position, double free_us, double carried_us) {
    const Segment segment = segments_[number];
    for (const std::size_t stage : ground_.stages_from(position)) {
      for (const std::size_t plane : ground_.carriers(stage)) {
        if (plane == segment.plane) {
          continue;
        }
        const double change = segment.other == PlanGround::kNoTopology
                                  ? ground_.set_us(plane)
                                  : ground_.change_us(segment.other, plane);
        const double hidden = std::min(change, free_us);
        const double start = segment.start_us + carried_us + change - hidden;
        const auto [known, is_new] =
            starting_[position].emplace(std::pair(plane, segment.plane), segments_.size());
        if (!is_new && !is_less(start, segments_[known->second].start_us)) {
          continue;
        }
        const Segment next{position, plane, segment.plane, start, change - hidden, hidden, number};
        if (is_new) {
          segments_.push_back(next);
        } else {
          segments_[known->second] = next;
        }
      }
    }
  }

  [[nodiscard]] PlanSteps steps() {
    PlanSteps steps;
    std::size_t end = ground_.positions();
    for (std::size_t number = best_; number != kFirst; number = segments_[number].before) {
      const Segment& segment = segments_[number];
      const Stretch reach = stretch(segment);
      const bool carries = end > segment.from;  // the first plane may be left at once
      for (std::size_t position = end; position > segment.from;) {
        const std::size_t stage = reach.by[position - segment.from];
        steps.push_back({stage, segment.plane, 0, 0});
        position = ground_.stage(stage).from;
      }
      if (carries) {
        steps.back().dark_us = segment.dark_us;
        steps.back().hidden_us = segment.hidden_us;
      }
      end = segment.from;
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
  }

  PlanGround& ground_;
  double lead_us_;
  std::vector<Segment> segments_;
  /// By position: the segments that begin there, by their planes.
  std::vector<std::map<std::pair<std::size_t, std::size_t>, std::size_t>> starting_;
  std::size_t best_ = kFirst;
  double best_us_ = 0;
};

}  // namespace

std::optional<PlanSteps> search_overlap(PlanGround& ground, double lead_us) {
  return OverlapSearch(ground, lead_us).run();
}

}  // namespace heliograph::testbenches
