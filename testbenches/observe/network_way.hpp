// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platforms/description/platform_config.hpp"
#include "testbenches/engine/path_costs.hpp"

namespace heliograph::testbenches {

/// The ways of an electrical network, from its description: what a message alone would take over
/// the fewest links that any two nodes have between them is propagation (with the time in which a
/// link that is slower than the transmitter sends the rest of the message, which is serialisation),
/// what it would take more over its own links is dilation, and what it took more is congestion. A
/// message alone leaves its last link
///
///   max(t0 + T(N F + (k - 1) H), t1 - F / r + T(F + (k - 1) H)) + (k - 1) h
///
/// after its first bit left at t0 and its last at t1: k links, N frames of F bits, T(b) the time of
/// b bits on a link, r the rate of the transmitter, H the bits that must have come before a frame
/// goes on, h what a hop takes. T is rounded up once, so that it never comes out too short.
class NetworkWay : public MessageWay {
 public:
  /// Precondition: an electrical machine. `platform` must outlive it.
  explicit NetworkWay(const platforms::PlatformConfig& platform);

  [[nodiscard]] WayTime parts(const MessageRecord& message) const override;

 private:
  /// When the last bit of a message alone would come over so many links.
  [[nodiscard]] base::Picoseconds alone(const MessageRecord& message, std::int64_t links) const;
  /// When it would have left the first link.
  [[nodiscard]] base::Picoseconds sent_alone(const MessageRecord& message, base::Bits more) const;

  const platforms::PlatformConfig& platform_;
  base::BitRate port_rate_;
  base::BitRate link_rate_;
  std::int64_t fewest_links_;
};

}  // namespace heliograph::testbenches
