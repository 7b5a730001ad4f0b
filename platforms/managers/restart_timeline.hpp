// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::platforms {

/// What goes by between a failure and the first iteration after it, in the order in which it
/// happens. Defaults are those of Morphlux' prototype.
struct RestartConfig {
  base::Second mesh_write{0.0625};
  base::Second settle{3.7e-6};
  base::Second relock{6.2e-3};
  base::Second launched{1.1};
  base::Second synchronise{3.4};
  base::Second prepare_data{10.0};
  base::Second load_model{2.1};
  base::Second first_iteration{9.0};

  [[nodiscard]] static base::ParameterTable<RestartConfig> table();
};

/// What has to happen for a part of a restart to end.
enum class RestartPhase {
  hardware,  ///< codes, light, locks
  control,   ///< software until the job is launched
  job,       ///< the job's own start
};

/// A named part of a restart.
struct RestartPart {
  std::string name;
  base::Second duration{};
  RestartPhase phase = RestartPhase::job;
  std::string source;  ///< of its parameter
};

/// All parts. What is left of `launched` after the hardware is a part of its own: software between
/// the failure and the launch of the job. Throws base::InputError if the hardware alone takes
/// longer.
[[nodiscard]] std::vector<RestartPart> restart_timeline(const RestartConfig& config);

[[nodiscard]] base::Second total(const std::vector<RestartPart>& parts);

}  // namespace heliograph::platforms
