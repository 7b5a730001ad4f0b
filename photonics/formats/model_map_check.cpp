// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "base/input_file.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/photonic_check.hpp"
#include "photonics/formats/photonic_file.hpp"

namespace heliograph::photonics {

bool looks_like_model_map(const YamlNode& root) {
  const ModelLibrary models = ModelLibrary::built_in();
  const auto is_file = [](const YamlNode& node) {
    return node.is_scalar() && photonic_file_kind(node.scalar).has_value();
  };
  return !root.entries.empty() &&
         std::all_of(root.entries.begin(), root.entries.end(), [&](const YamlEntry& entry) {
           const YamlNode* file = entry.value.find("file");
           return is_file(entry.value) || entry.value.find("model") != nullptr ||
                  (file != nullptr && is_file(*file)) ||
                  (entry.value.is_scalar() && models.contains(entry.value.scalar));
         });
}

std::size_t check_model_map(const std::string& path, base::Diagnostics& diagnostics) {
  const std::string text = base::read_input_file(path, ModelMapLimits::kBytes, "a map of models");
  NetlistFile file;
  ModelLibrary models = ModelLibrary::built_in();
  parse_model_map(text, path, file, models, diagnostics);
  if (diagnostics.has_errors()) {
    return 0;
  }
  // Under a top that has one of each netlist, all its ports outside, the netlists are checked once.
  Netlist top;
  top.name = path;
  top.location = {path, 0, 0};
  std::vector<Netlist>& netlists = file.library.netlists;
  for (const Netlist& netlist : netlists) {
    top.instances.push_back({netlist.name, netlist.name, {}, netlist.location});
    for (const ExternalPort& port : netlist.ports) {
      top.ports.push_back(
          {netlist.name + "/" + port.name, {netlist.name, port.name}, port.location});
    }
  }
  if (!netlists.empty()) {
    netlists.insert(netlists.begin(), std::move(top));
    check_netlist(std::move(file), models, diagnostics);
  }
  base::Diagnostics ignored;
  FileProblems problems(path, ignored);
  return parse_yaml_text(text, problems).entries.size();
}

}  // namespace heliograph::photonics
