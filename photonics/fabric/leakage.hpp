// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "base/units.hpp"
#include "photonics/fabric/fabric_setting.hpp"
#include "photonics/fabric/switch_fabric.hpp"

namespace heliograph::photonics {

/// Light of one input that left its way once.
struct LeakTerm {
  base::PortId input{};                       ///< whose light it is
  base::CellId cell{};                        ///< where it left its way
  std::complex<double> field;                 ///< where it ends, for unit field at the input
  [[nodiscard]] base::Decibel power() const;  ///< relative to the light at the input
};

/// Several terms that end in one place, each for unit field at its input.
struct LeakSum {
  std::size_t terms = 0;
  std::complex<double> field;  ///< sum of the fields
  double power = 0.0;          ///< sum of the powers
  double amplitude = 0.0;      ///< sum of the fields' magnitudes

  void add(std::complex<double> term);
  LeakSum& operator+=(const LeakSum& other);
  /// Relative to a signal's power. Incoherent: the powers add, as of light of many lasers. Coherent
  /// bound: the square of the sum of magnitudes; no phases can make more of it.
  [[nodiscard]] base::Decibel incoherent(std::complex<double> signal) const;
  [[nodiscard]] base::Decibel coherent_bound(std::complex<double> signal) const;
};

/// All light of one input that ends in one place after it left its way twice.
struct SecondOrderLeak {
  base::PortId input{};
  LeakSum sum;
};

/// What one output receives.
struct OutputLeakage {
  base::PortId output{};
  /// The lit input whose way ends here, and its light that never left it. None and 0 if there is
  /// no such input: then all that comes is `first` and `second`.
  std::optional<base::PortId> input;
  std::complex<double> signal;
  std::vector<LeakTerm> first;          ///< of other lit inputs, in the order of `lit`
  std::vector<SecondOrderLeak> second;  ///< the same; inputs with a term only
  std::vector<LeakTerm> own_first;      ///< of the own input: multipath interference
  LeakSum own_second;

  [[nodiscard]] LeakSum first_sum() const;
  [[nodiscard]] LeakSum second_sum() const;
  [[nodiscard]] LeakSum own_first_sum() const;
};

/// Who leaks into whom.
struct Leakage {
  std::vector<OutputLeakage> outputs;  ///< by output
  std::vector<LeakTerm> dark;          ///< first order that ends without a port
  /// First order that gets into a closed loop of cells, where it circulates until it is absorbed or
  /// leaks again; its field is that with which it enters the loop. Recirculating meshes only.
  std::vector<LeakTerm> trapped;
};

/// Follows the light of every lit input. The field of a cell has a main part, to the rail that the
/// cell's state names, and a leak, to the other. A term of order k follows the main parts but for k
/// cells, where it takes the leak, and ends at an output, in the dark, or in a closed loop. The sum
/// over all orders is the fabric's field matrix; for what is beyond the second see
/// field_bounds.hpp.
///
/// Rails 2 and 3 are followed with the transposed field. Of second-order light that leaks out of a
/// closed loop all rounds are summed (a geometric series; the one leak of all rounds counts as one
/// term), which is infinite where the loop has no loss.
///
/// At the design frequency. As everywhere in this folder the fixed phases of waveguides are 0;
/// magnitudes do not depend on that, `field` does. The output phases of a universal fabric, which
/// turn all fields at an output alike, are left out, and so is whatever a cell reflects. Terms are
/// counted by structure: a leak that is 0 is listed too.
///
/// Throws as check_setting().
[[nodiscard]] Leakage leakage(const SwitchFabric& fabric, const FabricSetting& setting);

}  // namespace heliograph::photonics
