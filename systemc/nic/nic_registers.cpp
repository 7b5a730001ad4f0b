// SPDX-License-Identifier: Apache-2.0
#include "systemc/nic/nic_registers.hpp"

namespace heliograph::systemc {

namespace {

CompletionKind completion_kind(WorkKind kind) {
  switch (kind) {
    case WorkKind::put:
    case WorkKind::put_with_signal:
      return CompletionKind::put;
    case WorkKind::get:
      return CompletionKind::got;
    case WorkKind::signal:
      return CompletionKind::signalled;
    case WorkKind::fence:
      return CompletionKind::fenced;
    case WorkKind::send:
      break;
  }
  return CompletionKind::sent;
}

}  // namespace

Completion completion_of(const SendDescriptor& work) {
  Completion done;
  done.kind = completion_kind(work.kind);
  done.peer = work.destination;
  done.channel = work.channel;
  done.cookie = work.cookie;
  done.message = work.message;
  done.bytes = work.bytes;
  return done;
}

}  // namespace heliograph::systemc
