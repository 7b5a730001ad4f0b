// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/formats/text_lines.hpp"

namespace heliograph::photonics {

/// An end of a block: a port and the number of a mode there.
struct LumericalEnd {
  std::string port;
  std::int64_t mode = 1;
};

/// The header of a block.
struct LumericalHeader {
  LumericalEnd output;
  std::string mode_name;  ///< TE, TM, ...; may be empty
  LumericalEnd input;
  double group_delay = 0.0;  ///< seconds
  TextPlace place;
};

struct LumericalRow {
  double frequency = 0.0;
  double magnitude = 0.0;
  double phase = 0.0;
  TextPlace place;
};

struct LumericalBlock {
  LumericalHeader header;
  std::vector<LumericalRow> rows;  ///< in the order of the file
};

/// The blocks of a file and the ports that lines like `['port 1','LEFT']` list.
struct LumericalFile {
  std::vector<std::string> listed_ports;
  std::vector<LumericalBlock> blocks;
};

/// Splits a text into blocks; what is wrong with a single line or block is reported.
[[nodiscard]] LumericalFile read_lumerical_blocks(std::string_view text, FileProblems& problems);

/// A value of a header or list: quoted text, or a number or other word without quotes.
struct TupleValue {
  std::string text;
  bool is_quoted = false;
  TextPlace place;
};

/// The values of a line like `('port 1', "TE", 1)` or `['port 1','LEFT']`, between the brackets
/// `open` and `close`; nothing, and reported, when it is not one.
[[nodiscard]] std::optional<std::vector<TupleValue>> read_tuple(const TextLine& line, char open,
                                                                char close, FileProblems& problems);

}  // namespace heliograph::photonics
