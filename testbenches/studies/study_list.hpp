// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "testbenches/studies/reproduction.hpp"

namespace heliograph::testbenches {

/// Every study, in the order in which they are shown. A new one is added here by name: there is no
/// registry that fills itself before main().
[[nodiscard]] std::vector<Study> all_studies();

/// Runs the studies of these names (all, when there is none) and puts their rows together. Throws
/// base::InputError for a name that no study has, and for a preset that is not there.
[[nodiscard]] std::vector<ReproductionRow> reproduce(const std::vector<std::string>& names,
                                                     const StudyContext& context);

// The studies, one a file.
[[nodiscard]] Study unit_cell_study();
[[nodiscard]] Study benes_identity_study();
[[nodiscard]] Study coupler_file_study();
[[nodiscard]] Study fec_study();
[[nodiscard]] Study receiver_study();
[[nodiscard]] Study link_budget_study();
[[nodiscard]] Study settling_study();
[[nodiscard]] Study fabric_structures_study();
[[nodiscard]] Study measured_switches_study();
[[nodiscard]] Study smartlight_study();
[[nodiscard]] Study pipswitch_study();
[[nodiscard]] Study perseus_study();
[[nodiscard]] Study pccl_study();
[[nodiscard]] Study lumorph_study();
[[nodiscard]] Study lumorph_server_study();
[[nodiscard]] Study stragglar_study();
[[nodiscard]] Study synctax_study();
[[nodiscard]] Study morphlux_cost_study();
[[nodiscard]] Study morphlux_spares_study();
[[nodiscard]] Study morphlux_allocation_study();
[[nodiscard]] Study lumion_study();

}  // namespace heliograph::testbenches
