// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <vector>

#include "photonics/fabric/layouts.hpp"

namespace heliograph::photonics {

namespace {

std::size_t depth_of(std::size_t leaves) {
  std::size_t depth = 0;
  for (std::size_t reach = 1; reach < leaves; reach *= 2) {
    ++depth;
  }
  return depth;
}

/// Builds the trees of one side. A tree over the leaves [first, first + count) has its root cell
/// `level` levels from the port; leaves are drawn a line apart.
class Trees {
 public:
  /// `toward_right`: of the inputs, which spread light to the right.
  Trees(ColumnLayoutBuilder& builder, std::size_t ports, bool toward_right)
      : builder_(builder),
        depth_(depth_of(ports)),
        ports_(ports),
        toward_right_(toward_right),
        leaves_(ports * ports),
        rows_(2 * depth_) {}

  /// The tree of a port; its root.
  base::CellId add(std::size_t port) { return *grow(port, 0, ports_, 0); }
  /// The open rail at a leaf of a port's tree.
  [[nodiscard]] CellRail leaf(std::size_t port, std::size_t number) const {
    return leaves_[port * ports_ + number];
  }

 private:
  std::optional<base::CellId> grow(std::size_t port, std::size_t first, std::size_t count,
                                   std::size_t level) {
    if (count == 1) {
      return std::nullopt;
    }
    const std::size_t column = toward_right_ ? level : 2 * depth_ - 1 - level;
    const auto top = static_cast<int>(port * ports_ + first);
    const int centre = kLineUnits * top + (kLineUnits / 2) * static_cast<int>(count - 1);
    const base::CellId cell = builder_.add(column, rows_[column]++, centre - kLineUnits / 2);
    const std::size_t upper = (count + 1) / 2;
    branch(port, first, upper, level, {cell, 0});
    branch(port, first + upper, count - upper, level, {cell, 1});
    return cell;
  }

  void branch(std::size_t port, std::size_t first, std::size_t count, std::size_t level,
              CellRail from) {
    const std::optional<base::CellId> child = grow(port, first, count, level + 1);
    if (!child) {
      leaves_[port * ports_ + first] = from;
    } else if (toward_right_) {
      builder_.join(from, {*child, 0});
    } else {
      builder_.join({*child, 0}, from);
    }
  }

  ColumnLayoutBuilder& builder_;
  std::size_t depth_;
  std::size_t ports_;
  bool toward_right_;
  std::vector<CellRail> leaves_;   // by port and leaf
  std::vector<std::size_t> rows_;  // cells so far, by column
};

}  // namespace

FabricLayout switch_and_select_layout(std::size_t ports) {
  ColumnLayoutBuilder builder(ports);
  Trees inputs(builder, ports, true);
  Trees outputs(builder, ports, false);
  for (std::size_t port = 0; port < ports; ++port) {
    builder.enter(port, {inputs.add(port), 0});
  }
  for (std::size_t port = 0; port < ports; ++port) {
    builder.leave({outputs.add(port), 0}, port);
  }
  const std::size_t last_input_column = depth_of(ports) - 1;
  for (std::size_t input = 0; input < ports; ++input) {
    for (std::size_t output = 0; output < ports; ++output) {
      builder.join_after(last_input_column, inputs.leaf(input, output),
                         outputs.leaf(output, input));
    }
  }
  return builder.build();
}

}  // namespace heliograph::photonics
