// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/request_options.hpp"

namespace heliograph::testbenches {

namespace {

bool has_root(CollectiveOp op) {
  return op == CollectiveOp::broadcast || op == CollectiveOp::reduce ||
         op == CollectiveOp::send_receive;
}

}  // namespace

bool is_moe(CollectiveOp op) {
  return op == CollectiveOp::moe_dispatch || op == CollectiveOp::moe_combine;
}

std::vector<RequestOption> request_options(const Algorithm& algorithm, CollectiveOp op,
                                           bool counts_given) {
  const bool moe = is_moe(op);
  const bool varies = op == CollectiveOp::all_to_all_v;
  const std::string_view dealt = "moe_dispatch and moe_combine without counts";
  return {{"root", has_root(op), "broadcast, reduce and send_receive"},
          {"dims", algorithm.name == "bucket", "bucket"},
          {"group", algorithm.name == "hierarchical", "hierarchical"},
          {"counts", moe || varies, "alltoallv, moe_dispatch and moe_combine"},
          {"experts", moe, "moe_dispatch and moe_combine"},
          {"tokens", moe && !counts_given, dealt},
          {"top_k", moe && !counts_given, dealt},
          {"zipf", moe && !counts_given, dealt},
          {"chunks", !moe && !(varies && counts_given),
           "all but moe_dispatch, moe_combine and alltoallv with counts"}};
}

}  // namespace heliograph::testbenches
