// SPDX-License-Identifier: Apache-2.0
#include "platforms/description/link_checks.hpp"

#include <string>

namespace heliograph::platforms {

namespace {

void check_credits(const PlatformConfig& platform, ParameterCheck& check) {
  const systemc::LinkLayerParameters& layer = platform.link_layer;
  const char* const own = "platform.link_layer.channel_credits";
  const char* const pool = "platform.link_layer.pool_credits";
  const char* const size = "platform.link_layer.credit_bytes";
  if (!check.known({"platform.link_layer.flow_control"})) {
    return;
  }
  if (layer.flow_control == systemc::FlowControl::none) {
    return;  // a set of parameters may have its credits all the same, to be switched on
  }
  if (!check.known({own, pool, size, "platform.transceiver.frame_payload_bytes",
                    "platform.transceiver.frame_overhead_bytes"})) {
    return;
  }
  const systemc::TransceiverParameters& protocol = platform.transceiver.protocol;
  const std::int64_t needed = layer.credits_for(protocol.frame_payload + protocol.frame_overhead);
  const std::int64_t has = std::int64_t{layer.channel_credits} + layer.pool_credits;
  if (has < needed) {
    check.error({own, pool, size, "platform.link_layer.flow_control"},
                "a virtual channel can have " + std::to_string(has) + " credits of " +
                    std::to_string(layer.credit.count()) +
                    " B, the pool's included; expected at "
                    "least " +
                    std::to_string(needed) + ", which one frame takes");
  }
}

}  // namespace

void check_link_layer(const PlatformConfig& platform, ParameterCheck& check) {
  check_credits(platform, check);
  if (check.known({"platform.transceiver.fec"}) &&
      platform.transceiver.fec.scheme == photonics::FecScheme::none) {
    check.no_effect("platform.transceiver.fec_interleave", "without fec");
  }
}

}  // namespace heliograph::platforms
