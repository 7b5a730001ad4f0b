// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/description_tree.hpp"

#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "platforms/description/file_loader.hpp"
#include "platforms/description/yaml_parser.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::size_t kLongestOption = 64U << 10U;

/// A platform file may say what its switches are; the scenario's own `switch` lies over it.
void lift_switch(YamlValue& root, base::Diagnostics& diagnostics) {
  YamlEntry* platform = root.find("platform");
  YamlEntry* found = platform == nullptr ? nullptr : platform->value.find("switch");
  if (found == nullptr) {
    return;
  }
  YamlEntry below = std::move(*found);
  std::vector<YamlEntry>& entries = platform->value.entries;
  entries.erase(entries.begin() + (found - entries.data()));
  if (below.value.kind != YamlValue::Kind::mapping) {
    diagnostics.error(below.value.location(),
                      "'switch': found " + describe(below.value) + "; expected a mapping");
    return;
  }
  YamlEntry* own = root.find("switch");
  if (own == nullptr) {
    root.entries.push_back(std::move(below));
  } else if (own->value.kind == YamlValue::Kind::mapping) {
    // The place stays the scenario's: it has the last word on the switch.
    merge_over(below.value, own->value);
    own->value.entries = std::move(below.value.entries);
  }
}

/// One `--set path.to.key=value`.
class Override {
 public:
  Override(const std::string& option, FileLoader& loader, base::Diagnostics& diagnostics)
      : option_(option),
        location_(option_location(option)),
        loader_(loader),
        diagnostics_(diagnostics) {}

  void apply(YamlValue& root) {
    const std::size_t equals = option_.find('=');
    if (equals == std::string::npos || equals == 0) {
      error("expected path.to.key=value");
      return;
    }
    if (option_.size() > kLongestOption) {
      error("longer than " + std::to_string(kLongestOption) + " characters");
      return;
    }
    const std::vector<std::string> keys = split(std::string_view(option_).substr(0, equals));
    if (!may_set(keys)) {
      return;
    }
    YamlValue value = parse(option_.substr(equals + 1));
    YamlValue* node = &root;
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
      node = step_into(*node, keys[i]);
      if (node == nullptr) {
        return;
      }
      if (i == 0 && keys[0] == "platform") {
        loader_.load_platform(root);
      }
    }
    if (is_mapping(*node, keys.back())) {
      set(*node, keys.back(), std::move(value));
    }
  }

 private:
  void error(std::string message) { diagnostics_.error(location_, std::move(message)); }

  [[nodiscard]] static std::vector<std::string> split(std::string_view path) {
    std::vector<std::string> keys;
    while (true) {
      const std::size_t dot = path.find('.');
      keys.emplace_back(path.substr(0, dot));
      if (dot == std::string_view::npos) {
        return keys;
      }
      path.remove_prefix(dot + 1);
    }
  }

  [[nodiscard]] bool may_set(const std::vector<std::string>& keys) {
    constexpr std::size_t kDeepest = 16;
    for (const std::string& key : keys) {
      if (key.empty()) {
        error("found an empty key in the path; expected path.to.key=value");
        return false;
      }
    }
    if (keys.size() > kDeepest) {
      error("found a path of " + std::to_string(keys.size()) + " keys; expected at most " +
            std::to_string(kDeepest));
      return false;
    }
    if (keys.back() == "include") {
      error("`include` cannot be set: files are included before options apply");
      return false;
    }
    if (keys.size() > 1 && keys[0] == "platform" && keys[1] == "switch") {
      error("the switch lies beside the platform: use --set switch" +
            option_.substr(std::string_view("platform.switch").size()));
      return false;
    }
    return true;
  }

  [[nodiscard]] YamlValue parse(const std::string& text) {
    base::Diagnostics own;
    YamlValue value = parse_yaml(text, location_.file, own);
    for (const base::Diagnostic& entry : own.entries()) {
      error(entry.message);
    }
    value.refused = value.refused || own.has_errors();
    forget_places(value);
    loader_.resolve_includes(value);
    return value;
  }

  /// Lines of an option mean nothing to anyone.
  static void forget_places(YamlValue& value) {
    value.line = 0;
    value.column = 0;
    for (YamlValue& item : value.items) {
      forget_places(item);
    }
    for (YamlEntry& entry : value.entries) {
      entry.key_location.line = 0;
      entry.key_location.column = 0;
      forget_places(entry.value);
    }
  }

  [[nodiscard]] bool is_mapping(const YamlValue& node, const std::string& key) {
    if (node.kind == YamlValue::Kind::mapping) {
      return true;
    }
    error("no mapping can hold " + base::quoted(key) + ": above it the description has " +
          describe(node));
    return false;
  }

  [[nodiscard]] YamlValue* step_into(YamlValue& node, const std::string& key) {
    if (!is_mapping(node, key)) {
      return nullptr;
    }
    if (YamlEntry* entry = node.find(key)) {
      return &entry->value;
    }
    YamlValue mapping;
    mapping.kind = YamlValue::Kind::mapping;
    mapping.file = std::make_shared<const std::string>(location_.file);
    return &node.entries.emplace_back(YamlEntry{key, location_, std::move(mapping)}).value;
  }

  void set(YamlValue& node, const std::string& key, YamlValue value) {
    if (YamlEntry* entry = node.find(key)) {
      *entry = {key, location_, std::move(value)};
    } else {
      node.entries.push_back({key, location_, std::move(value)});
    }
  }

  const std::string& option_;
  base::SourceLocation location_;
  FileLoader& loader_;
  base::Diagnostics& diagnostics_;
};

}  // namespace

YamlValue read_scenario_tree(const std::string& path, const std::vector<std::string>& overrides,
                             const FileSource& files, base::Diagnostics& diagnostics) {
  FileLoader loader(files, diagnostics);
  YamlValue root = loader.load_root(path, "scenario keys");
  if (root.kind != YamlValue::Kind::mapping) {
    return root;
  }
  for (const std::string& option : overrides) {
    Override(option, loader, diagnostics).apply(root);
  }
  loader.load_platform(root);
  lift_switch(root, diagnostics);
  return root;
}

YamlValue read_platform_tree(const std::string& path, const std::vector<std::string>& overrides,
                             const FileSource& files, base::Diagnostics& diagnostics) {
  FileLoader loader(files, diagnostics);
  YamlValue platform = loader.load_root(path, "platform keys");
  YamlValue root;
  root.file = platform.file;
  if (platform.kind == YamlValue::Kind::mapping) {
    root.kind = YamlValue::Kind::mapping;
    root.entries.push_back({"platform", platform.location(), std::move(platform)});
    lift_switch(root, diagnostics);
    for (const std::string& option : overrides) {
      Override(option, loader, diagnostics).apply(root);
    }
  }
  return root;
}

}  // namespace heliograph::platforms
