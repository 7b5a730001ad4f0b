// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/symbolic_run.hpp"

#include <algorithm>
#include <utility>

#include "testbenches/schedule/collective_promise.hpp"
#include "testbenches/schedule/step_operands.hpp"

namespace heliograph::testbenches {

SymbolicRun::SymbolicRun(const Schedule& schedule, Order order, Detail detail)
    : schedule_(schedule), order_(order), detail_(detail), layout_(schedule) {}

void SymbolicRun::watch(base::RankId rank, ChunkRange chunk) {
  watch_ = {rank, layout_.resolve(rank, chunk)};
}

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
  memory.sizes = {inputs, outputs, declared.scratch};
  if (!gathered_in_place) {
    resize(memory.input, inputs);
  }
  if (!schedule_.in_place() || gathered_in_place) {
    resize(memory.output, outputs);
  }
  resize(memory.scratch, declared.scratch);
  const ChunkRange first = layout_.resolve(rank, {Buffer::input, 0});
  Cells& filled = cells(rank, first.buffer);
  for (std::int64_t chunk = 0; chunk < inputs; ++chunk) {
    const auto place = static_cast<std::size_t>(first.offset + chunk);
    filled.prints[place] = ContributionPool::fingerprint(rank, chunk);
    if (exact()) {
      filled.exact[place].value = pool_.leaf(rank, chunk);
    }
  }
}

void SymbolicRun::resize(Cells& cells, std::int64_t chunks) const {
  cells.prints.resize(static_cast<std::size_t>(chunks));
  if (exact()) {
    cells.exact.resize(static_cast<std::size_t>(chunks));
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
  Values values;
  if (receives(step.kind)) {
    values = take_message(stream, step);
  }
  if (reads_source(step.kind)) {
    Values local = read(stream, step.source, step.count);
    if (receives(step.kind)) {
      add(stream, values, local);
    } else {
      values = std::move(local);
    }
  }
  if (step.kind == StepKind::reduce && !fault_) {
    Values old = read(stream, step.destination, step.count);
    add(stream, old, values);
    values = std::move(old);
  }
  if (writes_destination(step.kind) && !fault_) {
    write(stream, step.destination, values);
  }
  if (sends(step.kind) && !fault_) {
    post_message(stream, std::move(values));
  }
}

void SymbolicRun::add(const Stream& stream, Values& values, const Values& local) {
  if (fault_) {
    return;
  }
  for (std::size_t k = 0; k < local.prints.size(); ++k) {
    values.prints[k] += local.prints[k];
  }
  for (std::size_t k = 0; k < local.exact.size(); ++k) {
    values.exact[k] = sum(stream, values.exact[k], local.exact[k]);
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

SymbolicRun::Values SymbolicRun::take_message(const Stream& stream, const Step& step) {
  Connection& link = connections_[stream.receive_connection];
  Values values = std::move(link.messages[link.taken++]);
  if (2 * link.taken >= link.messages.size()) {
    link.messages.erase(link.messages.begin(),
                        link.messages.begin() + static_cast<std::ptrdiff_t>(link.taken));
    link.taken = 0;
  }
  ++link.received;
  RankCounts& counts = counts_[base::index(stream.rank)];
  ++counts.receives;
  counts.chunks_received += step.count;
  if (static_cast<std::int64_t>(values.prints.size()) != step.count) {
    fail(stream, {},
         "receives " + std::to_string(step.count) + " chunks, but the message from rank " +
             std::to_string(base::index(*stream.info.receive_peer)) + " holds " +
             std::to_string(values.prints.size()));
  }
  return values;
}

void SymbolicRun::post_message(const Stream& stream, Values values) {
  if (stream.send_connection == kNoIndex) {
    fail(stream, {}, "sends, but its thread block has no peer to send to");
    return;
  }
  RankCounts& counts = counts_[base::index(stream.rank)];
  ++counts.sends;
  counts.chunks_sent += static_cast<std::int64_t>(values.prints.size());
  Connection& link = connections_[stream.send_connection];
  link.messages.push_back(std::move(values));
  ++link.sent;
  if (link.receiver != kNoIndex && streams_[link.receiver].waits_for_message) {
    streams_[link.receiver].waits_for_message = false;
    runnable_.push_back(link.receiver);
  }
}

SymbolicRun::Values SymbolicRun::read(const Stream& stream, ChunkRange range, std::int64_t count) {
  Values values;
  if (fault_ || !in_range(stream, range, count)) {
    return values;
  }
  const ChunkRange place = layout_.resolve(stream.rank, range);
  const Cells& from = cells(stream.rank, place.buffer);
  const auto first = from.prints.begin() + place.offset;
  values.prints.assign(first, first + count);
  // No value that anybody wrote is all zeros, but for a chance of 2^-128.
  const auto unwritten = std::find(values.prints.begin(), values.prints.end(), Fingerprint{});
  if (unwritten != values.prints.end()) {
    const std::int64_t chunk = range.offset + (unwritten - values.prints.begin());
    fail(stream, chunk,
         std::string("reads chunk ") + std::to_string(chunk) + " of buffer " +
             letter(range.buffer) + " before anything is written there");
    return values;
  }
  if (exact()) {
    values.exact.reserve(static_cast<std::size_t>(count));
    for (std::int64_t k = 0; k < count; ++k) {
      values.exact.push_back(from.exact[static_cast<std::size_t>(place.offset + k)].value);
    }
  }
  return values;
}

void SymbolicRun::write(const Stream& stream, ChunkRange range, const Values& values) {
  const auto count = static_cast<std::int64_t>(values.prints.size());
  if (!in_range(stream, range, count)) {
    return;
  }
  const ChunkRange place = layout_.resolve(stream.rank, range);
  Cells& to = cells(stream.rank, place.buffer);
  std::copy(values.prints.begin(), values.prints.end(), to.prints.begin() + place.offset);
  const auto writer = static_cast<std::uint32_t>(stream.id);
  for (std::size_t k = 0; k < values.exact.size(); ++k) {
    to.exact[static_cast<std::size_t>(place.offset) + k] = {values.exact[k], writer, stream.next};
  }
  if (watch_ && watch_->first == stream.rank && watch_->second.buffer == place.buffer &&
      watch_->second.offset >= place.offset && watch_->second.offset < place.offset + count) {
    watched_ = {kNothing, writer, stream.next};
  }
}

bool SymbolicRun::in_range(const Stream& stream, ChunkRange range, std::int64_t count) {
  const std::int64_t size =
      memory_[base::index(stream.rank)].sizes.at(static_cast<std::size_t>(range.buffer));
  if (count >= 0 && range.offset >= 0 && count <= size && range.offset <= size - count) {
    return true;
  }
  fail(stream, range.offset,
       "names " + std::to_string(count) + " chunks from " + std::to_string(range.offset) +
           " on in buffer " + letter(range.buffer) + ", which has " + std::to_string(size));
  return false;
}

const SymbolicRun::Cells& SymbolicRun::cells(base::RankId rank, Buffer buffer) const {
  const Memory& memory = memory_[base::index(rank)];
  return buffer == Buffer::input    ? memory.input
         : buffer == Buffer::output ? memory.output
                                    : memory.scratch;
}

SymbolicRun::Cells& SymbolicRun::cells(base::RankId rank, Buffer buffer) {
  Memory& memory = memory_[base::index(rank)];
  return buffer == Buffer::input    ? memory.input
         : buffer == Buffer::output ? memory.output
                                    : memory.scratch;
}

const Fingerprint* SymbolicRun::fingerprint(base::RankId rank, ChunkRange chunk) const {
  const ChunkRange place = layout_.resolve(rank, chunk);
  const std::vector<Fingerprint>& prints = cells(rank, place.buffer).prints;
  const auto offset = static_cast<std::size_t>(place.offset);
  return offset < prints.size() ? &prints[offset] : nullptr;
}

const SymbolicRun::Cell* SymbolicRun::find(base::RankId rank, ChunkRange chunk) const {
  const ChunkRange place = layout_.resolve(rank, chunk);
  const std::vector<Cell>& exact = cells(rank, place.buffer).exact;
  const auto offset = static_cast<std::size_t>(place.offset);
  return offset < exact.size() ? &exact[offset] : nullptr;
}

}  // namespace heliograph::testbenches
