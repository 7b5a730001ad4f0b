// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/yaml_parser.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <utility>

namespace heliograph::platforms {

namespace {

/// The document is beyond its limits; parsing it further would only cost memory.
struct TooMuch {};

std::size_t count_nodes(const YamlValue& value) {
  std::size_t nodes = 1;
  for (const YamlValue& item : value.items) {
    nodes += count_nodes(item);
  }
  for (const YamlEntry& entry : value.entries) {
    nodes += 1 + count_nodes(entry.value);
  }
  return nodes;
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, base::Diagnostics& diagnostics, const YamlLimits& limits)
      : file_(std::make_shared<const std::string>(file)),
        diagnostics_(diagnostics),
        limits_(limits) {}

  [[nodiscard]] YamlValue take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish(make(mark, YamlValue::Kind::null), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      error(mark, "an alias that refers to a node around it");
      finish(make(mark, YamlValue::Kind::null), 0);
      return;
    }
    spend(mark, count_nodes(found->second));
    finish(found->second, 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    YamlValue node = make(mark, YamlValue::Kind::scalar);
    node.scalar = value;
    finish(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    check_tag(mark, tag);
    open(make(mark, YamlValue::Kind::sequence), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    check_tag(mark, tag);
    open(make(mark, YamlValue::Kind::mapping), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlValue node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    bool key_is_duplicate = false;
    std::string key;
    base::SourceLocation key_location;
  };

  [[nodiscard]] base::SourceLocation place(const YAML::Mark& mark) const {
    return {*file_, mark.line + 1, mark.column + 1};
  }
  void error(const YAML::Mark& mark, std::string message) {
    diagnostics_.error(place(mark), std::move(message));
  }
  void spend(const YAML::Mark& mark, std::size_t nodes) {
    nodes_ += nodes;
    if (nodes_ > limits_.nodes) {
      error(mark, "more than " + std::to_string(limits_.nodes) + " nodes; expected a description");
      throw TooMuch{};
    }
  }
  YamlValue make(const YAML::Mark& mark, YamlValue::Kind kind) {
    spend(mark, 1);
    YamlValue node;
    node.kind = kind;
    node.file = file_;
    node.line = mark.line + 1;
    node.column = mark.column + 1;
    return node;
  }
  void check_tag(const YAML::Mark& mark, const std::string& tag) {
    // "?" and "!" are what the parser gives to plain and quoted scalars without a tag.
    if (!tag.empty() && tag != "?" && tag != "!") {
      error(mark, "found the tag '" + tag + "'; tags are not used in descriptions");
    }
  }
  void open(YamlValue node, YAML::anchor_t anchor) {
    if (open_.size() >= limits_.depth) {
      diagnostics_.error(node.location(),
                         "nested deeper than " + std::to_string(limits_.depth) + " levels");
      throw TooMuch{};
    }
    Open level;
    level.node = std::move(node);
    level.anchor = anchor;
    open_.push_back(std::move(level));
  }
  void close() {
    Open level = std::move(open_.back());
    open_.pop_back();
    finish(std::move(level.node), level.anchor);
  }
  void finish(YamlValue node, YAML::anchor_t anchor) {
    if (anchor != 0) {
      anchors_[anchor] = node;
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.kind == YamlValue::Kind::sequence) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      begin_entry(parent, node);
    } else {
      parent.has_key = false;
      if (!parent.key_is_duplicate) {
        parent.node.entries.push_back({parent.key, parent.key_location, std::move(node)});
      }
    }
  }
  void begin_entry(Open& parent, const YamlValue& key) {
    parent.has_key = true;
    parent.key = key.scalar;
    parent.key_location = key.location();
    if (key.kind != YamlValue::Kind::scalar) {
      diagnostics_.error(key.location(), "found " + describe(key) + " as a key; expected a name");
    }
    const YamlEntry* first = parent.node.find(key.scalar);
    parent.key_is_duplicate = first != nullptr;
    if (first != nullptr) {
      diagnostics_.error(key.location(), "the key '" + key.scalar + "' is given twice; first at " +
                                             first->key_location.text());
    }
  }

  std::shared_ptr<const std::string> file_;
  base::Diagnostics& diagnostics_;
  YamlLimits limits_;
  YamlValue root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlValue> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

YamlValue parse_yaml(std::string_view text, const std::string& file,
                     base::Diagnostics& diagnostics, const YamlLimits& limits) {
  if (text.size() > limits.bytes) {
    diagnostics.error({file, 0, 0}, "larger than " + std::to_string(limits.bytes) +
                                        " bytes; expected a description");
    return {};
  }
  if (const std::size_t nul = text.find('\0'); nul != std::string_view::npos) {
    diagnostics.error({file, 0, 0}, "holds binary data (a NUL byte at offset " +
                                        std::to_string(nul) + "); expected YAML text");
    return {};
  }
  TreeBuilder builder(file, diagnostics, limits);
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder) && parser) {
      diagnostics.error({file, 0, 0}, "holds more than one YAML document; expected one");
    }
  } catch (const YAML::Exception& fault) {
    diagnostics.error({file, fault.mark.line + 1, fault.mark.column + 1},
                      "not YAML: " + fault.msg);
  } catch (const TooMuch&) {
    // Reported where it was found.
  }
  YamlValue root = builder.take_root();
  if (!root.file) {
    root.file = std::make_shared<const std::string>(file);
  }
  return root;
}

YamlValue load_yaml(const std::string& path, const base::SourceLocation& named_at,
                    base::Diagnostics& diagnostics, const YamlLimits& limits) {
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (!std::filesystem::exists(status)) {
    diagnostics.error(named_at, "no such file: '" + path + "'");
    return {};
  }
  if (!std::filesystem::is_regular_file(status)) {
    diagnostics.error(named_at, "'" + path + "' is not a file");
    return {};
  }
  if (std::filesystem::file_size(path, ignored) > limits.bytes) {
    diagnostics.error(named_at, "'" + path + "' is larger than " + std::to_string(limits.bytes) +
                                    " bytes; expected a description");
    return {};
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    diagnostics.error(named_at, "cannot read '" + path + "'");
    return {};
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse_yaml(text.str(), path, diagnostics, limits);
}

}  // namespace heliograph::platforms
