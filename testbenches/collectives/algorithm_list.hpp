// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "testbenches/collectives/algorithm.hpp"

namespace heliograph::testbenches {

/// All algorithms, in the order in which they are listed to users.
[[nodiscard]] std::vector<Algorithm> algorithm_list();

/// The algorithm of that name. Throws base::InputError at `place` with the nearest name.
[[nodiscard]] Algorithm find_algorithm(std::string_view name, const base::SourceLocation& place);

/// The operation of that name, if `algorithm` can do it; an empty name means the default. Throws
/// base::InputError at `place` with what is expected.
[[nodiscard]] CollectiveOp find_operation(const Algorithm& algorithm, std::string_view name,
                                          const base::SourceLocation& place);

/// The schedule of an algorithm. Throws base::InputError at `place` when the algorithm cannot do
/// the operation, or not with so many ranks.
[[nodiscard]] std::unique_ptr<Schedule> make_collective(const Algorithm& algorithm,
                                                        const CollectiveRequest& request,
                                                        const base::SourceLocation& place);

}  // namespace heliograph::testbenches
