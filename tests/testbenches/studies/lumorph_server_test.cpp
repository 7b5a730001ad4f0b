// SPDX-License-Identifier: Apache-2.0
// The study of a server on a photonic interposer.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "testbenches/studies/study_list.hpp"
#include "tests/support/paths.hpp"

namespace heliograph::testbenches {
namespace {

TEST_CASE("lumorph-server: slices are rings, and what is not reached is said with its reason") {
  StudyContext context;
  context.presets_folder = tests::source_path("platforms/presets");
  const std::vector<ReproductionRow> rows = reproduce({"lumorph-server"}, context);
  const auto row_with = [&](const std::string& start) {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const ReproductionRow& row) {
      return row.quantity.compare(0, start.size(), start) == 0;
    });
    INFO(start);
    REQUIRE(found != rows.end());
    return *found;
  };
  // 2^8 subsets without the empty one and those of one; without those whose rest is one or none.
  CHECK(row_with("slices of 2 to 8 accelerators, 247 in all").verdict == Verdict::within);
  CHECK(row_with("slices beside a slice of all others, 238 in all").verdict == Verdict::within);
  // Of a 2 x 4 grid: 10 pairs of neighbours, 3 rings of four, 2 of six, 1 of eight.
  CHECK(row_with("slices that are a ring of fixed links").model == Approx(10 + 3 + 2 + 1));
  // Ring 2 * 7 alpha, halving 6 alpha and a change in each round but the one that keeps its
  // circuits.
  const double moved = 2.0 * 7 / 8 * 65'536 / 106.25e3;
  CHECK(row_with("training step, gradients of 64 KiB, 3.7 us a change").model ==
        Approx((14 * 3 + moved) / (6 * 3 + 5 * 3.7 + moved)).epsilon(1e-9));
  const ReproductionRow dark = row_with("a change of circuits: dark");
  CHECK(dark.verdict == Verdict::reported);
  CHECK(dark.model.value() > 3.7);
  for (const ReproductionRow& row : rows) {
    CHECK_FALSE(row.note.empty());
  }
}

}  // namespace
}  // namespace heliograph::testbenches
