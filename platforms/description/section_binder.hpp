// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/parameters.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// Fills config structs from a description tree by their parameter tables. Unknown keys, values of
/// the wrong kind and values out of range are reported with the place and the nearest right name.
class SectionBinder {
 public:
  /// The mapping at `path` (dots between keys; empty for the root) holds parameters of `config`.
  template <class Config>
  void bind(const std::string& path, Config& config, base::ParameterTable<Config> table) {
    const auto shared = std::make_shared<const base::ParameterTable<Config>>(std::move(table));
    Group group;
    group.infos = &shared->infos();
    group.assign = [&config, shared](std::size_t position, std::string_view text) {
      return shared->assign(config, position, text);
    };
    groups_[path].push_back(std::move(group));
  }

  /// A list of names at `path`, each one of `allowed`.
  void bind_names(const std::string& path, std::vector<std::string> allowed,
                  std::vector<std::string>& names);

  void read(const YamlValue& root, base::Diagnostics& diagnostics);

  /// Where the key at `path` was given; the file as a whole when it was not.
  [[nodiscard]] base::SourceLocation where(const std::string& path) const;
  [[nodiscard]] bool given(const std::string& path) const { return places_.count(path) != 0; }
  /// A mistake was reported at `path`, so that what depends on it cannot be judged.
  [[nodiscard]] bool failed(const std::string& path) const { return failed_.count(path) != 0; }
  /// The node at `path`, if it was given; valid as long as the tree that was read.
  [[nodiscard]] const YamlValue* node(const std::string& path) const;

 private:
  struct Group {
    const std::vector<base::ParameterInfo>* infos = nullptr;  ///< held by `assign`
    std::function<bool(std::size_t, std::string_view)> assign;
  };
  struct NameList {
    std::vector<std::string> allowed;
    std::vector<std::string>* names = nullptr;
  };

  void read_mapping(const std::string& path, const YamlValue& node, base::Diagnostics& diagnostics);
  void read_names(const std::string& path, const NameList& list, const YamlValue& node,
                  base::Diagnostics& diagnostics);
  bool read_parameter(const std::string& path, const YamlEntry& entry,
                      base::Diagnostics& diagnostics);
  void report_unknown(const std::string& path, const YamlEntry& entry,
                      base::Diagnostics& diagnostics) const;
  [[nodiscard]] bool is_section(const std::string& path) const;
  [[nodiscard]] std::vector<std::string> keys_of(const std::string& path) const;

  std::map<std::string, std::vector<Group>> groups_;
  std::map<std::string, NameList> lists_;
  std::map<std::string, const YamlEntry*> places_;
  std::set<std::string> failed_;
  base::SourceLocation whole_;
};

}  // namespace heliograph::platforms
