// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/yaml_node.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/parser.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <unordered_map>
#include <utility>

namespace heliograph::photonics {

namespace {

/// The document is beyond its bounds, or not worth reading on.
struct GiveUp {};

struct Extent {
  std::size_t nodes = 1;
  std::size_t depth = 1;

  void add(const Extent& child) {
    nodes += child.nodes;
    depth = std::max(depth, child.depth + 1);
  }
};

Extent extent_of(const YamlNode& node) {
  Extent extent;
  for (const YamlNode& item : node.items) {
    extent.add(extent_of(item));
  }
  for (const YamlEntry& entry : node.entries) {
    extent.add(extent_of(entry.value));
  }
  return extent;
}

class NodeBuilder : public YAML::EventHandler {
 public:
  NodeBuilder(FileProblems& problems, const YamlBounds& bounds)
      : problems_(problems), bounds_(bounds) {}

  [[nodiscard]] YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& /*mark*/) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish(make(mark, YamlNode::Kind::null), anchor);
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      problems_.error(place(mark), "an alias that refers to a node around it");
      throw GiveUp{};
    }
    spend(mark, found->second.extent.nodes);
    check_depth(place(mark), open_.size() + found->second.extent.depth);
    YamlNode copy = found->second.node;
    finish(std::move(copy), 0);
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = make(mark, YamlNode::Kind::scalar);
    node.scalar = value;
    node.quoted = tag == "!";  // what the parser says of a scalar in quotes
    finish(std::move(node), anchor);
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(make(mark, YamlNode::Kind::sequence), anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(make(mark, YamlNode::Kind::mapping), anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    bool is_repeated = false;
    std::string key;
    TextPlace key_place;
    std::unordered_map<std::string, TextPlace> keys;
  };
  struct Anchored {
    YamlNode node;
    Extent extent;
  };

  [[nodiscard]] static TextPlace place(const YAML::Mark& mark) {
    return {mark.line + 1, mark.column + 1};
  }
  void spend(const YAML::Mark& mark, std::size_t nodes) {
    nodes_ += nodes;
    if (nodes_ > bounds_.nodes) {
      problems_.error(place(mark), "found more than " + std::to_string(bounds_.nodes) +
                                       " values: expected a smaller file");
      throw GiveUp{};
    }
  }
  [[nodiscard]] YamlNode make(const YAML::Mark& mark, YamlNode::Kind kind) {
    spend(mark, 1);
    YamlNode node;
    node.kind = kind;
    node.place = place(mark);
    return node;
  }
  /// Also of what an alias brings along: chained anchors would nest without end.
  void check_depth(TextPlace where, std::size_t depth) {
    if (depth > bounds_.depth) {
      problems_.error(where, "found values nested deeper than " + std::to_string(bounds_.depth) +
                                 " levels: expected fewer");
      throw GiveUp{};
    }
  }
  void open(YamlNode node, YAML::anchor_t anchor) {
    check_depth(node.place, open_.size() + 1);
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
  void finish(YamlNode node, YAML::anchor_t anchor) {
    if (anchor != 0) {
      const Extent extent = extent_of(node);
      spend({}, extent.nodes);  // the copy that is kept
      anchors_[anchor] = {node, extent};
    }
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    if (parent.node.is_sequence()) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      begin_entry(parent, node);
    } else {
      parent.has_key = false;
      if (!parent.is_repeated) {
        parent.node.entries.push_back({parent.key, parent.key_place, std::move(node)});
      }
    }
  }
  void begin_entry(Open& parent, const YamlNode& key) {
    parent.has_key = true;
    parent.key = key.scalar;
    parent.key_place = key.place;
    if (!key.is_scalar() && !key.is_null()) {
      problems_.error(key.place, "found " + found_text(key) + " as a key: expected a name");
    }
    const auto [first, is_new] = parent.keys.emplace(key.scalar, key.place);
    parent.is_repeated = !is_new;
    if (parent.is_repeated) {
      problems_.error(key.place, "the key " + in_quotes(key.scalar) + " is given twice; first at " +
                                     problems_.at(first->second).text());
    }
  }

  FileProblems& problems_;
  YamlBounds bounds_;
  YamlNode root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  std::size_t nodes_ = 0;
};

}  // namespace

const YamlNode* YamlNode::find(std::string_view key) const {
  const auto found = std::find_if(entries.begin(), entries.end(),
                                  [&](const YamlEntry& entry) { return entry.key == key; });
  return found == entries.end() ? nullptr : &found->value;
}

std::string found_text(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::null:
      return "nothing";
    case YamlNode::Kind::sequence:
      return "a list";
    case YamlNode::Kind::mapping:
      return "a mapping";
    case YamlNode::Kind::scalar:
      break;
  }
  return in_quotes(node.scalar);
}

YamlNode parse_yaml_text(std::string_view text, FileProblems& problems, const YamlBounds& bounds) {
  if (!check_text(text, bounds.bytes, problems)) {
    return {};
  }
  NodeBuilder builder(problems, bounds);
  std::istringstream stream{std::string(text)};
  try {
    YAML::Parser parser(stream);
    if (parser.HandleNextDocument(builder) && parser) {
      problems.error({}, "found more than one YAML document: expected one");
    }
  } catch (const YAML::Exception& fault) {
    problems.error({fault.mark.line + 1, fault.mark.column + 1}, "not YAML: " + fault.msg);
  } catch (const GiveUp&) {
    // Reported where it was found.
  }
  return builder.take_root();
}

}  // namespace heliograph::photonics
