// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.hpp"
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

/// Where in its file a step stands; both count from 1.
struct StepPlace {
  int line = 0;
  int column = 0;
};

/// A stream before it is checked. `complete` is false where a reader could not read all of it;
/// what looks across streams then leaves it out, so that one mistake is not reported twice.
struct StreamDraft {
  std::optional<base::RankId> send_peer;
  std::optional<base::RankId> receive_peer;
  std::int32_t channel = 0;
  std::vector<Step> steps;
  bool complete = true;
  std::vector<StepPlace> places = {};  ///< of the steps, or none
};

/// A rank before it is checked; `complete` as above: all streams and chunk counts are there.
struct RankDraft {
  BufferChunks chunks;
  std::vector<StreamDraft> streams;
  bool complete = true;
};

/// Everything that an ExplicitSchedule holds, before it is checked. Plain data: fill it, then
/// give it to ExplicitSchedule::build.
struct ScheduleDraft {
  std::string name;
  std::string protocol = "Simple";  ///< recorded, not modelled
  Collective collective = Collective::custom;
  bool in_place = false;
  std::int64_t chunks_per_loop = 1;
  std::vector<RankDraft> ranks;
  std::string file = {};  ///< that the places are of
};

/// Where in a draft something is wrong; what is absent means "as a whole". `field` is the MSCCL
/// attribute that holds the wrong value.
struct DraftPlace {
  std::optional<std::size_t> rank;
  std::optional<std::size_t> stream;
  std::optional<std::size_t> step;
  std::string_view field;

  /// `rank 0, thread block 1, step 2`, or nothing for the draft as a whole.
  [[nodiscard]] std::string text() const;
};

struct DraftFault {
  DraftPlace place;
  std::string message;
};

}  // namespace heliograph::testbenches
