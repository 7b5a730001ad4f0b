// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/description_tree.hpp"

#include <filesystem>
#include <string_view>
#include <utility>

#include "platforms/description/yaml_parser.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::string_view kOptionPrefix = "--set ";
constexpr int kDeepestInclude = 16;

/// Reads a file that `value` names and resolves what that includes.
YamlValue load_named(const YamlValue& value, int depth, base::Diagnostics& diagnostics);

void resolve_includes(YamlValue& node, int depth, base::Diagnostics& diagnostics) {
  for (YamlValue& item : node.items) {
    resolve_includes(item, depth, diagnostics);
  }
  YamlValue included;
  included.kind = YamlValue::Kind::mapping;
  for (std::size_t i = 0; i < node.entries.size();) {
    YamlEntry& entry = node.entries[i];
    if (entry.key != "include") {
      resolve_includes(entry.value, depth, diagnostics);
      ++i;
      continue;
    }
    const bool is_list = entry.value.kind == YamlValue::Kind::sequence;
    const std::vector<YamlValue> files =
        is_list ? entry.value.items : std::vector<YamlValue>{entry.value};
    for (const YamlValue& file : files) {
      merge_over(included, load_named(file, depth, diagnostics));
    }
    node.entries.erase(node.entries.begin() + static_cast<std::ptrdiff_t>(i));
  }
  if (!included.entries.empty()) {
    merge_over(included, node);
    node.entries = std::move(included.entries);
  }
}

YamlValue load_named(const YamlValue& value, int depth, base::Diagnostics& diagnostics) {
  if (value.kind != YamlValue::Kind::scalar) {
    diagnostics.error(value.location(), "found " + describe(value) + "; expected a file name");
    return {};
  }
  if (depth >= kDeepestInclude) {
    diagnostics.error(value.location(), "files include each other more than " +
                                            std::to_string(kDeepestInclude) +
                                            " levels deep; is this a circle?");
    return {};
  }
  YamlValue loaded = load_yaml(resolve_path(value), value.location(), diagnostics);
  if (loaded.kind != YamlValue::Kind::mapping) {
    if (!diagnostics.has_errors()) {
      diagnostics.error(value.location(), "'" + value.scalar + "' holds " + describe(loaded) +
                                              "; expected a mapping");
    }
    return {};
  }
  resolve_includes(loaded, depth + 1, diagnostics);
  return loaded;
}

/// `platform: file` becomes the mapping that the file holds.
void load_platform(YamlValue& root, base::Diagnostics& diagnostics) {
  YamlEntry* platform = root.find("platform");
  if (platform != nullptr && platform->value.kind == YamlValue::Kind::scalar) {
    YamlValue loaded = load_named(platform->value, 0, diagnostics);
    if (!loaded.file) {
      loaded.kind = YamlValue::Kind::mapping;
      loaded.file = platform->value.file;
    }
    platform->value = std::move(loaded);
  }
}

/// A platform file may say what its switches are; the scenario's own `switch` lies over it.
void lift_switch(YamlValue& root) {
  YamlEntry* platform = root.find("platform");
  if (platform == nullptr) {
    return;
  }
  std::vector<YamlEntry>& entries = platform->value.entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].key != "switch") {
      continue;
    }
    YamlEntry below = std::move(entries[i]);
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(i));
    YamlEntry* own = root.find("switch");
    if (own == nullptr) {
      root.entries.push_back(std::move(below));
    } else if (own->value.kind == YamlValue::Kind::mapping &&
               below.value.kind == YamlValue::Kind::mapping) {
      merge_over(below.value, own->value);
      own->value = std::move(below.value);
    }
    return;
  }
}

YamlValue option_value(const std::string& option, const std::string& text,
                       base::Diagnostics& diagnostics) {
  base::Diagnostics own;
  YamlValue value = parse_yaml(text, option_location(option).file, own);
  for (const base::Diagnostic& entry : own.entries()) {
    diagnostics.error(option_location(option), entry.message);
  }
  value.line = 0;
  value.column = 0;
  return value;
}

void apply_override(YamlValue& root, const std::string& option, base::Diagnostics& diagnostics) {
  const base::SourceLocation location = option_location(option);
  const std::size_t equals = option.find('=');
  if (equals == std::string::npos || equals == 0) {
    diagnostics.error(location, "found '" + option + "'; expected path.to.key=value");
    return;
  }
  YamlValue value = option_value(option, option.substr(equals + 1), diagnostics);
  std::string_view path = std::string_view(option).substr(0, equals);
  YamlValue* node = &root;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string key(path.substr(0, dot));
    if (key.empty() || node->kind != YamlValue::Kind::mapping) {
      diagnostics.error(location, key.empty() ? "found an empty key in the path"
                                              : "there is no mapping to hold '" + key + "'");
      return;
    }
    YamlEntry* entry = node->find(key);
    if (entry == nullptr) {
      entry = &node->entries.emplace_back();
      entry->key = key;
      entry->value.kind = YamlValue::Kind::mapping;
      entry->value.file = value.file;
    }
    entry->key_location = location;
    if (dot == std::string_view::npos) {
      entry->value = std::move(value);
      return;
    }
    if (node == &root && key == "platform") {
      load_platform(root, diagnostics);
    }
    node = &entry->value;
    path.remove_prefix(dot + 1);
  }
}

}  // namespace

base::SourceLocation option_location(const std::string& option) {
  return {std::string(kOptionPrefix) + option, 0, 0};
}

std::string resolve_path(const YamlValue& value) {
  const std::filesystem::path named(value.scalar);
  const std::string file = value.file ? *value.file : std::string();
  if (named.is_absolute() || file.compare(0, kOptionPrefix.size(), kOptionPrefix) == 0) {
    return named.string();
  }
  return (std::filesystem::path(file).parent_path() / named).lexically_normal().string();
}

YamlValue read_description(const std::string& path, const std::vector<std::string>& overrides,
                           base::Diagnostics& diagnostics) {
  YamlValue root = load_yaml(path, {path, 0, 0}, diagnostics);
  if (root.kind != YamlValue::Kind::mapping) {
    if (!diagnostics.has_errors()) {
      diagnostics.error({path, 0, 0},
                        "holds " + describe(root) + "; expected a mapping of scenario keys");
    }
    return root;
  }
  resolve_includes(root, 0, diagnostics);
  for (const std::string& option : overrides) {
    apply_override(root, option, diagnostics);
  }
  load_platform(root, diagnostics);
  lift_switch(root);
  return root;
}

}  // namespace heliograph::platforms
