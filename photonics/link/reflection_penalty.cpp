// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/reflection_penalty.hpp"

#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>

namespace heliograph::photonics {

using base::Basis;
using base::Range;

base::ParameterTable<ReflectionParameters> ReflectionParameters::table() {
  using P = ReflectionParameters;
  const Range reflectance{-100.0, 0.0};
  const std::string oci = "a public link budget of an OCI MSA design";
  base::ParameterTable<P> table;
  table
      .choice<ReflectionModel>(
          "mpi_model", &P::model,
          {{"upper_bound", ReflectionModel::upper_bound},
           {"allocated", ReflectionModel::allocated},
           {"none", ReflectionModel::none}},
          "penalty of multipath interference: from the reflectances below, or mpi_allocated_dB",
          {Basis::chosen, "computed rather than allocated"})
      .number("mpi_allocated_dB", &P::allocated, {"dB", 1.0}, {0.0, 30.0},
              "penalty with mpi_model: allocated", {Basis::cited, "OCI MSA v1.0 allocates 0.2 dB"})
      .number("end_reflectance_dB", &P::end_reflectance, {"dB", 1.0}, reflectance,
              "of transmitters and receivers",
              {Basis::cited, oci + " asks for -24 dB; the MSA itself for -19"})
      .integer("connectors", &P::connectors, {0, 64},
               "connectors on the way, half of them (the odd one too) before the switch",
               {Basis::cited, oci})
      .number("connector_reflectance_dB", &P::connector_reflectance, {"dB", 1.0}, reflectance,
              "of each connector", {Basis::cited, "IEEE 802.3dj clause 181: -35 dB for four"})
      .number("facet_reflectance_dB", &P::facet_reflectance, {"dB", 1.0}, reflectance,
              "of the switch's two facets", {Basis::assumed, "no source; sweep it"})
      .number("mpi_discount", &P::discount, {"", 1.0}, {0.0, 1.0},
              "share of the upper bound that counts; 1: all beats at their worst",
              {Basis::cited, oci + ", after IEEE 802.3bs"});
  return table;
}

double double_reflections(const std::vector<Reflector>& reflectors) {
  double sum = 0.0;
  for (std::size_t j = 0; j < reflectors.size(); ++j) {
    const Reflector& far = reflectors[j];
    if (!(far.reflectance.value() >= 0.0 && far.reflectance.value() <= 1.0)) {
      throw std::invalid_argument("a reflectance is 0 to 1");
    }
    for (std::size_t i = 0; i < j; ++i) {
      const Reflector& near = reflectors[i];
      // What lies behind darkness sends nothing back.
      if (near.section == far.section && std::isfinite(far.loss_before.value())) {
        sum += std::sqrt(near.reflectance.value() * far.reflectance.value()) *
               base::attenuation(far.loss_before - near.loss_before).value();
      }
    }
  }
  return sum;
}

base::Decibel reflection_penalty(ModulationFormat format, base::Decibel extinction,
                                 double amplitudes, double discount) {
  if (!(extinction.value() > 0.0)) {
    throw std::invalid_argument("an extinction ratio is above 0 dB");
  }
  if (!(amplitudes >= 0.0) || !(discount >= 0.0 && discount <= 1.0)) {
    throw std::invalid_argument("amplitudes of reflections are 0 or more, a discount is 0 to 1");
  }
  // E / (E - 1), finite for infinite E.
  const double swing = 1.0 / (1.0 - base::attenuation(extinction).value());
  const double closed = 4.0 * (levels_of(format) - 1) * discount * amplitudes * swing;
  return base::Decibel(closed < 1.0 ? -10.0 * std::log1p(-closed) / std::log(10.0)
                                    : std::numeric_limits<double>::infinity());
}

}  // namespace heliograph::photonics
