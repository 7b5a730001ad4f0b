// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pugixml.hpp>

#include "testbenches/formats/input_text.hpp"

namespace heliograph::testbenches {

/// The attributes that an element may have.
struct AttributeNames {
  std::vector<std::string> required;
  std::vector<std::string> optional;
};

/// The smallest and largest allowed value.
struct IntegerRange {
  std::int64_t minimum;
  std::int64_t maximum;
};

/// Turns pointers into the parsed buffer into offsets of the text. pugixml parses in place, so
/// names and values point into the buffer at the offsets that they have in the text.
class XmlOffsets {
 public:
  explicit XmlOffsets(const char* buffer) : buffer_(buffer) {}

  [[nodiscard]] std::size_t of(pugi::xml_node node) const;  ///< its `<`, or its first character
  [[nodiscard]] std::size_t of(pugi::xml_attribute attribute) const;

 private:
  const char* buffer_;
};

/// One element of a file, with typed and checked access. Each mistake is added to the problems.
class XmlElement {
 public:
  XmlElement(pugi::xml_node node, XmlOffsets offsets, InputProblems& problems)
      : node_(node), offsets_(offsets), problems_(problems) {}

  /// Reports unknown, repeated and missing attributes.
  void check_attributes(const AttributeNames& names) const;
  /// The child elements that are called `name`; everything else in there is reported. An empty
  /// name means that the element must have no content.
  [[nodiscard]] std::vector<pugi::xml_node> children(const std::string& name) const;

  /// The value of an attribute; nothing when it is absent (check_attributes says so) or wrong
  /// (reported).
  [[nodiscard]] std::optional<std::int64_t> integer(const char* name, IntegerRange range) const;
  [[nodiscard]] std::optional<bool> flag(const char* name) const;
  /// The index of the value among `words`.
  [[nodiscard]] std::optional<std::size_t> word(const char* name,
                                                const std::vector<std::string>& words) const;
  /// Any text without control characters.
  [[nodiscard]] std::optional<std::string> text(const char* name) const;

  /// Is that attribute there with that value?
  [[nodiscard]] bool is(const char* name, std::string_view value) const {
    return node_.attribute(name) && node_.attribute(name).value() == value;
  }

  /// Adds a mistake at an attribute, or at the element when it has no such attribute.
  void problem(const char* name, std::string message) const;
  void problem(std::string message) const;

 private:
  [[nodiscard]] std::string unknown_text(const AttributeNames& names, std::string_view name) const;
  void report_stray(pugi::xml_node child, const std::string& name) const;

  pugi::xml_node node_;
  XmlOffsets offsets_;
  InputProblems& problems_;
};

/// `a, b or c`.
[[nodiscard]] std::string list_text(const std::vector<std::string>& words);

}  // namespace heliograph::testbenches
