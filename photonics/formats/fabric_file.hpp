// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"
#include "photonics/fabric/netlist_description.hpp"
#include "photonics/formats/yaml_node.hpp"

namespace heliograph::photonics {

/// Reads what the ports and cells of a netlist are, where discover_fabric() would not see it:
///
///   inputs: [west0, west1]              both or neither; else by name, as discover_fabric() does
///   outputs: [east0, east1]
///   cells:                              else discovered
///     - instance: row_1/unit            its path
///       left: [a, b]                    upper rail first
///       right: [c, d]
///       actuator: row_1/unit/heater     what is driven; else the instance itself
///       setting: heater_power_mW
///       bar: 21.4                       the setting's values; both or neither (phases in radian)
///       cross: 0
///
/// Mistakes of form are added to `diagnostics`; what instances and ports mean is checked by
/// plan_netlist_fabric(). Precondition: elaborate() takes the library.
[[nodiscard]] NetlistFabricDescription parse_fabric_description(std::string_view text,
                                                                const std::string& path,
                                                                const NetlistLibrary& library,
                                                                const ModelLibrary& models,
                                                                base::Diagnostics& diagnostics);
/// As parse_fabric_description. Throws base::InputError when the file cannot be read.
[[nodiscard]] NetlistFabricDescription read_fabric_description(const std::string& path,
                                                               const NetlistLibrary& library,
                                                               const ModelLibrary& models,
                                                               base::Diagnostics& diagnostics);

/// Whether a document looks like such a file rather than another description: a mapping
/// with `cells`, or with both `inputs` and `outputs`. A hint for who must choose a reader.
[[nodiscard]] bool looks_like_fabric_description(const YamlNode& root);

/// Adds the mistakes of form of such a file, which is all that shows without its netlist. Returns
/// how many cells it lists. Throws base::InputError when the file cannot be read.
std::size_t check_fabric_description(const std::string& path, base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
