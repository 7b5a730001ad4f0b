// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "systemc/control/rtl_models/rtl_source.hpp"
#include "systemc/control/rtl_models/rtl_tools.hpp"

namespace heliograph::systemc {

enum class RtlDirection { input, output, inout };
[[nodiscard]] std::string_view to_string(RtlDirection direction);

/// One dimension as declared: [left:right].
struct RtlRange {
  int left = 0;
  int right = 0;

  [[nodiscard]] unsigned size() const;
  [[nodiscard]] bool ascending() const { return left < right; }
};

struct RtlPort {
  std::string name;
  RtlDirection direction = RtlDirection::input;
  unsigned width = 1;              ///< bits in all, unpacked dimensions included
  std::vector<RtlRange> unpacked;  ///< outermost first; empty for most
  std::vector<RtlRange> packed;    ///< outermost first; empty for a single bit and a struct
  bool structure = false;          ///< a packed struct: its first member has the highest bits
  base::SourceLocation declared_at;

  /// How many elements of Verilator's storage: the product of the unpacked dimensions.
  [[nodiscard]] unsigned elements() const;
  /// `[3:0][7:0]` or `1 bit`, unpacked dimensions last.
  [[nodiscard]] std::string shape() const;
};

struct RtlParameter {
  std::string name;
  std::string value;  ///< as Verilator writes it: 32'sh4
};

/// A construct because of which unchanged pins and state do not mean that nothing will happen.
struct RtlHazard {
  std::string what;  ///< "$time", "a queue" ...
  base::SourceLocation place;
};

/// What can be known of a design without compiling it.
struct RtlPorts {
  std::string top;
  std::vector<RtlPort> ports;  ///< as declared
  std::vector<RtlParameter> parameters;
  std::vector<RtlHazard> hazards;
  /// Top ports that go by the same name in every module and are nothing but clocks of rising edges
  /// there: with only these, a falling edge moves nothing.
  std::vector<std::string> rising_clocks;
  std::vector<std::string> other_edges;   ///< variables whose edges matter in another way
  std::vector<std::string> files;         ///< all that were read, includes too
  std::vector<base::Diagnostic> remarks;  ///< Verilator's warnings that matter to a user

  [[nodiscard]] const RtlPort* find(std::string_view name) const;
};

/// Reads the ports with `verilator --xml-only`, in well under a second. Throws base::InputError for
/// a design that Verilator refuses or that has no such top, with the way round it, and for a
/// missing or hanging Verilator.
[[nodiscard]] RtlPorts read_rtl_ports(const RtlSource& source, const RtlTools& tools);

/// The same, with what Verilator wrote and said, for whoever keeps it.
struct RtlPortReport {
  RtlPorts ports;
  std::string xml;
  std::string log;
};
[[nodiscard]] RtlPortReport report_rtl_ports(const RtlSource& source, const RtlTools& tools);

/// The same from the text that `verilator --xml-only` wrote.
[[nodiscard]] RtlPorts parse_rtl_ports(const std::string& xml);

}  // namespace heliograph::systemc
