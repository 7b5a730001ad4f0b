// SPDX-License-Identifier: Apache-2.0
// Puts with signal against concurrency, by who keeps the order.
#include <catch2/catch.hpp>

#include <algorithm>

#include "testbenches/studies/put_signal_bench.hpp"

namespace heliograph::testbenches {
namespace {

using systemc::NicDelivery;
using systemc::NicOrdering;

PutSignalMake machine(int concurrency, NicOrdering ordering) {
  PutSignalMake make;
  make.concurrency = concurrency;
  make.nic.ordering = ordering;
  make.nic.proxy = true;
  make.nic.proxy_service = base::Picoseconds(100'000);
  make.sideband.delay = base::Picoseconds(2'000'000);
  make.tiles = 400;
  return make;
}

/// What signals leave of the throughput.
double left_by_signals(int concurrency, NicOrdering ordering,
                       NicDelivery delivery = NicDelivery::in_order) {
  PutSignalMake make = machine(concurrency, ordering);
  make.nic.delivery = delivery;
  const double with = tiles_per_second(make);
  make.signals = false;
  return with / tiles_per_second(make);
}

TEST_CASE("puts alone go as fast as their round trip and the line let them: in closed form") {
  // Proxy, doorbell, descriptor, pipeline, payload, 16 frames, flight, write, note.
  const double tile_ps = 16 * 272 * 8 * 5;  // at 200 Gb/s
  const double trip_ps = 100e3 + 100e3 + 500e3 + 50e3 + 500e3 + tile_ps + 2e6 + 500e3 + 2e6;
  PutSignalMake make = machine(1, NicOrdering::nic_fence);
  make.signals = false;
  CHECK(tiles_per_second(make) == Approx(1e12 / trip_ps).epsilon(1e-9));
  make.concurrency = 96;
  CHECK(tiles_per_second(make) == Approx(1e12 / tile_ps).epsilon(1e-9));
}

TEST_CASE(
    "a draining proxy gives the same whatever the concurrency: its share falls as 1 over it") {
  PutSignalMake make = machine(1, NicOrdering::proxy_drain);
  const double alone = tiles_per_second(make);
  // Two posts, two ways through the NIC, and the put's and the signal's round trip are in a row.
  for (const int concurrency : {2, 8, 96}) {
    make.concurrency = concurrency;
    const double rate = tiles_per_second(make);
    // Only the wait for the signal's own acknowledgement is hidden.
    CHECK(rate > alone);
    CHECK(rate < 2.0 * alone);
  }
  // Until the line is full, after about 30 tiles under way, twice as many halve the share.
  for (const int concurrency : {2, 4, 8, 16}) {
    const double ratio = left_by_signals(2 * concurrency, NicOrdering::proxy_drain) /
                         left_by_signals(concurrency, NicOrdering::proxy_drain);
    CAPTURE(concurrency, ratio);
    CHECK(ratio == Approx(0.5).epsilon(0.05));
  }
  CHECK(left_by_signals(96, NicOrdering::proxy_drain) < 0.05);
}

TEST_CASE("with the order in the NIC the share of signals is flat") {
  double least = 1.0;
  double most = 0.0;
  for (const int concurrency : {1, 4, 32, 96}) {
    const double left = left_by_signals(concurrency, NicOrdering::nic_fence);
    least = std::min(least, left);
    most = std::max(most, left);
  }
  CHECK(least > 0.7);
  CHECK(most <= 1.0);
  // A signal is one frame behind sixteen, and takes a second post.
  CHECK(left_by_signals(96, NicOrdering::nic_fence) > 0.85);
  CHECK(left_by_signals(96, NicOrdering::unordered) ==
        Approx(left_by_signals(96, NicOrdering::nic_fence)));
}

TEST_CASE("a fence of the sending NIC to one peer costs a round trip as the proxy's does") {
  CHECK(left_by_signals(96, NicOrdering::nic_fence, NicDelivery::unordered) < 0.1);
}

}  // namespace
}  // namespace heliograph::testbenches
