// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/formats/netlist_file.hpp"

namespace heliograph::photonics {

/// A model that instances name and nobody defines, at the first of them.
struct UndefinedModel {
  std::string name;
  base::SourceLocation location;
  std::string hint;  ///< ` (did you mean 'x'?)`, or nothing
};
[[nodiscard]] std::vector<UndefinedModel> undefined_models(const NetlistLibrary& library,
                                                           const ModelLibrary& models);

/// `models` and, for each undefined model, one without light and with the ports that the netlists
/// use; so that what else is wrong can be found.
[[nodiscard]] ModelLibrary with_placeholders(const NetlistLibrary& library,
                                             const ModelLibrary& models);

/// Where the instance of a path (`bank/ring_3/coupler`) stands: in the file of `library`, as deep
/// as its netlists go. Nothing when there is no such instance.
[[nodiscard]] std::optional<base::SourceLocation> place_of_instance(const NetlistLibrary& library,
                                                                    std::string_view path);

/// Adds everything that is wrong with a netlist: unknown instances, ports and settings, ports used
/// twice or left open. A model that is not in `models` is a warning, since another tool may have
/// it; its ports are then taken to be those that the netlist uses. Where all models are known, a
/// closed loop without loss is a warning too: a spectrum has no answer on its resonance, and it is
/// looked for at 193.4 THz alone.
void check_netlist(NetlistFile file, const ModelLibrary& models, base::Diagnostics& diagnostics);

/// Reads a netlist or S-parameter file, by its ending, and adds everything that is wrong with it.
/// Throws base::InputError when the file cannot be read or is of another kind.
void check_photonic_file(const std::string& path, base::Diagnostics& diagnostics);

}  // namespace heliograph::photonics
