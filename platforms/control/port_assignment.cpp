// SPDX-License-Identifier: Apache-2.0
#include "platforms/control/port_assignment.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>

namespace heliograph::platforms {

namespace {

/// Ports of ranks that are taken, at one kind of end.
class TakenPorts {
 public:
  explicit TakenPorts(std::uint32_t ports) : ports_(ports) {}

  void take(base::RankId rank, std::uint32_t port) { taken_[rank].insert(port); }
  [[nodiscard]] std::optional<std::uint32_t> take_free(base::RankId rank) {
    std::set<std::uint32_t>& taken = taken_[rank];
    for (std::uint32_t port = 0; port < ports_; ++port) {
      if (taken.insert(port).second) {
        return port;
      }
    }
    return std::nullopt;
  }

 private:
  std::uint32_t ports_;
  std::map<base::RankId, std::set<std::uint32_t>> taken_;
};

[[noreturn]] void complain_of_ports(base::RankId rank, const char* does, std::uint32_t room) {
  std::string text = "rank ";
  text += std::to_string(base::index(rank));
  text += does;
  text += " in more than ";
  text += std::to_string(room);
  text += room == 1 ? " circuit at once" : " circuits at once, one for each of its ports";
  throw std::invalid_argument(text);
}

void refuse_twins(const std::vector<base::RankCircuit>& circuits) {
  std::set<base::RankCircuit> seen;
  for (const base::RankCircuit& circuit : circuits) {
    if (!seen.insert(circuit).second) {
      throw std::invalid_argument("a circuit was asked for twice");
    }
  }
}

}  // namespace

const std::vector<PortCircuit>& PortAssignment::assign(
    const std::vector<base::RankCircuit>& circuits) {
  refuse_twins(circuits);
  const bool each = use_ == PortUse::one_each;
  const std::uint32_t room = each ? ports_ : 1;
  TakenPorts sending(room);
  TakenPorts receiving(room);
  std::map<base::RankCircuit, PortCircuit> kept;
  for (const PortCircuit& circuit : present_) {
    const bool stays = std::find(circuits.begin(), circuits.end(), circuit.ranks) != circuits.end();
    if (each && stays) {
      kept[circuit.ranks] = circuit;
      sending.take(circuit.ranks.from, circuit.from_port);
      receiving.take(circuit.ranks.to, circuit.to_port);
    }
  }
  std::vector<PortCircuit> next;
  next.reserve(circuits.size() * (each ? 1U : ports_));
  for (const base::RankCircuit& circuit : circuits) {
    if (const auto found = kept.find(circuit); found != kept.end()) {
      next.push_back(found->second);
      continue;
    }
    const std::optional<std::uint32_t> from = sending.take_free(circuit.from);
    const std::optional<std::uint32_t> to = receiving.take_free(circuit.to);
    if (!from) {
      complain_of_ports(circuit.from, " sends", room);
    }
    if (!to) {
      complain_of_ports(circuit.to, " receives", room);
    }
    if (each) {
      next.push_back({circuit, *from, *to});
      continue;
    }
    for (std::uint32_t port = 0; port < ports_; ++port) {
      next.push_back({circuit, port, port});
    }
  }
  present_ = std::move(next);
  return present_;
}

}  // namespace heliograph::platforms
