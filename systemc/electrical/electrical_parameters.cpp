// SPDX-License-Identifier: Apache-2.0
#include "systemc/electrical/electrical_parameters.hpp"

#include <algorithm>
#include <cmath>

namespace heliograph::systemc {

using base::Basis;
using base::KeyUnit;
using base::Range;

base::Bits ElectricalParameters::wire_bits() const {
  return base::to_bits(frame_payload + frame_overhead);
}

base::BitRate ElectricalParameters::rate_of(std::size_t links) const {
  if (link_rate.bits_per_second() > 0) {
    return link_rate;
  }
  const auto share =
      line_rate.bits_per_second() / static_cast<std::int64_t>(std::max<std::size_t>(links, 1));
  return base::BitRate(std::max<std::int64_t>(share, 1));
}

base::Bits ElectricalParameters::needed_to_forward() const {
  return forwarding == Forwarding::store_and_forward ? wire_bits()
                                                     : std::min(base::to_bits(header), wire_bits());
}

double ElectricalParameters::frame_loss_probability() const {
  return -std::expm1(static_cast<double>(wire_bits().count()) * std::log1p(-bit_error_rate));
}

base::ParameterTable<ElectricalParameters> ElectricalParameters::table() {
  using P = ElectricalParameters;
  const KeyUnit gigabits{"Gb/s", 1e9};
  const KeyUnit ns{"ns", 1e3};
  const KeyUnit picojoule{"pJ/bit", 1e-12};
  const char* const user = "the user's machine";
  base::ParameterTable<P> table;
  table
      .number("line_rate_Gbps", &P::line_rate, gigabits, Range{0.001, 1e6},
              "what a node sends at the most, over all its links together",
              {Basis::cited, "UALink 200G: 212.5 GT/s a lane (control-and-links D.1)"})
      .number("link_rate_Gbps", &P::link_rate, gigabits, Range{0.0, 1e6},
              "of one link of a full mesh, torus or ring; 0: line_rate_Gbps divided by the links "
              "that leave a node",
              {Basis::chosen, "the same pins for every network, so that they compare"})
      .size("frame_payload_bytes", &P::frame_payload, Range{1.0, 1048576.0}, "payload of a frame",
            {Basis::cited, "UALink: 628 of the 640 B of a flit"})
      .size("frame_overhead_bytes", &P::frame_overhead, Range{0.0, 1048576.0},
            "header, CRC and code of a frame; the last frame of a message is padded",
            {Basis::cited, "UALink: 12 B, and 40 B of parity of RS(544,514)"})
      .number("tx_latency_ns", &P::tx_latency, ns, Range{0.0, 1e6},
              "from the NIC to the first bit on the link",
              {Basis::assumed, "as for the optical transceiver"})
      .number("rx_latency_ns", &P::rx_latency, ns, Range{0.0, 1e6},
              "from the last bit on the link to the NIC",
              {Basis::assumed, "as for the optical transceiver"})
      .number("propagation_ns", &P::propagation, ns, Range{0.0, 1e6}, "along one link",
              {Basis::assumed, "2 m of copper at 5 ns/m"})
      .number("hop_latency_ns", &P::hop_latency, ns, Range{0.0, 1e6},
              "through the switch, or through a node of a torus or ring, from the header (or the "
              "last bit, by `switching`) to the first bit, when nothing is in the way",
              {Basis::cited,
               "UALink switches: at most 150 ns port to port at 25 Tb/s (control-and-links D.1); "
               "taken for nodes as well"})
      .choice("switching", &P::forwarding,
              {{"cut_through", Forwarding::cut_through},
               {"store_and_forward", Forwarding::store_and_forward}},
              "a frame goes on when its header has come, or when all of it has",
              {Basis::chosen, "what low-latency switches do"})
      .size("header_bytes", &P::header, Range{1.0, 1048576.0},
            "what must have come of a frame before it goes on, with switching: cut_through",
            {Basis::assumed, "destination and class in the first words; sweep"})
      .integers("dims", &P::dims, Range{1.0, 1024.0},
                "nodes of a torus along each of 2 or 3 dimensions, as [8, 8]; rank 0 to 7 are the "
                "first row of the first dimension",
                {Basis::chosen, user})
      .choice(
          "ports", &P::ports, {{"shared", NodePorts::shared}, {"per_link", NodePorts::per_link}},
          "of a node: shared is one at line_rate_Gbps, which gives its links their messages one "
          "after the other; per_link is one for each link that leaves it, at the link's rate, "
          "so that a node sends to all its neighbours at the same time",
          {Basis::chosen, "one NIC port a node, as on an ideal switch"})
      .choice("trains", &P::trains,
              {{"exact", TrainPolicy::exact}, {"approximate", TrainPolicy::approximate}},
              "with fidelity: trains: exact sends as trains only what never shares a link with "
              "frames that come another way, and the rest frame by frame; approximate sends all "
              "as trains, which then do not interleave in queues",
              {Basis::chosen, "the same numbers unless the user asks otherwise"})
      .number("bit_error_rate", &P::bit_error_rate, {"", 1.0}, Range{0.0, 0.5},
              "of a link, after its code; a frame with a wrong bit is lost at its end",
              {Basis::chosen, "links that lose nothing, as in the ideal machine"})
      .number("link_pJ_per_bit", &P::link_energy, picojoule, Range{0.0, 1000.0},
              "energy of both ends of a link",
              {Basis::recalled, "112G long reach: 4.5 to 6 pJ/bit an end"})
      .number("switch_pJ_per_bit", &P::switch_energy, picojoule, Range{0.0, 1000.0},
              "energy of the switch, or of a node that a frame passes through, links apart",
              {Basis::assumed, "no source; sweep it"})
      .number("switch_static_W", &P::switch_static, {"W", 1.0}, Range{0.0, 1e6},
              "power of the switch, or of all nodes' routers together, that does not go with bits",
              {Basis::assumed, "no source: all is in switch_pJ_per_bit"});
  return table;
}

}  // namespace heliograph::systemc
