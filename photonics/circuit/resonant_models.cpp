// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/built_in_models.hpp"

#include "photonics/circuit/device_kinds.hpp"
#include "photonics/device/ring.hpp"

namespace heliograph::photonics {

void add_resonant_models(ModelLibrary& library) {
  DeviceKind<RingParameters> ring;
  ring.aliases = {{"radius", "radius_um"},
                  {"neff", "effective_index"},
                  {"ng", "group_index"},
                  {"wl0", "reference_wavelength_nm", 1e3},
                  {"loss_dB_cm", "loss_dB_per_cm"},
                  {"coupling", "coupling_in"},
                  {"phase", "phase_rad"}};
  ring.ports = [](const RingParameters&) { return two_port_names(); };
  ring.couples = couples_through;
  ring.fill = [](const RingParameters& p, base::Hertz f, Eigen::MatrixXcd& s) {
    fill_through(all_pass_field(p, f), s);
  };
  add_kind(library, "ring_all_pass", ring, {"ring_single"});

  // Light enters at `in` on the first bus and runs the other way on the second, where `drop` faces
  // `in` and `add` faces `through`.
  ring.ports = [](const RingParameters&) {
    return PortNames{{"in", "through", "add", "drop"}, {{"o1", "o4", "o3", "o2"}}};
  };
  ring.couples = [](std::size_t, std::size_t to, std::size_t from) { return (to + from) % 2 == 1; };
  ring.fill = [](const RingParameters& p, base::Hertz f, Eigen::MatrixXcd& s) {
    const AddDropFields field = add_drop_fields(p, f);
    s(0, 1) = s(1, 0) = field.through;
    s(0, 3) = s(3, 0) = field.drop;
    s(1, 2) = s(2, 1) = field.drop;
    s(2, 3) = s(3, 2) = field.add_through;
  };
  add_kind(library, "ring_add_drop", ring, {"ring_double"});
}

}  // namespace heliograph::photonics
