// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/formats/xml_element.hpp"
#include "testbenches/schedule/schedule_draft.hpp"

namespace heliograph::testbenches {

/// The words of the format, made once for each file.
struct MscclGrammar {
  MscclGrammar();

  AttributeNames algo;
  AttributeNames gpu;
  AttributeNames tb;
  AttributeNames step;
  std::vector<std::string> collectives;
  std::vector<std::string> protocols;
  std::vector<std::string> buffers;
  std::vector<std::string> step_types;
};

/// What <algo> says itself; what could not be read is absent.
struct MscclAlgo {
  std::string name;
  std::string protocol;
  std::optional<Collective> collective;
  std::optional<bool> in_place;
  std::optional<std::int64_t> chunks_per_loop;
  std::optional<std::int64_t> gpus;
  std::optional<std::int64_t> channels;

  /// Is all there that the steps are judged by?
  [[nodiscard]] bool complete() const {
    return collective && in_place && chunks_per_loop && gpus && channels;
  }
};

[[nodiscard]] MscclAlgo read_algo(const XmlElement& element, const MscclGrammar& grammar);

/// Chunk counts of <gpu>; `complete` is false when one could not be read.
[[nodiscard]] RankDraft read_gpu(const XmlElement& element, const MscclGrammar& grammar);

/// Peers and channel of <tb>, without its steps. Channels count from 0 to `channels` - 1, where
/// that is known.
[[nodiscard]] StreamDraft read_tb(const XmlElement& element, const MscclGrammar& grammar,
                                  std::optional<std::int64_t> channels);

/// A <step>, its number apart; nothing when a part could not be read.
[[nodiscard]] std::optional<Step> read_step(const XmlElement& element, const MscclGrammar& grammar);

/// The largest numbers that are taken; they bound what a file can make the program do.
struct MscclLimits {
  static constexpr std::int64_t kRanks = 65536;
  static constexpr std::int64_t kChannels = 65536;
  static constexpr std::int64_t kChunks = std::int64_t{1} << 24;  ///< of a buffer
  static constexpr std::size_t kBytes = std::size_t{256} << 20U;
  static constexpr std::size_t kTags = 2400000;         ///< `<` signs: a step is one
  static constexpr std::size_t kAttributes = 16000000;  ///< `=` signs
};

}  // namespace heliograph::testbenches
