// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "base/ids.hpp"
#include "base/random.hpp"
#include "base/units.hpp"
#include "photonics/calibration/calibration_table.hpp"
#include "photonics/calibration/monitor.hpp"
#include "photonics/fabric/feed_forward_fabric.hpp"
#include "photonics/thermal/heater_driver.hpp"
#include "photonics/thermal/thermal_plant.hpp"

namespace heliograph::photonics {

/// A chip on the bench: a fabric, what drives it, and how heat spreads between its heaters.
struct ChipOnBench {
  const FeedForwardFabric& fabric;
  HeaterDriverParameters driver;
  ThermalPlantParameters thermal;
  std::vector<ThermalCoupling> couplings;
};

/// What the sweep of one cell showed. Where nothing was seen, only `cell` and `strays` say
/// something.
struct MeasuredCell {
  base::CellId cell{};
  bool seen = false;       ///< enough light moved for a fit; else the codes are the nominal ones
  base::PortId input{};    ///< the lit input
  std::size_t strays = 0;  ///< cells on the way whose leak reaches the cell too
  base::Radian offset;     ///< phase without own heat, neighbours at rest; in [-pi, pi]
  base::Watt power_pi;     ///< heater power that shifts the phase by pi
  /// Of the sine wave of the two monitors' difference, in terms of the light at the input.
  base::PowerRatio amplitude;
  base::PowerRatio residual;  ///< root mean square of what the fit leaves, in the same terms
  bool reaches_bar = true;    ///< the driver can give the phase of bar; else the nearest
  bool reaches_cross = true;
};

/// A calibration table as it was measured.
struct MeasuredCalibration {
  CalibrationTable table;
  std::vector<MeasuredCell> cells;  ///< by cell; of the last pass

  [[nodiscard]] std::size_t unseen() const;
  /// Cells of which the driver cannot reach one of the states.
  [[nodiscard]] std::size_t out_of_reach() const;
};

/// Finds each cell's codes as it is done on chips with monitors in line (CLIPP, germanium taps) at
/// both outputs of every cell: progressive self-configuration (Miller, Photonics Research 1, 1,
/// 2013; with transparent monitors Annoni et al., Light Sci. Appl. 6, e17110, 2017).
///
/// Cells are measured in the order of the light, column by column, so that light from one input can
/// be led to a cell through cells that are already known (MonitorWay). All others rest in their
/// idle states; those not yet measured have nominal codes. The cell's heater is swept and both its
/// monitors are read at each code, with all heat at rest, that of neighbours included. The
/// difference of the readings, straight on minus across, is c - R cos(offset + pi P / P_pi) for any
/// couplers and losses. Its fit by least squares (sine_fit.hpp) gives the offset and P_pi; where
/// the frequency cannot be fitted, P_pi is the nominal one. The codes are those of least power at
/// which the fitted phase is pi (bar) and 0 (cross).
///
/// What it leaves: half a step of the DAC; the noise of the fit; the light of strays; heat of
/// neighbours that at work are not idle; and, of electro-optic cells, that their loss moves with
/// the phase, so that the wave is no sine.
///
/// Actuators that set no cell's state keep nominal codes. Throws std::invalid_argument when the
/// driver cannot reach both nominal states or a coupling names no heater.
[[nodiscard]] MeasuredCalibration measure_calibration(const ChipOnBench& chip,
                                                      const MonitorParameters& monitor,
                                                      base::RandomStream& noise);

}  // namespace heliograph::photonics
