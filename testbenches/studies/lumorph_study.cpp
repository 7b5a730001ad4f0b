// SPDX-License-Identifier: Apache-2.0
// Lumorph's AllReduces by twos and fours on circuits that change, against a ring on a switch that
// is never dark.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "base/number_text.hpp"
#include "testbenches/studies/planned_collective.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kLumorphKiB = 1024.0;
constexpr double kLumorphGiB = 1024.0 * 1024.0 * 1024.0;

/// The three algorithms on so many accelerators.
class LumorphRack {
 public:
  explicit LumorphRack(std::uint32_t ranks)
      : dark_(RankTopology::none(ranks)), ring_("ring", ranks), by_twos_("lumorph2", ranks) {
    if (ranks == 4 || ranks == 16 || ranks == 64) {
      by_fours_.emplace("lumorph4", ranks);
    }
  }

  [[nodiscard]] bool has_fours() const { return by_fours_.has_value(); }
  /// The ring's time over that of Lumorph with a change in each round.
  [[nodiscard]] double gain(bool by_fours, CollectivePoint point) const {
    const double ring = ring_.ideal_us(point);
    point.ports = by_fours ? 3 : 1;
    const PlannedCollective& rounds = by_fours ? *by_fours_ : by_twos_;
    return ring / rounds.time_us(PlanPolicy::always, dark_, point);
  }

 private:
  RankTopology dark_;
  PlannedCollective ring_;
  PlannedCollective by_twos_;
  std::optional<PlannedCollective> by_fours_;
};

/// The largest buffer, 1 KiB to 1 GiB by twos, with at least that gain, in words.
std::string largest_with(const LumorphRack& rack, bool by_fours, CollectivePoint point,
                         double gain) {
  double largest = 0;
  for (double bytes = kLumorphKiB; bytes <= kLumorphGiB; bytes *= 2) {
    point.bytes = bytes;
    largest = rack.gain(by_fours, point) >= gain ? bytes : largest;
  }
  return largest > 0 ? "up to " + base::size_text(std::llround(largest)) : std::string("nowhere");
}

void add_sizes(const LumorphRack& rack, std::uint32_t ranks, RowMaker& rows) {
  for (const bool by_fours : {false, true}) {
    if (by_fours && !rack.has_fours()) {
      continue;
    }
    for (const double bytes :
         {kLumorphKiB, 1024 * kLumorphKiB, 64 * 1024 * kLumorphKiB, kLumorphGiB}) {
      CollectivePoint point;
      point.bytes = bytes;
      rows.shown(ReproductionBasis::assumed,
                 fmt::format("{} accelerators, {}: ring over lumorph{}", ranks,
                             base::size_text(std::llround(bytes)), by_fours ? 4 : 2),
                 "", std::nullopt, rack.gain(by_fours, point),
                 "alpha 3 us and 450 GB/s are assumed; 3.7 us in each round");
    }
  }
}

/// Where Lumorph begins to win: alpha, as both send the same bytes.
void add_thresholds(const LumorphRack& rack, std::uint32_t ranks, RowMaker& rows) {
  CollectivePoint point;
  point.bytes = kLumorphGiB;
  const auto loses = [&](double alpha) {
    point.alpha_us = alpha;
    return rack.gain(false, point) < 1;
  };
  const double log = std::log2(ranks);
  rows.shown(ReproductionBasis::assumed,
             fmt::format("{} accelerators: alpha above which lumorph2 beats a ring", ranks), "us",
             std::nullopt, largest_that(loses, 100.0),
             fmt::format("by bisection, whatever the size and bandwidth; closed form 3.7 us log2 n "
                         "/ (n - 1 - log2 n) = {:.4g}",
                         3.7 * log / (ranks - 1 - log)));
}

void add_search(const LumorphRack& rack, RowMaker& rows) {
  for (const bool by_fours : {false, true}) {
    for (const double alpha : {0.7, 1.0, 3.0, 10.0}) {
      for (const double bandwidth : {50.0, 450.0}) {
        CollectivePoint point;
        point.alpha_us = alpha;
        point.bandwidth_GBps = bandwidth;
        point.bytes = kLumorphKiB;
        const double best = rack.gain(by_fours, point);
        rows.shown(
            ReproductionBasis::assumed,
            fmt::format("64 accelerators, alpha {} us, {} GB/s: ring over lumorph{} at best",
                        base::number_text(alpha), base::number_text(bandwidth), by_fours ? 4 : 2),
            "", std::nullopt, best,
            fmt::format("at 1 KiB; 74 % less time ({:.3g} times) {}; 1.74 times {}; 3 times {}",
                        1 / 0.26, largest_with(rack, by_fours, point, 1 / 0.26),
                        largest_with(rack, by_fours, point, 1.74),
                        largest_with(rack, by_fours, point, 3.0)));
      }
    }
  }
}

std::vector<ReproductionRow> lumorph_rows(const StudyContext& /*context*/) {
  RowMaker rows("lumorph",
                "arXiv 2501.18169, abstract and summaries: 3.7 us, by twos and fours, against a "
                "ring on an ideal switch");
  for (const std::uint32_t ranks : {4U, 8U, 16U, 32U, 64U}) {
    const LumorphRack rack(ranks);
    add_sizes(rack, ranks, rows);
    add_thresholds(rack, ranks, rows);
    if (ranks == 64) {
      add_search(rack, rows);
    }
  }
  rows.reported("collectives of a rack faster by", "%", 74.0,
                "alpha, bandwidth, sizes, and whether time or speed is meant, could not be read: "
                "see 'at best' for where the model reaches either")
      .basis = ReproductionBasis::assumed;
  rows.reported("training, end to end, faster by", "", 1.7,
                "needs whole training steps and machines of the paper")
      .basis = ReproductionBasis::assumed;
  return rows.take();
}

}  // namespace

Study lumorph_study() {
  return {"lumorph", "AllReduces by twos and fours on changing circuits against a ring",
          lumorph_rows};
}

}  // namespace heliograph::testbenches
