// SPDX-License-Identifier: Apache-2.0
#include "testbenches/observe/link_layer_log.hpp"

#include <algorithm>

namespace heliograph::testbenches {

namespace {

/// Frames that found no light, no lock or a masked receiver.
std::int64_t lost_in_the_dark(const FrameCounts& counts) {
  using systemc::LossCause;
  std::int64_t lost = 0;
  for (const LossCause cause : {LossCause::dark, LossCause::unlocked, LossCause::masked}) {
    lost += counts.lost[static_cast<std::size_t>(cause)];
  }
  return lost;
}

}  // namespace

LinkPairResult& LinkLayerLog::pair(base::TransceiverId at, base::RankId to) {
  const base::RankCircuit circuit{static_cast<base::RankId>(base::index(at) / ports_), to};
  LinkPairResult& result = pairs_[circuit];
  result.pair = circuit;
  return result;
}

void LinkLayerLog::went_back(base::TransceiverId at, base::RankId to, bool by_timer,
                             base::Picoseconds /*when*/) {
  LinkPairResult& result = pair(at, to);
  ++(by_timer ? result.timeouts : result.asked);
}

void LinkLayerLog::frame_repeated(base::TransceiverId at, base::RankId to, base::Bytes payload) {
  LinkPairResult& result = pair(at, to);
  ++result.repeated;
  result.repeated_payload += payload;
}

void LinkLayerLog::waited(base::TransceiverId at, base::RankId to, bool for_credit,
                          base::Picoseconds span) {
  LinkPairResult& result = pair(at, to);
  (for_credit ? result.waited_for_credit : result.waited_for_window) += span;
}

void LinkLayerLog::gave_up(base::TransceiverId at, base::RankId to, std::int64_t frames,
                           base::Picoseconds /*when*/) {
  pair(at, to).given_up += frames;
}

LinkLayerResult link_layer_result(const LinkLayerLog& log,
                                  const systemc::LinkLayerParameters& parameters,
                                  base::Picoseconds frame_time, const RunResult& result) {
  LinkLayerResult layer;
  layer.retries = parameters.retry != systemc::RetryKind::none;
  layer.credits = parameters.flow_control != systemc::FlowControl::none;
  if (layer.retries) {
    layer.replay_window = frame_time * parameters.replay_window;
  }
  for (const ReconfigurationResult& change : result.reconfigurations) {
    if (change.complete()) {
      layer.longest_dark = std::max(layer.longest_dark, change.dark());
    }
  }
  std::int64_t lost = 0;
  for (const FrameResult& frame : result.frames) {
    lost += lost_in_the_dark(frame.counts);
  }
  std::int64_t given_up = 0;
  for (const auto& [pair, counts] : log.pairs()) {
    given_up += counts.given_up;
    layer.pairs.push_back(counts);
  }
  if (lost == 0) {
    layer.dark_times = "quiesced";
  } else {
    layer.dark_times = layer.retries && given_up == 0 ? "replayed" : "lost";
  }
  return layer;
}

}  // namespace heliograph::testbenches
