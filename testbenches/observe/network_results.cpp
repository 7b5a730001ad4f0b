// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/network_results.hpp"

#include <algorithm>
#include <cstdlib>

namespace heliograph::testbenches {

namespace {

const char* name(platforms::NetworkKind kind) {
  switch (kind) {
    case platforms::NetworkKind::ideal_switch:
      return "ideal_switch";
    case platforms::NetworkKind::full_mesh:
      return "full_mesh";
    case platforms::NetworkKind::torus:
      return "torus";
    case platforms::NetworkKind::ring:
      return "ring";
    case platforms::NetworkKind::optical:
      break;
  }
  return "optical";
}

}  // namespace

std::optional<NetworkResult> network_result(const EndedRun& run) {
  const platforms::ElectricalInterconnect* const electrical = run.platform.electrical();
  if (electrical == nullptr) {
    return std::nullopt;
  }
  const systemc::ElectricalNetwork& network = electrical->network();
  NetworkResult result;
  result.kind = name(run.scenario.platform.network);
  result.links = network.topology().links();
  for (std::size_t link = 0; link < result.links; ++link) {
    const systemc::LinkLine& line = network.line(link);
    result.link_rate = line.rate();
    result.busiest_link_bits = std::max(result.busiest_link_bits, line.sent());
    result.largest_queue = std::max(result.largest_queue, line.largest_queue());
    result.longest_wait = std::max(result.longest_wait, line.longest_wait());
  }
  for (std::uint32_t rank = 0; rank < run.workload.schedule().ranks(); ++rank) {
    result.sources_of_trains +=
        network.longest_train_from(static_cast<base::RankId>(rank)) > 1 ? 1 : 0;
  }
  return result;
}

std::int64_t links_between(const platforms::PlatformConfig& platform, base::RankId from,
                           base::RankId to) {
  if (platform.network == platforms::NetworkKind::ideal_switch) {
    return 2;
  }
  if (platform.network == platforms::NetworkKind::full_mesh) {
    return 1;
  }
  std::vector<int> dims = platform.electrical.dims;
  if (platform.network == platforms::NetworkKind::ring) {
    dims = {platform.accelerators};
  }
  auto here = static_cast<std::int64_t>(base::index(from));
  auto there = static_cast<std::int64_t>(base::index(to));
  std::int64_t links = 0;
  for (const int size : dims) {
    const std::int64_t apart = std::abs(here % size - there % size);
    links += std::min(apart, size - apart);
    here /= size;
    there /= size;
  }
  return links;
}

std::vector<EnergyItem> summed_network_energy(const platforms::PlatformConfig& platform,
                                              const FrameTable& frames, base::Picoseconds end) {
  const systemc::ElectricalParameters& electrical = platform.electrical;
  const double bits = static_cast<double>(electrical.wire_bits().count());
  double on_links = 0.0;
  double between_links = 0.0;
  for (const auto& [pair, counts] : frames.all()) {
    const std::int64_t links = links_between(platform, pair.from, pair.to);
    const double sent = bits * static_cast<double>(counts.sent);
    on_links += sent * static_cast<double>(links);
    between_links += sent * static_cast<double>(links - 1);
  }
  const base::Joule none(0.0);
  return {{"links", none, base::Joule(electrical.link_energy.value() * on_links)},
          {"switch", base::Joule(electrical.switch_static.value() * end.seconds()),
           base::Joule(electrical.switch_energy.value() * between_links)}};
}

std::vector<std::string> network_approximations(const platforms::ScenarioConfig& scenario) {
  const char* const queues =
      "the electrical network is a simple one: output queues without bound, first come, first "
      "served; no virtual channels, no flow control";
  std::vector<std::string> lines{
      queues,
      "what ends at one node never waits for anything else that ends there",
      "a NIC gives its messages to its links one after the other",
      "there is no link-level retry: a lost frame stays lost",
      "receivers have as much landing space as they need",
      "host software computes in no time"};
  const platforms::PlatformConfig& platform = scenario.platform;
  if (platform.electrical.ports == systemc::NodePorts::per_link) {
    lines[2] = "a NIC has a port for each of its links, and its memory feeds them all at full rate";
  }
  if (platform.network == platforms::NetworkKind::ideal_switch) {
    lines[1] = "the switch is non-blocking: a frame waits for nothing but its output";
  }
  if (scenario.fidelity == platforms::Fidelity::trains &&
      platform.electrical.trains == systemc::TrainPolicy::approximate) {
    lines.emplace_back(
        "trains keep their place in queues as a whole: frames of different senders do not "
        "interleave (electrical.trains: approximate)");
  }
  if (!scenario.workload.verify_data) {
    lines.emplace_back("payload bytes are counted, not carried");
  }
  return lines;
}

}  // namespace heliograph::testbenches
