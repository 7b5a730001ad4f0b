// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/explicit_schedule.hpp"

#include <utility>

#include "base/diagnostics.hpp"
#include "testbenches/schedule/draft_checks.hpp"

namespace heliograph::testbenches {

namespace {

void clear_nops(ScheduleDraft& draft) {
  for (RankDraft& rank : draft.ranks) {
    for (StreamDraft& stream : rank.streams) {
      for (Step& step : stream.steps) {
        if (step.kind == StepKind::nop) {
          step = {StepKind::nop, {}, {}, 0, step.dependency};
        }
      }
    }
  }
}

StreamDraft stream_draft(const Schedule& schedule, base::RankId rank, base::StreamId id) {
  const StreamInfo info = schedule.stream(rank, id);
  StreamDraft stream{info.send_peer, info.receive_peer, info.channel, {}, true};
  for (std::int64_t step = 0; step < info.steps; ++step) {
    stream.steps.push_back(schedule.step(rank, id, step));
  }
  return stream;
}

}  // namespace

std::unique_ptr<ExplicitSchedule> ExplicitSchedule::build(ScheduleDraft draft) {
  base::Diagnostics diagnostics;
  for (const DraftFault& fault : faults_of(draft)) {
    const std::string place = fault.place.text();
    diagnostics.error({draft.name, 0, 0},
                      place.empty() ? fault.message : place + ": " + fault.message);
  }
  base::throw_if_errors(diagnostics);
  clear_nops(draft);
  return std::unique_ptr<ExplicitSchedule>(new ExplicitSchedule(std::move(draft)));
}

ExplicitSchedule::ExplicitSchedule(ScheduleDraft draft) : draft_(std::move(draft)) {}

std::uint32_t ExplicitSchedule::ranks() const {
  return static_cast<std::uint32_t>(draft_.ranks.size());
}

BufferChunks ExplicitSchedule::buffer_chunks(base::RankId rank) const {
  return draft_.ranks[base::index(rank)].chunks;
}

std::uint32_t ExplicitSchedule::streams(base::RankId rank) const {
  return static_cast<std::uint32_t>(draft_.ranks[base::index(rank)].streams.size());
}

StreamInfo ExplicitSchedule::stream(base::RankId rank, base::StreamId stream) const {
  const StreamDraft& found = stream_of(rank, stream);
  return {found.send_peer, found.receive_peer, found.channel,
          static_cast<std::int64_t>(found.steps.size())};
}

Step ExplicitSchedule::step(base::RankId rank, base::StreamId stream, std::int64_t step) const {
  return stream_of(rank, stream).steps[static_cast<std::size_t>(step)];
}

base::SourceLocation ExplicitSchedule::place(base::RankId rank, base::StreamId stream,
                                             std::int64_t step) const {
  const std::vector<StepPlace>& places = stream_of(rank, stream).places;
  const auto index = static_cast<std::size_t>(step);
  if (index >= places.size()) {
    return {};
  }
  return {draft_.file, places[index].line, places[index].column};
}

const StreamDraft& ExplicitSchedule::stream_of(base::RankId rank, base::StreamId stream) const {
  return draft_.ranks[base::index(rank)].streams[base::index(stream)];
}

ScheduleDraft draft_of(const Schedule& schedule) {
  ScheduleDraft draft;
  draft.name = schedule.name();
  draft.collective = schedule.collective();
  draft.in_place = schedule.in_place();
  draft.chunks_per_loop = schedule.chunks_per_loop();
  for (std::uint32_t index = 0; index < schedule.ranks(); ++index) {
    const base::RankId rank{index};
    RankDraft part{schedule.buffer_chunks(rank), {}, true};
    for (std::uint32_t stream = 0; stream < schedule.streams(rank); ++stream) {
      part.streams.push_back(stream_draft(schedule, rank, base::StreamId{stream}));
    }
    draft.ranks.push_back(std::move(part));
  }
  return draft;
}

}  // namespace heliograph::testbenches
