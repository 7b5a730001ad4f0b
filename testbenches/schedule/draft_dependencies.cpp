// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "testbenches/schedule/draft_checks.hpp"

namespace heliograph::testbenches {

namespace {

/// The streams that wait for a stream, by the step that they need.
using Waiters = std::multimap<std::size_t, std::size_t>;

/// The dependencies of one rank.
class DependencyChecks {
 public:
  DependencyChecks(const RankDraft& rank, std::size_t index, std::vector<DraftFault>& faults)
      : rank_(rank), index_(index), faults_(faults) {}

  void run() {
    for (std::size_t stream = 0; stream < rank_.streams.size(); ++stream) {
      const std::size_t steps = rank_.streams[stream].steps.size();
      for (std::size_t step = 0; step < steps; ++step) {
        check_one(stream, step);
      }
    }
    if (sound_) {
      advance_all();
      report_cycles();
    }
  }

 private:
  [[nodiscard]] const std::optional<StepDependency>& dependency(std::size_t stream,
                                                                std::size_t step) const {
    return rank_.streams[stream].steps[step].dependency;
  }

  void check_one(std::size_t stream, std::size_t step) {
    const std::optional<StepDependency>& on = dependency(stream, step);
    if (!on) {
      return;
    }
    const std::size_t target = base::index(on->stream);
    if (target >= rank_.streams.size()) {
      if (rank_.complete) {
        fault(stream, step, "depid",
              "depid is " + std::to_string(target) + ": expected " + choices(rank_.streams.size()) +
                  ", the thread blocks of this gpu");
      }
      sound_ = false;
      return;
    }
    const StreamDraft& other = rank_.streams[target];
    if (on->step < 0 || on->step >= static_cast<std::int64_t>(other.steps.size())) {
      if (other.complete) {
        fault(stream, step, "deps",
              "deps is " + std::to_string(on->step) + ": expected " + choices(other.steps.size()) +
                  ", since tb " + std::to_string(target) + " has " +
                  std::to_string(other.steps.size()) + " steps");
      }
      sound_ = false;
      return;
    }
    if (target == stream && on->step >= static_cast<std::int64_t>(step)) {
      const bool itself = on->step == static_cast<std::int64_t>(step);
      fault(stream, step, "deps",
            "deps is " + std::to_string(on->step) + " of this same tb: a step cannot wait for " +
                (itself ? "itself" : "one that comes after it"));
      sound_ = false;
    }
  }

  static std::string choices(std::size_t count) {
    return count == 0 ? "-1" : "0 to " + std::to_string(count - 1);
  }

  void fault(std::size_t stream, std::size_t step, std::string_view field, std::string message) {
    faults_.push_back({{index_, stream, step, field}, std::move(message)});
  }

  /// Runs every stream as far as its dependencies allow, messages apart.
  void advance_all() {
    next_.assign(rank_.streams.size(), 0);
    waiters_.assign(rank_.streams.size(), {});
    std::vector<std::size_t> runnable;
    for (std::size_t stream = rank_.streams.size(); stream > 0; --stream) {
      runnable.push_back(stream - 1);
    }
    while (!runnable.empty()) {
      const std::size_t stream = runnable.back();
      runnable.pop_back();
      advance(stream);
      Waiters& waiters = waiters_[stream];
      while (!waiters.empty() && waiters.begin()->first < next_[stream]) {
        runnable.push_back(waiters.begin()->second);
        waiters.erase(waiters.begin());
      }
    }
  }

  void advance(std::size_t stream) {
    while (next_[stream] < rank_.streams[stream].steps.size()) {
      if (blocked(stream)) {
        const auto step = static_cast<std::size_t>(dependency(stream, next_[stream])->step);
        waiters_[awaited(stream)].emplace(step, stream);
        return;
      }
      ++next_[stream];
    }
  }

  [[nodiscard]] std::size_t awaited(std::size_t stream) const {
    return base::index(dependency(stream, next_[stream])->stream);
  }

  [[nodiscard]] bool blocked(std::size_t stream) const {
    if (next_[stream] >= rank_.streams[stream].steps.size()) {
      return false;
    }
    const std::optional<StepDependency>& on = dependency(stream, next_[stream]);
    return on && on->step >= static_cast<std::int64_t>(next_[base::index(on->stream)]);
  }

  /// Every stream that is left waits for another one that is left: following them ends in a circle.
  void report_cycles() {
    std::vector<std::size_t> visit(rank_.streams.size(), 0);
    std::size_t walk = 0;
    for (std::size_t start = 0; start < rank_.streams.size(); ++start) {
      ++walk;
      std::size_t stream = start;
      while (blocked(stream) && visit[stream] == 0) {
        visit[stream] = walk;
        stream = awaited(stream);
      }
      if (blocked(stream) && visit[stream] == walk) {
        report_cycle(stream);
      }
    }
  }

  void report_cycle(std::size_t start) {
    constexpr std::size_t kMostNamed = 8;
    std::string circle;
    std::size_t stream = start;
    std::size_t named = 0;
    do {
      if (named++ < kMostNamed) {
        const std::optional<StepDependency>& on = dependency(stream, next_[stream]);
        circle += circle.empty() ? "" : "; ";
        circle += "tb " + std::to_string(stream) + " step " + std::to_string(next_[stream]) +
                  " waits for tb " + std::to_string(base::index(on->stream)) + " step " +
                  std::to_string(on->step);
      }
      stream = awaited(stream);
    } while (stream != start);
    circle += named > kMostNamed ? "; and so on" : "";
    fault(start, next_[start], "depid", "dependency cycle: " + circle);
  }

  const RankDraft& rank_;
  std::size_t index_;
  std::vector<DraftFault>& faults_;
  bool sound_ = true;
  std::vector<std::size_t> next_;
  std::vector<Waiters> waiters_;
};

}  // namespace

void check_dependencies(const ScheduleDraft& draft, std::vector<DraftFault>& faults) {
  for (std::size_t rank = 0; rank < draft.ranks.size(); ++rank) {
    DependencyChecks(draft.ranks[rank], rank, faults).run();
  }
}

}  // namespace heliograph::testbenches
