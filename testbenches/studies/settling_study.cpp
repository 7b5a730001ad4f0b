// SPDX-License-Identifier: Apache-2.0
// How long a thermal cell needs until its leak is small, and what driving it harder gains.
#include <cmath>
#include <string>
#include <vector>

#include "base/number_text.hpp"
#include "base/units.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/settling.hpp"
#include "photonics/thermal/thermal_plant.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

using base::Picoseconds;

/// Time constants until a full swing of pi leaks no more than `leak_db`.
double settling_multiple(double leak_db) {
  return photonics::settling_time(base::Radian(base::kPi), base::Decibel(leak_db),
                                  base::Second(1.0))
      .value();
}

/// Time constants until a cold heater that is driven with `ratio` times its final power has its
/// final phase, found on the plant itself.
double overdrive_multiple(double ratio) {
  const photonics::HeaterDriver driver{photonics::HeaterDriverParameters{}};
  photonics::ThermalPlantParameters parameters;
  photonics::ThermalPlant plant(1, parameters, driver);
  const base::Watt final_power{10e-3};
  plant.set_powers(Picoseconds(0), {final_power * ratio});
  const double wanted = driver.phase(final_power).value();
  std::vector<base::Radian> phases;
  std::int64_t before = 0;
  std::int64_t after = parameters.tau.count() * 10;
  while (after - before > 1) {
    const std::int64_t middle = before + (after - before) / 2;
    plant.phases(Picoseconds(middle), phases);
    (phases[0].value() < wanted ? before : after) = middle;
  }
  return static_cast<double>(after) / static_cast<double>(parameters.tau.count());
}

std::vector<ReproductionRow> settling_rows(const StudyContext& /*context*/) {
  RowMaker rows("thermal_settling",
                "closed forms of a first-order heater, computed apart from this program: t = tau "
                "ln(pi / 2 asin 10^(X/20)), overdrive by r: t = tau ln(r / (r - 1))");
  struct Point {
    double parameter;
    double multiple;
  };
  for (const Point& point : {Point{-20.0, 2.75}, Point{-25.0, 3.33}, Point{-30.0, 3.91},
                             Point{-35.0, 4.48}, Point{-40.0, 5.06}}) {
    rows.predicted("settling to " + base::number_text(point.parameter) + " dB leak", "tau",
                   point.multiple, settling_multiple(point.parameter), 0.005);
  }
  const double titanium_nitride_us = 5.6;
  rows.predicted("settling of a TiN heater (tau 5.6 us) to -30 dB", "us", 22.0,
                 titanium_nitride_us * settling_multiple(-30.0), 0.5)
      .source = "tau 5.6 us: Jacques 2019, read at second hand";
  for (const Point& point : {Point{1.5, 1.10}, Point{2.0, 0.69}, Point{3.0, 0.41}}) {
    rows.predicted("overdrive by " + base::number_text(point.parameter) + " from cold", "tau",
                   point.multiple, overdrive_multiple(point.parameter), 0.005);
  }
  return rows.take();
}

}  // namespace

Study settling_study() {
  return {"thermal_settling", "settling and overdrive times of a thermal cell", settling_rows};
}

}  // namespace heliograph::testbenches
