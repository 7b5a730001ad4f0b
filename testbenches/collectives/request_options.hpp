// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// An option of a request that not every algorithm or operation heeds.
struct RequestOption {
  std::string_view name;  ///< as a file of jobs calls it
  bool used = false;
  std::string_view users;  ///< by whom, in words
};

/// Each of them for this algorithm and operation; `counts_given`: the traffic is given by counts,
/// not dealt out.
[[nodiscard]] std::vector<RequestOption> request_options(const Algorithm& algorithm,
                                                         CollectiveOp op, bool counts_given);

/// Its chunks are tokens, and signals beside them.
[[nodiscard]] bool is_moe(CollectiveOp op);

}  // namespace heliograph::testbenches
