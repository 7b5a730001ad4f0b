// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/byte_check.hpp"

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>

namespace heliograph::testbenches {

namespace {

[[noreturn]] void complain_of_bytes(const ByteSums& sums, const char* one, const char* others,
                                    base::Bytes found, base::Bytes expected) {
  std::string text = "bytes from rank ";
  text += std::to_string(base::index(sums.pair.from));
  text += " to rank ";
  text += std::to_string(base::index(sums.pair.to));
  text += " do not balance: ";
  text += std::to_string(found.count());
  text += one;
  text += std::to_string(expected.count());
  text += others;
  throw std::logic_error(text);
}

}  // namespace

std::vector<ByteSums> byte_sums(platforms::Platform& platform, const FrameTable& frames,
                                const LinkLayerLog* link_layers) {
  std::map<base::RankCircuit, ByteSums> sums;
  for (std::uint32_t n = 0; n < platform.nodes(); ++n) {
    const auto rank = static_cast<base::RankId>(n);
    const systemc::Nic& nic = platform.node(rank).nic;
    for (const auto& [peer, bytes] : nic.bytes().sent()) {
      ByteSums& sum = sums[{rank, peer}];
      sum.posted = bytes.posted;
      sum.left = bytes.left;
      sum.waiting = nic.waiting(peer);
    }
    for (const auto& [peer, bytes] : nic.bytes().received()) {
      sums[{peer, rank}].delivered = bytes.delivered;
    }
  }
  for (const auto& [pair, counts] : frames.all()) {
    ByteSums& sum = sums[pair];
    sum.lost = counts.lost_payload;
    sum.arrived = counts.delivered_payload;
  }
  if (link_layers != nullptr) {
    for (const auto& [pair, counts] : link_layers->pairs()) {
      sums[pair].repeated = counts.repeated_payload;
    }
  }
  std::vector<ByteSums> list;
  list.reserve(sums.size());
  for (auto& [pair, sum] : sums) {
    sum.pair = pair;
    list.push_back(sum);
  }
  return list;
}

void check_bytes(const std::vector<ByteSums>& sums, base::Bytes under_way) {
  for (const ByteSums& sum : sums) {
    if (sum.posted != sum.waiting + sum.left) {
      complain_of_bytes(sum, " were posted, but ", " wait or have left", sum.posted,
                        sum.waiting + sum.left);
    }
    const base::Bytes open = sum.left + sum.repeated - sum.delivered - sum.lost;
    if (std::abs(open.count()) > under_way.count()) {
      complain_of_bytes(sum, " have left, but ", " were delivered or lost", sum.left + sum.repeated,
                        sum.delivered + sum.lost);
    }
    if (sum.delivered != sum.arrived) {
      complain_of_bytes(sum, " are in memory, but ", " arrived", sum.delivered, sum.arrived);
    }
  }
}

}  // namespace heliograph::testbenches
