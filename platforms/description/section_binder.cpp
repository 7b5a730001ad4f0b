// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/section_binder.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/utf8.hpp"
#include "platforms/description/description_text.hpp"

namespace heliograph::platforms {

namespace {

std::string child(const std::string& path, const std::string& key) {
  return path.empty() ? key : path + "." + key;
}

/// True for `a.b` and `a.b.c` when asked about `a.b`.
bool is_at_or_below(const std::string& path, const std::string& section) {
  return path == section ||
         (path.size() > section.size() && path.compare(0, section.size(), section) == 0 &&
          path[section.size()] == '.');
}

/// The key directly below `path` on the way to `deeper`, or nothing.
std::string next_key(const std::string& deeper, const std::string& path) {
  if (!path.empty() && !is_at_or_below(deeper, path)) {
    return "";
  }
  const std::size_t begin = path.empty() ? 0 : path.size() + 1;
  return begin >= deeper.size() ? "" : deeper.substr(begin, deeper.find('.', begin) - begin);
}

/// A name longer than this is near to none; edit distances of very long words would take long.
constexpr std::size_t kLongestName = 64;

std::string hint(const std::string& word, const std::vector<std::string>& candidates) {
  return word.size() > kLongestName ? std::string() : base::did_you_mean(word, candidates);
}

/// A list of scalars as one text, `[a, b]`; nothing of anything else.
std::optional<std::string> list_text(const YamlValue& value) {
  const bool scalars =
      value.kind == YamlValue::Kind::sequence &&
      std::all_of(value.items.begin(), value.items.end(), [](const YamlValue& item) {
        return item.kind == YamlValue::Kind::scalar && !item.refused;
      });
  if (!scalars) {
    return std::nullopt;
  }
  std::string text;
  for (const YamlValue& item : value.items) {
    text += (text.empty() ? "" : ", ") + item.scalar;
  }
  return "[" + text + "]";
}

/// A key that differs from `key` only in its unit suffix, for the commonest slip.
std::string with_unit(const std::string& key, const std::vector<std::string>& candidates) {
  for (const std::string& candidate : candidates) {
    if (candidate.size() > key.size() && candidate.compare(0, key.size(), key) == 0 &&
        candidate[key.size()] == '_') {
      return candidate;
    }
  }
  return "";
}

}  // namespace

void SectionBinder::bind_names(const std::string& path, std::vector<std::string> allowed,
                               std::vector<std::string>& names) {
  lists_[path] = {std::move(allowed), &names};
}

void SectionBinder::read(const YamlValue& root, base::Diagnostics& diagnostics) {
  whole_ = {root.file ? *root.file : std::string(), 0, 0};
  read_mapping("", root, diagnostics);
}

base::SourceLocation SectionBinder::where(const std::string& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? whole_ : found->second->value.location();
}

const YamlValue* SectionBinder::node(const std::string& path) const {
  const auto found = places_.find(path);
  return found == places_.end() ? nullptr : &found->second->value;
}

bool SectionBinder::is_section(const std::string& path) const {
  const auto below = [&](const auto& entry) { return is_at_or_below(entry.first, path); };
  return std::any_of(groups_.begin(), groups_.end(), below) ||
         std::any_of(lists_.begin(), lists_.end(), [&](const auto& entry) {
           return entry.first != path && is_at_or_below(entry.first, path);
         });
}

std::vector<std::string> SectionBinder::keys_of(const std::string& path) const {
  std::vector<std::string> keys;
  const auto groups = groups_.find(path);
  if (groups != groups_.end()) {
    for (const Group& group : groups->second) {
      for (const base::ParameterInfo& info : *group.infos) {
        keys.push_back(info.name);
      }
    }
  }
  const auto add_section = [&](const std::string& deeper) {
    const std::string key = next_key(deeper, path);
    if (!key.empty() && std::find(keys.begin(), keys.end(), key) == keys.end()) {
      keys.push_back(key);
    }
  };
  for (const auto& entry : groups_) {
    add_section(entry.first);
  }
  for (const auto& entry : lists_) {
    add_section(entry.first);
  }
  return keys;
}

void SectionBinder::read_mapping(const std::string& path, const YamlValue& node,
                                 base::Diagnostics& diagnostics) {
  if (node.kind != YamlValue::Kind::mapping) {
    failed_.insert(path);
    if (node.refused) {
      return;
    }
    const bool empty = node.kind == YamlValue::Kind::null;
    diagnostics.error(node.location(), "'" + path + "': found " + describe(node) +
                                           "; expected a mapping" +
                                           (empty ? " (leave the key out for the defaults)" : ""));
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string full = child(path, entry.key);
    const auto list = lists_.find(full);
    const bool is_path = entry.key.find('.') != std::string::npos;  // of --set, not of a file
    if (!is_path && list != lists_.end()) {
      places_[full] = &entry;
      read_names(full, list->second, entry.value, diagnostics);
    } else if (!is_path && is_section(full)) {
      places_[full] = &entry;
      read_mapping(full, entry.value, diagnostics);
    } else if (is_path || !read_parameter(path, entry, diagnostics)) {
      report_unknown(path, entry, diagnostics);
    }
  }
}

void SectionBinder::report_unknown(const std::string& path, const YamlEntry& entry,
                                   base::Diagnostics& diagnostics) const {
  const std::vector<std::string> keys = keys_of(path);
  const std::string unit_key = with_unit(entry.key, keys);
  if (entry.key.find('.') != std::string::npos) {
    diagnostics.error(entry.key_location,
                      "unknown key " + base::quoted(entry.key) +
                          "; paths with dots are for --set, in a file keys nest");
    return;
  }
  const std::string in = path.empty() ? "the scenario" : "'" + path + "'";
  diagnostics.error(
      entry.key_location,
      "unknown key " + base::quoted(entry.key) + " in " + in +
          (unit_key.empty() ? hint(entry.key, keys)
                            : " (its unit is missing: did you mean '" + unit_key + "'?)"));
}

bool SectionBinder::read_parameter(const std::string& path, const YamlEntry& entry,
                                   base::Diagnostics& diagnostics) {
  const auto groups = groups_.find(path);
  if (groups == groups_.end()) {
    return false;
  }
  for (const Group& group : groups->second) {
    for (std::size_t i = 0; i < group.infos->size(); ++i) {
      const base::ParameterInfo& info = (*group.infos)[i];
      if (info.name != entry.key) {
        continue;
      }
      const std::string full = child(path, entry.key);
      places_[full] = &entry;
      const bool scalar = entry.value.kind == YamlValue::Kind::scalar;
      const std::optional<std::string> text = info.kind == base::ParameterKind::integers && !scalar
                                                  ? list_text(entry.value)
                                                  : std::optional(entry.value.scalar);
      if ((!scalar && info.kind != base::ParameterKind::integers) || entry.value.refused || !text ||
          !group.assign(i, *text)) {
        failed_.insert(full);
        if (entry.value.refused) {
          return true;
        }
        // Of a list the first item that does not do as a list of its own either.
        const auto& items = entry.value.items;
        const auto wrong = std::find_if(items.begin(), items.end(), [&](const YamlValue& item) {
          return item.kind != YamlValue::Kind::scalar || !group.assign(i, item.scalar);
        });
        const YamlValue& found = wrong == items.end() ? entry.value : *wrong;
        diagnostics.error(found.location(),
                          "'" + full + "': found " + describe(found) + "; expected " +
                              info.expectation() +
                              (scalar ? hint(entry.value.scalar, info.choices) : ""));
      }
      return true;
    }
  }
  return false;
}

void SectionBinder::read_names(const std::string& path, const NameList& list, const YamlValue& node,
                               base::Diagnostics& diagnostics) {
  const auto wrong = [&](const YamlValue& value, const std::string& expected) {
    failed_.insert(path);
    if (value.refused) {
      return;
    }
    diagnostics.error(value.location(),
                      "'" + path + "': found " + describe(value) + "; expected " + expected);
  };
  const std::string one_of = join_alternatives(list.allowed);
  if (node.kind != YamlValue::Kind::sequence) {
    wrong(node, "a list of " + one_of);
    return;
  }
  for (const YamlValue& item : node.items) {
    const std::vector<std::string>& allowed = list.allowed;
    const bool known = item.kind == YamlValue::Kind::scalar &&
                       std::find(allowed.begin(), allowed.end(), item.scalar) != allowed.end();
    if (!known) {
      wrong(item, one_of + hint(item.scalar, allowed));
    } else if (std::find(list.names->begin(), list.names->end(), item.scalar) !=
               list.names->end()) {
      wrong(item, "each name once");
    } else {
      list.names->push_back(item.scalar);
    }
  }
}

}  // namespace heliograph::platforms
