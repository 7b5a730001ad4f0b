// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/xml_element.hpp"

#include <algorithm>
#include <limits>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"

namespace heliograph::testbenches {

namespace {

bool contains(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string expectation(IntegerRange range, std::optional<std::int64_t> found) {
  if (range.minimum == range.maximum) {
    return std::to_string(range.minimum);
  }
  if (range.minimum == 0 && range.maximum == 1) {
    return "0 or 1";
  }
  // An upper limit that only guards the arithmetic is news only to who exceeds it.
  const bool guard = range.maximum >= std::numeric_limits<std::int32_t>::max();
  if (guard && !(found && *found > range.maximum)) {
    return "a whole number of at least " + std::to_string(range.minimum);
  }
  return "a whole number from " + std::to_string(range.minimum) + " to " +
         std::to_string(range.maximum);
}

}  // namespace

std::size_t XmlOffsets::of(pugi::xml_node node) const {
  if (node.type() == pugi::node_element) {
    return static_cast<std::size_t>(node.name() - buffer_) - 1;
  }
  return static_cast<std::size_t>(node.value() - buffer_);
}

std::size_t XmlOffsets::of(pugi::xml_attribute attribute) const {
  return static_cast<std::size_t>(attribute.name() - buffer_);
}

void XmlElement::check_attributes(const AttributeNames& names) const {
  std::vector<std::string_view> seen;
  for (const pugi::xml_attribute attribute : node_.attributes()) {
    const std::string_view name = attribute.name();
    if (!contains(names.required, name) && !contains(names.optional, name)) {
      problems_.add(offsets_.of(attribute), problems_.listing() ? unknown_text(names, name) : "");
    } else if (std::find(seen.begin(), seen.end(), name) != seen.end()) {
      problems_.add(offsets_.of(attribute), "attribute " + quoted(name) + " is given twice");
    } else {
      seen.push_back(name);
    }
  }
  for (const std::string& name : names.required) {
    if (std::find(seen.begin(), seen.end(), name) == seen.end()) {
      problem("missing attribute \"" + name + "\" of <" + node_.name() + ">");
    }
  }
}

std::vector<pugi::xml_node> XmlElement::children(const std::string& name) const {
  std::vector<pugi::xml_node> found;
  for (const pugi::xml_node child : node_.children()) {
    if (child.type() == pugi::node_element && !name.empty() && name == child.name()) {
      found.push_back(child);
    } else {
      report_stray(child, name);
    }
  }
  return found;
}

std::string XmlElement::unknown_text(const AttributeNames& names, std::string_view name) const {
  std::vector<std::string> all = names.required;
  all.insert(all.end(), names.optional.begin(), names.optional.end());
  return "unknown attribute " + quoted(name) + " of <" + node_.name() + ">: expected " +
         list_text(all) + base::did_you_mean(name, all);
}

void XmlElement::report_stray(pugi::xml_node child, const std::string& name) const {
  const std::size_t offset = offsets_.of(child);
  const std::string where = std::string(" in <") + node_.name() + ">: expected " +
                            (name.empty() ? "nothing inside" : "<" + name + "> elements");
  if (child.type() == pugi::node_element) {
    problems_.add(offset, "unexpected element " + quoted(child.name()) + where +
                              base::did_you_mean(child.name(), {name}));
    return;
  }
  const std::string_view text = child.value();
  const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  problems_.add(offset + start, "unexpected text " + quoted(text.substr(start)) + where);
}

std::optional<std::int64_t> XmlElement::integer(const char* name, IntegerRange range) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  if (!attribute) {
    return std::nullopt;
  }
  const std::optional<std::int64_t> value = base::parse_integer(attribute.value());
  if (!value || *value < range.minimum || *value > range.maximum) {
    problem(name, std::string(name) + " is " +
                      (value ? std::to_string(*value) : quoted(attribute.value())) + ": expected " +
                      expectation(range, value));
    return std::nullopt;
  }
  return value;
}

std::optional<bool> XmlElement::flag(const char* name) const {
  const std::optional<std::int64_t> value = integer(name, {0, 1});
  return value ? std::optional<bool>(*value == 1) : std::nullopt;
}

std::optional<std::size_t> XmlElement::word(const char* name,
                                            const std::vector<std::string>& words) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  if (!attribute) {
    return std::nullopt;
  }
  const auto found = std::find(words.begin(), words.end(), attribute.value());
  if (found == words.end()) {
    problem(name, std::string(name) + " is " + quoted(attribute.value()) + ": expected " +
                      list_text(words) + base::did_you_mean(attribute.value(), words));
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - words.begin());
}

std::optional<std::string> XmlElement::text(const char* name) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  if (!attribute) {
    return std::nullopt;
  }
  const std::string_view value = attribute.value();
  if (base::first_non_text(value) != std::string_view::npos ||
      value.find_first_of("\t\r\n") != std::string_view::npos) {
    problem(name, std::string(name) + " is " + quoted(value) +
                      ": expected text without control characters");
    return std::nullopt;
  }
  return std::string(value);
}

void XmlElement::problem(const char* name, std::string message) const {
  const pugi::xml_attribute attribute = node_.attribute(name);
  problems_.add(attribute ? offsets_.of(attribute) : offsets_.of(node_), std::move(message));
}

void XmlElement::problem(std::string message) const {
  problems_.add(offsets_.of(node_), std::move(message));
}

std::string list_text(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t index = 0; index < words.size(); ++index) {
    const bool last = index + 1 == words.size();
    text += index == 0 ? "" : last ? " or " : ", ";
    text += words[index];
  }
  return text;
}

}  // namespace heliograph::testbenches
