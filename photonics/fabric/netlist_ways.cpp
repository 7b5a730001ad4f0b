// SPDX-License-Identifier: Apache-2.0
#include "photonics/fabric/netlist_ways.hpp"

#include <cmath>
#include <complex>
#include <limits>

#include "photonics/circuit/device_model.hpp"
#include "photonics/device/crossing.hpp"
#include "photonics/device/waveguide.hpp"
#include "photonics/fabric/group_delay.hpp"

namespace heliograph::photonics {

namespace {

bool is_crossing(const ScatteringModel& model) {
  return dynamic_cast<const DeviceModel<CrossingParameters>*>(&model) != nullptr;
}

}  // namespace

WayFollower::WayFollower(const Circuit& circuit, base::Hertz frequency,
                         const std::vector<CellEnds>& cells,
                         const std::vector<std::size_t>& outputs)
    : circuit_(circuit), frequency_(frequency) {
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    for (std::size_t rail = 0; rail < 2; ++rail) {
      const CellRail at{static_cast<base::CellId>(cell), rail};
      left_.emplace(cells[cell].left[rail], at);
      right_.emplace(cells[cell].right[rail], at);
    }
  }
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    outputs_.emplace(circuit_.externals()[outputs[i]].terminal, static_cast<base::PortId>(i));
  }
}

std::string WayFollower::name_of(TerminalId terminal) const {
  const InstanceId id = circuit_.instance_of(terminal);
  const std::size_t port =
      static_cast<std::size_t>(terminal) - static_cast<std::size_t>(circuit_.first_terminal(id));
  return "'" + circuit_.path(id) + "," + circuit_.model(id).ports()[port] + "'";
}

std::optional<std::size_t> WayFollower::through(const ScatteringModel& model, std::size_t port) {
  if (model.ports().size() == 2) {
    return 1 - port;
  }
  // Opposite sides; what it scatters to the others is in the field, not in the way.
  return is_crossing(model) ? std::optional<std::size_t>((port + 2) % 4) : std::nullopt;
}

void WayFollower::add_part(const ScatteringModel& model, std::size_t from, std::size_t to,
                           WayCost& cost) {
  const auto field_at = [&](base::Hertz frequency) {
    model.scattering(frequency, scratch_);
    return std::complex<double>(
        scratch_(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from)));
  };
  const double size = std::abs(field_at(frequency_));
  cost.loss += base::Decibel(size > 0.0 ? -20.0 * std::log10(size)
                                        : std::numeric_limits<double>::infinity());
  cost.delay += group_delay(frequency_, field_at);
  if (const auto* guide = dynamic_cast<const DeviceModel<WaveguideParameters>*>(&model)) {
    cost.length += guide->config().length;
  }
  cost.crossings += is_crossing(model) ? 1 : 0;
}

std::optional<std::string> WayFollower::follow(TerminalId terminal, bool outwards, WayEnd& end,
                                               WayCost& cost) {
  TerminalId at = terminal;
  // A way passes each port once at most, in either direction; more is a loop without a cell.
  for (std::size_t step = 0; step <= 2 * circuit_.terminals(); ++step) {
    if (outwards) {
      const auto output = outputs_.find(at);
      if (output != outputs_.end()) {
        end = output->second;
        return std::nullopt;
      }
      const std::optional<TerminalId> next = circuit_.partner(at);
      if (!next) {
        return "light that leaves " + name_of(at) + " reaches neither a cell nor an output";
      }
      at = *next;
      outwards = false;
    }
    const auto cell = left_.find(at);
    if (cell != left_.end()) {
      end = cell->second;
      return std::nullopt;
    }
    if (right_.count(at) != 0) {
      return "light reaches a cell from the side of its outputs, at " + name_of(at);
    }
    const InstanceId id = circuit_.instance_of(at);
    const ScatteringModel& model = circuit_.model(id);
    const auto first = static_cast<std::size_t>(circuit_.first_terminal(id));
    const std::size_t from = static_cast<std::size_t>(at) - first;
    const std::optional<std::size_t> to = through(model, from);
    if (!to) {
      return "light enters " + name_of(at) + ", and model '" + model.name() +
             "' is neither a cell nor a part with one way through";
    }
    add_part(model, from, *to, cost);
    at = circuit_.terminal(id, *to);
    outwards = true;
  }
  return "light that passes " + name_of(terminal) + " goes round in a loop";
}

}  // namespace heliograph::photonics
