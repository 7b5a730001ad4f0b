// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/file_loader.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>

#include "base/utf8.hpp"
#include "platforms/description/nccl_topology.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::string_view kOptionPrefix = "--set ";
constexpr std::size_t kDeepestInclude = 16;
constexpr std::size_t kMostFiles = 64;

YamlValue empty_mapping(const YamlValue& instead_of) {
  YamlValue value;
  value.kind = YamlValue::Kind::mapping;
  value.file = instead_of.file;
  value.line = instead_of.line;
  value.column = instead_of.column;
  return value;
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

YamlValue FileLoader::load_root(const std::string& path, const std::string& what) {
  YamlValue root = load(path, {path, 0, 0}, "a mapping of " + what);
  if (root.kind == YamlValue::Kind::mapping) {
    open_.push_back(std::filesystem::path(path).lexically_normal().string());
    resolve(root, true);
    open_.pop_back();
  }
  return root;
}

YamlValue FileLoader::load_named(const YamlValue& value, bool is_root) {
  if (value.kind != YamlValue::Kind::scalar || value.scalar.empty()) {
    diagnostics_.error(value.location(), "found " + describe(value) + "; expected a file name");
    return empty_mapping(value);
  }
  const std::string path = resolve_path(value);
  if (!may_open(path, value.location())) {
    return empty_mapping(value);
  }
  YamlValue loaded = load(path, value.location(), "a mapping");
  if (loaded.kind != YamlValue::Kind::mapping) {
    return empty_mapping(value);
  }
  open_.push_back(path);
  resolve(loaded, is_root);
  open_.pop_back();
  return loaded;
}

void FileLoader::load_platform(YamlValue& root) {
  YamlEntry* platform = root.find("platform");
  if (platform == nullptr || platform->value.kind == YamlValue::Kind::mapping) {
    return;
  }
  if (platform->value.kind == YamlValue::Kind::scalar) {
    platform->value = load_named(platform->value);
    return;
  }
  diagnostics_.error(platform->value.location(),
                     "'platform': found " + describe(platform->value) +
                         "; expected the name of a platform file or a mapping");
  platform->value = empty_mapping(platform->value);
}

YamlValue FileLoader::load(const std::string& path, const base::SourceLocation& named_at,
                           const std::string& expected) {
  // A message about the file as a whole need not name it twice.
  const bool names_itself = named_at.line == 0 && named_at.file == path;
  const std::string subject = names_itself ? "" : base::quoted(path) + ": ";
  const auto fail = [&](const std::string& message, const std::string& wanted) {
    diagnostics_.error(named_at, subject + message + "; expected " + wanted);
    return YamlValue{};
  };
  if (const std::optional<std::string> problem = source_.find_problem(path)) {
    return fail(*problem, "a YAML file");
  }
  const std::optional<std::string> text = source_.read(path, limits_.bytes);
  if (!text) {
    return fail("cannot be read", "a YAML file");
  }
  base::Diagnostics own;
  YamlValue value = looks_like_xml(*text) ? parse_nccl_topology(*text, path, own)
                                          : parse_yaml(*text, path, own, limits_);
  for (const base::Diagnostic& entry : own.entries()) {
    diagnostics_.error(entry.location, entry.message);
  }
  if (value.kind == YamlValue::Kind::mapping) {
    return value;
  }
  return own.has_errors() ? YamlValue{} : fail("holds " + describe(value), expected);
}

bool FileLoader::may_open(const std::string& path, const base::SourceLocation& named_at) {
  const auto again = std::find(open_.begin(), open_.end(), path);
  if (again != open_.end()) {
    std::string circle;
    for (auto file = again; file != open_.end(); ++file) {
      circle += base::quoted(*file) + " -> ";
    }
    diagnostics_.error(named_at,
                       "files include each other in a circle: " + circle + base::quoted(path));
    return false;
  }
  if (open_.size() >= kDeepestInclude) {
    diagnostics_.error(named_at, "files include each other more than " +
                                     std::to_string(kDeepestInclude) + " levels deep");
    return false;
  }
  if (loaded_ >= kMostFiles) {
    // Once is enough: each of many would say the same.
    if (loaded_++ == kMostFiles) {
      diagnostics_.error(
          named_at, "the description includes more than " + std::to_string(kMostFiles) + " files");
    }
    return false;
  }
  ++loaded_;
  return true;
}

void FileLoader::include_into(YamlValue& node, const YamlValue& files, bool is_root) {
  YamlValue included = empty_mapping(node);
  if (files.kind == YamlValue::Kind::sequence && files.items.empty()) {
    diagnostics_.error(files.location(), "found an empty list; expected file names");
  }
  const bool is_list = files.kind == YamlValue::Kind::sequence;
  for (std::size_t i = 0; i < (is_list ? files.items.size() : 1); ++i) {
    YamlValue loaded = load_named(is_list ? files.items[i] : files, is_root);
    if (is_root) {
      // Else a platform that the included file names would be lost under own keys of `platform`.
      load_platform(loaded);
    }
    merge_over(included, loaded);
  }
  merge_over(included, node);
  const std::size_t nodes = extent_of(included).nodes;
  nodes_ += nodes;
  if (nodes_ > limits_.nodes * 2) {
    diagnostics_.error(files.location(), "with its includes the description holds more than " +
                                             std::to_string(limits_.nodes * 2) + " values");
    return;
  }
  node.entries = std::move(included.entries);
}

void FileLoader::resolve(YamlValue& node, bool is_root) {
  for (YamlValue& item : node.items) {
    resolve(item, false);
  }
  for (YamlEntry& entry : node.entries) {
    if (entry.key != "include") {
      resolve(entry.value, false);
    }
  }
  const auto found = std::find_if(node.entries.begin(), node.entries.end(),
                                  [](const YamlEntry& entry) { return entry.key == "include"; });
  if (found != node.entries.end()) {
    const YamlValue files = std::move(found->value);
    node.entries.erase(found);
    include_into(node, files, is_root);
  }
}

}  // namespace heliograph::platforms
