// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/step_operands.hpp"

namespace heliograph::testbenches {

bool reads_source(StepKind kind) {
  switch (kind) {
    case StepKind::send:
    case StepKind::receive_reduce_send:
    case StepKind::receive_reduce_copy:
    case StepKind::receive_reduce_copy_send:
    case StepKind::copy:
    case StepKind::reduce:
      return true;
    default:
      return false;
  }
}

bool writes_destination(StepKind kind) {
  switch (kind) {
    case StepKind::receive:
    case StepKind::receive_copy_send:
    case StepKind::receive_reduce_copy:
    case StepKind::receive_reduce_copy_send:
    case StepKind::copy:
    case StepKind::reduce:
      return true;
    default:
      return false;
  }
}

}  // namespace heliograph::testbenches
