// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/platform_config.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace heliograph::platforms {

using base::Basis;
using base::KeyUnit;
using base::Range;

namespace {

const char* const kUserMachine = "the user's machine";

}  // namespace

base::Bits TransceiverConfig::frame_bits() const {
  return base::to_bits(protocol.frame_payload + protocol.frame_overhead);
}

base::Bits TransceiverConfig::wire_bits() const { return fec.wire_bits(frame_bits()); }

base::Second FibreConfig::delay() const {
  return base::Second(length.value() * group_index / base::kLightSpeedMetrePerSecond);
}

base::Decibel FibreConfig::total_loss() const {
  return base::Decibel(length.value() * loss.value()) + facet_loss;
}

base::ParameterTable<FibreConfig> FibreConfig::table() {
  base::ParameterTable<FibreConfig> table;
  table
      .number("length_m", &FibreConfig::length, {"m", 1.0}, Range{0.0, 1e5},
              "from a transceiver to the switch, each way", {Basis::chosen, kUserMachine})
      .number("group_index", &FibreConfig::group_index, {"", 1.0}, Range{1.0, 3.0},
              "group index of the fibre",
              {Basis::recalled, "standard single-mode fibre near 1310 nm; 5 ns/m is usual"})
      .number("loss_dB_per_km", &FibreConfig::loss, {"dB/km", 1e-3}, Range{0.0, 1e4},
              "attenuation of the fibre",
              {Basis::recalled, "standard single-mode fibre at 1310 nm"})
      .number("facet_loss_dB", &FibreConfig::facet_loss, {"dB", 1.0}, Range{0.0, 30.0},
              "coupling between fibre and chip, once at either side of the fabric",
              {Basis::cited, "LIGENTEC edge coupler: 1 dB a facet (photonics reference B.1)"});
  return table;
}

base::Picoseconds ControllerConfig::period() const {
  return base::round_to_picoseconds(base::Second(1.0 / clock.value()));
}

base::ParameterTable<ControllerConfig> ControllerConfig::table() {
  using C = ControllerConfig;
  const KeyUnit us{"us", 1e6};
  base::ParameterTable<C> table;
  table
      .choice("kind", &C::kind,
              {{"rtl", ControllerKind::rtl},
               {"behavioural", ControllerKind::behavioural},
               {"foreign", ControllerKind::foreign}},
              "rtl/switch_ctrl compiled by Verilator, its behavioural twin, or a controller or "
              "scheduler of your own in SystemVerilog",
              {Basis::chosen, kUserMachine})
      .number("clock_MHz", &C::clock, {"MHz", 1e6}, Range{1.0, 10'000.0},
              "clock of the controller; its period is rounded to whole picoseconds",
              {Basis::cited, "UCL switch scheduler: 5 cycles at 500 MHz (control-and-links D.5)"})
      .number("settle_us", &C::settle_override, us, Range{0.0, 1e6},
              "settle timer of the controller; 0: derived from the fabric's heaters plus "
              "settle_margin_us",
              {Basis::chosen, "derived"})
      .number("settle_margin_us", &C::settle_margin, us, Range{0.0, 1e6},
              "added to the derived settling time",
              {Basis::chosen, "two ticks of the controller's microsecond"})
      .text("rtl", &C::rtl,
            "a file list (.f, with paths relative to itself) or a source of the controller; with "
            "kind: foreign",
            {Basis::chosen, "none"})
      .text("top", &C::top,
            "its top module; empty: the one that the list says, or the only one; with kind: "
            "foreign",
            {Basis::chosen, "none"})
      .text("mapping", &C::mapping,
            "a file that says which of its ports is which pin of the contract; with kind: foreign",
            {Basis::chosen, "the contract's own names"})
      .boolean("skip_idle_clocks", &C::skip_idle_clocks,
               "leave out clock edges that cannot change anything; the result is the same",
               {Basis::chosen, "faster"});
  return table;
}

NodeLink PlatformConfig::node_link() const {
  if (electrical_machine()) {
    return {electrical.line_rate, electrical.frame_payload, electrical.wire_bits(),
            electrical.tx_latency};
  }
  return {transceiver.protocol.line_rate, transceiver.protocol.frame_payload,
          transceiver.wire_bits(), transceiver.protocol.tx_latency};
}

base::BitRate PlatformConfig::node_rate() const {
  const std::int64_t line = node_link().line_rate.bits_per_second();
  return base::BitRate(electrical_machine() ? line : line * ports);
}

int PlatformConfig::nic_ports() const {
  return electrical_machine() && electrical.ports == systemc::NodePorts::per_link ? links_of_node()
                                                                                  : ports;
}

int PlatformConfig::links_of_node() const {
  std::vector<int> dims = electrical.dims;
  switch (network) {
    case NetworkKind::optical:
    case NetworkKind::ideal_switch:
      return 1;
    case NetworkKind::full_mesh:
      return accelerators - 1;
    case NetworkKind::ring:
      dims = {accelerators};
      break;
    case NetworkKind::torus:
      break;
  }
  int links = 0;
  for (const int size : dims) {
    links += std::min(size - 1, 2);
  }
  return links;
}

systemc::NicParameters PlatformConfig::nic_parameters() const {
  systemc::NicParameters with_ports = nic;
  with_ports.ports = nic_ports();
  return with_ports;
}

std::uint32_t PlatformConfig::circuits_of_rank() const {
  return nic.striping == systemc::NicStriping::ports ? 1U : static_cast<std::uint32_t>(ports);
}

std::string PlatformConfig::name_of(std::size_t place) const {
  std::string name = std::to_string(base::index(rank_at(place)));
  if (ports == 1) {
    return name;
  }
  name.insert(0, "rank");
  name += ".port";
  name += std::to_string(port_at(place));
  return name;
}

systemc::AcceleratorParameters PlatformConfig::accelerator_beside_ports() const {
  return accelerator.beside(base::BitRate(2 * node_rate().bits_per_second()));
}

base::Picoseconds PlatformConfig::post_latency() const {
  return nic.doorbell + accelerator.memory_latency * 2 + nic.processing + node_link().tx_latency;
}

base::ParameterTable<PlatformConfig> PlatformConfig::table() {
  base::ParameterTable<PlatformConfig> table;
  table
      .integer("accelerators", &PlatformConfig::accelerators, Range{2, 1024},
               "compute nodes, each with a NIC and a transceiver at the switch port of its number, "
               "at most 32, or with a port of an electrical network",
               {Basis::chosen, kUserMachine})
      .integer("ports", &PlatformConfig::ports, Range{1, 8},
               "of each NIC to the optical switch, each with a transceiver: port p of rank r is at "
               "port r * ports + p of the switch",
               {Basis::chosen, "one port, as in the least machine"})
      .choice("network", &PlatformConfig::network,
              {{"optical", NetworkKind::optical},
               {"ideal_switch", NetworkKind::ideal_switch},
               {"full_mesh", NetworkKind::full_mesh},
               {"torus", NetworkKind::torus},
               {"ring", NetworkKind::ring}},
              "what joins the nodes: the optical switch of `switch`, or a simple electrical "
              "network of `platform.electrical` to compare with",
              {Basis::chosen, kUserMachine});
  return table;
}

}  // namespace heliograph::platforms
