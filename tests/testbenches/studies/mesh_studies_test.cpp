// SPDX-License-Identifier: Apache-2.0
// What is published of meshes, beside ours.
#include <algorithm>
#include <catch2/catch.hpp>

#include "testbenches/studies/known_misses.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {
namespace {

const ReproductionRow& row_of(const std::vector<ReproductionRow>& rows,
                              const std::string& quantity) {
  const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReproductionRow& row) {
    return row.quantity == quantity;
  });
  REQUIRE(found != rows.end());
  return *found;
}

TEST_CASE("Smartlight: all is within but the loss of two cells, which is a known miss") {
  const std::vector<ReproductionRow> rows = reproduce({"smartlight"}, StudyContext{});
  CHECK(rows.size() == 11);
  CHECK(std::count_if(rows.begin(), rows.end(), [](const ReproductionRow& row) {
          return row.verdict == Verdict::within;
        }) == 10);
  CHECK(row_of(rows, "permutations of the 6x6 switch that route").model == 720.0);
  const ReproductionRow& fifteen = row_of(rows, "loss of a way of 15 cells");
  CHECK(fifteen.basis == ReproductionBasis::fitted);
  CHECK(fifteen.fitted_parameters == 1);
  // 3.34 + 15 * 0.46, and what the couplers let leak.
  CHECK(*fifteen.model == Approx(10.24).margin(0.03));
  const ReproductionRow& two = row_of(rows, "loss of a way of 2 cells");
  CHECK(two.verdict == Verdict::outside);
  CHECK(*two.model == Approx(4.26).margin(0.01));
  CHECK(unexpected_misses(rows, known_misses()).empty());
}

TEST_CASE("PipSwitch: 32 ports are joined all to all on both readings of a 9 x 9 mesh") {
  const std::vector<ReproductionRow> rows = reproduce({"pipswitch"}, StudyContext{});
  CHECK(rows.size() == 4);
  for (const ReproductionRow& row : rows) {
    INFO(row.quantity);
    CHECK((row.verdict == Verdict::within || row.verdict == Verdict::reported));
  }
}

}  // namespace
}  // namespace heliograph::testbenches
