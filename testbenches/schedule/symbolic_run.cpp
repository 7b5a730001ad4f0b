// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/symbolic_run.hpp"

#include <algorithm>
#include <utility>

#include "testbenches/schedule/collective_promise.hpp"
#include "testbenches/schedule/step_operands.hpp"

namespace heliograph::testbenches {

SymbolicRun::SymbolicRun(const Schedule& schedule, Order order)
    : schedule_(schedule), order_(order), layout_(schedule) {}

std::optional<CheckFault> SymbolicRun::run() {
  prepare();
  while (!runnable_.empty() && !fault_) {
    const std::size_t index = runnable_.back();
    runnable_.pop_back();
    advance(index);
  }
  if (!fault_) {
    fail_deadlock();
  }
  if (!fault_) {
    fail_left_over();
  }
  return fault_;
}

void SymbolicRun::prepare() {
  const std::uint32_t ranks = schedule_.ranks();
  memory_.resize(ranks);
  counts_.resize(ranks);
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    make_memory(base::RankId{rank});
  }
  for (std::uint32_t index = 0; index < ranks; ++index) {
    const base::RankId rank{index};
    first_stream_.push_back(streams_.size());
    for (std::uint32_t stream = 0; stream < schedule_.streams(rank); ++stream) {
      make_stream(rank, base::StreamId{stream});
    }
  }
  for (std::size_t index = 0; index < streams_.size(); ++index) {
    runnable_.push_back(index);  // the last one is on top: it goes first
  }
  if (order_ == Order::first_stream_first) {
    std::reverse(runnable_.begin(), runnable_.end());
  }
}

void SymbolicRun::make_memory(base::RankId rank) {
  const BufferChunks declared = schedule_.buffer_chunks(rank);
  const bool gathered_in_place =
      schedule_.in_place() && schedule_.collective() == Collective::all_gather;
  const std::int64_t inputs = layout_.size(declared, Buffer::input);
  const std::int64_t outputs = layout_.size(declared, Buffer::output);
  Memory& memory = memory_[base::index(rank)];
  if (!gathered_in_place) {
    memory.input.resize(static_cast<std::size_t>(inputs));
  }
  if (!schedule_.in_place() || gathered_in_place) {
    memory.output.resize(static_cast<std::size_t>(outputs));
  }
  memory.scratch.resize(static_cast<std::size_t>(declared.scratch));
  for (std::int64_t chunk = 0; chunk < inputs; ++chunk) {
    cell(rank, {Buffer::input, chunk})->value = pool_.leaf(rank, chunk);
  }
}

void SymbolicRun::make_stream(base::RankId rank, base::StreamId id) {
  Stream stream;
  stream.rank = rank;
  stream.id = id;
  stream.info = schedule_.stream(rank, id);
  const auto own = static_cast<std::uint32_t>(rank);
  if (stream.info.send_peer) {
    const auto peer = static_cast<std::uint32_t>(*stream.info.send_peer);
    stream.send_connection = connection(own, peer, stream.info.channel);
    claim(connections_[stream.send_connection].sender, stream, "send to");
  }
  if (stream.info.receive_peer) {
    const auto peer = static_cast<std::uint32_t>(*stream.info.receive_peer);
    stream.receive_connection = connection(peer, own, stream.info.channel);
    claim(connections_[stream.receive_connection].receiver, stream, "receive from");
  }
  streams_.push_back(std::move(stream));
}

std::size_t SymbolicRun::connection(std::uint32_t from, std::uint32_t to, std::int32_t channel) {
  const auto [found, fresh] = by_ends_.try_emplace({from, to, channel}, connections_.size());
  if (fresh) {
    connections_.emplace_back();
  }
  return found->second;
}

void SymbolicRun::claim(std::size_t& end, const Stream& stream, std::string_view what) {
  if (end != kNoIndex) {
    fail(stream, {}, "two thread blocks " + std::string(what) + " one peer on one channel");
  }
  end = streams_.size();
}

void SymbolicRun::advance(std::size_t index) {
  Stream& stream = streams_[index];
  while (stream.next < stream.info.steps && !fault_) {
    const Step step = schedule_.step(stream.rank, stream.id, stream.next);
    if (!ready(index, step)) {
      return;
    }
    execute(index, step);
    complete(index);
  }
}

bool SymbolicRun::ready(std::size_t index, const Step& step) {
  Stream& stream = streams_[index];
  if (step.dependency) {
    const std::size_t other =
        first_stream_[base::index(stream.rank)] + base::index(step.dependency->stream);
    if (base::index(step.dependency->stream) >= schedule_.streams(stream.rank)) {
      fail(stream, {}, "waits for a thread block that does not exist");
      return false;
    }
    if (streams_[other].next <= step.dependency->step) {
      streams_[other].waiters.emplace(step.dependency->step, index);
      return false;
    }
  }
  if (!receives(step.kind)) {
    return true;
  }
  if (stream.receive_connection == kNoIndex) {
    fail(stream, {}, "receives, but its thread block has no peer to receive from");
    return false;
  }
  stream.waits_for_message = connections_[stream.receive_connection].messages.empty();
  return !stream.waits_for_message;
}

void SymbolicRun::execute(std::size_t index, const Step& step) {
  const Stream& stream = streams_[index];
  if (step.kind == StepKind::nop) {
    return;
  }
  std::vector<ValueId> values;
  if (receives(step.kind)) {
    values = take_message(stream, step);
  }
  if (reads_source(step.kind)) {
    const std::vector<ValueId> local = read(stream, step.source, step.count);
    if (!receives(step.kind)) {
      values = local;
    }
    for (std::size_t k = 0; receives(step.kind) && !fault_ && k < local.size(); ++k) {
      values[k] = sum(stream, values[k], local[k]);
    }
  }
  if (step.kind == StepKind::reduce && !fault_) {
    const std::vector<ValueId> old = read(stream, step.destination, step.count);
    for (std::size_t k = 0; !fault_ && k < old.size(); ++k) {
      values[k] = sum(stream, old[k], values[k]);
    }
  }
  if (writes_destination(step.kind) && !fault_) {
    write(stream, step.destination, values);
  }
  if (sends(step.kind) && !fault_) {
    post_message(stream, std::move(values));
  }
}

ValueId SymbolicRun::sum(const Stream& stream, ValueId a, ValueId b) {
  const ValueId total = pool_.sum(a, b);
  if (first_mixed_sum_.empty() && pool_.chunk(a) != pool_.chunk(b)) {
    first_mixed_sum_ = place_text(stream) + " adds " + describe(pool_.contributions(a)) + " to " +
                       describe(pool_.contributions(b));
  }
  return total;
}

void SymbolicRun::complete(std::size_t index) {
  Stream& stream = streams_[index];
  if (fault_) {
    return;
  }
  ++counts_[base::index(stream.rank)].steps;
  ++stream.next;
  while (!stream.waiters.empty() && stream.waiters.begin()->first < stream.next) {
    runnable_.push_back(stream.waiters.begin()->second);
    stream.waiters.erase(stream.waiters.begin());
  }
}

std::vector<ValueId> SymbolicRun::take_message(const Stream& stream, const Step& step) {
  Connection& link = connections_[stream.receive_connection];
  std::vector<ValueId> values = std::move(link.messages.front());
  link.messages.pop_front();
  ++link.received;
  RankCounts& counts = counts_[base::index(stream.rank)];
  ++counts.receives;
  counts.chunks_received += step.count;
  if (static_cast<std::int64_t>(values.size()) != step.count) {
    fail(stream, {},
         "receives " + std::to_string(step.count) + " chunks, but the message from rank " +
             std::to_string(base::index(*stream.info.receive_peer)) + " holds " +
             std::to_string(values.size()));
  }
  return values;
}

void SymbolicRun::post_message(const Stream& stream, std::vector<ValueId> values) {
  if (stream.send_connection == kNoIndex) {
    fail(stream, {}, "sends, but its thread block has no peer to send to");
    return;
  }
  RankCounts& counts = counts_[base::index(stream.rank)];
  ++counts.sends;
  counts.chunks_sent += static_cast<std::int64_t>(values.size());
  Connection& link = connections_[stream.send_connection];
  link.messages.push_back(std::move(values));
  ++link.sent;
  if (link.receiver != kNoIndex && streams_[link.receiver].waits_for_message) {
    streams_[link.receiver].waits_for_message = false;
    runnable_.push_back(link.receiver);
  }
}

std::vector<ValueId> SymbolicRun::read(const Stream& stream, ChunkRange range, std::int64_t count) {
  std::vector<ValueId> values;
  if (fault_ || !in_range(stream, range, count)) {
    return values;
  }
  for (std::int64_t k = 0; k < count; ++k) {
    values.push_back(cell(stream.rank, {range.buffer, range.offset + k})->value);
    if (values.back() == kNothing) {
      fail(stream, range.offset + k,
           std::string("reads chunk ") + std::to_string(range.offset + k) + " of buffer " +
               letter(range.buffer) + " before anything is written there");
      return values;
    }
  }
  return values;
}

void SymbolicRun::write(const Stream& stream, ChunkRange range,
                        const std::vector<ValueId>& values) {
  if (!in_range(stream, range, static_cast<std::int64_t>(values.size()))) {
    return;
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    *cell(stream.rank, {range.buffer, range.offset + static_cast<std::int64_t>(k)}) = {
        values[k], static_cast<std::uint32_t>(stream.id), stream.next};
  }
}

bool SymbolicRun::in_range(const Stream& stream, ChunkRange range, std::int64_t count) {
  const std::int64_t size = layout_.size(schedule_.buffer_chunks(stream.rank), range.buffer);
  if (count >= 0 && range.offset >= 0 && count <= size && range.offset <= size - count) {
    return true;
  }
  fail(stream, range.offset,
       "names " + std::to_string(count) + " chunks from " + std::to_string(range.offset) +
           " on in buffer " + letter(range.buffer) + ", which has " + std::to_string(size));
  return false;
}

SymbolicRun::Cell* SymbolicRun::cell(base::RankId rank, ChunkRange chunk) {
  const ChunkRange place = layout_.resolve(rank, chunk);
  Memory& memory = memory_[base::index(rank)];
  std::vector<Cell>& cells = place.buffer == Buffer::input    ? memory.input
                             : place.buffer == Buffer::output ? memory.output
                                                              : memory.scratch;
  const auto offset = static_cast<std::size_t>(place.offset);
  return offset < cells.size() ? &cells[offset] : nullptr;
}

const SymbolicRun::Cell* SymbolicRun::find(base::RankId rank, ChunkRange chunk) const {
  return const_cast<SymbolicRun*>(this)->cell(rank, chunk);
}

}  // namespace heliograph::testbenches
