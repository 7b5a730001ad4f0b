// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/yaml_tree_builder.hpp"

#include <yaml-cpp/mark.h>

#include <algorithm>
#include <utility>

#include "base/utf8.hpp"

namespace heliograph::platforms {

YamlTreeBuilder::YamlTreeBuilder(const std::string& file, std::string_view text,
                                 base::Diagnostics& diagnostics, const YamlLimits& limits)
    : file_(std::make_shared<const std::string>(file)),
      text_(text),
      diagnostics_(diagnostics),
      limits_(limits) {}

base::SourceLocation YamlTreeBuilder::place(const YAML::Mark& mark) const {
  if (mark.is_null()) {
    return {*file_, 0, 0};
  }
  // The parser counts bytes.
  const auto end = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text_.size());
  const auto column = std::min(static_cast<std::size_t>(std::max(mark.column, 0)), end);
  const std::size_t characters = base::count_characters(text_.substr(end - column, column));
  return {*file_, mark.line + 1, static_cast<int>(characters) + 1};
}

void YamlTreeBuilder::OnDocumentStart(const YAML::Mark& mark) {
  if (in_document_) {
    error(mark, "a second YAML document begins here; expected one in a file");
    throw BeyondLimits{};
  }
  in_document_ = true;
}

void YamlTreeBuilder::OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) {
  finish(make(mark, YamlValue::Kind::null), anchor);
}

void YamlTreeBuilder::OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) {
    error(mark, "this alias refers to a node that it is part of");
    YamlValue node = make(mark, YamlValue::Kind::null);
    node.refused = true;
    finish(std::move(node), 0);
    return;
  }
  const YamlExtent extent = extent_of(found->second);
  spend(place(mark), extent);
  check_depth(place(mark), extent.depth);
  finish(found->second, 0);
}

void YamlTreeBuilder::OnScalar(const YAML::Mark& mark, const std::string& tag,
                               YAML::anchor_t anchor, const std::string& value) {
  check_tag(mark, tag);
  YamlValue node = make(mark, YamlValue::Kind::scalar);
  // An escape in a quoted scalar can make what the file itself must not hold.
  if (base::first_non_text(value) != std::string::npos) {
    error(mark, "found the text " + base::quoted(value) + " with a control character in it");
    node.refused = true;
  }
  node.scalar = value;
  spend(node.location(), {0, value.size(), 0});
  finish(std::move(node), anchor);
}

void YamlTreeBuilder::OnSequenceStart(const YAML::Mark& mark, const std::string& tag,
                                      YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  check_tag(mark, tag);
  open(make(mark, YamlValue::Kind::sequence), anchor);
}

void YamlTreeBuilder::OnMapStart(const YAML::Mark& mark, const std::string& tag,
                                 YAML::anchor_t anchor, YAML::EmitterStyle::value /*style*/) {
  check_tag(mark, tag);
  open(make(mark, YamlValue::Kind::mapping), anchor);
}

void YamlTreeBuilder::error(const YAML::Mark& mark, std::string message) {
  diagnostics_.error(place(mark), std::move(message));
}

void YamlTreeBuilder::spend(const base::SourceLocation& where, const YamlExtent& extent) {
  spent_.nodes += extent.nodes;
  spent_.bytes += extent.bytes;
  if (spent_.nodes > limits_.nodes || spent_.bytes > limits_.text) {
    diagnostics_.error(where, "with its aliases the file holds more than " +
                                  std::to_string(limits_.nodes) + " values or " +
                                  std::to_string(limits_.text) + " bytes of text");
    throw BeyondLimits{};
  }
}

YamlValue YamlTreeBuilder::make(const YAML::Mark& mark, YamlValue::Kind kind) {
  YamlValue node;
  node.kind = kind;
  node.file = file_;
  const base::SourceLocation where = place(mark);
  node.line = where.line;
  node.column = where.column;
  spend(where, {1, 0, 0});
  return node;
}

void YamlTreeBuilder::check_tag(const YAML::Mark& mark, const std::string& tag) {
  // "?" and "!" are what the parser gives to plain and quoted scalars without a tag.
  if (!tag.empty() && tag != "?" && tag != "!") {
    error(mark, "found the tag " + base::quoted(tag) + "; tags are not used in descriptions");
  }
}

void YamlTreeBuilder::check_depth(const base::SourceLocation& where, std::size_t more) {
  if (open_.size() + more > limits_.depth) {
    diagnostics_.error(where, "nested deeper than " + std::to_string(limits_.depth) + " levels");
    throw BeyondLimits{};
  }
}

void YamlTreeBuilder::open(YamlValue node, YAML::anchor_t anchor) {
  check_depth(node.location(), 1);
  Open level;
  level.node = std::move(node);
  level.anchor = anchor;
  open_.push_back(std::move(level));
}

void YamlTreeBuilder::close() {
  Open level = std::move(open_.back());
  open_.pop_back();
  finish(std::move(level.node), level.anchor);
}

void YamlTreeBuilder::finish(YamlValue node, YAML::anchor_t anchor) {
  if (anchor != 0) {
    spend(node.location(), extent_of(node));  // the copy that the anchor keeps
    anchors_[anchor] = node;
  }
  if (open_.empty()) {
    root_ = std::move(node);
    return;
  }
  Open& parent = open_.back();
  if (parent.node.kind == YamlValue::Kind::sequence) {
    parent.node.items.push_back(std::move(node));
  } else if (parent.has_key) {
    end_entry(parent, std::move(node));
  } else {
    begin_entry(parent, node);
  }
}

void YamlTreeBuilder::begin_entry(Open& parent, const YamlValue& key) {
  parent.has_key = true;
  parent.key = key.scalar;
  parent.key_location = key.location();
  parent.drops_value = true;
  if (key.kind != YamlValue::Kind::scalar) {
    diagnostics_.error(key.location(), "found " + describe(key) + " as a key; expected a name");
    return;
  }
  if (key.scalar == "<<") {
    diagnostics_.error(key.location(),
                       "merge keys (<<) are not used in descriptions; expected `include: FILE`");
    return;
  }
  const auto [first, is_new] = parent.first_places.emplace(key.scalar, key.location());
  if (!is_new) {
    diagnostics_.error(key.location(), "the key " + base::quoted(key.scalar) +
                                           " is given twice; first at " + first->second.text());
    return;
  }
  parent.drops_value = false;
}

void YamlTreeBuilder::end_entry(Open& parent, YamlValue value) {
  parent.has_key = false;
  if (value.kind == YamlValue::Kind::null) {
    // The parser's place for nothing is where the next thing begins.
    value.line = parent.key_location.line;
    value.column = parent.key_location.column;
  }
  if (!parent.drops_value) {
    parent.node.entries.push_back(
        {std::move(parent.key), std::move(parent.key_location), std::move(value)});
  }
}

}  // namespace heliograph::platforms
