// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/yaml_parser.hpp"

#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <sstream>

#include "base/utf8.hpp"
#include "platforms/description/yaml_tree_builder.hpp"

namespace heliograph::platforms {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kLfsPointer = "version https://git-lfs";

bool starts_with(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

base::SourceLocation place_of(std::string_view text, const std::string& file, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::size_t column = base::count_characters(before.substr(line_start));
  return {file, static_cast<int>(lines) + 1, static_cast<int>(column) + 1};
}

/// False, with the reason in `diagnostics`, when the parser need not look at the bytes.
bool is_text(std::string_view text, const std::string& file, base::Diagnostics& diagnostics,
             const YamlLimits& limits) {
  if (text.size() > limits.bytes) {
    // How many more is not known: a source reads one byte beyond the limit and stops.
    diagnostics.error({file, 0, 0}, "has more than " + std::to_string(limits.bytes) +
                                        " bytes; expected a shorter description");
    return false;
  }
  if (starts_with(text, kLfsPointer)) {
    diagnostics.error({file, 1, 1},
                      "this is a Git LFS pointer, not the file itself; run `git lfs pull`");
    return false;
  }
  if (const std::size_t bad = base::first_non_text(text); bad != std::string_view::npos) {
    const auto byte = static_cast<unsigned>(static_cast<unsigned char>(text[bad]));
    diagnostics.error(place_of(text, file, bad), "found a byte of value " + std::to_string(byte) +
                                                     ", which is no text; expected YAML in UTF-8");
    return false;
  }
  return true;
}

/// Tabs in the indentation are what the parser's own words explain worst.
std::string tab_hint(std::string_view text, const YAML::Mark& mark) {
  const auto at = std::min(static_cast<std::size_t>(std::max(mark.pos, 0)), text.size());
  const std::size_t start = text.substr(0, at).rfind('\n') + 1;
  const std::string_view line = text.substr(start, text.find('\n', start) - start);
  const std::string_view indent = line.substr(0, line.find_first_not_of(" \t"));
  return indent.find('\t') == std::string_view::npos ? "" : " (indent with spaces, not tabs)";
}

}  // namespace

YamlValue parse_yaml(std::string_view text, const std::string& file, base::Diagnostics& diagnostics,
                     const YamlLimits& limits) {
  if (starts_with(text, kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  YamlValue root;
  if (is_text(text, file, diagnostics, limits)) {
    YamlTreeBuilder builder(file, text, diagnostics, limits);
    std::istringstream stream{std::string(text)};
    try {
      YAML::Parser parser(stream);
      while (parser.HandleNextDocument(builder)) {
        // The builder refuses a second one.
      }
    } catch (const YAML::Exception& fault) {
      diagnostics.error(builder.place(fault.mark),
                        "not YAML: " + fault.msg + tab_hint(text, fault.mark));
    } catch (const BeyondLimits&) {
      // Reported where it was found.
    }
    root = builder.take_root();
  }
  if (!root.file) {
    root.file = std::make_shared<const std::string>(file);
  }
  return root;
}

}  // namespace heliograph::platforms
