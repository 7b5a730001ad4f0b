// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "platforms/description/yaml_value.hpp"

namespace heliograph::platforms {

/// Does the text of a description begin like an XML file?
[[nodiscard]] bool looks_like_xml(std::string_view text);

/// A topology as NCCL writes it (NCCL_TOPO_DUMP_FILE; version 1, or 2 as RCCL has it) as the
/// mapping of a platform file: one accelerator a GPU, on an electrical network of its NVLinks.
///  - GPUs whose links go to an NVSwitch: `network: ideal_switch` at the rate of all links of one;
///  - GPUs that are all joined by as many links: `full_mesh`, a port a link;
///  - GPUs that make a ring with two neighbours each: `ring`, in the ring's order.
/// Per link and direction: 20.0 GB/s up to SM 80, 20.6 at SM 90, 40.1 at SM 100 (NCCL's
/// src/graph/topo.h). PCI links, CPUs and NICs are read over. Where two GPUs count the links
/// between them differently, the larger number is taken.
///
/// Everything else is an error at its place: other documents and versions, fewer than two GPUs, bus
/// ids that are not there or twice, GPUs without links or of another generation, links that make
/// none of the three. Then the mapping is empty.
[[nodiscard]] YamlValue parse_nccl_topology(std::string_view text, const std::string& file,
                                            base::Diagnostics& diagnostics);

}  // namespace heliograph::platforms
