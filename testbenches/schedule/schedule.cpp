// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/schedule.hpp"

namespace heliograph::testbenches {

std::string_view to_string(Collective collective) {
  switch (collective) {
    case Collective::all_reduce:
      return "allreduce";
    case Collective::all_gather:
      return "allgather";
    case Collective::reduce_scatter:
      return "reduce_scatter";
    case Collective::all_to_all:
      return "alltoall";
    case Collective::broadcast:
      return "broadcast";
    case Collective::reduce:
      return "reduce";
    case Collective::custom:
      return "custom";
  }
  return "custom";
}

char letter(Buffer buffer) {
  switch (buffer) {
    case Buffer::input:
      return 'i';
    case Buffer::output:
      return 'o';
    case Buffer::scratch:
      return 's';
  }
  return 'i';
}

std::string_view to_string(StepKind kind) {
  switch (kind) {
    case StepKind::send:
      return "s";
    case StepKind::receive:
      return "r";
    case StepKind::receive_copy_send:
      return "rcs";
    case StepKind::receive_reduce_send:
      return "rrs";
    case StepKind::receive_reduce_copy:
      return "rrc";
    case StepKind::receive_reduce_copy_send:
      return "rrcs";
    case StepKind::copy:
      return "cpy";
    case StepKind::reduce:
      return "re";
    case StepKind::nop:
      return "nop";
    case StepKind::compute:
      return "compute";
    case StepKind::wait:
      return "wait";
  }
  return "nop";
}

bool receives(StepKind kind) {
  switch (kind) {
    case StepKind::receive:
    case StepKind::receive_copy_send:
    case StepKind::receive_reduce_send:
    case StepKind::receive_reduce_copy:
    case StepKind::receive_reduce_copy_send:
      return true;
    default:
      return false;
  }
}

bool sends(StepKind kind) {
  switch (kind) {
    case StepKind::send:
    case StepKind::receive_copy_send:
    case StepKind::receive_reduce_send:
    case StepKind::receive_reduce_copy_send:
      return true;
    default:
      return false;
  }
}

bool reduces(StepKind kind) {
  switch (kind) {
    case StepKind::receive_reduce_send:
    case StepKind::receive_reduce_copy:
    case StepKind::receive_reduce_copy_send:
    case StepKind::reduce:
      return true;
    default:
      return false;
  }
}

}  // namespace heliograph::testbenches
