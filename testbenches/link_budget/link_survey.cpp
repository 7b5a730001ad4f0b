// SPDX-License-Identifier: Apache-2.0
#include "testbenches/link_budget/link_survey.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/fabrics/matching_text.hpp"

namespace heliograph::testbenches {

namespace {

double margin_of(const SurveyedLink& link) {
  const auto& margin = link.budget.margin;
  return link.arrives && margin ? margin->value() : -std::numeric_limits<double>::infinity();
}

/// Less margin; of equals, as of those that have none, more errors.
bool less(const SurveyedLink& a, const SurveyedLink& b) {
  return std::pair(margin_of(a), -a.budget.reception.ber) <
         std::pair(margin_of(b), -b.budget.reception.ber);
}

}  // namespace

const SurveyedLink& LinkSurvey::worst() const {
  return *std::min_element(links.begin(), links.end(), less);
}

const SurveyedLink& LinkSurvey::best() const {
  return *std::max_element(links.begin(), links.end(), less);
}

std::optional<base::DecibelMilliwatt> LinkSurvey::required_laser() const {
  std::optional<base::DecibelMilliwatt> most;
  for (const SurveyedLink& link : links) {
    if (!link.arrives || !link.budget.required_laser) {
      return std::nullopt;
    }
    most = std::max(most, link.budget.required_laser);
  }
  return most;
}

bool LinkSurvey::all_close() const {
  return std::all_of(links.begin(), links.end(),
                     [](const SurveyedLink& link) { return link.closes(); });
}

LinkSurvey survey_links(const SwitchSource& source,
                        const std::vector<photonics::Matching>& matchings,
                        const LinkTarget& target) {
  LinkSurvey survey;
  for (const photonics::Matching& matching : matchings) {
    for (const SurveyedCircuit& circuit : survey_routed(source, matching).circuits) {
      SurveyedLink link;
      link.input = circuit.light.input;
      link.output = circuit.light.output;
      link.arrives = circuit.light.arrives;
      link.design = link_design(source, circuit, target);
      link.budget = photonics::link_budget(link.design);
      survey.links.push_back(std::move(link));
    }
  }
  if (survey.links.empty()) {
    throw base::InputError({source.file, 0, 0}, "expected at least one circuit");
  }
  return survey;
}

LinkSurvey survey_link(const SwitchSource& source, const photonics::Matching& circuit,
                       const LinkTarget& target) {
  const std::size_t ports = circuit.ports();
  std::size_t input = 0;
  while (!circuit.output_of(static_cast<base::PortId>(input))) {
    ++input;
  }
  const std::size_t output = base::index(*circuit.output_of(static_cast<base::PortId>(input)));
  LinkSurvey survey =
      survey_links(source, {shifted(ports, (output + ports - input) % ports)}, target);
  const auto other = [&circuit](const SurveyedLink& link) {
    return !circuit.contains(link.input, link.output);
  };
  survey.links.erase(std::remove_if(survey.links.begin(), survey.links.end(), other),
                     survey.links.end());
  return survey;
}

std::vector<photonics::Matching> all_shifts(std::size_t ports) {
  std::vector<photonics::Matching> matchings;
  for (std::size_t shift = 0; shift < ports; ++shift) {
    matchings.push_back(shifted(ports, shift));
  }
  return matchings;
}

}  // namespace heliograph::testbenches
