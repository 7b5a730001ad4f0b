// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/field_bounds.hpp"

#include <algorithm>
#include <stdexcept>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

namespace {

/// A number for each input on every rail that enters a cell, and at every output. For fabrics that
/// light_order() takes.
class Flow {
 public:
  explicit Flow(const FabricStructure& structure)
      : structure_(structure),
        rails_(Eigen::MatrixXd::Zero(count(structure.graph.ports()),
                                     count(2 * structure.graph.cells()))),
        outputs_(Eigen::MatrixXd::Zero(count(structure.graph.ports()),
                                       count(structure.graph.ports()))) {}

  /// Puts `value` on the waveguide behind each input; `squared`: its loss counts as power.
  void light(double value, bool squared) {
    for (std::size_t input = 0; input < structure_.graph.ports(); ++input) {
      Eigen::VectorXd unit = Eigen::VectorXd::Zero(rails_.rows());
      unit(count(input)) = value;
      deliver(structure_.graph.inputs[input], structure_.input_ways[input], squared, unit);
    }
  }
  [[nodiscard]] auto before(std::size_t cell) const {
    return rails_.middleCols(count(2 * cell), 2);
  }
  /// Sends one column for each right rail of a cell on its way.
  void leave(std::size_t cell, const Eigen::MatrixXd& columns, bool squared) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      deliver(structure_.graph.after[cell][rail], structure_.ways[cell][rail], squared,
              columns.col(count(rail)));
    }
  }
  /// Element (output, input).
  [[nodiscard]] Eigen::MatrixXd matrix() const { return outputs_.transpose(); }

 private:
  static Eigen::Index count(std::size_t value) { return static_cast<Eigen::Index>(value); }

  void deliver(const WayEnd& end, const WayCost& way, bool squared, const Eigen::VectorXd& value) {
    const double field = field_factor(way.loss);
    const double factor = squared ? field * field : field;
    if (const auto* at = std::get_if<CellRail>(&end)) {
      rails_.col(count(2 * base::index(at->cell) + at->rail)) = factor * value;
    } else if (const auto* port = std::get_if<base::PortId>(&end)) {
      outputs_.col(count(base::index(*port))) = factor * value;
    }
  }

  const FabricStructure& structure_;
  Eigen::MatrixXd rails_;    // (input, 2 cell + rail)
  Eigen::MatrixXd outputs_;  // (input, output)
};

/// The bounds before and after a change, and that of the difference.
struct ChangeBounds {
  Eigen::MatrixXd before;
  Eigen::MatrixXd after;
  Eigen::MatrixXd difference;
};

ChangeBounds change_bounds(const SwitchFabric& fabric, const FabricSetting& before,
                           const FabricSetting& after) {
  const std::vector<base::CellId> order = light_order(fabric.graph());
  Flow a(fabric.structure());
  Flow b(fabric.structure());
  Flow moved(fabric.structure());
  a.light(1.0, false);
  b.light(1.0, false);
  for (const base::CellId id : order) {
    const std::size_t cell = base::index(id);
    const Eigen::Matrix2cd field_a = fabric.cell_field(id, before.phases);
    const Eigen::Matrix2cd field_b = fabric.cell_field(id, after.phases);
    const Eigen::Matrix2d change = (field_b - field_a).cwiseAbs();
    const Eigen::MatrixXd columns =
        moved.before(cell) * field_b.cwiseAbs().transpose() + a.before(cell) * change.transpose();
    a.leave(cell, a.before(cell) * field_a.cwiseAbs().transpose(), false);
    b.leave(cell, b.before(cell) * field_b.cwiseAbs().transpose(), false);
    moved.leave(cell, columns, false);
  }
  return {a.matrix(), b.matrix(), moved.matrix()};
}

bool same_way(const CellWalk& a, const CellWalk& b) {
  return a.output && a.output == b.output && a.hops.size() == b.hops.size() &&
         std::equal(a.hops.begin(), a.hops.end(), b.hops.begin(),
                    [](const PathHop& x, const PathHop& y) {
                      return x.cell == y.cell && x.state == y.state;
                    });
}

std::vector<bool> lit_inputs(const SwitchFabric& fabric, const FabricSetting& setting) {
  std::vector<bool> lit(fabric.ports());
  for (const base::PortId input : setting.lit) {
    lit[base::index(input)] = true;
  }
  return lit;
}

}  // namespace

FieldBounds field_bounds(const SwitchFabric& fabric, const std::vector<base::Radian>& phases) {
  if (phases.size() != fabric.actuators()) {
    throw std::invalid_argument("a phase is needed for each actuator of the fabric");
  }
  const std::vector<base::CellId> order = light_order(fabric.graph());
  Flow amplitude(fabric.structure());
  Flow power(fabric.structure());
  amplitude.light(1.0, false);
  power.light(1.0, true);
  for (const base::CellId id : order) {
    const std::size_t cell = base::index(id);
    const Eigen::Matrix2cd field = fabric.cell_field(id, phases);
    amplitude.leave(cell, amplitude.before(cell) * field.cwiseAbs().transpose(), false);
    power.leave(cell, power.before(cell) * field.cwiseAbs2().transpose(), true);
  }
  return {amplitude.matrix(), power.matrix()};
}

std::vector<CrosstalkChange> crosstalk_change_bounds(const SwitchFabric& fabric,
                                                     const FabricSetting& before,
                                                     const FabricSetting& after) {
  check_setting(fabric, before);
  check_setting(fabric, after);
  const ChangeBounds bounds = change_bounds(fabric, before, after);
  const std::vector<bool> lit_before = lit_inputs(fabric, before);
  const std::vector<bool> lit_after = lit_inputs(fabric, after);
  std::vector<CrosstalkChange> changes;
  for (std::size_t input = 0; input < fabric.ports(); ++input) {
    if (!lit_before[input] || !lit_after[input]) {
      continue;
    }
    const auto port = static_cast<base::PortId>(input);
    const CellWalk way = walk(fabric.graph(), port, before.states);
    if (!same_way(way, walk(fabric.graph(), port, after.states))) {
      continue;
    }
    const auto row = static_cast<Eigen::Index>(base::index(*way.output));
    CrosstalkChange change{
        port, *way.output, bounds.difference(row, static_cast<Eigen::Index>(input)), {}, {}};
    double incoherent = 0.0;
    double all_moved = 0.0;   // of the sum of the others' fields
    double all_before = 0.0;  // bound of that sum, before and after
    double all_after = 0.0;
    for (std::size_t other = 0; other < fabric.ports(); ++other) {
      if (other == input || (!lit_before[other] && !lit_after[other])) {
        continue;
      }
      const auto column = static_cast<Eigen::Index>(other);
      const double a = lit_before[other] ? bounds.before(row, column) : 0.0;
      const double b = lit_after[other] ? bounds.after(row, column) : 0.0;
      const bool both = lit_before[other] && lit_after[other];
      const double moved = both ? std::min(bounds.difference(row, column), a + b) : a + b;
      // | |y|^2 - |x|^2 | is at most |y - x| (|y| + |x|), and at most the greater square.
      incoherent += std::min(moved * (a + b), std::max(a * a, b * b));
      all_moved += moved;
      all_before += a;
      all_after += b;
    }
    change.incoherent = base::PowerRatio(incoherent);
    change.coherent =
        base::PowerRatio(std::min(all_moved * (all_before + all_after),
                                  std::max(all_before * all_before, all_after * all_after)));
    changes.push_back(change);
  }
  return changes;
}

}  // namespace heliograph::photonics
