// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/diagnostics.hpp"
#include "platforms/description/file_source.hpp"
#include "platforms/description/scenario_config.hpp"
#include "platforms/description/section_binder.hpp"

namespace heliograph::platforms {

/// Checks what must hold between several parameters of a platform and its switch. What depends on a
/// value that `binder` has refused is left out. The paths of the switch's files become absolute or
/// relative to the working directory.
void check_platform(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics);

/// The same for the workload; its file's path becomes absolute or relative to the working
/// directory, and its ranks the number of accelerators where they were left open.
void check_workload(ScenarioConfig& scenario, const SectionBinder& binder, const FileSource& files,
                    base::Diagnostics& diagnostics);

}  // namespace heliograph::platforms
