// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/ids.hpp"
#include "base/time.hpp"
#include "systemc/link/link_incoming.hpp"
#include "systemc/link/return_path.hpp"

namespace heliograph::systemc {

class LinkLayer;

/// The link layers of a machine, and the path by which they answer each other.
class LinkNeighbours {
 public:
  explicit LinkNeighbours(ReturnPath& path) : path_(path) {}

  /// Before the simulation starts; in the order of their transceivers.
  void add(LinkLayer& layer);
  /// nullptr when that transceiver has none.
  [[nodiscard]] LinkLayer* of(base::TransceiverId id) const;
  [[nodiscard]] const std::vector<LinkLayer*>& all() const { return layers_; }

  /// What `rank` knows of the frames of a transceiver. Valid until the next call.
  [[nodiscard]] LinkIncoming& incoming(base::RankId rank, base::TransceiverId sender);

  /// A note from one to another: how long it takes, nothing when it is lost.
  [[nodiscard]] std::optional<base::Picoseconds> carry(const LinkLayer& from, const LinkLayer& to,
                                                       std::int64_t notes);
  [[nodiscard]] bool loses_notes() const { return path_.loses_notes(); }

 private:
  ReturnPath& path_;
  std::vector<LinkLayer*> layers_;
  std::vector<std::vector<LinkIncoming>> incoming_;  // by rank and transceiver
};

}  // namespace heliograph::systemc
