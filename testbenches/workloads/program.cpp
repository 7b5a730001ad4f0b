// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/program.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/utf8.hpp"

namespace heliograph::testbenches {

namespace {

void check_part(const ProgramPart& part, std::uint32_t ranks, std::size_t parts) {
  std::vector<base::RankId> sorted = part.ranks;
  std::sort(sorted.begin(), sorted.end());
  if (sorted.empty() || base::index(sorted.back()) >= ranks ||
      std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    throw std::invalid_argument("the ranks of a part are none, twice or not there");
  }
  if (part.schedule && part.schedule->ranks() != part.ranks.size()) {
    throw std::invalid_argument("a part has not as many ranks as its schedule");
  }
  if (part.schedule && part.bytes.count() < part.schedule->chunks_per_loop()) {
    throw std::invalid_argument("a part has fewer bytes than chunks");
  }
  if (!part.after.empty() && part.after.size() != part.ranks.size()) {
    throw std::invalid_argument("a part says for some of its ranks what they wait for");
  }
  for (const auto& awaited : part.after) {
    if (std::any_of(awaited.begin(), awaited.end(),
                    [parts](std::size_t p) { return p >= parts; })) {
      throw std::invalid_argument("a part waits for one that is not there");
    }
  }
}

/// The highest channel of a schedule, and one.
std::int64_t channel_count(const Schedule& schedule) {
  std::int64_t channels = 0;
  for (std::uint32_t r = 0; r < schedule.ranks(); ++r) {
    for (std::uint32_t s = 0; s < schedule.streams(base::RankId{r}); ++s) {
      const StreamInfo info = schedule.stream(base::RankId{r}, base::StreamId{s});
      channels = std::max(channels, std::int64_t{info.channel} + 1);
    }
  }
  return channels;
}

/// Parts in an order in which each comes after those that it waits for; without those that wait in
/// a circle or for one.
std::vector<std::size_t> parts_in_order(const std::vector<ProgramPart>& parts) {
  std::vector<std::vector<std::size_t>> later(parts.size());
  std::vector<std::size_t> waits(parts.size(), 0);
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (const auto& awaited : parts[p].after) {
      for (const std::size_t before : awaited) {
        later[before].push_back(p);
        ++waits[p];
      }
    }
  }
  std::vector<std::size_t> order;
  order.reserve(parts.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    if (waits[p] == 0) {
      order.push_back(p);
    }
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::size_t p : later[order[i]]) {
      if (--waits[p] == 0) {
        order.push_back(p);
      }
    }
  }
  return order;
}

}  // namespace

std::optional<std::vector<std::size_t>> Program::order(const std::vector<ProgramPart>& parts) {
  std::vector<std::size_t> order = parts_in_order(parts);
  if (order.size() != parts.size()) {
    return std::nullopt;
  }
  return order;
}

std::string Program::circle(const std::vector<ProgramPart>& parts) {
  constexpr std::size_t kShown = 8;
  // Each part that cannot be done waits for another such, and so a walk from one to what it waits
  // for comes back to where it was.
  std::vector<bool> done(parts.size(), false);
  const auto waits_for = [&](std::size_t p) -> std::optional<std::size_t> {
    for (const auto& awaited : parts[p].after) {
      for (const std::size_t before : awaited) {
        if (!done[before]) {
          return before;
        }
      }
    }
    return std::nullopt;
  };
  for (const std::size_t p : parts_in_order(parts)) {
    done[p] = true;
  }
  std::vector<std::size_t> walk;
  std::vector<std::size_t> seen_at(parts.size(), parts.size());
  auto at = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
  while (seen_at[at] == parts.size()) {
    seen_at[at] = walk.size();
    walk.push_back(at);
    at = *waits_for(at);
  }
  const std::size_t members = walk.size() - seen_at[at];
  std::string text;
  for (std::size_t i = 0; i < std::min(members, kShown); ++i) {
    text += base::quoted(parts[walk[seen_at[at] + i]].name);
    text += " waits for ";
  }
  if (members > kShown) {
    text += std::to_string(members - kShown);
    text += " more, the last of them for ";
  }
  return text + base::quoted(parts[at].name);
}

Program::Program(std::string name, std::uint32_t ranks, std::vector<ProgramPart> parts)
    : name_(std::move(name)), parts_(std::move(parts)), shares_(ranks), buffers_(ranks) {
  std::int64_t common = 0;
  std::vector<std::int64_t> sizes(parts_.size(), 0);
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    check_part(parts_[p], ranks, parts_.size());
    if (parts_[p].schedule) {
      const base::Bytes chunks(parts_[p].schedule->chunks_per_loop());
      sizes[p] = base::units_to_cover(parts_[p].bytes, chunks);
      common = std::gcd(common, sizes[p]);
    }
  }
  const auto sequence = order(parts_);
  if (!sequence) {
    throw std::invalid_argument("parts of a program wait for each other in a circle");
  }
  chunk_bytes_ = base::Bytes(std::max<std::int64_t>(common, 1));
  std::int64_t channels = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    units_.push_back(sizes[p] / chunk_bytes_.count());
    channels_.push_back(static_cast<std::int32_t>(channels));
    if (parts_[p].schedule) {
      chunks_per_loop_ += units_[p] * parts_[p].schedule->chunks_per_loop();
      channels += channel_count(*parts_[p].schedule);
    }
    if (channels > std::numeric_limits<std::int32_t>::max()) {
      throw std::invalid_argument("the parts of a program have too many channels");
    }
    for (std::size_t local = 0; local < parts_[p].ranks.size(); ++local) {
      place_share(p, local);
    }
  }
  chunks_per_loop_ = std::max<std::int64_t>(chunks_per_loop_, 1);
  for (const std::size_t p : *sequence) {
    await_parts(p);
  }
}

void Program::place_share(std::size_t p, std::size_t local) {
  const ProgramPart& part = parts_[p];
  const std::size_t rank = base::index(part.ranks[local]);
  std::vector<Share>& shares = shares_[rank];
  Share share;
  share.part = p;
  share.rank = static_cast<base::RankId>(local);
  share.offset = buffers_[rank];
  const auto has_share = [&](std::size_t other) {
    const std::vector<base::RankId>& there = parts_[other].ranks;
    return std::find(there.begin(), there.end(), part.ranks[local]) != there.end();
  };
  share.gated = waits(part) || part.compute > base::Picoseconds(0) ||
                (!part.after.empty() &&
                 std::any_of(part.after[local].begin(), part.after[local].end(), has_share));
  if (!shares.empty()) {
    share.first_stream = shares.back().first_stream + streams(shares.back());
  }
  if (part.schedule) {
    const BufferLayout layout(*part.schedule);
    const BufferChunks declared = part.schedule->buffer_chunks(share.rank);
    buffers_[rank].input += layout.size(declared, Buffer::input) * units_[p];
    buffers_[rank].output += layout.size(declared, Buffer::output) * units_[p];
    buffers_[rank].scratch += layout.size(declared, Buffer::scratch) * units_[p];
  }
  shares.push_back(std::move(share));
}

/// Precondition: done for the parts that it waits for.
void Program::await_parts(std::size_t p) {
  const ProgramPart& part = parts_[p];
  for (std::size_t local = 0; local < part.after.size(); ++local) {
    std::vector<StepDependency> awaited;
    for (const std::size_t before : part.after[local]) {
      if (const Share* other = find_share(part.ranks[local], before)) {
        const std::vector<StepDependency> last = ends(*other);
        awaited.insert(awaited.end(), last.begin(), last.end());
      }
    }
    std::vector<Share>& shares = shares_[base::index(part.ranks[local])];
    const Share* const own = find_share(part.ranks[local], p);
    shares[static_cast<std::size_t>(own - shares.data())].awaited = std::move(awaited);
  }
}

/// The last step of each stream of a share.
std::vector<StepDependency> Program::ends(const Share& share) const {
  std::vector<StepDependency> last;
  const base::RankId rank = parts_[share.part].ranks[base::index(share.rank)];
  const std::uint32_t count = streams(share);
  for (std::uint32_t s = share.gated && count > 1 ? 1 : 0; s < count; ++s) {
    const base::StreamId id{share.first_stream + s};
    if (const std::int64_t steps = stream(rank, id).steps; steps > 0) {
      last.push_back({id, steps - 1});
    }
  }
  return last;
}

const Program::Share* Program::find_share(base::RankId rank, std::size_t part) const {
  const std::vector<Share>& shares = shares_[base::index(rank)];
  const auto found =
      std::lower_bound(shares.begin(), shares.end(), part,
                       [](const Share& share, std::size_t p) { return share.part < p; });
  return found != shares.end() && found->part == part ? &*found : nullptr;
}

const Program::Share& Program::share_of(base::RankId rank, base::StreamId stream) const {
  const std::vector<Share>& shares = shares_[base::index(rank)];
  const auto after =
      std::upper_bound(shares.begin(), shares.end(), base::index(stream),
                       [](std::size_t id, const Share& share) { return id < share.first_stream; });
  return *std::prev(after);
}

std::uint32_t Program::streams(const Share& share) const {
  const ProgramPart& part = parts_[share.part];
  return (share.gated ? 1U : 0U) + (part.schedule ? part.schedule->streams(share.rank) : 0U);
}

std::uint32_t Program::streams(base::RankId rank) const {
  const std::vector<Share>& shares = shares_[base::index(rank)];
  return shares.empty() ? 0U : shares.back().first_stream + streams(shares.back());
}

BufferChunks Program::buffer_chunks(base::RankId rank) const { return buffers_[base::index(rank)]; }

BufferChunks Program::offset(std::size_t part, base::RankId rank) const {
  return find_share(rank, part)->offset;
}

std::size_t Program::part_of(base::RankId rank, base::StreamId stream) const {
  return share_of(rank, stream).part;
}

std::int64_t Program::gate_steps(const Share& share) const {
  const ProgramPart& part = parts_[share.part];
  // One step for each that it awaits, one to wait and one to compute; at least one in all.
  const auto steps = static_cast<std::int64_t>(share.awaited.size()) + (waits(part) ? 1 : 0) +
                     (part.compute > base::Picoseconds(0) ? 1 : 0);
  return std::max<std::int64_t>(steps, 1);
}

Step Program::gate_step(const Share& share, std::int64_t step) const {
  const ProgramPart& part = parts_[share.part];
  const auto awaited = static_cast<std::int64_t>(share.awaited.size());
  Step made;
  made.count = 0;
  if (step < awaited) {
    made.dependency = share.awaited[static_cast<std::size_t>(step)];
  } else if (step == awaited && waits(part)) {
    made.kind = StepKind::wait;
    made.duration = part.not_before;
  } else if (part.compute > base::Picoseconds(0)) {
    made.kind = StepKind::compute;
    made.duration = part.compute;
  }
  return made;
}

std::uint32_t Program::local_stream(const Share& share, base::StreamId stream) {
  return static_cast<std::uint32_t>(stream) - share.first_stream;
}

StreamInfo Program::stream(base::RankId rank, base::StreamId stream) const {
  const Share& share = share_of(rank, stream);
  const std::uint32_t local = local_stream(share, stream);
  const ProgramPart& part = parts_[share.part];
  StreamInfo info;
  if (share.gated && local == 0) {
    info.steps = gate_steps(share);
    return info;
  }
  info = part.schedule->stream(share.rank, base::StreamId{local - (share.gated ? 1U : 0U)});
  if (info.send_peer) {
    info.send_peer = part.ranks[base::index(*info.send_peer)];
  }
  if (info.receive_peer) {
    info.receive_peer = part.ranks[base::index(*info.receive_peer)];
  }
  info.channel += channels_[share.part];
  info.steps += share.gated && info.steps > 0 ? 1 : 0;
  return info;
}

ChunkRange Program::placed(const Share& share, ChunkRange range) const {
  const ChunkRange own = BufferLayout(*parts_[share.part].schedule).resolve(share.rank, range);
  std::int64_t first = share.offset.scratch;
  if (own.buffer == Buffer::input) {
    first = share.offset.input;
  } else if (own.buffer == Buffer::output) {
    first = share.offset.output;
  }
  return {own.buffer, first + own.offset * units_[share.part]};
}

Step Program::step(base::RankId rank, base::StreamId stream, std::int64_t step) const {
  const Share& share = share_of(rank, stream);
  const std::uint32_t local = local_stream(share, stream);
  if (share.gated && local == 0) {
    return gate_step(share, step);
  }
  const std::int64_t before = share.gated ? 1 : 0;
  if (step < before) {
    Step opened;
    opened.count = 0;
    opened.dependency = StepDependency{base::StreamId{share.first_stream}, gate_steps(share) - 1};
    return opened;
  }
  Step own = parts_[share.part].schedule->step(
      share.rank, base::StreamId{local - (share.gated ? 1U : 0U)}, step - before);
  if (own.dependency) {
    own.dependency->stream = base::StreamId{static_cast<std::uint32_t>(own.dependency->stream) +
                                            share.first_stream + (share.gated ? 1U : 0U)};
    own.dependency->step += before;
  }
  own.source = placed(share, own.source);
  own.destination = placed(share, own.destination);
  own.count *= units_[share.part];
  return own;
}

base::SourceLocation Program::place(base::RankId rank, base::StreamId stream,
                                    std::int64_t step) const {
  const Share& share = share_of(rank, stream);
  const std::uint32_t local = local_stream(share, stream);
  const std::uint32_t gates = share.gated ? 1 : 0;
  if (local < gates || step < std::int64_t{gates}) {
    return {};
  }
  return parts_[share.part].schedule->place(share.rank, base::StreamId{local - gates},
                                            step - std::int64_t{gates});
}

}  // namespace heliograph::testbenches
