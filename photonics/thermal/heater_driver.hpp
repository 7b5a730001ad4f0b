// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/parameters.hpp"
#include "base/units.hpp"

namespace heliograph::photonics {

/// What is written to the DAC of one heater.
enum class DacCode : std::uint16_t {};

/// A heater and the DAC that drives it.
struct HeaterDriverParameters {
  int dac_bits = 13;
  base::Volt dac_min{0.0};
  base::Volt dac_max{1.65};
  base::Ohm heater_resistance{100.0};
  /// Heater power that shifts the phase by pi.
  base::Watt power_pi{21.4e-3};
  /// Phase difference of the cell at zero power, as the calibration knows it.
  base::Radian phase_bias{0.0};
  /// From which a linear driver draws the heater's current; 0: dac_max.
  base::Volt driver_supply{0.0};
  /// How far the driver goes beyond a new code for a while, in terms of the change; 1: not at all.
  double overdrive_ratio = 1.0;

  [[nodiscard]] static base::ParameterTable<HeaterDriverParameters> table();
};

/// What single ranges cannot say: the voltages are in order and a cell can reach both of its
/// states (0 and pi, modulo 2 pi). A sentence for the user, or nothing when all is well.
[[nodiscard]] std::optional<std::string> find_problem(const HeaterDriverParameters& parameters);

/// Code to voltage (linear over the DAC's range), voltage to power (V^2 / R), power to phase
/// (pi P / P_pi + bias), and back.
class HeaterDriver {
 public:
  /// Throws std::invalid_argument unless 1 <= dac_bits <= 16, 0 <= dac_min < dac_max, and
  /// resistance and power_pi are positive.
  explicit HeaterDriver(const HeaterDriverParameters& parameters);

  [[nodiscard]] DacCode max_code() const;
  [[nodiscard]] bool has(DacCode code) const { return code <= max_code(); }

  /// These throw std::out_of_range when the DAC does not have `code`.
  [[nodiscard]] base::Volt voltage(DacCode code) const;
  [[nodiscard]] base::Watt power(DacCode code) const;
  [[nodiscard]] base::Radian phase(DacCode code) const;

  /// What the driver itself loses while it gives `power`: it draws the heater's current from its
  /// supply, V_supply sqrt(P / R) - P.
  [[nodiscard]] base::Watt loss(base::Watt power) const;

  /// Steady phase that a heater adds at `power`: pi P / P_pi.
  [[nodiscard]] base::Radian phase_shift(base::Watt power) const;
  /// As phase_shift, with the bias.
  [[nodiscard]] base::Radian phase(base::Watt power) const;

  /// The least power that the driver can give and that has the phase `wanted` modulo 2 pi; the
  /// highest code's where none has.
  [[nodiscard]] base::Watt least_power(base::Radian wanted) const;
  /// The power that the driver gives at first for a change of a heater's heat from that of power
  /// `from` to that of `to`: from + overdrive_ratio (to - from), but no less than at code 0 and no
  /// more than at the highest code. So a heater that cools to zero power is not overdriven at all.
  [[nodiscard]] base::Watt overdriven(base::Watt from, base::Watt to) const;
  [[nodiscard]] bool overdrives() const { return parameters_.overdrive_ratio > 1.0; }

  struct CodeChoice {
    DacCode code{};
    base::Radian error;    ///< phase(code) minus the wanted phase, in [-pi, pi]
    bool in_range = true;  ///< false when no code brackets the wanted phase modulo 2 pi
  };
  /// The code whose phase is nearest to `wanted` modulo 2 pi; of equals the one of least power.
  [[nodiscard]] CodeChoice nearest_code(base::Radian wanted) const;
  /// The code nearest to least_power(wanted): where a driver reaches more than one turn of the
  /// phase, a code some turns higher may come nearer, for several times the power and the time.
  [[nodiscard]] CodeChoice least_power_code(base::Radian wanted) const;

 private:
  HeaterDriverParameters parameters_;
};

}  // namespace heliograph::photonics
