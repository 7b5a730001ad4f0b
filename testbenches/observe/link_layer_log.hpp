// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "base/rank_circuit.hpp"
#include "systemc/link/link_layer_observer.hpp"
#include "systemc/link/link_layer_parameters.hpp"
#include "testbenches/observe/run_result.hpp"

namespace heliograph::testbenches {

/// Listens to link layers and adds up what they did for each pair of ranks, over all their ports:
/// transceivers 0 to `ports` - 1 are rank 0's, and so on.
class LinkLayerLog : public systemc::LinkLayerObserver {
 public:
  explicit LinkLayerLog(std::uint32_t ports = 1) : ports_(ports) {}

  void went_back(base::TransceiverId at, base::RankId to, bool by_timer,
                 base::Picoseconds when) override;
  void frame_repeated(base::TransceiverId at, base::RankId to, base::Bytes payload) override;
  void waited(base::TransceiverId at, base::RankId to, bool for_credit,
              base::Picoseconds span) override;
  void gave_up(base::TransceiverId at, base::RankId to, std::int64_t frames,
               base::Picoseconds when) override;

  [[nodiscard]] const std::map<base::RankCircuit, LinkPairResult>& pairs() const { return pairs_; }

 private:
  [[nodiscard]] LinkPairResult& pair(base::TransceiverId at, base::RankId to);

  std::uint32_t ports_;
  std::map<base::RankCircuit, LinkPairResult> pairs_;
};

/// What link layers did, and how it went with dark times: `result` has its frames and
/// reconfigurations already.
[[nodiscard]] LinkLayerResult link_layer_result(const LinkLayerLog& log,
                                                const systemc::LinkLayerParameters& parameters,
                                                base::Picoseconds frame_time,
                                                const RunResult& result);

}  // namespace heliograph::testbenches
