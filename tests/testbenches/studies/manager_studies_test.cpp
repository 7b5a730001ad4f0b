// SPDX-License-Identifier: Apache-2.0
// Studies of racks and their managers: published values, and what is worked out apart.
#include <catch2/catch.hpp>

#include <algorithm>
#include <tuple>

#include "testbenches/studies/rack_failures.hpp"
#include "testbenches/studies/rack_population.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {
namespace {

ReproductionRow row_of(const std::vector<ReproductionRow>& rows, const std::string& quantity) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReproductionRow& row) {
    return row.quantity == quantity;
  });
  INFO(quantity);
  REQUIRE(found != rows.end());
  return *found;
}

TEST_CASE("morphlux-cost: Table 2 comes out exactly") {
  const std::vector<ReproductionRow> rows = reproduce({"morphlux-cost"}, StudyContext{});
  int exact = 0;
  for (const ReproductionRow& row : rows) {
    if (row.verdict != Verdict::reported) {
      CHECK(row.verdict == Verdict::within);
      CHECK(row.deviation == 0.0);
      ++exact;
    }
  }
  CHECK(exact == 5);
  CHECK(row_of(rows, "electrical torus: bytes over bandwidth, of N beta").model == 2.625);
}

TEST_CASE("morphlux-spares: counts and odds of the reference") {
  const std::vector<ReproductionRow> rows = reproduce({"morphlux-spares"}, StudyContext{});
  CHECK(*row_of(rows, "Z(4) of 64 accelerators at 2 %").model == Approx(0.0394).margin(5e-5));
  for (const auto& [range, accelerators, servers] :
       std::vector<std::tuple<std::string, double, double>>{
           {"0 to 1", 2, 2}, {"1 to 3", 4, 2}, {"3 to 5", 6, 3}}) {
    const std::string end = ", each down " + range + " % of the time: spares at the mean";
    CHECK(row_of(rows, "64 accelerators" + end).model == accelerators);
    CHECK(row_of(rows, "16 servers" + end).model == servers);
  }
}

TEST_CASE("morphlux-allocation: nothing that rests on assumptions is compared") {
  const std::vector<ReproductionRow> rows = reproduce({"morphlux-allocation"}, StudyContext{});
  for (const ReproductionRow& row : rows) {
    CHECK(row.verdict ==
          (row.published == 1.0 && row.tolerance ? Verdict::within : Verdict::reported));
    CHECK_FALSE(row.note.empty());
  }
  // Circuits lose nothing to an ideal switch inside racks: fibres suffice.
  const auto failing = [&](const std::string& policy) {
    return *row_of(rows, policy + ", filled as drawn, 30 % freed: requests for 32 that fail").model;
  };
  CHECK(failing("fragmented") == failing("ideal_switch"));
  CHECK(failing("fragmented") < failing("contiguous"));
}

TEST_CASE("lumion: parts add up to the published restart") {
  double sum = 0;
  for (const ReproductionRow& row : reproduce({"lumion"}, StudyContext{})) {
    CHECK(row.verdict == Verdict::reported);
    sum += row.quantity.rfind("restart after a failure: ", 0) == 0 ? *row.model : 0;
  }
  CHECK(sum == Approx(25.6));
}

TEST_CASE("rack populations: full, seeded, freed as far as asked") {
  RackPopulation racks(3, 2, platforms::AllocationPolicy::contiguous);
  CHECK(racks.fill(equal_shares({4, 8, 16, 32}, 32)) == 0);
  CHECK(racks.cluster().free_chips() == 0);
  CHECK_FALSE(racks.ask(4));
  racks.free_accelerators(0.3);
  CHECK(racks.cluster().free_chips() >= 39);
  RackPopulation same(3, 2, platforms::AllocationPolicy::contiguous);
  same.fill(equal_shares({4, 8, 16, 32}, 32));
  same.free_accelerators(0.3);
  CHECK(same.cluster().slices().size() == racks.cluster().slices().size());
  CHECK(same.cluster().slices().begin()->first == racks.cluster().slices().begin()->first);
}

TEST_CASE("rack failures: 1 to 4 a rack, and no more is replaced than failed") {
  const RackFailures all = fail_in_full_racks(8);
  CHECK(all.count.failed == 20);
  CHECK(all.spliced + all.no_fibres <= 20);
  CHECK(all.spliced > 0);
  CHECK(all.migrated <= all.slices_hit);
  CHECK(all.count.by_slice >= all.count.by_server);
  CHECK(all.count.by_server >= all.count.by_chip);
}

}  // namespace
}  // namespace heliograph::testbenches
