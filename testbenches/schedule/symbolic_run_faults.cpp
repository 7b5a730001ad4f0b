// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/symbolic_run.hpp"

namespace heliograph::testbenches {

std::string SymbolicRun::place_text(const Stream& stream) const {
  std::string text = "rank " + std::to_string(base::index(stream.rank)) + ", thread block " +
                     std::to_string(base::index(stream.id));
  if (stream.next < stream.info.steps) {
    const Step step = schedule_.step(stream.rank, stream.id, stream.next);
    text +=
        ", step " + std::to_string(stream.next) + " (" + std::string(to_string(step.kind)) + ")";
  }
  return text;
}

void SymbolicRun::fail(const Stream& stream, std::optional<std::int64_t> chunk,
                       const std::string& text) {
  if (fault_) {
    return;  // the first one counts
  }
  CheckFault fault{stream.rank, stream.id, std::nullopt, chunk, place_text(stream) + ": " + text};
  if (stream.next < stream.info.steps) {
    fault.step = stream.next;
  }
  fault_ = std::move(fault);
}

void SymbolicRun::fail_deadlock() {
  constexpr std::size_t kMostNamed = 16;
  std::string lines;
  std::size_t waiting = 0;
  const Stream* first = nullptr;
  for (const Stream& stream : streams_) {
    if (stream.next < stream.info.steps) {
      first = first == nullptr ? &stream : first;
      lines += ++waiting <= kMostNamed ? "\n  " + waiting_text(stream) : "";
    }
  }
  if (first == nullptr) {
    return;
  }
  fail(*first, {}, "");
  fault_->text = "deadlock: nothing can move, " + std::to_string(waiting) +
                 (waiting == 1 ? " thread block waits" : " thread blocks wait") + lines;
  if (waiting > kMostNamed) {
    fault_->text += "\n  and " + std::to_string(waiting - kMostNamed) + " more";
  }
}

void SymbolicRun::fail_left_over() {
  for (const auto& [ends, index] : by_ends_) {
    const Connection& link = connections_[index];
    if (link.messages.empty() || link.sender == kNoIndex) {
      continue;
    }
    fail(streams_[link.sender], {},
         "sends " + std::to_string(link.sent) + " messages to rank " +
             std::to_string(std::get<1>(ends)) + " on channel " +
             std::to_string(std::get<2>(ends)) + ", which receives " +
             std::to_string(link.received));
  }
}

std::string SymbolicRun::waiting_text(const Stream& stream) const {
  const std::string text = place_text(stream) + " waits for ";
  if (stream.waits_for_message) {
    return text + message_wait_text(stream);
  }
  const StepDependency on = *schedule_.step(stream.rank, stream.id, stream.next).dependency;
  return text + "thread block " + std::to_string(base::index(on.stream)) + ", step " +
         std::to_string(on.step) + " of the same rank";
}

std::string SymbolicRun::message_wait_text(const Stream& stream) const {
  const Connection& link = connections_[stream.receive_connection];
  const std::string peer = "rank " + std::to_string(base::index(*stream.info.receive_peer));
  std::string text = "message " + std::to_string(link.received) + " from " + peer + " on channel " +
                     std::to_string(stream.info.channel);
  if (link.sender == kNoIndex) {
    return text + ", where no thread block sends there";
  }
  const Stream& sender = streams_[link.sender];
  text += ", whose thread block " + std::to_string(base::index(sender.id));
  return sender.next < sender.info.steps
             ? text + " is at step " + std::to_string(sender.next)
             : text + " has ended after " + std::to_string(link.sent) + " messages";
}

}  // namespace heliograph::testbenches
