// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/eventhandler.h>

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/yaml_parser.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// The document is beyond its limits and that has been reported; parsing on would only cost memory.
struct BeyondLimits {};

/// Makes the tree from the events of yaml-cpp. Throws BeyondLimits.
class YamlTreeBuilder : public YAML::EventHandler {
 public:
  /// `text` is what is parsed; it and `diagnostics` must outlive the builder.
  YamlTreeBuilder(const std::string& file, std::string_view text, base::Diagnostics& diagnostics,
                  const YamlLimits& limits);

  [[nodiscard]] YamlValue take_root() { return std::move(root_); }
  /// Where a mark of the parser lies.
  [[nodiscard]] base::SourceLocation place(const YAML::Mark& mark) const;

  void OnDocumentStart(const YAML::Mark& mark) override;
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override;
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override;
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override;
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override;
  void OnMapEnd() override { close(); }

 private:
  struct Open {
    YamlValue node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    bool drops_value = false;  ///< the key was refused
    std::string key;
    base::SourceLocation key_location;
    std::map<std::string, base::SourceLocation> first_places;  ///< of the keys so far
  };

  void error(const YAML::Mark& mark, std::string message);
  void spend(const base::SourceLocation& where, const YamlExtent& extent);
  [[nodiscard]] YamlValue make(const YAML::Mark& mark, YamlValue::Kind kind);
  void check_tag(const YAML::Mark& mark, const std::string& tag);
  void open(YamlValue node, YAML::anchor_t anchor);
  void close();
  void finish(YamlValue node, YAML::anchor_t anchor);
  void begin_entry(Open& parent, const YamlValue& key);
  void end_entry(Open& parent, YamlValue value);
  void check_depth(const base::SourceLocation& where, std::size_t more);

  std::shared_ptr<const std::string> file_;
  std::string_view text_;
  base::Diagnostics& diagnostics_;
  YamlLimits limits_;
  YamlValue root_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlValue> anchors_;
  YamlExtent spent_;
  bool in_document_ = false;
};

}  // namespace heliograph::platforms
