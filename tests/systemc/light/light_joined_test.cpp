// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "tests/systemc/light/light_fixture.hpp"

namespace heliograph::systemc::test {
namespace {

/// Two cells in series: transmitters at the first, receivers at the second, straight joints.
struct Chain {
  explicit Chain(double theta_first, double theta_second)
      : first(2, resting(ideal_cell(theta_first))), second(2, resting(ideal_cell(theta_second))) {
    first.paths = paths(theta_first, 300e-12);
    second.paths = paths(theta_second, 70e-12);
  }
  static std::vector<LightPath> paths(double theta, double delay) {
    const bool cross = std::cos(theta) >= 0.0;
    return {{port(cross ? 1 : 0), base::Second(delay)}, {port(cross ? 0 : 1), base::Second(delay)}};
  }
  [[nodiscard]] LightBench::Wire wire() {
    return [this](LightBench& bench) {
      bench.map.add_fabric(first);
      bench.map.add_fabric(second);
      for (std::size_t p = 0; p < 2; ++p) {
        bench.add_transmitter(first, p, {base::Second(1e-9), base::Decibel(1.0)});
        bench.add_receiver(second, p, {base::Second(2e-9), base::Decibel(2.0)});
        // The two joints differ, so that light can be told by its way.
        bench.map.join(first, port(p), second, port(p),
                       {base::Second(p == 0 ? 5e-9 : 9e-9), base::Decibel(p == 0 ? 3.0 : 4.0)});
      }
    };
  }
  FakeFabric first;
  FakeFabric second;
};

TEST_CASE("losses and delays add up over joined fabrics") {
  const KernelContext kernel;
  const bool first_cross = GENERATE(true, false);
  const bool second_cross = GENERATE(true, false);
  Chain chain(first_cross ? 0.0 : base::kPi, second_cross ? 0.0 : base::kPi);
  LightBench bench("bench", chain.wire());
  run_for(Picoseconds(0));
  bench.begin(chain.first);
  bench.begin(chain.second);
  run_until(Picoseconds(50'000));
  for (std::uint32_t source = 0; source < 2; ++source) {
    const std::uint32_t middle = first_cross ? 1 - source : source;
    const std::uint32_t output = second_cross ? 1 - middle : middle;
    const ReceivedLight light = bench.light_log.of(output).back().light;
    CHECK(light.source == static_cast<TransceiverId>(source));
    const double loss = 1.0 + (middle == 0 ? 3.0 : 4.0) + 2.0;
    CHECK(light.signal.value() == Approx(1e-3 * std::pow(10.0, -loss / 10.0)).epsilon(1e-12));
    const std::int64_t flight = 1'000 + 300 + (middle == 0 ? 5'000 : 9'000) + 70 + 2'000;
    CHECK(bench.map.flight_time(static_cast<TransceiverId>(source),
                                static_cast<TransceiverId>(output)) == Picoseconds(flight));
  }
  bench.send(0, 1);
  run_until(Picoseconds(1'000'000));
  const std::size_t output = first_cross == second_cross ? 0 : 1;
  REQUIRE(bench.sinks[output]->arrived.size() == 1);
  const std::int64_t middle_delay = first_cross ? 9'000 : 5'000;
  CHECK(bench.sinks[output]->arrived[0].when == 50'000 + 25'600 + 3'370 + middle_delay);
}

TEST_CASE("fields interfere over two ways: two half-open cells in series are one that crosses") {
  const KernelContext kernel;
  // ideal_cell(pi/2) twice: [[1,1],[1,-1]]/sqrt2 squared is the identity, so light stays.
  FakeFabric first(2, resting(ideal_cell(base::kPi / 2)));
  FakeFabric second(2, resting(ideal_cell(base::kPi / 2)));
  LightBench bench("bench", [&](LightBench& made) {
    made.map.add_fabric(first);
    made.map.add_fabric(second);
    for (std::size_t p = 0; p < 2; ++p) {
      made.add_transmitter(first, p);
      made.add_receiver(second, p);
      made.map.join(first, port(p), second, port(p), {});
    }
  });
  bench.begin(first);
  run_for(Picoseconds(1));
  for (std::uint32_t p = 0; p < 2; ++p) {
    const ReceivedLight light = bench.light_log.of(p).back().light;
    CHECK(light.source == static_cast<TransceiverId>(p));
    CHECK(light.signal.value() == Approx(1e-3));
    CHECK(light.crosstalk.value() < 1e-30);
  }
}

TEST_CASE("a change of either fabric is seen, the other's interval going on") {
  const KernelContext kernel;
  Chain chain(0.0, 0.0);
  LightBench bench("bench", chain.wire());
  run_for(Picoseconds(0));
  bench.begin(chain.first);
  bench.begin(chain.second);
  run_until(Picoseconds(50'000));
  CHECK(bench.light_log.of(0).back().light.source == TransceiverId{0});
  FakeFabric& moved = GENERATE(true, false) ? chain.first : chain.second;
  moved.field = resting(ideal_cell(base::kPi));
  bench.begin(moved);
  run_until(Picoseconds(100'000));
  CHECK(bench.light_log.of(0).back().light.source == TransceiverId{1});
  CHECK(bench.light_log.of(1).back().light.source == TransceiverId{0});
}

}  // namespace
}  // namespace heliograph::systemc::test
