// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "photonics/formats/file_problems.hpp"

namespace heliograph::photonics {

struct YamlEntry;

/// One node of a YAML or JSON document, with the place where it was written.
struct YamlNode {
  enum class Kind { null, scalar, sequence, mapping };

  Kind kind = Kind::null;
  TextPlace place;
  std::string scalar;
  bool quoted = false;             ///< a scalar in quotes is text even if it looks like a number
  std::vector<YamlNode> items;     ///< of a sequence
  std::vector<YamlEntry> entries;  ///< of a mapping, in the order of the file; no key twice

  [[nodiscard]] bool is_mapping() const { return kind == Kind::mapping; }
  [[nodiscard]] bool is_sequence() const { return kind == Kind::sequence; }
  [[nodiscard]] bool is_scalar() const { return kind == Kind::scalar; }
  [[nodiscard]] bool is_null() const { return kind == Kind::null; }
  [[nodiscard]] const YamlNode* find(std::string_view key) const;
};

struct YamlEntry {
  std::string key;
  TextPlace key_place;
  YamlNode value;
};

/// `a mapping`, `a list`, `'text'`, `nothing`: what a message says it found.
[[nodiscard]] std::string found_text(const YamlNode& node);

struct YamlBounds {
  std::size_t bytes = std::size_t{16} << 20U;
  std::size_t nodes = 1'000'000;
  std::size_t depth = 64;
};

/// Parses one document of YAML, and so of JSON, which YAML 1.2 contains. (What that costs: JSON
/// with a surrogate pair in an escape is refused, and JSON with comments, single quotes or a
/// trailing comma passes.) Aliases are copied out; tags are passed over, since nothing here runs
/// what they name. A wrong document is reported and what could be read of it returned.
[[nodiscard]] YamlNode parse_yaml_text(std::string_view text, FileProblems& problems,
                                       const YamlBounds& bounds = {});

}  // namespace heliograph::photonics
