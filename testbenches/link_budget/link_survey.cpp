// SPDX-License-Identifier: Apache-2.0
#include "testbenches/link_budget/link_survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/parameter_source.hpp"
#include "testbenches/fabrics/matching_text.hpp"

namespace heliograph::testbenches {

namespace {

using photonics::AmplifierPlace;
using photonics::LinkElement;

double margin_of(const SurveyedLink& link) {
  const auto& margin = link.budget.margin;
  return link.arrives && margin ? margin->value() : -std::numeric_limits<double>::infinity();
}

/// Less margin; of equals, as of those that have none, more errors.
bool less(const SurveyedLink& a, const SurveyedLink& b) {
  return std::pair(margin_of(a), -a.budget.reception.ber) <
         std::pair(margin_of(b), -b.budget.reception.ber);
}

/// Transceiver to switch or back: fibre with its connectors, whose loss is the fibre's, and facet.
void add_fibre(std::vector<LinkElement>& path, const platforms::PlatformConfig& platform,
               std::size_t connectors, bool to_switch) {
  const platforms::FibreConfig& fibre = platform.fibre;
  const base::PowerRatio connector = base::to_linear(platform.reflections.connector_reflectance);
  const base::PowerRatio facet = base::to_linear(platform.reflections.facet_reflectance);
  path.push_back({"fibre",
                  base::Decibel(fibre.length.value() * fibre.loss.value()),
                  base::parameter_source(fibre, "loss_dB_per_km"),
                  {},
                  std::vector<base::PowerRatio>(connectors, connector)});
  const LinkElement coupling{
      "facet", fibre.facet_loss, base::parameter_source(fibre, "facet_loss_dB"), {}, {facet}};
  path.insert(to_switch ? path.end() : path.end() - 1, coupling);
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

photonics::LinkDesign link_design(const SwitchSource& source, const SurveyedCircuit& circuit,
                                  const LinkTarget& target) {
  const platforms::PlatformConfig& platform = source.config.platform;
  photonics::LinkDesign design;
  design.transmitter = platform.transceiver.transmitter;
  design.receiver = platform.transceiver.receiver;
  design.fec = platform.transceiver.fec;
  design.reflections = platform.reflections;
  design.carrier = source.fabric().design_frequency();
  if (std::isfinite(circuit.light.loss.value())) {
    design.interferers = circuit.interferers;  // of no signal, the ratios are none
  }
  design.crosstalk_formula = target.formula;
  design.target_ber = target.ber;
  const auto connectors = static_cast<std::size_t>(platform.reflections.connectors);
  const LinkElement amplifier{"amplifier",
                              base::Decibel(0.0),
                              base::parameter_source(platform.amplifier.soa, "gain_dB"),
                              platform.amplifier.soa,
                              {}};
  const AmplifierPlace place = platform.amplifier.position.place;
  add_fibre(design.path, platform, (connectors + 1) / 2, true);
  if (place == AmplifierPlace::before_fabric) {
    design.path.push_back(amplifier);
  }
  design.path.push_back({"fabric",
                         circuit.light.loss,
                         "fields, " + std::to_string(circuit.path.hops.size()) + " cells and " +
                             std::to_string(circuit.path.crossings) + " crossings on the way",
                         {},
                         {}});
  if (place == AmplifierPlace::after_fabric) {
    design.path.push_back(amplifier);
  }
  add_fibre(design.path, platform, connectors / 2, false);
  return design;
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
