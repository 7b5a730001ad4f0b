// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/circuit/netlist.hpp"

namespace heliograph::photonics {

struct NetlistLimits {
  static constexpr std::size_t kBytes = std::size_t{16} << 20U;
  static constexpr std::size_t kInstances = 200'000;  ///< arrays written out
};

/// What a netlist file holds.
struct NetlistFile {
  NetlistLibrary library;  ///< the top first; empty when there was none to read
  /// Component names of instances and the model that the file names for each (PICBench).
  std::map<std::string, std::string> model_names;
};

/// Reads the netlists of SAX and gdsfactory, in YAML or JSON:
///
///   instances:   {name: component} or {name: {component: ..., settings: {...}, array: ...}}
///   connections: {"a,o1": "b,o2"}, either direction     nets: [{p1: "a,o1", p2: "b,o2"}]
///   ports:       {name: "a,o1"}
///
/// one by itself or a mapping of several; of those the top is the one called `top_level`, else the
/// first that no other uses. `{netlist: ..., models: ...}` (PICBench) holds either. An instance
/// with `array: {columns, rows}` becomes `name<column.row>` each. The links of `routes` join ports
/// by waveguides whose lengths only the layout knows: taken as without length, with a warning.
/// Other keys are layout and are passed over, with a note of which.
/// Only the form is checked here; what instances and ports mean is checked by elaborate().
/// Mistakes are added to `diagnostics`, and what could be read is returned.
[[nodiscard]] NetlistFile parse_netlist(std::string_view text, const std::string& file,
                                        base::Diagnostics& diagnostics);
/// As parse_netlist. Throws base::InputError when the file cannot be read.
[[nodiscard]] NetlistFile read_netlist(const std::string& path, base::Diagnostics& diagnostics);

/// Puts the models that the file names in place of the components of instances, where `models` or
/// the file itself has them; elsewhere a component's own name may be that of a model.
void use_model_names(NetlistFile& file, const ModelLibrary& models);

}  // namespace heliograph::photonics
