// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heliograph::testbenches {

/// What a node of a Chakra execution trace is (et_def.proto; other types count as metadata).
enum class ChakraKind { metadata, memory, compute, send, receive, collective };

/// The collectives that a trace can name, with their numbers in the format.
enum class ChakraCollective : std::int64_t {
  all_reduce = 0,
  reduce = 1,
  all_gather = 2,
  gather = 3,
  scatter = 4,
  broadcast = 5,
  all_to_all = 6,
  reduce_scatter = 7,
  barrier = 9,
};

/// One node of one rank's trace. What the file leaves out is 0 or empty, as in proto3.
struct ChakraNode {
  std::uint64_t id = 0;
  std::string name;
  ChakraKind kind = ChakraKind::metadata;
  std::vector<std::uint64_t> after;  ///< ids, of control and of data
  std::uint64_t duration_us = 0;
  std::int64_t comm_type = 0;  ///< a ChakraCollective, or a number that is none
  std::int64_t comm_size = 0;  ///< bytes
  std::optional<std::int64_t> comm_source;
  std::optional<std::int64_t> comm_destination;
  std::int64_t comm_tag = 0;
  std::string group;       ///< pg_name; empty: all ranks
  std::size_t offset = 0;  ///< in the (unpacked) file, for messages
};

struct ChakraTrace {
  std::string version;  ///< of the schema, as 0.0.4 or 1.0.0
  std::vector<ChakraNode> nodes;
};

/// Reads one rank's execution trace: messages of a version and of nodes, each behind its length,
/// plain or packed by gzip. Integers may be of any of protobuf's kinds, lists packed or not.
/// Fields that are not known are read over. Limits: 256 MiB unpacked, 1,000,000 nodes.
///
/// Throws base::InputError, with the byte at which it went wrong.
[[nodiscard]] ChakraTrace parse_chakra(std::string_view bytes, const std::string& file);
[[nodiscard]] ChakraTrace read_chakra(const std::string& path);

}  // namespace heliograph::testbenches
