// SPDX-License-Identifier: Apache-2.0
#include "testbenches/drawing/circuit_lines.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace heliograph::testbenches {

using photonics::CellGraph;
using photonics::CellRail;
using photonics::DarkEnd;
using photonics::DrawnWay;
using photonics::FabricDrawing;
using photonics::WayEnd;

namespace {

std::string name_of(const DrawnCircuit& circuit) {
  return "the circuit from input " + std::to_string(base::index(circuit.input)) + " to output " +
         std::to_string(base::index(circuit.output));
}

void check_circuit(const photonics::SwitchFabric& fabric, const FabricPicture& picture,
                   const DrawnCircuit& circuit) {
  if (base::index(circuit.input) >= fabric.ports() ||
      base::index(circuit.output) >= fabric.ports()) {
    throw std::invalid_argument(name_of(circuit) + " ends at a port that the fabric has not");
  }
  const WayEnd* end = &fabric.graph().inputs[base::index(circuit.input)];
  for (const photonics::PathHop& hop : circuit.hops) {
    const auto* at = std::get_if<CellRail>(end);
    if (at == nullptr || at->cell != hop.cell) {
      throw std::invalid_argument(name_of(circuit) + " does not follow the waveguides to cell " +
                                  std::to_string(base::index(hop.cell)));
    }
    if (picture.states[base::index(hop.cell)] != hop.state) {
      throw std::invalid_argument(name_of(circuit) + " meets cell " +
                                  std::to_string(base::index(hop.cell)) +
                                  " in another state than the picture has");
    }
    end = &fabric.graph().next(*at, hop.state);
  }
  if (!(*end == WayEnd(circuit.output))) {
    throw std::invalid_argument(name_of(circuit) + " does not reach its output");
  }
}

/// Where light that leaves for `end` arrives: its direction there.
PagePoint arriving(const FabricPage& page, const WayEnd& end, const PagePoint& leaving) {
  if (const auto* rail = std::get_if<CellRail>(&end)) {
    return page.entering(*rail);
  }
  if (const auto* port = std::get_if<base::PortId>(&end)) {
    return page.outwards(*port, true);
  }
  return leaving;
}

/// Adds ways to a path, each once.
class WayCollector {
 public:
  explicit WayCollector(const FabricPage& page) : page_(page) {}

  void add(const DrawnWay& way, const PagePoint& leaving, const PagePoint& arriving) {
    std::vector<std::pair<int, int>> points;
    for (const photonics::DrawingPoint& point : way) {
      points.emplace_back(point.x, point.y);
    }
    std::vector<std::pair<int, int>> back(points.rbegin(), points.rend());
    if (way.size() < 2 || !seen_.insert(std::min(points, back)).second) {
      return;
    }
    path_.move_to(page_.at(way.front()));
    page_.add_way(way, leaving, arriving, path_);
  }
  SvgPath take() { return std::move(path_); }

 private:
  const FabricPage& page_;
  SvgPath path_;
  std::set<std::vector<std::pair<int, int>>> seen_;
};

}  // namespace

void check_picture(const photonics::SwitchFabric& fabric, const FabricPicture& picture) {
  if (picture.states.size() != fabric.cells()) {
    throw std::invalid_argument("a state is needed for each cell of the fabric");
  }
  if (!picture.unset.empty() && picture.unset.size() != fabric.cells()) {
    throw std::invalid_argument("of each cell of the fabric it is needed whether it is set");
  }
  for (const DrawnCircuit& circuit : picture.circuits) {
    check_circuit(fabric, picture, circuit);
  }
  for (const photonics::StuckCell& cell : picture.stuck) {
    if (base::index(cell.cell) >= fabric.cells()) {
      throw std::invalid_argument("a cell that is stuck is not there");
    }
  }
}

SvgPath waveguide_lines(const photonics::SwitchFabric& fabric, const FabricPage& page) {
  const CellGraph& graph = fabric.graph();
  const FabricDrawing& drawing = fabric.structure().drawing;
  WayCollector ways(page);
  for (std::size_t input = 0; input < graph.ports(); ++input) {
    const PagePoint leaving = page.outwards(static_cast<base::PortId>(input), false) * -1.0;
    ways.add(drawing.input_ways[input], leaving, arriving(page, graph.inputs[input], leaving));
  }
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < photonics::kCellRails; ++rail) {
      const PagePoint leaving = page.leaving({static_cast<base::CellId>(cell), rail});
      ways.add(drawing.ways[cell][rail], leaving, arriving(page, graph.after[cell][rail], leaving));
    }
  }
  return ways.take();
}

SvgPath dark_end_lines(const photonics::SwitchFabric& fabric, const FabricPage& page) {
  const CellGraph& graph = fabric.graph();
  // By cell, side (right: 1) and rail.
  std::vector<std::array<std::array<bool, 2>, 2>> joined(graph.cells());
  const auto reach = [&](const WayEnd& end) {
    if (const auto* at = std::get_if<CellRail>(&end)) {
      joined[base::index(at->cell)][at->rail < 2 ? 0 : 1][at->rail % 2] = true;
    }
  };
  std::for_each(graph.inputs.begin(), graph.inputs.end(), reach);
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t rail = 0; rail < photonics::kCellRails; ++rail) {
      const WayEnd& end = graph.after[cell][rail];
      reach(end);
      if (!std::holds_alternative<DarkEnd>(end)) {
        joined[cell][rail < 2 ? 1 : 0][rail % 2] = true;
      }
    }
  }
  SvgPath path;
  const double stub = 0.22 * page.pitch();
  const double half = 0.13 * page.pitch();
  for (std::size_t cell = 0; cell < graph.cells(); ++cell) {
    for (std::size_t side = 0; side < 2; ++side) {
      for (std::size_t rail = 0; rail < 2; ++rail) {
        if (!joined[cell][side][rail]) {
          const PagePoint from = page.rail_end(cell, side == 1, rail);
          const PagePoint out = page.direction(cell, side == 1, rail) * (side == 1 ? 1.0 : -1.0);
          const PagePoint end = from + out * stub;
          path.move_to(from);
          path.line_to(end);
          path.move_to(end - aside(out) * half);
          path.line_to(end + aside(out) * half);
        }
      }
    }
  }
  return path;
}

SvgPath circuit_line(const photonics::SwitchFabric& fabric, const FabricPage& page,
                     const DrawnCircuit& circuit, double reach) {
  const CellGraph& graph = fabric.graph();
  const FabricDrawing& drawing = fabric.structure().drawing;
  SvgPath path;
  const PagePoint outwards = page.outwards(circuit.input, false);
  const std::size_t input = base::index(circuit.input);
  path.move_to(page.at(drawing.inputs[input]) + outwards * reach);
  path.line_to(page.at(drawing.inputs[input]));
  const WayEnd* end = &graph.inputs[input];
  page.add_way(drawing.input_ways[input], outwards * -1.0, arriving(page, *end, outwards * -1.0),
               path);
  for (const photonics::PathHop& hop : circuit.hops) {
    const CellRail at = std::get<CellRail>(*end);
    page.add_rail(at, hop.state, path);
    const CellRail out{at.cell, photonics::rail_after(at.rail, hop.state)};
    const PagePoint leaving = page.leaving(out);
    end = &graph.next(at, hop.state);
    page.add_way(drawing.ways[base::index(out.cell)][out.rail], leaving,
                 arriving(page, *end, leaving), path);
  }
  path.line_to(page.at(drawing.outputs[base::index(circuit.output)]));
  path.line_to(path.at() + page.outwards(circuit.output, true) * reach);
  return path;
}

}  // namespace heliograph::testbenches
