// SPDX-License-Identifier: Apache-2.0
#include "testbenches/collectives/algorithm_list.hpp"

#include <algorithm>
#include <string>

#include "testbenches/collectives/bidirectional_ring.hpp"
#include "testbenches/collectives/bruck.hpp"
#include "testbenches/collectives/bucket.hpp"
#include "testbenches/collectives/direct.hpp"
#include "testbenches/collectives/double_tree.hpp"
#include "testbenches/collectives/halving_doubling.hpp"
#include "testbenches/collectives/hierarchical.hpp"
#include "testbenches/collectives/lumorph.hpp"
#include "testbenches/collectives/recursive_doubling.hpp"
#include "testbenches/collectives/ring.hpp"
#include "testbenches/collectives/round_robin.hpp"
#include "testbenches/collectives/stragglar.hpp"
#include "testbenches/collectives/tree.hpp"

namespace heliograph::testbenches {

namespace {

[[noreturn]] void fail_name(std::string_view what, std::string_view name,
                            const std::vector<std::string>& expected,
                            const base::SourceLocation& place) {
  std::string text(what);
  text += " '";
  text += name;
  text += "'; expected ";
  for (const std::string& word : expected) {
    text += &word == &expected.front() ? "" : ", ";
    text += word;
  }
  throw base::InputError(place, text + base::did_you_mean(name, expected));
}

std::vector<std::string> operation_names(const Algorithm& algorithm) {
  std::vector<std::string> names;
  names.reserve(algorithm.operations.size());
  for (const CollectiveOp op : algorithm.operations) {
    names.emplace_back(to_string(op));
  }
  return names;
}

}  // namespace

std::vector<Algorithm> algorithm_list() {
  return {ring_algorithm(),
          bidirectional_ring_algorithm(),
          recursive_doubling_algorithm(),
          halving_doubling_algorithm(),
          bruck_algorithm(),
          tree_algorithm(),
          double_tree_algorithm(),
          direct_algorithm(),
          round_robin_algorithm(),
          bucket_algorithm(),
          hierarchical_algorithm(),
          lumorph2_algorithm(),
          lumorph4_algorithm(),
          stragglar_algorithm()};
}

Algorithm find_algorithm(std::string_view name, const base::SourceLocation& place) {
  std::vector<std::string> names;
  for (const Algorithm& algorithm : algorithm_list()) {
    if (algorithm.name == name) {
      return algorithm;
    }
    names.emplace_back(algorithm.name);
  }
  fail_name("unknown algorithm", name, names, place);
}

CollectiveOp find_operation(const Algorithm& algorithm, std::string_view name,
                            const base::SourceLocation& place) {
  if (name.empty()) {
    return algorithm.operations.front();
  }
  for (const CollectiveOp op : algorithm.operations) {
    if (to_string(op) == name) {
      return op;
    }
  }
  fail_name(std::string(algorithm.name) + " cannot do", name, operation_names(algorithm), place);
}

std::unique_ptr<Schedule> make_collective(const Algorithm& algorithm,
                                          const CollectiveRequest& request,
                                          const base::SourceLocation& place) {
  (void)find_operation(algorithm, to_string(request.op), place);
  if (request.chunks < 1) {
    throw base::InputError(
        place, "found " + std::to_string(request.chunks) + " chunks; expected 1 or more");
  }
  if (!algorithm.admits(request)) {
    throw base::InputError(
        place, std::string(algorithm.name) + " " + std::string(to_string(request.op)) + ": found " +
                   std::to_string(request.ranks) + (request.ranks == 1 ? " rank" : " ranks") +
                   "; expected " + std::string(algorithm.sizes));
  }
  if (base::index(request.root) >= request.ranks) {
    throw base::InputError(place, "the root is rank " + std::to_string(base::index(request.root)) +
                                      "; expected 0 to " + std::to_string(request.ranks - 1));
  }
  return algorithm.make(request);
}

}  // namespace heliograph::testbenches
