// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/netlist_file.hpp"

#include <algorithm>
#include <set>

#include "base/input_file.hpp"
#include "photonics/formats/netlist_reader.hpp"

namespace heliograph::photonics {

namespace {

constexpr const char* kTopName = "top_level";

class NetlistFileReader {
 public:
  explicit NetlistFileReader(FileProblems& problems) : problems_(problems), reader_(problems) {}

  NetlistFile read(const YamlNode& root) {
    if (const YamlNode* inner = root.find("netlist"); inner != nullptr && !is_netlist(root)) {
      for (const YamlEntry& entry : root.entries) {
        if (entry.key == "models") {
          read_models(entry);
        } else if (entry.key != "netlist") {
          reader_.pass_over(entry);
        }
      }
      read_netlists(*inner);
    } else {
      read_netlists(root);
    }
    reader_.close();
    return std::move(file_);
  }

 private:
  [[nodiscard]] static bool is_netlist(const YamlNode& node) {
    return node.is_mapping() && node.find("instances") != nullptr;
  }

  void read_netlists(const YamlNode& node) {
    std::vector<Netlist>& netlists = file_.library.netlists;
    if (is_netlist(node)) {
      netlists.push_back(reader_.read(kTopName, node));
      return;
    }
    for (const YamlEntry& entry : node.entries) {
      if (is_netlist(entry.value)) {
        // A cell without instances is a leaf, whose model the library has.
        Netlist netlist = reader_.read(entry.key, entry.value);
        if (!netlist.instances.empty()) {
          netlists.push_back(std::move(netlist));
        }
      } else {
        reader_.pass_over(entry);
      }
    }
    if (netlists.empty()) {
      report_nothing(node);
      return;
    }
    put_top_first();
  }

  void report_nothing(const YamlNode& node) {
    if (problems_.errors() > 0) {
      return;
    }
    std::string near;
    for (const YamlEntry& entry : node.entries) {
      near = near.empty() ? base::did_you_mean(entry.key, {"instances"}) : near;
    }
    problems_.error({std::max(node.place.line, 1), std::max(node.place.column, 1)},
                    "found " + (node.is_mapping() ? "no instances" : found_text(node)) +
                        ": expected a netlist, as {instances: ..., connections: ..., ports: ...}" +
                        near);
  }

  void put_top_first() {
    std::vector<Netlist>& netlists = file_.library.netlists;
    std::set<std::string> used;
    for (const Netlist& netlist : netlists) {
      for (const Instance& instance : netlist.instances) {
        used.insert(instance.model);
      }
    }
    auto top = std::find_if(netlists.begin(), netlists.end(),
                            [](const Netlist& netlist) { return netlist.name == kTopName; });
    if (top == netlists.end()) {
      top = std::find_if(netlists.begin(), netlists.end(),
                         [&](const Netlist& netlist) { return used.count(netlist.name) == 0; });
    }
    if (top != netlists.end()) {
      std::rotate(netlists.begin(), top, top + 1);
    }
  }

  void read_models(const YamlEntry& entry) {
    if (!entry.value.is_mapping()) {
      problems_.error(entry.value.place, "models is " + found_text(entry.value) +
                                             ": expected a mapping, as {component: model}");
      return;
    }
    for (const YamlEntry& model : entry.value.entries) {
      if (!model.value.is_scalar() || model.value.scalar.empty()) {
        problems_.error(model.value.place, "the model of component " + in_quotes(model.key) +
                                               " is " + found_text(model.value) +
                                               ": expected a name");
      } else {
        file_.model_names.emplace(model.key, model.value.scalar);
      }
    }
  }

  FileProblems& problems_;
  NetlistReader reader_;
  NetlistFile file_;
};

}  // namespace

NetlistFile parse_netlist(std::string_view text, const std::string& file,
                          base::Diagnostics& diagnostics) {
  FileProblems problems(file, diagnostics);
  YamlBounds bounds;
  bounds.bytes = NetlistLimits::kBytes;
  const YamlNode root = parse_yaml_text(text, problems, bounds);
  NetlistFile result;
  if (problems.errors() == 0 || root.is_mapping()) {
    result = NetlistFileReader(problems).read(root);
  }
  problems.close();
  return result;
}

NetlistFile read_netlist(const std::string& path, base::Diagnostics& diagnostics) {
  return parse_netlist(base::read_input_file(path, NetlistLimits::kBytes, "a netlist"), path,
                       diagnostics);
}

void use_model_names(NetlistFile& file, const ModelLibrary& models) {
  std::vector<Netlist>& netlists = file.library.netlists;
  const auto is_there = [&](const std::string& name) {
    return models.contains(name) ||
           std::any_of(netlists.begin(), netlists.end(),
                       [&](const Netlist& netlist) { return netlist.name == name; });
  };
  std::map<std::string, std::string> usable;
  for (const auto& [component, model] : file.model_names) {
    if (is_there(model)) {
      usable.emplace(component, model);
    }
  }
  for (Netlist& netlist : netlists) {
    for (Instance& instance : netlist.instances) {
      const auto found = usable.find(instance.model);
      if (found != usable.end()) {
        instance.model = found->second;
      }
    }
  }
}

}  // namespace heliograph::photonics
