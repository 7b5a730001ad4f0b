// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/section_binder.hpp"

#include <algorithm>
#include <utility>

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
      for (const base::ParameterInfo& info : group.infos) {
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
    diagnostics.error(node.location(),
                      "found " + describe(node) + "; expected a mapping for '" + path + "'");
    return;
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string full = child(path, entry.key);
    places_[full] = &entry;
    const auto list = lists_.find(full);
    if (list != lists_.end()) {
      read_names(list->second, entry.value, diagnostics);
    } else if (is_section(full)) {
      read_mapping(full, entry.value, diagnostics);
    } else if (!read_parameter(path, entry, diagnostics)) {
      const std::vector<std::string> keys = keys_of(path);
      const std::string unit_key = with_unit(entry.key, keys);
      const std::string hint = unit_key.empty()
                                   ? base::did_you_mean(entry.key, keys)
                                   : " (its unit is missing: did you mean '" + unit_key + "'?)";
      const std::string in = path.empty() ? "the scenario" : "'" + path + "'";
      diagnostics.error(entry.key_location, "unknown key '" + entry.key + "' in " + in + hint);
    }
  }
}

bool SectionBinder::read_parameter(const std::string& path, const YamlEntry& entry,
                                   base::Diagnostics& diagnostics) {
  const auto groups = groups_.find(path);
  if (groups == groups_.end()) {
    return false;
  }
  for (const Group& group : groups->second) {
    for (std::size_t i = 0; i < group.infos.size(); ++i) {
      const base::ParameterInfo& info = group.infos[i];
      if (info.name != entry.key) {
        continue;
      }
      const bool scalar = entry.value.kind == YamlValue::Kind::scalar;
      if (!scalar || !group.assign(i, entry.value.scalar)) {
        const std::string hint =
            scalar ? base::did_you_mean(entry.value.scalar, info.choices) : std::string();
        diagnostics.error(entry.value.location(), "'" + child(path, entry.key) + "': found " +
                                                      describe(entry.value) + "; expected " +
                                                      info.expectation() + hint);
      }
      return true;
    }
  }
  return false;
}

void SectionBinder::read_names(const NameList& list, const YamlValue& node,
                               base::Diagnostics& diagnostics) {
  if (node.kind != YamlValue::Kind::sequence) {
    diagnostics.error(node.location(), "found " + describe(node) + "; expected a list of names");
    return;
  }
  for (const YamlValue& item : node.items) {
    const bool known = item.kind == YamlValue::Kind::scalar &&
                       std::find(list.allowed.begin(), list.allowed.end(), item.scalar) !=
                           list.allowed.end();
    if (known) {
      list.names->push_back(item.scalar);
      continue;
    }
    std::string all;
    for (const std::string& name : list.allowed) {
      all += (all.empty() ? "" : ", ") + name;
    }
    diagnostics.error(item.location(), "found " + describe(item) + "; expected one of " + all +
                                           base::did_you_mean(item.scalar, list.allowed));
  }
}

}  // namespace heliograph::platforms
