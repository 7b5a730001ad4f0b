// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/formats/netlist_file.hpp"
#include "photonics/formats/yaml_node.hpp"

namespace heliograph::photonics {

struct ModelMapLimits {
  static constexpr std::size_t kBytes = std::size_t{1} << 20U;
};

/// Maps the models of a foreign netlist, as a file (YAML or JSON) says:
///
///   osu:   {model: mzi, settings: {theta_rad: 3.14}}     a model of the library, with settings
///   dc:    coupler                                        the same without settings
///   bdc:   {file: bdc.sparam, ports: {o1: port 1}}        an S-parameter file; `ports` is optional
///   ring:  {file: ring.yml}                               a netlist; its ports are the model's
///
/// Models and data go into `models`, netlists into `file`; a name that `file` already gives a
/// netlist or another model (NetlistFile::model_names) is the map's from now on. Files are named
/// relative to the map. Mistakes are added to `diagnostics`; a name that no instance uses is a
/// warning, unless `file` has no instances at all.
void parse_model_map(std::string_view text, const std::string& path, NetlistFile& file,
                     ModelLibrary& models, base::Diagnostics& diagnostics);
/// As parse_model_map. Throws base::InputError when the map cannot be read.
void read_model_map(const std::string& path, NetlistFile& file, ModelLibrary& models,
                    base::Diagnostics& diagnostics);

/// Whether a document looks like such a map rather than another description: a mapping in which
/// every value is a model of the library, a file of a photonic kind, or {model: ...} or
/// {file: ...}. A hint for who must choose a reader.
[[nodiscard]] bool looks_like_model_map(const YamlNode& root);

/// Adds everything that is wrong with a map, the files that it names, and the netlists among them;
/// returns how many models it maps. Throws base::InputError when the map cannot be read.
std::size_t check_model_map(const std::string& path, base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
