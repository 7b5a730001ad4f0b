// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/yaml_value.hpp"

#include <algorithm>

namespace heliograph::platforms {

namespace {

constexpr std::size_t kLongestQuote = 60;

template <class Entries>
auto* find_entry(Entries& entries, std::string_view key) {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const YamlEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace

base::SourceLocation YamlValue::location() const {
  return {file ? *file : std::string(), line, column};
}

const YamlEntry* YamlValue::find(std::string_view key) const { return find_entry(entries, key); }

YamlEntry* YamlValue::find(std::string_view key) { return find_entry(entries, key); }

std::string describe(const YamlValue& value) {
  switch (value.kind) {
    case YamlValue::Kind::null:
      return "nothing";
    case YamlValue::Kind::sequence:
      return "a list";
    case YamlValue::Kind::mapping:
      return "a mapping";
    case YamlValue::Kind::scalar:
      break;
  }
  if (value.scalar.size() <= kLongestQuote) {
    return "'" + value.scalar + "'";
  }
  return "'" + value.scalar.substr(0, kLongestQuote) + "...'";
}

void merge_over(YamlValue& under, const YamlValue& over) {
  for (const YamlEntry& entry : over.entries) {
    YamlEntry* existing = under.find(entry.key);
    if (existing == nullptr) {
      under.entries.push_back(entry);
    } else if (existing->value.kind == YamlValue::Kind::mapping &&
               entry.value.kind == YamlValue::Kind::mapping) {
      merge_over(existing->value, entry.value);
      existing->key_location = entry.key_location;
    } else {
      *existing = entry;
    }
  }
}

}  // namespace heliograph::platforms
