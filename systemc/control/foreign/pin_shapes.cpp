// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/pin_shapes.hpp"

#include <string>
#include <vector>

#include "systemc/control/controller_core.hpp"

namespace heliograph::systemc {

namespace {

std::string quoted_port(const BoundPin& bound) { return "'" + bound.port.name + "'"; }

void check_matrix_alone(const BoundPin& bound, base::Diagnostics& diagnostics) {
  if (bound.pin.width == PinWidth::ports_squared && matrix_side(bound.port.width) == 0) {
    diagnostics.error(bound.port.declared_at, quoted_port(bound) + " is " + bound.port.shape() +
                                                  ", " + std::to_string(bound.port.width) +
                                                  " bits; expected N*N bits for an N of 2 to 32");
  }
}

void check_dimensions(const BoundPin& bound, unsigned ports, base::Diagnostics& diagnostics) {
  const std::size_t count = bound.port.packed.size() + bound.port.unpacked.size();
  std::vector<unsigned> sizes;
  for (const RtlRange& range : bound.port.unpacked) sizes.push_back(range.size());
  for (const RtlRange& range : bound.port.packed) sizes.push_back(range.size());
  const unsigned n = ports;
  bool fits = count <= 1;
  if (count == 2) {
    fits = (bound.pin.width == PinWidth::ports_squared && sizes[0] == n && sizes[1] == n) ||
           (bound.pin.width == PinWidth::ports_by_destination && sizes[0] == n) ||
           (bound.pin.width == PinWidth::ports && (sizes[0] == 1 || sizes[1] == 1));
  }
  if (bound.pin.width == PinWidth::fixed && !bound.port.unpacked.empty()) fits = false;
  if (bound.pin.width == PinWidth::ports_squared && count == 1 && !bound.port.unpacked.empty()) {
    fits = true;
  }
  if (!fits) {
    diagnostics.error(bound.port.declared_at,
                      quoted_port(bound) + " is " + bound.port.shape() + ", which is no form of " +
                          bound.pin.name +
                          " that is understood; write a wrapper with a flat port of " +
                          std::to_string(bound.port.width) + " bits");
  }
}

}  // namespace

unsigned matrix_side(unsigned bits) {
  for (unsigned n = 1; n <= kMaxControllerPorts; ++n) {
    if (n * n == bits) return n;
  }
  return 0;
}

void check_shape(const BoundPin& bound, unsigned ports, base::Diagnostics& diagnostics) {
  const RtlPort& port = bound.port;
  if (port.structure) {
    diagnostics.error(port.declared_at,
                      quoted_port(bound) + " is a struct; write a wrapper with a flat port");
    return;
  }
  if (bound.pin.width != PinWidth::fixed && ports == 0) {
    check_matrix_alone(bound, diagnostics);
    return;
  }
  const unsigned wanted = bound.pin.bits_for(ports);
  if (port.width > wanted || (port.width < wanted && !bound.pin.may_be_narrower)) {
    std::string text = quoted_port(bound) + " is " + port.shape() + ", " +
                       std::to_string(port.width) + " bits; expected " + std::to_string(wanted);
    if (bound.pin.width != PinWidth::fixed) {
      text += " (" + bound.pin.width_text() + ", N = " + std::to_string(ports) + ")";
    }
    diagnostics.error(port.declared_at, text);
    return;
  }
  if (port.width < wanted && bound.pin.direction == RtlDirection::input) {
    diagnostics.warning(port.declared_at, quoted_port(bound) + " sees only the low " +
                                              std::to_string(port.width) + " of " +
                                              std::to_string(wanted) + " bits");
  }
  check_dimensions(bound, ports, diagnostics);
}

}  // namespace heliograph::systemc
