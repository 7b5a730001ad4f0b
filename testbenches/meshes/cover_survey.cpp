// SPDX-License-Identifier: Apache-2.0
#include "testbenches/meshes/cover_survey.hpp"

#include <utility>

#include <fmt/format.h>

#include "photonics/mesh_routing/mesh_router.hpp"
#include "testbenches/fabrics/report_text.hpp"
#include "testbenches/meshes/round_report.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::AllToAllBound;

std::string reason_text(const AllToAllBound& bound) {
  switch (bound.by) {
    case AllToAllBound::By::partners:
      return fmt::format("port {} has {} partners, one in a setting", numbers_text(bound.ports),
                         bound.pairs);
    case AllToAllBound::By::pairs:
      return fmt::format("there are {} pairs, {} in a setting at most", bound.pairs, bound.most);
    case AllToAllBound::By::line:
      return fmt::format(
          "{} pairs lie across the line between ports {} and the others, which lets {} pass",
          bound.pairs, numbers_text(bound.ports), bound.most);
    case AllToAllBound::By::lengths:
      return fmt::format(
          "with lengths on the waveguides, the shortest ways of all pairs are together {:.2f} "
          "times "
          "as long as all waveguides",
          static_cast<double>(bound.pairs) / static_cast<double>(bound.most));
    case AllToAllBound::By::nothing:
      break;
  }
  return "there are no pairs";
}

std::string_view reason_name(AllToAllBound::By by) {
  switch (by) {
    case AllToAllBound::By::partners:
      return "partners";
    case AllToAllBound::By::pairs:
      return "pairs";
    case AllToAllBound::By::line:
      return "line";
    case AllToAllBound::By::lengths:
      return "lengths";
    case AllToAllBound::By::nothing:
      break;
  }
  return "nothing";
}

/// The pairs, or of many the first.
std::string some_pairs(const std::vector<photonics::MeshPair>& pairs) {
  constexpr std::size_t kMost = 12;
  if (pairs.size() <= kMost) {
    return pairs_text(pairs);
  }
  return fmt::format("{},... ({} in all; --json has them)",
                     pairs_text({pairs.begin(), pairs.begin() + kMost}), pairs.size());
}

}  // namespace

CoverSurvey survey_cover(const SwitchSource& source, const photonics::AllToAllEffort& effort) {
  const photonics::MeshFabric& mesh = mesh_of(source);
  const photonics::MeshRouter router(mesh);
  const std::vector<bool> external = external_ports(source, mesh.ports());
  std::vector<base::PortId> ports;
  for (std::size_t port = 0; port < external.size(); ++port) {
    if (external[port]) {
      ports.push_back(static_cast<base::PortId>(port));
    }
  }
  photonics::MeshRequest request;
  request.stuck = source.config.fabric_switch.mesh.stuck_cells();
  request.effort.prove_best = false;  // of the cells of each setting
  CoverSurvey survey;
  survey.ports = ports.size();
  survey.cover = photonics::all_to_all_cover(router, ports, request, effort);
  survey.settings = survey_rounds(
      source, mesh, {std::move(survey.cover.circuits), std::move(survey.cover.results)});
  return survey;
}

std::string cover_text(const SwitchSource& source, const CoverSurvey& survey) {
  const photonics::AllToAllCover& cover = survey.cover;
  const std::size_t settings = survey.settings.rounds;
  std::string text = heading_text(source);
  text += fmt::format("{} settings join every two of the {} ports that leave the chip{}\n",
                      settings, survey.ports,
                      cover.never.empty() && cover.undecided.empty() ? "" : " and can be joined");
  text += report_row("pairs", fmt::format("{} joined, each in one setting", cover.joined.size()));
  text += report_row(
      "at least", fmt::format("{} settings: {}", cover.bound.settings, reason_text(cover.bound)));
  if (settings > cover.bound.settings) {
    text += report_row("", "whether fewer do than were found is not proved");
  }
  if (!cover.never.empty()) {
    text += report_row("never joined", some_pairs(cover.never) + " (proved)");
  }
  if (!cover.undecided.empty()) {
    text += report_row("not found", some_pairs(cover.undecided) + " (not proved)");
  }
  return text + round_rows(survey.settings, "setting");
}

std::string cover_json(const SwitchSource& source, const CoverSurvey& survey) {
  const photonics::AllToAllCover& cover = survey.cover;
  nlohmann::ordered_json json{{"title", source.title()},
                              {"ports", survey.ports},
                              {"pairs", cover.joined.size()},
                              {"settings", survey.settings.rounds},
                              {"at_least", cover.bound.settings},
                              {"bound",
                               {{"by", reason_name(cover.bound.by)},
                                {"needed", cover.bound.pairs},
                                {"in_a_setting", cover.bound.most},
                                {"ports", numbers_json(cover.bound.ports)}}},
                              {"never_joined", pairs_text(cover.never)},
                              {"not_found", pairs_text(cover.undecided)},
                              {"all_to_all", rounds_json(survey.settings)}};
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
