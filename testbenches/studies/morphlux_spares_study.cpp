// SPDX-License-Identifier: Apache-2.0
// How many spares a rack of Morphlux needs.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "base/random.hpp"
#include "platforms/managers/failure_odds.hpp"
#include "platforms/managers/spare_manager.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kPromise = 0.95;
constexpr int kDraws = 1000;

/// A range of failure probabilities, and what was reckoned at its mean.
struct FailureRange {
  double least;
  double most;
  double spare_accelerators;
  double spare_servers;
};

/// Failures are drawn as the paper's figure does, uniformly; the share of draws for which `spares`
/// keep the promise.
double share_that_suffices(const FailureRange& range, std::size_t things, std::size_t spares) {
  base::RandomStream random(base::kDefaultSeed, fmt::format("spares {} {}", things, range.most));
  int kept = 0;
  std::vector<double> odds(things);
  for (int turn = 0; turn < kDraws; ++turn) {
    for (double& one : odds) {
      one = range.least + (range.most - range.least) * random.uniform();
    }
    kept += platforms::spares_for(odds, kPromise) <= spares ? 1 : 0;
  }
  return static_cast<double>(kept) / kDraws;
}

void add_range(RowMaker& rows, const FailureRange& range, bool servers) {
  const std::size_t things = servers ? 16 : 64;
  const std::size_t spares = servers ? 2 : 4;
  const char* kind = servers ? "servers" : "accelerators";
  const std::vector<double> mean(things, (range.least + range.most) / 2);
  const std::string name = fmt::format("{} {}, each down {:g} to {:g} % of the time", things, kind,
                                       100 * range.least, 100 * range.most);
  rows.shown(ReproductionBasis::predicted, name + ": spares at the mean", "", std::nullopt,
             static_cast<double>(platforms::spares_for(mean, kPromise)),
             fmt::format("least K with Z(K) <= 5 %; reckoned apart: {:g}. K spares make up for K "
                         "failures, for which {} would do",
                         servers ? range.spare_servers : range.spare_accelerators,
                         platforms::spares_needed(mean, kPromise)));
  rows.shown(ReproductionBasis::predicted,
             fmt::format("{}: draws that {} suffice for", name, spares), "", std::nullopt,
             share_that_suffices(range, things, spares),
             fmt::format("{} draws, each thing by itself", kDraws));
}

/// The places for a spare server that the paper considers.
void add_sites(RowMaker& rows) {
  const platforms::TorusRack rack{platforms::TorusRackConfig{}};
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  std::size_t farthest = 0;
  for (const platforms::Position& at : std::vector<platforms::Position>{
           {{-1, 0, 0}}, {{0, -1, 0}}, {{0, 0, -1}}, {{0, -1, 1}}, {{-1, 0, 1}}}) {
    const platforms::SpareSite site = rate_spare_site(rack, at);
    least = std::min(least, site.mean_hops);
    most = std::max(most, site.mean_hops);
    farthest = std::max(farthest, site.most_hops);
  }
  rows.shown(ReproductionBasis::predicted,
             "spare server beside the rack: trunks to a failed server's neighbours", "",
             std::nullopt, most,
             fmt::format("mean over all servers that can fail, at most {}; of the five places that "
                         "the paper considers {}",
                         farthest,
                         least == most ? std::string("all are alike")
                                       : fmt::format("the best has {:.2f}", least)));
}

std::vector<ReproductionRow> morphlux_spares_rows(const StudyContext& /*context*/) {
  RowMaker rows("morphlux-spares", "arXiv 2508.03674v3, Sec. 5 and Fig. 5");
  const FailureRange middle{0.01, 0.03, 4, 2};
  rows.predicted(
          "spare accelerators of 64 that suffice, 1 to 3 %", "", 4,
          static_cast<double>(platforms::spares_for(std::vector<double>(64, 0.02), kPromise)), 0)
      .note = "published for most cases of all three ranges";
  rows.predicted(
          "spare servers of 16 that suffice, 1 to 3 %", "", 2,
          static_cast<double>(platforms::spares_for(std::vector<double>(16, 0.02), kPromise)), 0)
      .note = "published for most cases of all three ranges";
  rows.shown(ReproductionBasis::predicted, "Z(4) of 64 accelerators at 2 %", "", std::nullopt,
             platforms::odds_of_at_least(std::vector<double>(64, 0.02))[4],
             "reckoned apart: 0.0394");
  for (const FailureRange& range :
       {FailureRange{0, 0.01, 2, 2}, middle, FailureRange{0.03, 0.05, 6, 3}}) {
    add_range(rows, range, false);
    add_range(rows, range, true);
  }
  add_sites(rows);
  return rows.take();
}

}  // namespace

Study morphlux_spares_study() {
  return {"morphlux-spares", "spare accelerators and servers that keep a promise",
          morphlux_spares_rows};
}

}  // namespace heliograph::testbenches
