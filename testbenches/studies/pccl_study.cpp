// SPDX-License-Identifier: Apache-2.0
// PCCL changes circuits between the rounds of a collective where that pays. Its text, model and
// constants could not be read, but for the abstract: plans are made by a model of our own.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/number_text.hpp"
#include "testbenches/studies/planned_collective.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kPcclMiB = 1024.0 * 1024.0;

struct PcclPlanRow {
  std::uint32_t ranks = 0;
  double reconfiguration_us = 0;
  std::string letters;
  double dp_us = 0;
  double never_us = 0;
  double always_us = 0;
  double ring_us = 0;
};

/// Rows that were reckoned by hand from the same recipe.
void add_plans(RowMaker& rows) {
  const std::vector<PcclPlanRow> reckoned{{16, 1.0, "sRRRsRRr", 34.37, 99.32, 36.37, 94.37},
                                          {64, 3.7, "ssRRRRsRRRrs", 77.35, 391.98, 84.99, 382.59}};
  for (const PcclPlanRow& row : reckoned) {
    const PlannedCollective halving("halving_doubling", row.ranks);
    const RankTopology ring = RankTopology::ring(row.ranks);
    CollectivePoint point;
    point.bytes = kPcclMiB;
    point.reconfiguration_us = row.reconfiguration_us;
    const auto add = [&](const std::string& what, double model, double value,
                         const std::string& besides) {
      rows.shown(ReproductionBasis::assumed,
                 fmt::format("{} ranks, 1 MiB, {} us a change: {}", row.ranks,
                             base::number_text(row.reconfiguration_us), what),
                 "us", std::nullopt, model,
                 fmt::format("nothing is published; reckoned apart from the same recipe: {}{}",
                             base::number_text(value), besides));
    };
    const std::string letters = halving.letters(PlanPolicy::dp, ring, point);
    add("halving and doubling, dp", halving.time_us(PlanPolicy::dp, ring, point), row.dp_us,
        fmt::format("; plan {}, reckoned {}", letters, row.letters));
    add("the same, never", halving.time_us(PlanPolicy::never, ring, point), row.never_us, "");
    add("the same, always", halving.time_us(PlanPolicy::always, ring, point), row.always_us,
        "; every round pays, also where its circuits are up");
    add("the ring algorithm on the ring",
        PlannedCollective("ring", row.ranks).time_us(PlanPolicy::never, ring, point), row.ring_us,
        "");
  }
}

void add_break_evens(RowMaker& rows) {
  for (const std::uint32_t ranks : {8U, 32U, 128U}) {
    const PlannedCollective halving("halving_doubling", ranks);
    const PlannedCollective ring_rounds("ring", ranks);
    const RankTopology ring = RankTopology::ring(ranks);
    CollectivePoint point;
    point.bytes = kPcclMiB;
    const double still = ring_rounds.time_us(PlanPolicy::never, ring, point);
    const auto pays = [&](double delta) {
      point.reconfiguration_us = delta;
      return halving.time_us(PlanPolicy::always, ring, point) <= still;
    };
    const double closed = point.alpha_us * ((ranks - 1) / std::log2(ranks) - 1);
    rows.shown(
        ReproductionBasis::assumed,
        fmt::format("{} ranks: longest change with which halving and doubling beats a ring", ranks),
        "us", std::nullopt, largest_that(pays, 1000.0),
        fmt::format("of the planner, by bisection; closed form alpha ((n - 1) / log2 n - 1) "
                    "= {:.4g}, whatever the size; alpha 3 us",
                    closed));
  }
}

/// The best of all algorithms on circuits that stay, over the best plan.
struct PcclGain {
  double most = 0;
  double at_bytes = 0;
  double largest_3x = 0;  ///< bytes; 0: none
};

PcclGain gain_on(const RankTopology& start, double alpha_us, double reconfiguration_us,
                 const std::vector<PlannedCollective>& algorithms) {
  PcclGain gain;
  for (double bytes = 1024; bytes <= 1024 * kPcclMiB; bytes *= 4) {
    CollectivePoint point;
    point.bytes = bytes;
    point.alpha_us = alpha_us;
    point.reconfiguration_us = reconfiguration_us;
    double still = std::numeric_limits<double>::infinity();
    double planned = still;
    for (const PlannedCollective& algorithm : algorithms) {
      still = std::min(still, algorithm.time_us(PlanPolicy::never, start, point));
      planned = std::min(planned, algorithm.time_us(PlanPolicy::dp, start, point));
    }
    const double ratio = still / planned;
    if (ratio > gain.most) {
      gain.most = ratio;
      gain.at_bytes = bytes;
    }
    gain.largest_3x = ratio >= 3 ? bytes : gain.largest_3x;
  }
  return gain;
}

void add_gains(RowMaker& rows) {
  constexpr std::uint32_t kRanks = 128;
  std::vector<PlannedCollective> algorithms;
  algorithms.reserve(3);
  for (const char* name : {"ring", "halving_doubling", "bucket"}) {
    algorithms.emplace_back(name, kRanks);
  }
  for (const RankTopology& start : {RankTopology::ring(kRanks), RankTopology::torus({8, 16})}) {
    for (const auto& [alpha, delta] :
         std::vector<std::pair<double, double>>{{3, 3.7}, {0.7, 3.7}, {3, 25}, {3, 200}}) {
      const PcclGain gain = gain_on(start, alpha, delta, algorithms);
      const std::string three =
          gain.largest_3x > 0 ? "3 times up to " + base::size_text(std::llround(gain.largest_3x))
                              : std::string("3 times nowhere");
      rows.shown(
          ReproductionBasis::assumed,
          fmt::format("128 ranks from a {}, alpha {} us, {} us a change: most gain", start.name(),
                      base::number_text(alpha), base::number_text(delta)),
          "", 3.0, gain.most,
          fmt::format("best of ring, halving_doubling and bucket that stay, over best with a "
                      "plan, 1 KiB to 1 GiB in steps of 4: most at {}, {}. Published is 'up "
                      "to 3', of unknown alpha, bandwidth, delay and start",
                      base::size_text(std::llround(gain.at_bytes)), three));
    }
  }
}

std::vector<ReproductionRow> pccl_rows(const StudyContext& /*context*/) {
  RowMaker rows("pccl", "arXiv 2509.15450, abstract; model and constants are our own");
  add_plans(rows);
  add_break_evens(rows);
  add_gains(rows);
  rows.reported("training, end to end, faster by", "", 1.3,
                "needs whole training steps and machines of the paper")
      .basis = ReproductionBasis::assumed;
  return rows.take();
}

}  // namespace

Study pccl_study() {
  return {"pccl", "circuits planned round by round: plans, break-evens, gains", pccl_rows};
}

}  // namespace heliograph::testbenches
