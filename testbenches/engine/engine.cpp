// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engine/engine.hpp"

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
      late_ranks_("late_ranks", [this](base::RankId rank) { rank_comes(rank); }),
      sends_done_before_(plan.matchings(), 0) {
  if (circuits_ != nullptr) {
    circuits_->on_active([this](base::EpochId /*epoch*/) { circuits_active(); });
  }
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
    for (std::uint32_t s = 0; s < state.streams.size(); ++s) {
      Stream& stream = state.streams[s];
      stream.rank = rank;
      stream.id = static_cast<base::StreamId>(s);
      stream.info = schedule_.stream(rank, stream.id);
      streams_left_ += stream.info.steps > 0 ? 1 : 0;
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

void Engine::circuits_active() {
  active_matchings_ = asked_matchings_;
  if (log_.started == base::Picoseconds::never()) {
    log_.started = systemc::now();
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      if (ranks_[r].late) {
        late_ranks_.schedule(systemc::now() + options_.late_by[r], static_cast<base::RankId>(r));
      }
    }
  }
  ask_for_next_matching();
  for (Rank& rank : ranks_) {
    if (rank.late) {
      continue;
    }
    for (Stream& stream : rank.streams) {
      if (stream.wait == Wait::none || stream.wait == Wait::circuit) {
        pump(stream);
      }
    }
  }
}

void Engine::rank_comes(base::RankId rank) {
  Rank& state = ranks_[base::index(rank)];
  state.late = false;
  for (Stream& stream : state.streams) {
    stream.last.at = systemc::now();
    stream.last.path.late_start = systemc::now() - log_.started;
  }
  for (Stream& stream : state.streams) {
    pump(stream);
  }
}

void Engine::ask_for_next_matching() {
  if (asked_matchings_ != active_matchings_ || asked_matchings_ == plan_.matchings() ||
      sends_done_before_[asked_matchings_] != plan_.sends_before(asked_matchings_)) {
    return;
  }
  circuits_->request(plan_.circuits(asked_matchings_));
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

void Engine::set_wait(Stream& stream, Wait wait) {
  Rank& rank = ranks_[base::index(stream.rank)];
  rank.waiting_for_steps -= stream.wait == Wait::dependency ? 1U : 0U;
  rank.waiting_for_steps += wait == Wait::dependency ? 1U : 0U;
  stream.wait = wait;
}

bool Engine::take_up_step(Stream& stream) {
  if (stream.next == stream.info.steps) {
    return false;
  }
  stream.step = schedule_.step(stream.rank, stream.id, stream.next);
  const Done* after = &stream.last;
  if (stream.step.dependency) {
    const Stream& other =
        ranks_[base::index(stream.rank)].streams[base::index(stream.step.dependency->stream)];
    if (other.next <= stream.step.dependency->step) {
      set_wait(stream, Wait::dependency);
      return false;
    }
    const Done& needed = other.done[static_cast<std::size_t>(stream.step.dependency->step)];
    if (stream.next == 0 || needed.at > after->at) {
      after = &needed;
    }
  }
  stream.in_hand = true;
  set_wait(stream, Wait::none);
  stream.path = after->path;
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
    set_wait(stream, Wait::message);
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
    add_leaving(stream.path, sent);
    stream.path.propagation += sent.arrived - sent.last_bit;
    stream.path.reception += sent.in_memory - sent.arrived;
  }
  board_.take(stream.receive_connection);
  return true;
}

void Engine::add_wait(TimeSplit& path, base::Picoseconds from, base::Picoseconds to) const {
  const base::Picoseconds dark =
      options_.dark == nullptr ? base::Picoseconds(0) : options_.dark->between(from, to);
  path.dark_exposed += dark;
  path.waiting += to - from - dark;
}

void Engine::add_leaving(TimeSplit& path, const MessageRecord& message) const {
  path.startup += options_.post_latency;
  add_wait(path, message.posted + options_.post_latency, message.first_bit);
  path.serialisation += message.last_bit - message.first_bit;
}

void Engine::compute(Stream& stream) {
  set_wait(stream, Wait::computation);
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
  OperationRecord& record = *stream.record;
  record.computed = systemc::now();
  const bool waited_for_message = receives(stream.step.kind) && record.operand >= record.ready;
  stream.path.computation += record.computed - (waited_for_message ? record.operand : record.ready);
  set_wait(stream, Wait::none);
  if (sends(stream.step.kind)) {
    post_send(stream);
    return;
  }
  finish_step(stream);
  pump(stream);
}

bool Engine::circuit_is_up(const Stream& stream) const {
  if (plan_.matchings() == 0) {
    return true;  // all are, always
  }
  const std::size_t planned = plan_.matching_of(stream.rank, stream.id, stream.next);
  return planned < active_matchings_ &&
         plan_.contains(active_matchings_ - 1, {stream.rank, *stream.info.send_peer});
}

bool Engine::post_send(Stream& stream) {
  if (!circuit_is_up(stream)) {
    set_wait(stream, Wait::circuit);
    return false;
  }
  set_wait(stream, Wait::sending);
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
  add_wait(stream.path, receives(operation.kind) ? operation.computed : operation.ready,
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
  note_last(stream);
  stream.in_hand = false;
  set_wait(stream, Wait::none);
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

void Engine::note_last(const Stream& stream) {
  // Of operations that end together the first in rank, stream and step stands for all, whatever
  // order the kernel ended them in.
  const auto place = [](const OperationRecord& operation) {
    return std::tuple(operation.rank, operation.stream, operation.step);
  };
  if (last_.done == stream.record->done && place(last_) < place(*stream.record)) {
    return;
  }
  last_ = *stream.record;
  log_.split = stream.path;
}

void Engine::wake_dependents(base::RankId rank) {
  Rank& state = ranks_[base::index(rank)];
  for (std::size_t s = 0; state.waiting_for_steps > 0 && s < state.streams.size(); ++s) {
    if (state.streams[s].wait == Wait::dependency) {
      pump(state.streams[s]);
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
  add_leaving(stream.path, message);
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

std::vector<std::string> Engine::blocked_streams() const {
  std::vector<std::string> lines;
  for (const Rank& rank : ranks_) {
    for (const Stream& stream : rank.streams) {
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
  return text + (ranks_[base::index(stream.rank)].late ? "its rank to come" : "the first circuits");
}

}  // namespace heliograph::testbenches
