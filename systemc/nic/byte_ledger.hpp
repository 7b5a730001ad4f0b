// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>

#include "base/data.hpp"
#include "base/ids.hpp"

namespace heliograph::systemc {

/// Payload from one NIC to one peer, as its source counts it.
struct SentBytes {
  base::Bytes posted;  ///< of messages taken up
  base::Bytes left;    ///< of frames whose last bit has left
};

/// Payload to one NIC from one peer, as its destination counts it.
struct ReceivedBytes {
  base::Bytes delivered;           ///< of frames that are in memory
  std::int64_t lost_messages = 0;  ///< of which a part had arrived, and that were reported as lost
};

/// What one NIC counts of its bytes, by peer. References stay valid.
class ByteLedger {
 public:
  [[nodiscard]] SentBytes& to(base::RankId peer) { return sent_[peer]; }
  [[nodiscard]] ReceivedBytes& from(base::RankId peer) { return received_[peer]; }
  [[nodiscard]] const std::map<base::RankId, SentBytes>& sent() const { return sent_; }
  [[nodiscard]] const std::map<base::RankId, ReceivedBytes>& received() const { return received_; }

 private:
  std::map<base::RankId, SentBytes> sent_;
  std::map<base::RankId, ReceivedBytes> received_;
};

}  // namespace heliograph::systemc
