// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.hpp"
#include "photonics/circuit/s_parameters.hpp"

namespace heliograph::photonics {

enum class PhotonicFileKind { netlist, touchstone, lumerical };

/// What a file is by its ending (`.sNp`, `.snp`, `.ts`, `.sparam`, `.dat`; `.yaml`, `.yml` and
/// `.json` are netlists as far as this room knows), or nothing.
[[nodiscard]] std::optional<PhotonicFileKind> photonic_file_kind(std::string_view path);

/// Whether a text in YAML or JSON looks like a netlist rather than another description: it has a
/// line that begins with the key `instances`. A hint for who must choose a reader, no check.
[[nodiscard]] bool looks_like_netlist(std::string_view text);

/// Reads a Touchstone or Lumerical file, by its ending. Mistakes are added to `diagnostics`, and
/// nothing is returned when there is an error. Throws base::InputError when the file cannot be read
/// or is of neither kind.
[[nodiscard]] std::optional<SParameters> read_s_parameters(const std::string& path,
                                                           base::Diagnostics& diagnostics);

/// Other names for the ports of a data file, as PortNames wants them: without blanks (`port_1`) and
/// numbered as netlists of gdsfactory do (`o1`, `o2`, ...); only lists in which no name means two
/// ports.
[[nodiscard]] std::vector<std::vector<std::string>> usual_port_names(
    const std::vector<std::string>& ports);

/// True when some name stands for one port in one list and for another port in another.
[[nodiscard]] bool names_clash(const std::vector<std::vector<std::string>>& lists);

}  // namespace heliograph::photonics
