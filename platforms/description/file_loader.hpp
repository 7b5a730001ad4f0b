// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/yaml_parser.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// The location that stands for a `--set` option: no line, so that it prints as the option itself.
[[nodiscard]] base::SourceLocation option_location(const std::string& option);

/// A path that a value gives, relative to the file in which it stands (to the working directory for
/// a `--set` option).
[[nodiscard]] std::string resolve_path(const YamlValue& value);

/// Loads the files of one description and what they include (`include: file` or a list of files, in
/// any mapping; own keys win over included ones, later files over earlier ones).
class FileLoader {
 public:
  FileLoader(const FileSource& source, base::Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}

  /// The file that is the description; of kind null when there is no mapping in it, which has then
  /// been reported. `what` says which keys it should hold ("scenario keys").
  [[nodiscard]] YamlValue load_root(const std::string& path, const std::string& what);
  /// The mapping in the file that `value` names; an empty mapping when there is none, which has
  /// then been reported.
  [[nodiscard]] YamlValue load_named(const YamlValue& value) { return load_named(value, false); }
  /// Replaces every `include` in `node` by what it names.
  void resolve_includes(YamlValue& node) { resolve(node, false); }
  /// `platform: file` in a root mapping becomes the mapping that the file holds.
  void load_platform(YamlValue& root);

 private:
  [[nodiscard]] YamlValue load_named(const YamlValue& value, bool is_root);
  [[nodiscard]] YamlValue load(const std::string& path, const base::SourceLocation& named_at,
                               const std::string& expected);
  [[nodiscard]] bool may_open(const std::string& path, const base::SourceLocation& named_at);
  void include_into(YamlValue& node, const YamlValue& files, bool is_root);
  void resolve(YamlValue& node, bool is_root);

  const FileSource& source_;
  base::Diagnostics& diagnostics_;
  YamlLimits limits_;
  std::vector<std::string> open_;  ///< the files on the way to the present one
  std::size_t loaded_ = 0;
  std::size_t nodes_ = 0;
};

}  // namespace heliograph::platforms
