// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "testbenches/formats/chakra_reader.hpp"
#include "testbenches/workloads/program.hpp"

namespace heliograph::testbenches {

/// The traces of all ranks as a program: each collective among the ranks of its group, each message
/// between two of them, each computation at its rank is a part, and waits at a rank for what its
/// node waits for there.
///
/// How a trace is taken where the format leaves it open:
///  - the k-th collective of a group (pg_name) at one rank is the k-th at all others, in the order
///    of the file; the ranks of a group are those whose traces name it, all when it has no name;
///  - the k-th send of (source, destination, tag) meets the k-th receive;
///  - AllReduce, AllGather, ReduceScatter and barriers go round a ring, or by recursive doubling
///    (barriers); AllToAll by round robin; Broadcast and Reduce by a binomial tree from comm_src;
///  - comm_size is the collective's buffer at each rank (of AllGather the gathered one), padded to
///    one byte a chunk;
///  - computation and memory nodes take duration_micros.
///
/// Throws base::InputError with every mistake of all files: a circle of dependencies, an id that is
/// there twice or not at all, collectives of a group that differ, messages without partner.
[[nodiscard]] std::unique_ptr<Program> chakra_program(const std::vector<ChakraTrace>& traces,
                                                      const std::vector<std::string>& files,
                                                      std::uint32_t machine_ranks);

/// Reads the trace of every rank, given one of the files: NAME.0.et, NAME.1.et, ... (or .et.gz)
/// lie beside each other.
[[nodiscard]] std::unique_ptr<Program> read_chakra_program(const std::string& path,
                                                           std::uint32_t machine_ranks);

}  // namespace heliograph::testbenches
