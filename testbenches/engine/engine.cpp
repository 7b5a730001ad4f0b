// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/engine.hpp"

#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::testbenches {

Engine::Engine(const sc_core::sc_module_name& name, const Schedule& schedule, const EpochPlan& plan,
               platforms::Platform& platform, platforms::CircuitService& circuits,
               const RankMemory& memory)
    : sc_core::sc_module(name),
      schedule_(schedule),
      plan_(plan),
      platform_(platform),
      circuits_(circuits),
      memory_(memory),
      sends_done_before_(plan.matchings(), 0) {
  circuits_.on_active([this](base::EpochId /*epoch*/) { circuits_active(); });
  for (std::uint32_t r = 0; r < schedule_.ranks(); ++r) {
    const auto rank = static_cast<base::RankId>(r);
    platform_.node(rank).driver.on_completion(
        [this, rank](const systemc::Completion& completion) { on_completion(rank, completion); });
    std::vector<Stream>& streams = streams_.emplace_back();
    for (std::uint32_t s = 0; s < schedule_.streams(rank); ++s) {
      Stream& stream = streams.emplace_back();
      stream.rank = rank;
      stream.id = static_cast<base::StreamId>(s);
      stream.info = schedule_.stream(rank, stream.id);
      streams_left_ += stream.info.steps > 0 ? 1 : 0;
    }
  }
  SC_METHOD(start);
}

void Engine::start() {
  for (std::uint32_t r = 0; r < schedule_.ranks(); ++r) {
    platform_.node(static_cast<base::RankId>(r)).driver.start();
  }
  if (plan_.matchings() == 0) {
    circuits_active();
  } else {
    ask_for_next_matching();
  }
}

void Engine::circuits_active() {
  active_matchings_ = asked_matchings_;
  if (log_.started == base::Picoseconds::never()) {
    log_.started = systemc::now();
  }
  ask_for_next_matching();
  for (std::vector<Stream>& streams : streams_) {
    for (Stream& stream : streams) {
      if (stream.wait == Wait::none || stream.wait == Wait::circuit) {
        pump(stream);
      }
    }
  }
}

void Engine::ask_for_next_matching() {
  if (asked_matchings_ != active_matchings_ || asked_matchings_ == plan_.matchings() ||
      sends_done_before_[asked_matchings_] != plan_.sends_before(asked_matchings_)) {
    return;
  }
  circuits_.request(plan_.circuits(asked_matchings_));
  ++asked_matchings_;
}

void Engine::pump(Stream& stream) {
  while (advance(stream)) {
  }
}

bool Engine::advance(Stream& stream) {
  if (!stream.in_hand && !take_up_step(stream)) {
    return false;
  }
  if (stream.wait == Wait::computation || stream.wait == Wait::sending) {
    return false;
  }
  if (stream.wait == Wait::circuit) {
    post_send(stream);
    return false;
  }
  const StepKind kind = stream.step.kind;
  if (receives(kind)) {
    if (take_message(stream)) {
      compute(stream);
    }
    return false;
  }
  if (kind == StepKind::copy || kind == StepKind::reduce) {
    compute(stream);
    return false;
  }
  if (kind == StepKind::send) {
    stream.send_address = memory_.address(stream.rank, stream.step.source);
    post_send(stream);
    return false;
  }
  finish_step(stream);  // a nop
  return true;
}

bool Engine::take_up_step(Stream& stream) {
  if (stream.next == stream.info.steps) {
    return false;
  }
  stream.step = schedule_.step(stream.rank, stream.id, stream.next);
  std::optional<std::size_t> after = stream.last_done;
  if (stream.step.dependency) {
    const Stream& other =
        streams_[base::index(stream.rank)][base::index(stream.step.dependency->stream)];
    if (other.next <= stream.step.dependency->step) {
      stream.wait = Wait::dependency;
      return false;
    }
    const std::size_t needed =
        other.done_records[static_cast<std::size_t>(stream.step.dependency->step)];
    if (!after || log_.operations[needed].done > log_.operations[*after].done) {
      after = needed;
    }
  }
  stream.in_hand = true;
  stream.wait = Wait::none;
  stream.record = log_.operations.size();
  OperationRecord& record = log_.operations.emplace_back();
  record.rank = stream.rank;
  record.stream = stream.id;
  record.step = stream.next;
  record.kind = stream.step.kind;
  record.ready = systemc::now();
  record.after = after;
  return true;
}

bool Engine::take_message(Stream& stream) {
  std::deque<Arrived>& mailbox =
      mailboxes_[{*stream.info.receive_peer, stream.rank, stream.info.channel}];
  if (mailbox.empty()) {
    stream.wait = Wait::message;
    return false;
  }
  stream.landing = mailbox.front().address;
  OperationRecord& record = log_.operations[stream.record];
  record.received = mailbox.front().message;
  record.operand = log_.messages[mailbox.front().message].in_memory;
  mailbox.pop_front();
  return true;
}

void Engine::compute(Stream& stream) {
  stream.wait = Wait::computation;
  systemc::Accelerator& accelerator = platform_.node(stream.rank).accelerator;
  const Step& step = stream.step;
  const base::Bytes size = memory_.size(step.count);
  const std::uint64_t source = memory_.address(stream.rank, step.source);
  const std::uint64_t destination = memory_.address(stream.rank, step.destination);
  const auto done = [this, &stream] { after_computation(stream); };
  stream.send_address = destination;
  switch (step.kind) {
    case StepKind::receive:
    case StepKind::receive_copy_send:
      accelerator.copy(stream.landing, destination, size, done);
      break;
    case StepKind::receive_reduce_copy:
    case StepKind::receive_reduce_copy_send:
      accelerator.reduce(stream.landing, source, destination, size, done);
      break;
    case StepKind::receive_reduce_send:
      stream.send_address = stream.landing;  // the sum is passed on and not kept
      accelerator.reduce(stream.landing, source, stream.landing, size, done);
      break;
    case StepKind::copy:
      accelerator.copy(source, destination, size, done);
      break;
    case StepKind::reduce:
      accelerator.reduce(source, destination, destination, size, done);
      break;
    case StepKind::send:
    case StepKind::nop:
      break;  // neither computes
  }
}

void Engine::after_computation(Stream& stream) {
  log_.operations[stream.record].computed = systemc::now();
  stream.wait = Wait::none;
  if (sends(stream.step.kind)) {
    post_send(stream);
    return;
  }
  finish_step(stream);
  pump(stream);
}

bool Engine::circuit_is_up(const Stream& stream) const {
  const std::size_t planned = plan_.matching_of(stream.rank, stream.id, stream.next);
  return planned < active_matchings_ &&
         plan_.contains(active_matchings_ - 1, {stream.rank, *stream.info.send_peer});
}

bool Engine::post_send(Stream& stream) {
  if (!circuit_is_up(stream)) {
    stream.wait = Wait::circuit;
    return false;
  }
  stream.wait = Wait::sending;
  const base::RankId peer = *stream.info.send_peer;
  std::vector<std::size_t>& connection = messages_[{stream.rank, peer, stream.info.channel}];
  MessageRecord& message = log_.messages.emplace_back();
  message.from = stream.rank;
  message.to = peer;
  message.channel = stream.info.channel;
  message.number = connection.size();
  message.bytes = memory_.size(stream.step.count);
  message.sender = stream.record;
  message.posted = systemc::now();
  connection.push_back(log_.messages.size() - 1);
  log_.operations[stream.record].sent = connection.back();

  systemc::SendDescriptor work;
  work.address = stream.send_address;
  work.bytes = static_cast<std::uint64_t>(message.bytes.count());
  work.destination = static_cast<std::uint32_t>(peer);
  work.channel = message.channel;
  work.message = message.number;
  work.epoch = static_cast<std::uint32_t>(circuits_.active_epoch());
  work.cookie = static_cast<std::uint32_t>(stream.id);
  platform_.node(stream.rank).driver.post(work);
  return true;
}

void Engine::finish_step(Stream& stream) {
  OperationRecord& record = log_.operations[stream.record];
  record.done = systemc::now();
  if (record.received) {
    platform_.node(stream.rank)
        .accelerator.memory.forget(stream.landing, log_.messages[*record.received].bytes);
  }
  stream.last_done = stream.record;
  stream.done_records.push_back(stream.record);
  note_last(stream.record);
  stream.in_hand = false;
  stream.wait = Wait::none;
  ++stream.next;
  if (stream.next == stream.info.steps) {
    --streams_left_;
    if (streams_left_ == 0) {
      log_.finished = systemc::now();
      if (finished_listener_) {
        finished_listener_();
      }
    }
  }
  wake_dependents(stream.rank);
}

void Engine::note_last(std::size_t record) {
  // Of operations that end together the first in rank, stream and step stands for all, whatever
  // order the kernel ended them in.
  const auto place = [](const OperationRecord& operation) {
    return std::tuple(operation.rank, operation.stream, operation.step);
  };
  if (log_.last_operation) {
    const OperationRecord& present = log_.operations[*log_.last_operation];
    const OperationRecord& other = log_.operations[record];
    if (present.done == other.done && place(present) < place(other)) {
      return;
    }
  }
  log_.last_operation = record;
}

void Engine::wake_dependents(base::RankId rank) {
  for (Stream& other : streams_[base::index(rank)]) {
    if (other.wait == Wait::dependency) {
      pump(other);
    }
  }
}

void Engine::on_completion(base::RankId rank, const systemc::Completion& completion) {
  if (completion.kind == systemc::CompletionKind::sent) {
    message_sent(rank, completion);
  } else {
    message_received(rank, completion);
  }
}

void Engine::message_sent(base::RankId rank, const systemc::Completion& completion) {
  Stream& stream = streams_[base::index(rank)][completion.cookie];
  MessageRecord& message = log_.messages[*log_.operations[stream.record].sent];
  message.first_bit = base::Picoseconds(static_cast<std::int64_t>(completion.first_bit_ps));
  message.last_bit = base::Picoseconds(static_cast<std::int64_t>(completion.last_bit_ps));
  const std::size_t planned = plan_.matching_of(rank, stream.id, stream.next);
  if (const auto later = plan_.first_without(planned, {message.from, message.to})) {
    ++sends_done_before_[*later];
  }
  finish_step(stream);
  ask_for_next_matching();
  pump(stream);
}

void Engine::message_received(base::RankId rank, const systemc::Completion& completion) {
  const Connection connection{static_cast<base::RankId>(completion.peer), rank, completion.channel};
  const std::size_t index = messages_[connection][completion.message];
  MessageRecord& message = log_.messages[index];
  message.arrived = base::Picoseconds(static_cast<std::int64_t>(completion.last_bit_ps));
  message.in_memory = systemc::now();
  mailboxes_[connection].push_back({index, completion.address});
  for (Stream& stream : streams_[base::index(rank)]) {
    if (stream.wait == Wait::message && stream.info.receive_peer == message.from &&
        stream.info.channel == message.channel) {
      pump(stream);
    }
  }
}

std::vector<std::string> Engine::blocked_streams() const {
  std::vector<std::string> lines;
  for (const std::vector<Stream>& streams : streams_) {
    for (const Stream& stream : streams) {
      if (stream.next != stream.info.steps) {
        lines.push_back(describe_wait(stream));
      }
    }
  }
  return lines;
}

std::string Engine::describe_wait(const Stream& stream) const {
  const auto number = [](auto id) { return std::to_string(base::index(id)); };
  const Step step = schedule_.step(stream.rank, stream.id, stream.next);
  std::string text = "rank " + number(stream.rank) + ", thread block " + number(stream.id) +
                     ", step " + std::to_string(stream.next) + " (" +
                     std::string(to_string(step.kind)) + ") waits for ";
  switch (stream.wait) {
    case Wait::dependency:
      return text + "step " + std::to_string(step.dependency->step) + " of its thread block " +
             number(step.dependency->stream);
    case Wait::message:
      return text + "a message from rank " + number(*stream.info.receive_peer) + " on channel " +
             std::to_string(stream.info.channel);
    case Wait::circuit:
      return text + "a circuit to rank " + number(*stream.info.send_peer);
    case Wait::sending:
      return text + "its bytes to leave for rank " + number(*stream.info.send_peer);
    case Wait::computation:
      return text + "its copy or reduction";
    case Wait::none:
      break;
  }
  return text + "the first circuits";
}

}  // namespace heliograph::testbenches
