// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/field_plan.hpp"

#include <algorithm>

#include "photonics/device/optics.hpp"

namespace heliograph::photonics {

FieldPlan::FieldPlan(const FabricStructure& structure) {
  const CellGraph& graph = structure.graph;
  const std::vector<base::CellId> order = light_order(graph);
  ports = graph.ports();
  threads = ports;
  output_thread.resize(ports);
  step_of_cell.resize(graph.cells());
  std::vector<std::array<std::size_t, 2>> thread(graph.cells());
  std::vector<std::array<bool, 2>> lit(graph.cells(), {false, false});
  const auto lead = [&](const WayEnd& end, std::size_t number) {
    if (const auto* rail = std::get_if<CellRail>(&end)) {
      thread[base::index(rail->cell)][rail->rail] = number;
      lit[base::index(rail->cell)][rail->rail] = true;
    } else if (const auto* port = std::get_if<base::PortId>(&end)) {
      output_thread[base::index(*port)] = number;
    }
  };
  for (std::size_t input = 0; input < ports; ++input) {
    input_amplitude.push_back(field_factor(structure.input_ways[input].loss));
    input_delay_seconds.push_back(structure.input_ways[input].delay.value());
    lead(graph.inputs[input], input);
  }
  for (const base::CellId id : order) {
    const std::size_t cell = base::index(id);
    Step step;
    step.cell = cell;
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const WayEnd& end = graph.after[cell][rail];
      const WayCost& way = structure.ways[cell][rail];
      step.lit[rail] = lit[cell][rail];
      step.thread[rail] = step.lit[rail] ? thread[cell][rail] : threads++;
      step.dark[rail] = std::holds_alternative<DarkEnd>(end);
      step.amplitude[rail] = field_factor(way.loss);
      step.delay_seconds[rail] = way.delay.value();
      lead(end, step.thread[rail]);
    }
    step_of_cell[cell] = steps.size();
    steps.push_back(step);
  }
  for (std::size_t i = steps.size(); i-- > 0;) {
    Step& step = steps[i];
    step.first_output = ports;
    for (const WayEnd& end : graph.after[step.cell]) {
      std::size_t first = ports;
      std::size_t last = 0;
      if (const auto* rail = std::get_if<CellRail>(&end)) {
        first = steps[step_of_cell[base::index(rail->cell)]].first_output;
        last = steps[step_of_cell[base::index(rail->cell)]].last_output;
      } else if (const auto* port = std::get_if<base::PortId>(&end)) {
        first = base::index(*port);
        last = first + 1;
      }
      step.first_output = std::min(step.first_output, first);
      step.last_output = std::max(step.last_output, last);
    }
    step.first_output = std::min(step.first_output, step.last_output);
  }
}

}  // namespace heliograph::photonics
