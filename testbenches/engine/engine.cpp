// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/engine.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

#include "systemc/kernel/time.hpp"

namespace heliograph::testbenches {

Engine::Engine(const sc_core::sc_module_name& name, const Schedule& schedule, const EpochPlan& plan,
               platforms::Platform& platform, platforms::CircuitService* circuits,
               const RankMemory& memory, EngineOptions options)
    : sc_core::sc_module(name),
      schedule_(schedule),
      plan_(plan),
      platform_(platform),
      circuits_(circuits),
      memory_(memory),
      options_(std::move(options)),
      costs_(options_.post_latency, options_.switching, options_.way),
      late_ranks_("late_ranks", [this](base::RankId rank) { rank_comes(rank); }),
      passing_("passing", [this](Stream* stream) { time_passed(*stream); }),
      part_streams_left_(schedule.parts(), 0),
      entries_(1),
      last_of_part_(schedule.parts()),
      sends_done_before_(plan.matchings(), 0) {
  if (circuits_ != nullptr) {
    circuits_->on_active([this](base::EpochId /*epoch*/) { circuits_active(); });
  }
  log_.parts.resize(schedule.parts());
  prepare();
  SC_METHOD(start);
}

void Engine::prepare() {
  for (std::uint32_t r = 0; r < schedule_.ranks(); ++r) {
    const auto rank = static_cast<base::RankId>(r);
    platform_.node(rank).driver.on_completion(
        [this, rank](const systemc::Completion& completion) { on_completion(rank, completion); });
    Rank& state = ranks_.emplace_back();
    state.late = !options_.late_by.empty() && options_.late_by[r] > base::Picoseconds(0);
    state.streams.resize(schedule_.streams(rank));
    state.begun.resize(schedule_.parts(), false);
    for (std::uint32_t s = 0; s < state.streams.size(); ++s) {
      Stream& stream = state.streams[s];
      stream.rank = rank;
      stream.id = static_cast<base::StreamId>(s);
      stream.info = schedule_.stream(rank, stream.id);
      stream.part = schedule_.part_of(rank, stream.id);
      if (stream.info.steps > 0) {
        ++streams_left_;
        ++part_streams_left_[stream.part];
      }
      if (stream.info.send_peer) {
        board_.add(rank, *stream.info.send_peer, stream.info.channel);
      }
      if (stream.info.receive_peer) {
        board_.add(*stream.info.receive_peer, rank, stream.info.channel);
      }
    }
  }
  board_.complete();
  receivers_.resize(board_.connections(), nullptr);
  for (Rank& rank : ranks_) {
    for (Stream& stream : rank.streams) {
      if (stream.info.send_peer) {
        stream.send_connection =
            board_.find(stream.rank, *stream.info.send_peer, stream.info.channel);
      }
      if (stream.info.receive_peer) {
        stream.receive_connection =
            board_.find(*stream.info.receive_peer, stream.rank, stream.info.channel);
        receivers_[stream.receive_connection] = &stream;
      }
    }
  }
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

void Engine::rank_comes(base::RankId rank) {
  Rank& state = ranks_[base::index(rank)];
  state.late = false;
  for (Stream& stream : state.streams) {
    stream.last.at = systemc::now();
    stream.last.path.split.late_start = systemc::now() - log_.started;
  }
  for (Stream& stream : state.streams) {
    pump(stream);
  }
}

void Engine::pump(Stream& stream) {
  while (advance(stream)) {
  }
}

bool Engine::advance(Stream& stream) {
  if (!stream.in_hand && !take_up_step(stream)) {
    return false;
  }
  if (stream.wait == Wait::computation || stream.wait == Wait::time ||
      stream.wait == Wait::sending) {
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
  if ((kind == StepKind::compute || kind == StepKind::wait) && !pass_time(stream)) {
    return false;
  }
  finish_step(stream);
  return true;
}

bool Engine::pass_time(Stream& stream) {
  const Step& step = stream.step;
  const base::Picoseconds until =
      step.kind == StepKind::wait ? log_.started + step.duration : systemc::now() + step.duration;
  if (until <= systemc::now()) {
    return true;
  }
  stream.wait = Wait::time;
  passing_.schedule(until, &stream);
  return false;
}

void Engine::time_passed(Stream& stream) {
  OperationRecord& record = *stream.record;
  const base::Picoseconds passed = systemc::now() - record.ready;
  if (stream.step.kind == StepKind::compute) {
    record.computed = systemc::now();
    stream.path.split.computation += passed;
  } else {
    stream.path.split.late_start += passed;
  }
  finish_step(stream);
  pump(stream);
}

void Engine::begin(Stream& stream) {
  stream.begun = true;
  std::vector<bool>& begun = ranks_[base::index(stream.rank)].begun;
  if (begun[stream.part]) {
    return;
  }
  begun[stream.part] = true;
  PartLog& part = log_.parts[stream.part];
  if (part.began == base::Picoseconds::never()) {
    part.began = systemc::now();
  }
  part.all_began = systemc::now();
}

void Engine::enter(Stream& stream) {
  if (entries_[stream.path.entry].part == stream.part) {
    return;
  }
  TimeSplit within;
  within.late_start = systemc::now() - log_.parts[stream.part].began;
  stream.path.entry = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({stream.path.split - within, stream.part});
}

bool Engine::take_up_step(Stream& stream) {
  if (stream.next == stream.info.steps) {
    return false;
  }
  stream.step = schedule_.step(stream.rank, stream.id, stream.next);
  const Done* after = &stream.last;
  if (stream.step.dependency) {
    Stream& other =
        ranks_[base::index(stream.rank)].streams[base::index(stream.step.dependency->stream)];
    if (other.next <= stream.step.dependency->step) {
      depend(stream, other);
      return false;
    }
    const Done& needed = other.done[static_cast<std::size_t>(stream.step.dependency->step)];
    if (stream.next == 0 || needed.at > after->at) {
      after = &needed;
    }
  }
  stream.in_hand = true;
  stream.wait = Wait::none;
  const StepKind kind = stream.step.kind;
  if (!stream.begun && kind != StepKind::nop && kind != StepKind::compute &&
      kind != StepKind::wait) {
    begin(stream);
  }
  stream.path = after->path;
  if (stream.begun) {
    enter(stream);
  }
  if (options_.keep_records) {
    stream.record_index = log_.operations.size();
    stream.record = &log_.operations.emplace_back();
    if (after->record != kNone) {
      stream.record->after = after->record;
    }
  } else {
    stream.own = OperationRecord();
    stream.record = &stream.own;
  }
  OperationRecord& record = *stream.record;
  record.rank = stream.rank;
  record.stream = stream.id;
  record.step = stream.next;
  record.kind = stream.step.kind;
  record.ready = systemc::now();
  return true;
}

bool Engine::take_message(Stream& stream) {
  Message* const message = board_.next_landed(stream.receive_connection);
  if (message == nullptr) {
    stream.wait = Wait::message;
    return false;
  }
  const MessageRecord& sent = *message->record;
  stream.landing = message->address;
  stream.landed = sent.bytes;
  OperationRecord& record = *stream.record;
  record.operand = sent.in_memory;
  if (options_.keep_records) {
    record.received = message->index;
  }
  if (record.operand >= record.ready) {
    stream.path = message->path;
    costs_.leave(stream.path.split, sent);
    costs_.come(stream.path.split, sent);
  }
  board_.take(stream.receive_connection);
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
    case StepKind::compute:
    case StepKind::wait:
      break;  // they move nothing
  }
}

void Engine::after_computation(Stream& stream) {
  OperationRecord& record = *stream.record;
  record.computed = systemc::now();
  const bool waited_for_message = receives(stream.step.kind) && record.operand >= record.ready;
  stream.path.split.computation +=
      record.computed - (waited_for_message ? record.operand : record.ready);
  stream.wait = Wait::none;
  if (sends(stream.step.kind)) {
    post_send(stream);
    return;
  }
  finish_step(stream);
  pump(stream);
}

bool Engine::post_send(Stream& stream) {
  if (!circuit_is_up(stream)) {
    stream.wait = Wait::circuit;
    note_waiting(stream);
    return false;
  }
  stream.wait = Wait::sending;
  const base::RankId peer = *stream.info.send_peer;
  const std::uint64_t number = board_.posted(stream.send_connection);
  Message& message = board_.post(stream.send_connection);
  message.record = &message.own;
  if (options_.keep_records) {
    message.index = log_.messages.size();
    message.record = &log_.messages.emplace_back();
    stream.record->sent = message.index;
  }
  MessageRecord& record = *message.record;
  record.from = stream.rank;
  record.to = peer;
  record.channel = stream.info.channel;
  record.number = number;
  record.bytes = memory_.size(stream.step.count);
  record.sender = stream.record_index;
  record.posted = systemc::now();
  stream.message = &message;
  ++log_.messages_posted;
  log_.bytes_posted += record.bytes;
  const OperationRecord& operation = *stream.record;
  costs_.wait_for_circuit(stream.path.split,
                          receives(operation.kind) ? operation.computed : operation.ready,
                          record.posted);
  message.path = stream.path;

  systemc::SendDescriptor work;
  work.address = stream.send_address;
  work.bytes = static_cast<std::uint64_t>(record.bytes.count());
  work.destination = static_cast<std::uint32_t>(peer);
  work.channel = record.channel;
  work.message = record.number;
  work.epoch = circuits_ == nullptr ? 0U : static_cast<std::uint32_t>(circuits_->active_epoch());
  work.cookie = static_cast<std::uint32_t>(stream.id);
  platform_.node(stream.rank).driver.post(work);
  return true;
}

void Engine::finish_step(Stream& stream) {
  stream.record->done = systemc::now();
  if (receives(stream.step.kind)) {
    platform_.node(stream.rank).accelerator.memory.forget(stream.landing, stream.landed);
  }
  stream.last = {systemc::now(), stream.path, stream.record_index};
  if (ranks_[base::index(stream.rank)].streams.size() > 1) {
    stream.done.push_back(stream.last);
  }
  note_last(stream, last_);
  note_last(stream, last_of_part_[stream.part]);
  stream.in_hand = false;
  stream.wait = Wait::none;
  ++stream.next;
  if (stream.next == stream.info.steps) {
    if (--part_streams_left_[stream.part] == 0) {
      finish_part(stream.part);
    }
    --streams_left_;
    if (streams_left_ == 0) {
      log_.finished = systemc::now();
      log_.split = last_.done.path.split;
      if (options_.keep_records) {
        log_.last = last_.done.record;
      }
      if (finished_listener_) {
        finished_listener_();
      }
    }
  }
  wake_dependents(stream);
}

void Engine::note_last(const Stream& stream, Last& last) {
  const auto place = [](const auto& one) { return std::tuple(one.rank, one.stream, one.step); };
  const OperationRecord& record = *stream.record;
  if (last.step >= 0 && last.done.at == record.done && place(last) < place(record)) {
    return;
  }
  last = {stream.last, record.rank, record.stream, record.step};
}

void Engine::finish_part(std::size_t part) {
  PartLog& log = log_.parts[part];
  log.finished = systemc::now();
  const PathSoFar& path = last_of_part_[part].done.path;
  const Entry& entry = entries_[path.entry];
  if (entry.part == part) {
    log.split = path.split - entry.before;
  } else if (log.began != base::Picoseconds::never()) {
    log.split.late_start = log.finished - log.began;  // what ended last only waited
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
  Stream& stream = ranks_[base::index(rank)].streams[completion.cookie];
  MessageRecord& message = *stream.message->record;
  message.first_bit = base::Picoseconds(static_cast<std::int64_t>(completion.first_bit_ps));
  message.last_bit = base::Picoseconds(static_cast<std::int64_t>(completion.last_bit_ps));
  if (plan_.matchings() > 0) {
    const std::size_t planned = plan_.matching_of(rank, stream.id, stream.next);
    if (const auto later = plan_.first_without(planned, {message.from, message.to})) {
      ++sends_done_before_[*later];
    }
  }
  costs_.leave(stream.path.split, message);
  board_.left(*stream.message);
  finish_step(stream);
  ask_for_next_matching();
  pump(stream);
}

void Engine::message_received(base::RankId rank, const systemc::Completion& completion) {
  const std::size_t connection =
      board_.find(static_cast<base::RankId>(completion.peer), rank, completion.channel);
  Message& message = board_.message(connection, completion.message);
  MessageRecord& record = *message.record;
  record.arrived = base::Picoseconds(static_cast<std::int64_t>(completion.last_bit_ps));
  record.in_memory = systemc::now();
  if (!message.left) {
    // Its sender will be told at this very instant, or waits for more than its last bit.
    record.first_bit = base::Picoseconds(static_cast<std::int64_t>(completion.first_bit_ps));
    record.last_bit = record.arrived;
  }
  message.address = completion.address;
  board_.land(connection, completion.message);
  Stream* const stream = receivers_[connection];
  if (stream != nullptr && stream->wait == Wait::message) {
    pump(*stream);
  }
}

}  // namespace heliograph::testbenches
