// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/lumorph.hpp"

#include "testbenches/collectives/mixed_radix_plan.hpp"
#include "testbenches/collectives/round_schedule.hpp"

namespace heliograph::testbenches {

namespace {

constexpr const char* kLumorphSource =
    "arXiv 2501.18169 (what the algorithms are); the closed form is the standard one: "
    "2 log2 n or 2 log4 n rounds, 2 (n - 1) / n of the buffer";

std::unique_ptr<Schedule> make_lumorph(const char* name, const CollectiveRequest& request,
                                       const std::vector<std::uint32_t>& radices) {
  return std::make_unique<RoundSchedule>(
      std::make_unique<MixedRadixPlan>(name, request.op, radices), request.chunks);
}

CollectiveCost lumorph_cost(const CollectiveRequest& request, std::int64_t digits) {
  const std::int64_t halves = request.op == CollectiveOp::all_reduce ? 2 : 1;
  const std::int64_t chunks = halves * (std::int64_t{request.ranks} - 1) * request.chunks;
  return {halves * digits, chunks, chunks};
}

std::unique_ptr<Schedule> make_lumorph2(const CollectiveRequest& request) {
  return make_lumorph("lumorph2", request,
                      std::vector<std::uint32_t>(floor_log2(request.ranks), 2));
}

CollectiveCost lumorph2_cost(const CollectiveRequest& request) {
  return lumorph_cost(request, floor_log2(request.ranks));
}

std::unique_ptr<Schedule> make_lumorph4(const CollectiveRequest& request) {
  const std::uint32_t bits = floor_log2(request.ranks);
  std::vector<std::uint32_t> radices(bits / 2, 4);
  if (bits % 2 == 1) {
    radices.push_back(2);
  }
  return make_lumorph("lumorph4", request, radices);
}

CollectiveCost lumorph4_cost(const CollectiveRequest& request) {
  return lumorph_cost(request, (floor_log2(request.ranks) + 1) / 2);
}

}  // namespace

Algorithm lumorph2_algorithm() {
  return {"lumorph2",
          "recursive halving and doubling, with circuits set for each round",
          kLumorphSource,
          "powers of two",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather},
          8,
          admits_powers_of_two,
          make_lumorph2,
          lumorph2_cost};
}

Algorithm lumorph4_algorithm() {
  return {"lumorph4",
          "recursive quartering and quadrupling on three circuits a rank",
          kLumorphSource,
          "powers of two",
          {CollectiveOp::all_reduce, CollectiveOp::reduce_scatter, CollectiveOp::all_gather},
          16,
          admits_powers_of_two,
          make_lumorph4,
          lumorph4_cost};
}

}  // namespace heliograph::testbenches
