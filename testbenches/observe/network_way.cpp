// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/network_way.hpp"

#include <algorithm>

#include "platforms/build/electrical_interconnect.hpp"
#include "testbenches/observe/network_results.hpp"

namespace heliograph::testbenches {

namespace {

base::BitRate link_rate_of(const platforms::PlatformConfig& platform) {
  return platform.electrical.rate_of(platforms::make_topology(platform)->links_of_node());
}

}  // namespace

NetworkWay::NetworkWay(const platforms::PlatformConfig& platform)
    : platform_(platform),
      port_rate_(platform.electrical.line_rate),
      link_rate_(link_rate_of(platform)),
      fewest_links_(platform.network == platforms::NetworkKind::ideal_switch ? 2 : 1) {
  if (platform.electrical.ports == systemc::NodePorts::per_link) {
    port_rate_ = link_rate_;
  }
}

base::Picoseconds NetworkWay::sent_alone(const MessageRecord& message, base::Bits more) const {
  const systemc::ElectricalParameters& electrical = platform_.electrical;
  const base::Bits frame = electrical.wire_bits();
  const std::int64_t payload = electrical.frame_payload.count();
  const std::int64_t frames =
      std::max<std::int64_t>(1, (message.bytes.count() + payload - 1) / payload);
  const base::Picoseconds by_first =
      message.first_bit + base::serialisation_time(frame * frames + more, link_rate_);
  if (port_rate_.bits_per_second() == link_rate_.bits_per_second()) {
    return std::max(by_first, message.last_bit + base::serialisation_time(more, link_rate_));
  }
  // The last frame's first bit left then, or up to a picosecond before.
  const base::Picoseconds last_frame =
      message.last_bit + base::Picoseconds(1) - base::serialisation_time(frame, port_rate_);
  return std::max(by_first, last_frame + base::serialisation_time(frame + more, link_rate_));
}

base::Picoseconds NetworkWay::alone(const MessageRecord& message, std::int64_t links) const {
  const systemc::ElectricalParameters& electrical = platform_.electrical;
  return sent_alone(message, electrical.needed_to_forward() * (links - 1)) +
         electrical.propagation * links + electrical.hop_latency * (links - 1);
}

WayTime NetworkWay::parts(const MessageRecord& message) const {
  WayTime way;
  base::Picoseconds here = message.last_bit;
  const auto until = [&](base::Picoseconds when) {
    const base::Picoseconds next = std::max(here, std::min(when, message.arrived));
    const base::Picoseconds part = next - here;
    here = next;
    return part;
  };
  if (port_rate_.bits_per_second() != link_rate_.bits_per_second()) {
    way.serialisation = until(sent_alone(message, base::Bits(0)));
  }
  way.propagation = until(alone(message, fewest_links_));
  way.dilation = until(alone(message, links_between(platform_, message.from, message.to)));
  way.congestion = until(message.arrived);
  return way;
}

}  // namespace heliograph::testbenches
