// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <vector>

#include "systemc/control/behavioural/islip_matching.hpp"
#include "tests/systemc/control/scheduler/matching_cases.hpp"

// How many decisions a request that stays may have to wait for, the one that grants it included,
// whatever the others do: every state and every move of an adversary. All pairs are alike (turning
// the numbers of inputs or outputs turns the pointers), so the request is 0 -> 0.

namespace heliograph::systemc::test {
namespace {

PortRows rows_of(unsigned bits, unsigned ports) {
  PortRows rows{};
  for (unsigned src = 0; src < ports; ++src) rows[src] = bits >> src * ports & port_set(ports);
  return rows;
}

unsigned bits_of(const PortRows& rows, unsigned ports) {
  unsigned bits = 0;
  for (unsigned src = 0; src < ports; ++src) bits |= rows[src] << src * ports;
  return bits;
}

/// Their pointers move with each decision, whatever it was: longest run of decisions in which the
/// others can keep 0 -> 0 from being granted, and one.
unsigned rotating_bound(MatchingAlgorithm algorithm, unsigned ports) {
  const auto matching = make_circuit_matching(algorithm, ports, 1);
  unsigned longest = 0;
  unsigned run = 0;
  for (unsigned decision = 0; decision < 3 * ports * ports; ++decision) {
    bool can_be_kept_off = false;
    for (unsigned others = 0; others < 1U << ports * ports && !can_be_kept_off; others += 2) {
      can_be_kept_off = (matching->match(rows_of(others | 1U, ports))[0] & 1U) == 0;
    }
    matching->match(full_load(ports));
    matching->accept();
    run = can_be_kept_off ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest + 1;
}

TEST_CASE("a steady request is granted within as many decisions as ports by the wavefront") {
  CHECK(rotating_bound(MatchingAlgorithm::wavefront, 2) == 2);
  CHECK(rotating_bound(MatchingAlgorithm::wavefront, 3) == 3);
  CHECK(rotating_bound(MatchingAlgorithm::wavefront, 4) == 4);
}

TEST_CASE("a steady request is granted within ports squared decisions by round-robin") {
  CHECK(rotating_bound(MatchingAlgorithm::round_robin, 2) == 4);
  CHECK(rotating_bound(MatchingAlgorithm::round_robin, 3) == 9);
  CHECK(rotating_bound(MatchingAlgorithm::round_robin, 4) == 16);
}

/// All pointers and all sets of requests that hold 0 -> 0.
class IslipGame {
 public:
  IslipGame(unsigned ports, unsigned iterations) : ports_(ports), islip_(ports, iterations) {
    for (unsigned i = 0; i < 2 * ports_; ++i) states_ *= ports_;
    sets_ = 1U << (ports_ * ports_ - 1);  // of the other requests
    left_.resize(std::size_t{states_} * sets_);
    next_.resize(left_.size());
    for (unsigned state = 0; state < states_; ++state) {
      for (unsigned set = 0; set < sets_; ++set) play(state, set);
    }
  }

  /// Longest wait; 0 if it can be made a hundred decisions. `withdraw`: others may also give up
  /// before they are granted.
  [[nodiscard]] unsigned longest(bool withdraw) const {
    constexpr unsigned kMany = 100;
    std::vector<unsigned> wait(left_.size(), 1);
    for (unsigned length = 1; length < kMany; ++length) {
      const std::vector<unsigned> best = best_answers(wait, withdraw);
      bool longer = false;
      for (std::size_t at = 0; at < wait.size(); ++at) {
        if (next_[at] == kServed) continue;
        const unsigned now = 1 + best[std::size_t{next_[at]} * sets_ + left_[at]];
        longer = longer || now > wait[at];
        wait[at] = now;
      }
      if (!longer) return *std::max_element(wait.begin(), wait.end());
    }
    return 0;
  }

 private:
  static constexpr unsigned kServed = ~0U;

  void play(unsigned state, unsigned set) {
    std::vector<unsigned> pointers(std::size_t{2} * ports_);
    for (unsigned rest = state, i = 0; i < pointers.size(); ++i, rest /= ports_) {
      pointers[i] = rest % ports_;
    }
    islip_.set_pointers(pointers);
    const unsigned requests = set << 1U | 1U;
    const unsigned granted = bits_of(islip_.match(rows_of(requests, ports_)), ports_);
    islip_.accept();
    const std::size_t at = std::size_t{state} * sets_ + set;
    left_[at] = (requests & ~granted) >> 1U;
    next_[at] = 0;
    for (std::size_t i = pointers.size(); i-- > 0;) {
      next_[at] = next_[at] * ports_ + islip_.pointers()[i];
    }
    if ((granted & 1U) != 0) next_[at] = kServed;
  }

  /// By pointers and requests left: the worst that others can make of it by asking for more.
  [[nodiscard]] std::vector<unsigned> best_answers(std::vector<unsigned> wait,
                                                   bool withdraw) const {
    for (unsigned state = 0; state < states_; ++state) {
      unsigned* const row = wait.data() + std::size_t{state} * sets_;
      for (unsigned bit = 1; bit < sets_; bit *= 2) {
        for (unsigned set = 0; set < sets_; ++set) {
          if ((set & bit) == 0) row[set] = std::max(row[set], row[set | bit]);
        }
      }
      if (withdraw) std::fill(row, row + sets_, row[0]);
    }
    return wait;
  }

  const unsigned ports_;
  IslipMatching islip_;
  unsigned states_ = 1;
  unsigned sets_ = 1;
  std::vector<unsigned> left_;  // other requests that were not granted
  std::vector<unsigned> next_;  // pointers afterwards, or kServed
};

// (N-1)^2 + N^2 is what D. N. Serpanos and P. I. Antoniadis, "FIRM: a class of distributed
// scheduling algorithms for high-speed ATM switches with multiple input queues", INFOCOM 2000, give
// for iSLIP.
TEST_CASE("a steady request is granted within the published bound by iSLIP, if none is withdrawn") {
  const unsigned iterations = GENERATE(1U, 2U, 3U);
  for (const unsigned ports : {2U, 3U}) {
    const unsigned longest = IslipGame(ports, iterations).longest(false);
    CAPTURE(ports, iterations, longest);
    CHECK(longest >= ports);
    CHECK(longest <= (ports - 1) * (ports - 1) + ports * ports);
    // N^2, which round-robin keeps, is not enough.
    if (ports == 3) CHECK(longest > ports * ports);
  }
}

TEST_CASE("requests that come and go can keep iSLIP of three ports from a steady one") {
  CHECK(IslipGame(3, 1).longest(true) == 0);
}

}  // namespace
}  // namespace heliograph::systemc::test
