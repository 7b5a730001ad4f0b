// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/built_in_models.hpp"

#include "photonics/circuit/device_kinds.hpp"
#include "photonics/device/circulator.hpp"
#include "photonics/device/fibre_coupler.hpp"
#include "photonics/device/optics.hpp"
#include "photonics/device/polarisation.hpp"
#include "photonics/device/soa.hpp"
#include "photonics/device/termination.hpp"

namespace heliograph::photonics {

namespace {

using base::Hertz;
using Eigen::MatrixXcd;

PortNames fibre_coupler_names() {
  return {{"chip", "fibre"}, {{"o1", "o2"}, {"in0", "out0"}, {"I1", "O1"}}};
}

void fill_reflecting(const FibreCouplerFields& field, MatrixXcd& s) {
  fill_through(field.through, s);
  s(0, 0) = s(1, 1) = field.reflected;
}

void add_fibre_couplers(ModelLibrary& library) {
  DeviceKind<GratingCouplerParameters> grating;
  grating.aliases = {{"wl0", "centre_wavelength_nm", 1e3}};
  grating.ports = [](const GratingCouplerParameters&) { return fibre_coupler_names(); };
  grating.couples = couples_everywhere;
  grating.fill = [](const GratingCouplerParameters& p, Hertz f, MatrixXcd& s) {
    fill_reflecting(grating_coupler_fields(p, f), s);
  };
  add_kind(library, "grating_coupler", grating);

  DeviceKind<EdgeCouplerParameters> edge;
  edge.ports = [](const EdgeCouplerParameters&) { return fibre_coupler_names(); };
  edge.couples = couples_everywhere;
  edge.fill = [](const EdgeCouplerParameters& p, Hertz, MatrixXcd& s) {
    fill_reflecting(edge_coupler_fields(p), s);
  };
  add_kind(library, "edge_coupler", edge);
}

void add_one_way(ModelLibrary& library) {
  DeviceKind<CirculatorParameters> circulator;
  circulator.ports = [](const CirculatorParameters&) {
    return PortNames{{"port1", "port2", "port3"}, {{"o1", "o2", "o3"}}};
  };
  circulator.couples = [](std::size_t, std::size_t to, std::size_t from) { return to != from; };
  circulator.fill = [](const CirculatorParameters& p, Hertz, MatrixXcd& s) {
    const CirculatorFields field = circulator_fields(p);
    for (Eigen::Index from = 0; from < 3; ++from) {
      s((from + 1) % 3, from) = field.forward;
      s((from + 2) % 3, from) = field.backward;
    }
  };
  add_kind(library, "circulator", circulator);
}

void add_gain_and_loss(ModelLibrary& library) {
  // Linear: the gain of a small signal, from both sides.
  DeviceKind<SoaParameters> soa;
  soa.ports = [](const SoaParameters&) { return two_port_names(); };
  soa.couples = couples_through;
  soa.fill = [](const SoaParameters& p, Hertz, MatrixXcd& s) {
    fill_through(field_factor(-p.gain), s);
  };
  add_kind(library, "soa", soa);

  DeviceKind<PolarisationParameters> polarisation;
  polarisation.ports = [](const PolarisationParameters&) { return two_port_names(); };
  polarisation.couples = couples_through;
  polarisation.fill = [](const PolarisationParameters& p, Hertz, MatrixXcd& s) {
    fill_through(field_factor(polarisation_loss(p)), s);
  };
  add_kind(library, "polarisation_loss", polarisation);

  DeviceKind<TerminationParameters> end;
  end.ports = [](const TerminationParameters&) { return PortNames{{"in0"}, {{"o1"}, {"I1"}}}; };
  end.couples = couples_everywhere;
  end.fill = [](const TerminationParameters& p, Hertz, MatrixXcd& s) {
    s(0, 0) = termination_field(p);
  };
  add_kind(library, "termination", end, {"terminator"});
}

}  // namespace

void add_terminating_models(ModelLibrary& library) {
  add_fibre_couplers(library);
  add_one_way(library);
  add_gain_and_loss(library);
}

}  // namespace heliograph::photonics
