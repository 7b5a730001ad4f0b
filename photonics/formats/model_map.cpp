// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/model_map.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <utility>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "photonics/formats/yaml_node.hpp"

namespace heliograph::photonics {

namespace {

class ModelMapReader {
 public:
  ModelMapReader(FileProblems& problems, NetlistFile& file, ModelLibrary& models,
                 base::Diagnostics& diagnostics)
      : problems_(problems), file_(file), models_(models), diagnostics_(diagnostics) {
    for (const Netlist& netlist : file.library.netlists) {
      for (const Instance& instance : netlist.instances) {
        used_.insert(instance.model);
        const auto renamed = file.model_names.find(instance.model);
        if (renamed != file.model_names.end()) {
          used_.insert(renamed->second);
        }
      }
    }
  }

  void read(const YamlNode& root) {
    if (!root.is_mapping()) {
      problems_.error({std::max(root.place.line, 1), std::max(root.place.column, 1)},
                      "found " + found_text(root) + ": expected a mapping of models, as " + kForm);
      return;
    }
    for (const YamlEntry& entry : root.entries) {
      read_entry(entry);
    }
    std::move(added_.begin(), added_.end(), std::back_inserter(file_.library.netlists));
  }

 private:
  static constexpr const char* kForm = "{name: {model: mzi}} or {name: {file: data.sparam}}";

  void read_entry(const YamlEntry& entry) {
    if (!used_.empty() && used_.count(entry.key) == 0) {
      problems_.warning(entry.key_place,
                        "no instance uses the model " + in_quotes(entry.key) +
                            base::did_you_mean(entry.key, {used_.begin(), used_.end()}));
    }
    const YamlNode& value = entry.value;
    if (value.is_scalar()) {
      if (photonic_file_kind(value.scalar)) {
        map_file(entry, value, nullptr);
      } else {
        map_model(entry, value, nullptr);
      }
      return;
    }
    const YamlNode* model = value.find("model");
    const YamlNode* file = value.find("file");
    if (!value.is_mapping() || (model == nullptr) == (file == nullptr)) {
      problems_.error(value.place, "model " + in_quotes(entry.key) + " is " +
                                       (value.is_mapping() ? "neither one model nor one file"
                                                           : found_text(value)) +
                                       ": expected {model: ...} or {file: ...}");
      return;
    }
    if (check_keys(value, model != nullptr ? "model" : "file",
                   model != nullptr ? "settings" : "ports")) {
      if (model != nullptr) {
        map_model(entry, *model, value.find("settings"));
      } else {
        map_file(entry, *file, value.find("ports"));
      }
    }
  }

  bool check_keys(const YamlNode& value, const std::string& first, const std::string& second) {
    bool good = true;
    for (const YamlEntry& entry : value.entries) {
      if (entry.key != first && entry.key != second) {
        problems_.error(entry.key_place, "unknown key " + in_quotes(entry.key) + ": expected " +
                                             first + " or " + second +
                                             base::did_you_mean(entry.key, {first, second}));
        good = false;
      }
    }
    return good;
  }

  /// What the netlist file says of this name no longer holds.
  void take_over(const std::string& name) {
    file_.model_names.erase(name);
    std::vector<Netlist>& netlists = file_.library.netlists;
    const auto below_top = netlists.empty() ? netlists.end() : netlists.begin() + 1;
    netlists.erase(std::remove_if(below_top, netlists.end(),
                                  [&](const Netlist& netlist) { return netlist.name == name; }),
                   netlists.end());
  }

  void map_model(const YamlEntry& entry, const YamlNode& model, const YamlNode* settings) {
    if (!model.is_scalar() || !models_.contains(model.scalar)) {
      problems_.error(model.place, "unknown model " + found_text(model) + ": expected one of the " +
                                       "library" +
                                       base::did_you_mean(model.scalar, models_.names()));
      return;
    }
    Settings values;
    if (settings != nullptr && !read_settings(*settings, values)) {
      return;
    }
    // The target's own checks, here and now: every instance that uses it would repeat them.
    if (!models_.make(model.scalar, values, problems_.at(entry.key_place), diagnostics_)) {
      return;
    }
    take_over(entry.key);
    models_.add_alias(entry.key, model.scalar, values);
  }

  bool read_settings(const YamlNode& node, Settings& values) {
    bool good = node.is_mapping();
    if (!good) {
      problems_.error(node.place, "settings is " + found_text(node) +
                                      ": expected a mapping, as {length_um: 10}");
    }
    for (const YamlEntry& entry : node.entries) {
      if (!entry.value.is_scalar()) {
        problems_.error(entry.value.place, "setting " + in_quotes(entry.key) + " is " +
                                               found_text(entry.value) +
                                               ": expected a number or a word");
        good = false;
        continue;
      }
      const auto number =
          entry.value.quoted ? std::nullopt : base::parse_number(entry.value.scalar);
      values.emplace(entry.key, number ? SettingValue(*number) : SettingValue(entry.value.scalar));
    }
    return good;
  }

  void map_file(const YamlEntry& entry, const YamlNode& name, const YamlNode* ports) {
    const auto kind = name.is_scalar() ? photonic_file_kind(name.scalar) : std::nullopt;
    if (!kind) {
      problems_.error(name.place, "found " + found_text(name) +
                                      ": expected a netlist or S-parameter file (.yml, .json, "
                                      ".sparam, .dat, .s2p, ...)");
      return;
    }
    const std::filesystem::path folder = std::filesystem::path(problems_.file()).parent_path();
    const std::string path = (folder / name.scalar).string();
    try {
      if (*kind == PhotonicFileKind::netlist) {
        map_netlist(entry, path, ports);
      } else {
        map_data(entry, path, ports);
      }
    } catch (const base::InputError& fault) {
      problems_.error(name.place, fault.diagnostics().entries().front().location.text() + ": " +
                                      fault.diagnostics().entries().front().message);
    }
  }

  void map_netlist(const YamlEntry& entry, const std::string& path, const YamlNode* ports) {
    if (ports != nullptr) {
      problems_.error(ports->place,
                      "found ports of a netlist: expected them in the netlist's file");
      return;
    }
    NetlistFile inner = read_netlist(path, diagnostics_);
    if (inner.library.netlists.empty()) {
      return;
    }
    use_model_names(inner, models_);
    take_over(entry.key);
    // Its netlists get names of their own, as another file may use the same.
    std::map<std::string, std::string> names;
    for (const Netlist& netlist : inner.library.netlists) {
      names[netlist.name] = names.empty() ? entry.key : entry.key + ":" + netlist.name;
    }
    for (Netlist& netlist : inner.library.netlists) {
      netlist.name = names[netlist.name];
      for (Instance& instance : netlist.instances) {
        const auto found = names.find(instance.model);
        instance.model = found == names.end() ? instance.model : found->second;
      }
      added_.push_back(std::move(netlist));
    }
  }

  void map_data(const YamlEntry& entry, const std::string& path, const YamlNode* ports) {
    const std::optional<SParameters> data = read_s_parameters(path, diagnostics_);
    if (!data) {
      return;
    }
    std::vector<std::vector<std::string>> alternatives = usual_port_names(data->ports);
    if (ports != nullptr) {
      std::vector<std::string> names = data->ports;
      if (!read_port_names(*ports, data->ports, names)) {
        return;
      }
      if (names_clash({data->ports, names})) {
        problems_.error(ports->place, "one name means two ports: expected names that are new");
        return;
      }
      alternatives = {std::move(names)};
    }
    take_over(entry.key);
    models_.add_data(entry.key, std::make_shared<const SParameters>(*data),
                     std::move(alternatives));
  }

  bool read_port_names(const YamlNode& node, const std::vector<std::string>& ports,
                       std::vector<std::string>& names) {
    bool good = node.is_mapping();
    if (!good) {
      problems_.error(node.place,
                      "ports is " + found_text(node) + ": expected a mapping, as {o1: port 1}");
    }
    for (const YamlEntry& entry : node.entries) {
      const auto found = std::find(ports.begin(), ports.end(), entry.value.scalar);
      if (found == ports.end()) {
        std::string all;
        for (const std::string& port : ports) {
          all += (all.empty() ? "" : ", ") + port;
        }
        problems_.error(entry.value.place, "the file has no port " + found_text(entry.value) +
                                               ": expected one of " + all);
        good = false;
      } else {
        names[static_cast<std::size_t>(found - ports.begin())] = entry.key;
      }
    }
    return good;
  }

  FileProblems& problems_;
  NetlistFile& file_;
  ModelLibrary& models_;
  base::Diagnostics& diagnostics_;
  std::set<std::string> used_;  // models that instances name
  std::vector<Netlist> added_;
};

}  // namespace

void parse_model_map(std::string_view text, const std::string& path, NetlistFile& file,
                     ModelLibrary& models, base::Diagnostics& diagnostics) {
  FileProblems problems(path, diagnostics);
  YamlBounds bounds;
  bounds.bytes = ModelMapLimits::kBytes;
  const YamlNode root = parse_yaml_text(text, problems, bounds);
  if (problems.errors() == 0) {
    ModelMapReader(problems, file, models, diagnostics).read(root);
  }
  problems.close();
}

void read_model_map(const std::string& path, NetlistFile& file, ModelLibrary& models,
                    base::Diagnostics& diagnostics) {
  parse_model_map(base::read_input_file(path, ModelMapLimits::kBytes, "a map of models"), path,
                  file, models, diagnostics);
}

}  // namespace heliograph::photonics
