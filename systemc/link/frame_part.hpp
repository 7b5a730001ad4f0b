// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/link/frame.hpp"

namespace heliograph::systemc {

/// Makes `part` the frames `first` to `first + count - 1` of `train`: their payload, their place in
/// the message, their pace and their sequence numbers. Precondition: they are there, and the two
/// are not the same.
void copy_part(const Frame& train, std::int64_t first, std::int64_t count, Frame& part);

/// Takes the first `count` frames off a train. Precondition: some are left.
void drop_front(Frame& train, std::int64_t count);

/// Leaves only the first `count` frames of a train; `open` is the caller's to settle. Precondition:
/// 1 <= count <= those it has.
void keep_front(Frame& train, std::int64_t count);

}  // namespace heliograph::systemc
