// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/yaml_value.hpp"

#include <algorithm>

#include "base/utf8.hpp"

namespace heliograph::platforms {

namespace {

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

YamlExtent extent_of(const YamlValue& value) {
  YamlExtent extent{1, value.scalar.size(), 0};
  const auto add = [&extent](const YamlValue& child) {
    const YamlExtent part = extent_of(child);
    extent.nodes += part.nodes;
    extent.bytes += part.bytes;
    extent.depth = std::max(extent.depth, part.depth);
  };
  for (const YamlValue& item : value.items) {
    add(item);
  }
  for (const YamlEntry& entry : value.entries) {
    extent.nodes += 1;
    extent.bytes += entry.key.size();
    add(entry.value);
  }
  extent.depth += 1;
  return extent;
}

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
  return base::quoted(value.scalar);
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
