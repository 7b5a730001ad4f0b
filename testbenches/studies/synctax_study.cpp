// SPDX-License-Identifier: Apache-2.0
// The tax of waiting for the slowest rank: T = p alpha + q S / B + tau. Read through summaries.

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "base/number_text.hpp"
#include "base/random.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/planning/change_trigger.hpp"
#include "testbenches/planning/circuit_planner.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kTaxAlpha = 5;     // us, measured on DGX H200 in the paper
constexpr double kTaxShape = 0.15;  // of the extreme values that fit arrivals best

double rounds_of(const std::string& algorithm, std::uint32_t ranks,
                 std::vector<std::uint32_t> dimensions = {}) {
  CollectiveRequest request;
  request.ranks = ranks;
  request.dimensions = std::move(dimensions);
  return static_cast<double>(find_algorithm(algorithm, {"reproduce", 0, 0}).cost(request).rounds);
}

/// By how much a wait lowers the bandwidth at which more stops paying, in percent: there the bytes
/// take as long as all else, so that it goes with 1 / (p alpha + tau).
double lowered(double rounds, double tau_us) {
  return 100 * tau_us / (rounds * kTaxAlpha + tau_us);
}

/// What the wait of n ranks grows as, in units of the scale of each arrival: the mean of the
/// greatest of n, less the mean of one. shape 0: Gumbel.
double mean_wait(double ranks, double shape) {
  return shape == 0 ? std::log(ranks)
                    : std::tgamma(1 - shape) / shape * (std::pow(ranks, shape) - 1);
}

/// One wait for all: from the ring's published figure follows that of the mesh.
void add_balance(RowMaker& rows) {
  constexpr double kRingLowered = 37.26;
  const double ring_us = rounds_of("ring", 128) * kTaxAlpha;
  const double tau = ring_us * kRingLowered / (100 - kRingLowered);
  const Fit fit{1, 2};
  rows.fitted(fit, "ring of 128: balanced bandwidth lowered by", "%", kRingLowered,
              lowered(rounds_of("ring", 128), tau), 0.05)
      .note = fmt::format("the wait, {:.4g} us, is fitted to this; alpha 5 us drops out", tau);
  rows.fitted(fit, "full mesh of 128: balanced bandwidth lowered by", "%", 98.69,
              lowered(rounds_of("direct", 128), tau), 0.05)
      .note = "the same wait; an AllReduce takes 2 rounds here and 254 on the ring";
  for (const double shape : {0.0, kTaxShape}) {
    const double grown = tau * mean_wait(512, shape) / mean_wait(128, shape);
    rows.shown(ReproductionBasis::assumed,
               fmt::format("8 x 8 x 8 torus: balanced bandwidth lowered by, waits {}",
                           shape == 0 ? "of Gumbel's law" : "of Frechet's law, shape 0.15"),
               "%", 81.67, lowered(rounds_of("bucket", 512, {8, 8, 8}), grown),
               fmt::format(
                   "the wait of 128 grown to 512 ranks by the law, {:.4g} us; the published "
                   "figure would need {:.4g} us",
                   grown, rounds_of("bucket", 512, {8, 8, 8}) * kTaxAlpha * 81.67 / (100 - 81.67)));
  }
}

/// Drawn arrivals of `ranks`, the scale being 100 us.
std::vector<double> drawn_arrivals(std::uint32_t ranks, base::RandomStream& random) {
  constexpr double kScale = 100;
  std::vector<double> arrivals;
  arrivals.reserve(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    const double exponential = random.exponential();
    // Moved so that nobody comes before 0: (x^-shape - 1) / shape is above -1 / shape.
    arrivals.push_back(kScale * std::pow(exponential, -kTaxShape) / kTaxShape);
  }
  return arrivals;
}

void add_growth(RowMaker& rows) {
  base::RandomStream random(base::kDefaultSeed, "studies/synctax");
  for (const std::uint32_t ranks : {8U, 64U, 512U}) {
    constexpr int kTurns = 4000;
    double sum = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
      sum += skew_of(drawn_arrivals(ranks, random)).mean_wait_us;
    }
    rows.shown(ReproductionBasis::assumed,
               fmt::format("{} ranks: mean wait, arrivals of shape 0.15 and scale 100 us", ranks),
               "us", std::nullopt, sum / kTurns,
               fmt::format("of {} draws; closed form {:.4g}, of Gumbel's law {:.4g}: nothing is "
                           "published in absolute terms",
                           kTurns, 100 * mean_wait(ranks, kTaxShape), 100 * mean_wait(ranks, 0)));
  }
}

/// A change of circuits before a collective may hide in the wait, if it may start.
void add_hiding(RowMaker& rows) {
  const RoundFlows flows = flows_of(8, {{{0, 4, 1}, {4, 0, 1}, {1, 5, 1}, {5, 1, 1}}});
  base::RandomStream random(base::kDefaultSeed, "studies/synctax/hiding");
  std::vector<ArrivalSkew> skews;
  constexpr int kTurns = 500;
  skews.reserve(kTurns);
  for (int turn = 0; turn < kTurns; ++turn) {
    skews.push_back(skew_of(drawn_arrivals(8, random)));
  }
  for (const double delta : {3.7, 200.0, 10'000.0}) {
    for (const ChangeTrigger trigger :
         {ChangeTrigger::last_arrival, ChangeTrigger::first_arrival}) {
      const AffineReconfiguration cost({delta, 0, 0});
      double dark = 0;
      for (const ArrivalSkew& skew : skews) {
        CircuitPlanner planner(
            flows, {RankTopology::none(8), {}, 1, skew.waiting_us(), skew.lead_us(trigger)}, cost);
        dark += planner.plan(PlanPolicy::dp).value().time.dark_us;
      }
      rows.shown(
          ReproductionBasis::assumed,
          fmt::format("8 ranks, a change of {} us on the {}: exposed", base::number_text(delta),
                      trigger == ChangeTrigger::last_arrival ? "last arrival" : "first arrival"),
          "us", std::nullopt, dark / kTurns,
          fmt::format("mean of {} draws, arrivals of shape 0.15 and scale 100 us; nothing is "
                      "published",
                      kTurns));
    }
  }
}

std::vector<ReproductionRow> synctax_rows(const StudyContext& /*context*/) {
  RowMaker rows("synctax", "arXiv 2608.22503, read through summaries: T = p alpha + q S / B + tau");
  add_balance(rows);
  add_growth(rows);
  add_hiding(rows);
  for (const auto& [quantity, published] : std::vector<std::pair<std::string, double>>{
           {"collective time of an 8-GPU domain that is waiting, more than", 50.0},
           {"fastest rank's wait, median, Llama-3-70B ReduceScatter on DGX H200", 40.0}}) {
    rows.reported(quantity, "%", published, "needs traces of training").basis =
        ReproductionBasis::assumed;
  }
  return rows.take();
}

}  // namespace

Study synctax_study() {
  return {"synctax", "waiting for the slowest rank: what it does to bandwidth, and what it hides",
          synctax_rows};
}

}  // namespace heliograph::testbenches
