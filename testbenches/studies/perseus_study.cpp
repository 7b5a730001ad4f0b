// SPDX-License-Identifier: Apache-2.0
// What it costs to order each signal after its data, by who does it.
#include <optional>
#include <string>

#include "testbenches/studies/put_signal_bench.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using systemc::NicDelivery;
using systemc::NicOrdering;

constexpr double kPercent = 100.0;

/// A host proxy in front of a NIC of 200 Gb/s; none of it is published with the results.
PutSignalMake perseus_machine(int concurrency) {
  PutSignalMake make;
  make.concurrency = concurrency;
  make.nic.proxy = true;
  make.nic.proxy_service = base::Picoseconds(100'000);
  make.sideband.delay = make.flight;
  return make;
}

/// Throughput with signals over that without, in percent.
double with_signals(int concurrency, NicOrdering ordering, NicDelivery delivery) {
  PutSignalMake make = perseus_machine(concurrency);
  make.nic.ordering = ordering;
  make.nic.delivery = delivery;
  const double with = tiles_per_second(make);
  make.signals = false;
  return kPercent * with / tiles_per_second(make);
}

std::vector<ReproductionRow> perseus_rows(const StudyContext& /*context*/) {
  RowMaker rows("perseus", "arXiv 2605.00686, read in summary only: 4 KiB tiles, 96 at once");
  const auto show = [&](const std::string& what, int concurrency, double model,
                        const std::string& how) {
    const bool published = concurrency == 96 && what == "proxy drain";
    rows.shown(ReproductionBasis::assumed, what + ", " + std::to_string(concurrency) + " at once",
               "%", published ? std::optional<double>(2.0) : std::nullopt, model,
               concurrency == 1 ? how : "as at 1");
  };
  const std::string assumed =
      "share of the throughput of puts alone. Assumed, as none of it is published: proxy 100 ns a "
      "post, 2 us each way, 500 ns a memory access, 200 Gb/s, one peer. ";
  for (const int concurrency : {1, 2, 4, 8, 16, 32, 64, 96}) {
    show("proxy drain", concurrency,
         with_signals(concurrency, NicOrdering::proxy_drain, NicDelivery::in_order),
         assumed + "The proxy waits out a round trip for each signal");
    show("NIC fence, path in order", concurrency,
         with_signals(concurrency, NicOrdering::nic_fence, NicDelivery::in_order),
         assumed + "Nobody waits: the receiving NIC keeps the order");
    show("NIC fence, path not in order", concurrency,
         with_signals(concurrency, NicOrdering::nic_fence, NicDelivery::unordered),
         assumed + "The sending NIC waits out a round trip for each signal to a peer");
  }
  rows.reported("both published fixes, 96 at once", "%", 74.0,
                "one fence and then all signals for each peer, as the library above the NIC posts "
                "them: not modelled; compare NIC fence, path in order")
      .basis = ReproductionBasis::assumed;
  return rows.take();
}

}  // namespace

Study perseus_study() {
  return {"perseus", "puts with signal by who keeps their order", perseus_rows};
}

}  // namespace heliograph::testbenches
