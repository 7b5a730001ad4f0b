// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/study_list.hpp"

#include <algorithm>
#include <iterator>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

std::vector<Study> all_studies() {
  return {unit_cell_study(),
          benes_identity_study(),
          coupler_file_study(),
          fec_study(),
          receiver_study(),
          link_budget_study(),
          settling_study(),
          fabric_structures_study(),
          measured_switches_study(),
          smartlight_study(),
          pipswitch_study(),
          perseus_study(),
          pccl_study(),
          lumorph_study(),
          lumorph_server_study(),
          stragglar_study(),
          synctax_study(),
          morphlux_cost_study(),
          morphlux_spares_study(),
          morphlux_allocation_study(),
          lumion_study()};
}

std::vector<ReproductionRow> reproduce(const std::vector<std::string>& names,
                                       const StudyContext& context) {
  const std::vector<Study> studies = all_studies();
  std::vector<std::string> known;
  known.reserve(studies.size());
  for (const Study& study : studies) {
    known.push_back(study.name);
  }
  base::Diagnostics unknown;
  for (const std::string& name : names) {
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      std::string list;
      for (const std::string& one : known) {
        list += (list.empty() ? "" : ", ") + one;
      }
      unknown.error({"reproduce", 0, 0}, "there is no study '" + name + "': expected " + list +
                                             base::did_you_mean(name, known));
    }
  }
  base::throw_if_errors(unknown);
  std::vector<ReproductionRow> rows;
  for (const Study& study : studies) {
    if (names.empty() || std::find(names.begin(), names.end(), study.name) != names.end()) {
      std::vector<ReproductionRow> more = study.run(context);
      std::move(more.begin(), more.end(), std::back_inserter(rows));
    }
  }
  return rows;
}

}  // namespace heliograph::testbenches
