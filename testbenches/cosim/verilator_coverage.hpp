// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "testbenches/cosim/cosim_report.hpp"

namespace heliograph::testbenches {

/// Coverage of a design's code as Verilator counts it: lines (statements and branches) and toggles
/// of signal bits, added up over instances and runs.
class VerilatorCoverage {
 public:
  /// The text of one coverage file of Verilator 5 ("# SystemC::Coverage-3"). Lines that are not of
  /// that form are left out.
  void add(std::string_view text);

  /// All counts in the same form, for add().
  [[nodiscard]] std::string text() const;

  [[nodiscard]] bool empty() const { return counts_.empty(); }
  /// Statements and branches: covered when they were run once. A hole is `file:line: what`, with
  /// the file's name only; a place that several instances of a module share is one place.
  [[nodiscard]] CodeCoverage lines() const;
  /// Bits of signals: covered when they changed once; `module: signal[bit]`.
  [[nodiscard]] CodeCoverage toggles() const;

 private:
  std::map<std::string, std::uint64_t, std::less<>> counts_;  ///< by Verilator's key
};

}  // namespace heliograph::testbenches
