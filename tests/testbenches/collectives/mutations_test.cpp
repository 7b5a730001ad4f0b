// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/schedule/explicit_schedule.hpp"
#include "testbenches/schedule/schedule_checker.hpp"
#include "testbenches/schedule/step_operands.hpp"
#include "tests/testbenches/schedule/schedule_fixtures.hpp"

namespace heliograph::testbenches {
namespace {

/// A schedule that is held to the promise of the one that it was made from.
class HeldToPromise final : public Schedule {
 public:
  HeldToPromise(const Schedule& made, const Schedule& original)
      : made_(made), original_(original) {}

  [[nodiscard]] std::string name() const override { return made_.name(); }
  [[nodiscard]] Collective collective() const override { return made_.collective(); }
  [[nodiscard]] bool in_place() const override { return made_.in_place(); }
  [[nodiscard]] std::uint32_t ranks() const override { return made_.ranks(); }
  [[nodiscard]] std::int64_t chunks_per_loop() const override { return made_.chunks_per_loop(); }
  [[nodiscard]] BufferChunks buffer_chunks(base::RankId rank) const override {
    return made_.buffer_chunks(rank);
  }
  [[nodiscard]] std::uint32_t streams(base::RankId rank) const override {
    return made_.streams(rank);
  }
  [[nodiscard]] StreamInfo stream(base::RankId rank, base::StreamId stream) const override {
    return made_.stream(rank, stream);
  }
  [[nodiscard]] Step step(base::RankId rank, base::StreamId stream,
                          std::int64_t step) const override {
    return made_.step(rank, stream, step);
  }
  [[nodiscard]] std::optional<ChunkOrigin> own_promise(base::RankId rank,
                                                       std::int64_t chunk) const override {
    return original_.own_promise(rank, chunk);
  }

 private:
  const Schedule& made_;
  const Schedule& original_;
};

bool caught(const ScheduleDraft& draft, const Schedule& original) {
  if (!fixtures::build_errors(draft).empty()) {
    return true;
  }
  const auto made = ExplicitSchedule::build(draft);
  return !check_schedule(HeldToPromise(*made, original)).correct();
}

/// One mistake at a random place of a schedule that is correct.
class Mutation {
 public:
  Mutation(const ScheduleDraft& good, std::mt19937_64& engine) : good_(good), engine_(engine) {}

  /// A step is missing.
  std::optional<ScheduleDraft> dropped() {
    const auto [draft, steps, at] = pick([](const Step& step) { return moves(step); });
    if (steps != nullptr) {
      steps->erase(steps->begin() + at);
    }
    return result(steps);
  }

  /// A step is done twice. (Twice the same local copy would do no harm.)
  std::optional<ScheduleDraft> doubled() {
    const auto [draft, steps, at] =
        pick([](const Step& step) { return moves(step) && step.kind != StepKind::copy; });
    if (steps != nullptr) {
      const Step again = (*steps)[static_cast<std::size_t>(at)];
      steps->insert(steps->begin() + at, again);
    }
    return result(steps);
  }

  /// A step reads or writes the wrong chunks, next to the right ones.
  std::optional<ScheduleDraft> redirected() {
    const std::int64_t chunks = good_.chunks_per_loop;
    const auto [draft, steps, at] = pick([chunks](const Step& step) {
      return moves(step) && (step.source.offset + step.count < chunks || step.source.offset > 0);
    });
    if (steps != nullptr) {
      Step& step = (*steps)[static_cast<std::size_t>(at)];
      ChunkRange& range = writes_destination(step.kind) ? step.destination : step.source;
      range.offset += range.offset > 0 ? -1 : 1;
    }
    return result(steps);
  }

  /// Two sends of a rank, or two receives, change places: each moves what the other should.
  std::optional<ScheduleDraft> reordered() {
    draft_ = good_;
    std::vector<std::pair<Step*, Step*>> pairs;
    for (RankDraft& rank : draft_.ranks) {
      std::vector<Step*> of_rank;
      for (StreamDraft& stream : rank.streams) {
        for (Step& step : stream.steps) {
          of_rank.push_back(&step);
        }
      }
      for (std::size_t k = 1; k < of_rank.size(); ++k) {
        for (std::size_t before = k > 4 ? k - 4 : 0; before < k; ++before) {
          if (differ(*of_rank[before], *of_rank[k])) {
            pairs.emplace_back(of_rank[before], of_rank[k]);
          }
        }
      }
    }
    if (pairs.empty()) {
      return std::nullopt;
    }
    const auto [one, other] = pairs[engine_() % pairs.size()];
    std::swap(one->source, other->source);
    std::swap(one->destination, other->destination);
    std::swap(one->count, other->count);
    return draft_;
  }

 private:
  struct Chosen {
    ScheduleDraft* draft = nullptr;
    std::vector<Step>* steps = nullptr;
    std::ptrdiff_t at = 0;
  };

  static bool moves(const Step& step) { return step.kind != StepKind::nop; }
  static bool differ(const Step& a, const Step& b) {
    return a.kind == b.kind && (sends(a.kind) || receives(a.kind)) &&
           (a.source.buffer != b.source.buffer || a.source.offset != b.source.offset);
  }

  template <class Fits>
  Chosen pick(Fits fits) {
    draft_ = good_;
    std::vector<Chosen> all;
    for (RankDraft& rank : draft_.ranks) {
      for (StreamDraft& stream : rank.streams) {
        for (std::size_t k = 0; k < stream.steps.size(); ++k) {
          if (fits(stream.steps[k])) {
            all.push_back({&draft_, &stream.steps, static_cast<std::ptrdiff_t>(k)});
          }
        }
      }
    }
    return all.empty() ? Chosen{} : all[engine_() % all.size()];
  }

  std::optional<ScheduleDraft> result(const std::vector<Step>* steps) {
    return steps == nullptr ? std::nullopt : std::optional<ScheduleDraft>(draft_);
  }

  const ScheduleDraft& good_;
  std::mt19937_64& engine_;
  ScheduleDraft draft_;
};

TEST_CASE("every mutated schedule is caught") {
  const base::SourceLocation here{"test", 0, 0};
  std::mt19937_64 engine(2026);
  int mutations = 0;
  for (const Algorithm& algorithm : algorithm_list()) {
    for (const CollectiveOp op : algorithm.operations) {
      for (const std::uint32_t ranks : {3U, 4U, 6U, 8U}) {
        CollectiveRequest request;
        request.op = op;
        request.ranks = ranks;
        request.chunks = 1 + static_cast<std::int64_t>(engine() % 2);
        if (!algorithm.admits(request)) {
          continue;
        }
        const auto original = make_collective(algorithm, request, here);
        const ScheduleDraft good = draft_of(*original);
        Mutation mutation(good, engine);
        for (int turn = 0; turn < 6; ++turn) {
          const std::vector<std::pair<const char*, std::optional<ScheduleDraft>>> mutants{
              {"dropped", mutation.dropped()},
              {"doubled", mutation.doubled()},
              {"redirected", mutation.redirected()},
              {"reordered", mutation.reordered()}};
          for (const auto& [what, mutant] : mutants) {
            if (mutant) {
              INFO(algorithm.name << ' ' << to_string(op) << ' ' << ranks << ' ' << turn << ' '
                                  << what);
              ++mutations;
              CHECK(caught(*mutant, *original));
            }
          }
        }
      }
    }
  }
  CHECK(mutations > 1500);
}

}  // namespace
}  // namespace heliograph::testbenches
