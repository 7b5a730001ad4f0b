// SPDX-License-Identifier: Apache-2.0
// The optical budget of the OCI specification, its multipath penalty, and four-level signalling.
#include <cmath>

#include "photonics/link/link_budget.hpp"
#include "photonics/link/q_factor.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using base::Decibel;
using base::PowerRatio;

const Decibel kExtinction{3.5};

/// 2.5 dB of channel and 0.2 dB for reflections behind a transmitter of this OMA: what the receiver
/// is left with, in dBm.
double stressed_oma_dbm(double launched_oma_dbm) {
  photonics::LinkDesign design;
  design.transmitter.extinction_ratio = kExtinction;
  const double per_watt = photonics::modulation_amplitude(base::Watt(1.0), kExtinction).value();
  design.transmitter.launch_power =
      base::to_dbm(base::to_watt(base::DecibelMilliwatt(launched_oma_dbm)) / per_watt);
  design.path = {{"channel", Decibel(2.5), "OCI MSA v1.0", {}, {}}};
  design.reflections.model = photonics::ReflectionModel::allocated;
  design.reflections.allocated = Decibel(0.2);
  const photonics::LinkBudget budget = photonics::link_budget(design);
  return base::to_dbm(budget.reception.oma).value() - budget.penalties().value();
}

/// Both ends around four connectors, whose loss is left out as there.
double mpi_penalty_db(double end_db, double discount) {
  const PowerRatio end = base::to_linear(Decibel(end_db));
  const PowerRatio connector = base::to_linear(Decibel(-35.0));
  std::vector<photonics::Reflector> reflectors(6, {connector, Decibel(0.0), 0});
  reflectors.front().reflectance = end;
  reflectors.back().reflectance = end;
  return photonics::reflection_penalty(photonics::ModulationFormat::nrz, kExtinction,
                                       photonics::double_reflections(reflectors), discount)
      .value();
}

std::vector<ReproductionRow> link_budget_rows(const StudyContext& /*context*/) {
  using photonics::ModulationFormat;
  RowMaker rows("link_budget",
                "200G OCI Optical PHY Specification v1.0, public budget read at second hand: "
                "transmitter OMA, 2.5 dB of channel, 0.2 dB for reflections");
  rows.predicted("OCI MSA: stressed sensitivity (OMA), from -0.5 dBm", "dBm", -3.2,
                 stressed_oma_dbm(-0.5), 0.005);
  rows.predicted("OCI MSA: sensitivity (OMA), from -2.5 dBm", "dBm", -5.2, stressed_oma_dbm(-2.5),
                 0.005);
  rows.set_source(
      "public link budget of an OCI design after IEEE 802.3bs: 3.5 dB extinction, four connectors "
      "of -35 dB");
  // Half of the last published digit.
  rows.predicted("multipath penalty, ends of -19 dB", "dB", 0.51, mpi_penalty_db(-19.0, 0.5),
                 0.005);
  rows.predicted("multipath penalty, ends of -24 dB", "dB", 0.24, mpi_penalty_db(-24.0, 0.5),
                 0.005);
  rows.predicted("multipath penalty, ends of -19 dB, all at their worst", "dB", 1.08,
                 mpi_penalty_db(-19.0, 1.0), 0.005);
  rows.set_source("Gray-coded levels in Gaussian noise, another project's theory of M levels");
  rows.predicted("Q of pam4 for a bit error rate of 2.4e-4", "", 3.4141,
                 photonics::q_from_ber(ModulationFormat::pam4, 2.4e-4), 5e-5);
  rows.predicted(
      "bit error rate of pam4 at 14 dB a bit", "", 2.763e-6,
      photonics::ber_from_q(ModulationFormat::pam4, std::sqrt(0.8 * std::pow(10.0, 1.4))), 5e-10);
  return rows.take();
}

}  // namespace

Study link_budget_study() {
  return {"link_budget", "the OCI budget, multipath interference and four levels",
          link_budget_rows};
}

}  // namespace heliograph::testbenches
