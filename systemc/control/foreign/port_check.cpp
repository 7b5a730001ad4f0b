// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/port_check.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/foreign/pin_shapes.hpp"
#include "systemc/control/foreign/port_names.hpp"

namespace heliograph::systemc {

namespace {

std::string quoted_name(const std::string& name) { return "'" + name + "'"; }

class PortChecker {
 public:
  PortChecker(const RtlPorts& ports, const PortMapping& mapping, DeviceKind kind,
              base::Diagnostics& diagnostics)
      : ports_(ports), mapping_(mapping), diagnostics_(diagnostics) {
    device_.kind = kind;
    pins_ = contract_pins(kind);
    place_ = {ports.files.empty() ? ports.top : ports.files.back(), 0, 0};
    if (!ports.ports.empty()) place_.file = ports.ports.front().declared_at.file;
  }

  CheckedDevice check(std::optional<unsigned> expected_ports) {
    bind_all();
    report_extra();
    if (device_.kind == DeviceKind::controller) check_report();
    infer_ports(expected_ports);
    for (const BoundPin& bound : device_.pins) check_shape(bound, device_.ports, diagnostics_);
    return std::move(device_);
  }

 private:
  /// The bus that the design has: APB only when more of its pins are there than of AXI4-Lite's.
  [[nodiscard]] bool prefers_apb() const {
    int balance = 0;
    for (const ContractPin& pin : pins_) {
      const bool there = ports_.find(port_of(pin)) != nullptr;
      if (pin.need == PinNeed::apb && there) ++balance;
      if (pin.need == PinNeed::axi_lite && there) --balance;
    }
    return balance > 0;
  }

  [[nodiscard]] std::string port_of(const ContractPin& pin) const {
    const auto mapped = mapping_.pins.find(pin.name);
    return mapped == mapping_.pins.end() ? std::string(pin.name) : mapped->second.port;
  }

  [[nodiscard]] bool is_needed(const ContractPin& pin) const {
    return pin.need == PinNeed::required ||
           pin.need == (device_.apb ? PinNeed::apb : PinNeed::axi_lite);
  }

  void bind_all() {
    device_.apb = prefers_apb();
    std::vector<const ContractPin*> missing;
    for (const ContractPin& pin : pins_) {
      const std::string name = port_of(pin);
      const RtlPort* port = ports_.find(name);
      const auto mapped = mapping_.pins.find(pin.name);
      if (port != nullptr) {
        bind(pin, *port);
      } else if (mapped != mapping_.pins.end()) {
        used_.insert(name);
        diagnostics_.error(mapped->second.place, quoted_name(name) + " is no port of " +
                                                     ports_.top +
                                                     base::did_you_mean(name, port_names()));
      } else if (is_needed(pin)) {
        missing.push_back(&pin);
      }
    }
    for (const ContractPin* pin : missing) report_missing(*pin);
  }

  void bind(const ContractPin& pin, const RtlPort& port) {
    used_.insert(port.name);
    if (port.direction != pin.direction) {
      diagnostics_.error(port.declared_at,
                         "the port " + quoted_name(port.name) + " is an " +
                             std::string(to_string(port.direction)) + "; expected an " +
                             std::string(to_string(pin.direction)) + ", as " + pin.name + " is" +
                             (port.direction == RtlDirection::inout
                                  ? "; split it into output, enable and input in a wrapper"
                                  : ""));
      return;
    }
    BoundPin bound{pin, port, {}};
    const auto mapped = mapping_.pins.find(pin.name);
    if (mapped != mapping_.pins.end()) bound.mapping = mapped->second;
    device_.pins.push_back(std::move(bound));
  }

  [[nodiscard]] std::vector<std::string> port_names() const {
    std::vector<std::string> names;
    names.reserve(ports_.ports.size());
    for (const RtlPort& port : ports_.ports) names.push_back(port.name);
    return names;
  }

  /// A port nobody has claimed that goes by the same name, more or less.
  [[nodiscard]] std::string lookalike(const ContractPin& pin) const {
    std::vector<std::string> free;
    for (const RtlPort& port : ports_.ports) {
      if (used_.count(port.name) != 0 || port.direction != pin.direction) continue;
      if (core_of_name(port.name) == core_of_name(pin.name)) return port.name;
      free.push_back(port.name);
    }
    return std::string(base::nearest_name(pin.name, free));
  }

  void report_missing(const ContractPin& pin) {
    std::string text = std::string("the pin ") + pin.name + " (" + pin.group + "; " +
                       std::string(to_string(pin.direction)) + ", " + pin.width_text() +
                       ") is missing";
    const std::string candidate = lookalike(pin);
    if (!candidate.empty()) {
      text += "; if '" + candidate + "' is it, say so in a mapping file: `";
      text += pin.name;
      text += std::string(pin.name) == "rst_ni" && seems_active_high(candidate)
                  ? ": {port: " + candidate + ", active: high}'"
                  : ": " + candidate + "'";
      suggested_.insert(candidate);
    } else if (pin.need == PinNeed::axi_lite) {
      text += "; a design with another bus needs a wrapper (APB is understood as s_apb_*)";
    }
    diagnostics_.error(place_, std::move(text));
  }

  void report_extra() {
    for (const auto& [name, constant] : mapping_.constants) {
      const RtlPort* port = ports_.find(name);
      if (port == nullptr || port->direction != RtlDirection::input) {
        diagnostics_.error(constant.place, quoted_name(name) + " is no input of " + ports_.top +
                                               base::did_you_mean(name, port_names()));
      } else if (used_.count(name) != 0) {
        diagnostics_.error(constant.place,
                           quoted_name(name) + " is a pin of the contract and cannot be constant");
      } else {
        used_.insert(name);
        device_.constants.emplace_back(name, constant.value);
      }
    }
    for (const RtlPort& port : ports_.ports) {
      if (used_.count(port.name) != 0 || suggested_.count(port.name) != 0) continue;
      const std::string what = "the " + std::string(to_string(port.direction)) + " " +
                               quoted_name(port.name) + " is no pin of " + a_device();
      if (port.direction == RtlDirection::output) {
        diagnostics_.warning(port.declared_at, what + "; nobody looks at it");
      } else if (port.direction == RtlDirection::input) {
        diagnostics_.error(port.declared_at,
                           what + nearest_pin(port.name) +
                               "; map it to one, or give it a value under `constants:' of a "
                               "mapping file");
      } else {
        diagnostics_.error(port.declared_at,
                           what + "; split it into output, enable and input in a wrapper");
      }
    }
  }

  [[nodiscard]] std::string nearest_pin(const std::string& name) const {
    std::vector<std::string> free;
    for (const ContractPin& pin : pins_) {
      if (device_.find(pin.name) == nullptr && pin.direction == RtlDirection::input) {
        free.emplace_back(pin.name);
      }
    }
    return base::did_you_mean(name, free);
  }

  [[nodiscard]] std::string a_device() const {
    switch (device_.kind) {
      case DeviceKind::controller:
        return "a controller";
      case DeviceKind::arbiter:
        return "an arbiter";
      case DeviceKind::tdma:
        return "a TDMA scheduler";
      case DeviceKind::crossbar:
        return "a crossbar";
      case DeviceKind::registers:
        break;
    }
    return "a register block";
  }

  void check_report() {
    const bool by_grant =
        device_.find("gnt_valid_o") != nullptr && device_.find("gnt_epoch_o") != nullptr;
    const bool by_event = device_.find("cev_valid_o") != nullptr &&
                          device_.find("cev_id_o") != nullptr &&
                          device_.find("cev_arg_o") != nullptr;
    if (!by_grant && !by_event) {
      diagnostics_.error(place_,
                         "nobody can tell when an epoch becomes active; expected gnt_valid_o and "
                         "gnt_epoch_o, or cev_valid_o, cev_id_o and cev_arg_o");
    }
  }

  /// N by this port's width, or 0 when it says nothing of N or cannot be.
  static unsigned ports_by(const BoundPin& bound) {
    switch (bound.pin.width) {
      case PinWidth::ports:
        return bound.port.width;
      case PinWidth::ports_squared:
        return matrix_side(bound.port.width);
      default:
        return 0;
    }
  }

  void infer_ports(std::optional<unsigned> expected) {
    if (expected) {
      device_.ports = *expected;
      return;
    }
    std::map<unsigned, std::string> by_width;
    for (const BoundPin& bound : device_.pins) {
      const unsigned n = ports_by(bound);
      if (n == 0) continue;
      std::string& who = by_width[n];
      if (!who.empty()) who += ", ";
      who += bound.port.name;
    }
    if (by_width.size() == 1) {
      device_.ports = by_width.begin()->first;
      if (device_.ports < 2 || device_.ports > kMaxControllerPorts) {
        diagnostics_.error(place_, "the design has " + std::to_string(device_.ports) +
                                       " ports by its widths; expected 2 to 32");
        device_.ports = 0;
      }
    } else if (by_width.size() > 1) {
      std::string text = "the widths do not agree on the number of ports N:";
      for (const auto& [n, who] : by_width) {
        text += (text.back() == ':' ? " " : "; ") + std::to_string(n) + " by " + who;
      }
      diagnostics_.error(place_, text);
    }
  }

  const RtlPorts& ports_;
  const PortMapping& mapping_;
  base::Diagnostics& diagnostics_;
  CheckedDevice device_;
  std::vector<ContractPin> pins_;
  base::SourceLocation place_;
  std::set<std::string> used_;
  std::set<std::string> suggested_;
};

/// How many of the design's ports are pins that only this kind has, or has with few others.
int score(const RtlPorts& ports, const PortMapping& mapping, DeviceKind kind) {
  int total = 0;
  for (const ContractPin& pin : contract_pins(kind)) {
    const auto mapped = mapping.pins.find(pin.name);
    const std::string name =
        mapped == mapping.pins.end() ? std::string(pin.name) : mapped->second.port;
    bool there = ports.find(name) != nullptr;
    for (const RtlPort& port : ports.ports) {
      there = there || (port.direction == pin.direction &&
                        core_of_name(port.name) == core_of_name(pin.name));
    }
    if (there) total += 2;
    if (!there && pin.need == PinNeed::required) total -= 3;
  }
  return total;
}

}  // namespace

const BoundPin* CheckedDevice::find(std::string_view pin) const {
  const auto found = std::find_if(pins.begin(), pins.end(),
                                  [pin](const BoundPin& bound) { return pin == bound.pin.name; });
  return found == pins.end() ? nullptr : &*found;
}

DeviceKind classify(const RtlPorts& ports, const PortMapping& mapping) {
  DeviceKind best = DeviceKind::controller;
  int most = score(ports, mapping, best);
  for (const DeviceKind kind :
       {DeviceKind::registers, DeviceKind::arbiter, DeviceKind::tdma, DeviceKind::crossbar}) {
    const int points = score(ports, mapping, kind);
    if (points > most) {
      most = points;
      best = kind;
    }
  }
  return best;
}

CheckedDevice check_ports(const RtlPorts& ports, const PortMapping& mapping, DeviceKind kind,
                          std::optional<unsigned> expected_ports, base::Diagnostics& diagnostics) {
  return PortChecker(ports, mapping, kind, diagnostics).check(expected_ports);
}

}  // namespace heliograph::systemc
