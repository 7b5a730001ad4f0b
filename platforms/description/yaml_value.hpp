// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"

namespace heliograph::platforms {

struct YamlEntry;

/// One node of a description, with the place where it was written. A tree of our own, so that the
/// place survives includes and overrides, and so that no alias makes it larger than its limits.
struct YamlValue {
  enum class Kind { null, scalar, sequence, mapping };

  Kind kind = Kind::null;
  std::shared_ptr<const std::string> file;
  int line = 0;
  int column = 0;
  bool refused = false;  ///< a mistake has been reported here: say no more of it
  std::string scalar;
  std::vector<YamlValue> items;
  std::vector<YamlEntry> entries;  ///< in the order of the file; no key twice

  [[nodiscard]] base::SourceLocation location() const;
  [[nodiscard]] const YamlEntry* find(std::string_view key) const;
  [[nodiscard]] YamlEntry* find(std::string_view key);
};

struct YamlEntry {
  std::string key;
  base::SourceLocation key_location;
  YamlValue value;
};

/// What a tree costs: nodes and keys, bytes of text, and levels.
struct YamlExtent {
  std::size_t nodes = 0;
  std::size_t bytes = 0;
  std::size_t depth = 0;
};
[[nodiscard]] YamlExtent extent_of(const YamlValue& value);

/// `a mapping`, `a list`, `'text'`, `nothing`: for error messages.
[[nodiscard]] std::string describe(const YamlValue& value);

/// Puts the entries of `over` into `under`, recursively where both have a mapping.
void merge_over(YamlValue& under, const YamlValue& over);

}  // namespace heliograph::platforms
