// SPDX-License-Identifier: Apache-2.0
#include "testbenches/schedule/draft_checks.hpp"

#include "testbenches/schedule/buffer_layout.hpp"
#include "testbenches/schedule/step_operands.hpp"

namespace heliograph::testbenches {

namespace {

class ValueChecks {
 public:
  ValueChecks(const ScheduleDraft& draft, std::vector<DraftFault>& faults)
      : draft_(draft),
        layout_(draft.collective, draft.in_place, static_cast<std::uint32_t>(draft.ranks.size()),
                draft.chunks_per_loop),
        faults_(faults) {}

  void run() {
    check_head();
    for (std::size_t rank = 0; rank < draft_.ranks.size(); ++rank) {
      check_rank(rank);
    }
  }

 private:
  void fault(DraftPlace place, std::string message) {
    faults_.push_back({place, std::move(message)});
  }

  void check_head() {
    if (draft_.ranks.empty()) {
      fault({{}, {}, {}, "ngpus"}, "ngpus is 0: expected at least 1");
    }
    const std::string chunks = std::to_string(draft_.chunks_per_loop);
    if (draft_.chunks_per_loop < 1) {
      fault({{}, {}, {}, "nchunksperloop"},
            "nchunksperloop is " + chunks + ": expected at least 1");
      return;
    }
    const auto ranks = static_cast<std::int64_t>(draft_.ranks.size());
    if (layout_.needs_equal_shares() && ranks > 0 && draft_.chunks_per_loop % ranks != 0) {
      fault({{}, {}, {}, "nchunksperloop"},
            "nchunksperloop is " + chunks + ": expected a multiple of the " +
                std::to_string(ranks) + " ranks, since " +
                std::string(to_string(draft_.collective)) + " gives each an equal share");
    }
  }

  void check_rank(std::size_t index) {
    const RankDraft& rank = draft_.ranks[index];
    const std::size_t before = faults_.size();
    check_size(index, "i_chunks", rank.chunks.input, Buffer::input);
    check_size(index, "o_chunks", rank.chunks.output, Buffer::output);
    check_size(index, "s_chunks", rank.chunks.scratch, Buffer::scratch);
    sizes_known_ = rank.complete && faults_.size() == before;
    for (std::size_t stream = 0; stream < rank.streams.size(); ++stream) {
      check_stream(index, stream);
    }
  }

  void check_size(std::size_t rank, std::string_view field, std::int64_t chunks, Buffer buffer) {
    const std::optional<std::int64_t> full = layout_.full_size(buffer);
    if (chunks == 0 || (!full && chunks > 0) || chunks == full) {
      return;
    }
    std::string message = std::string(field) + " is " + std::to_string(chunks) + ": expected ";
    message += full ? "0 or " + std::to_string(*full) + " (nchunksperloop is " +
                          std::to_string(draft_.chunks_per_loop) + ", coll is " +
                          std::string(to_string(draft_.collective)) + ")"
                    : std::string("0 or more");
    fault({rank, {}, {}, field}, std::move(message));
  }

  void check_stream(std::size_t rank, std::size_t index) {
    const StreamDraft& stream = draft_.ranks[rank].streams[index];
    check_peer({rank, index, {}, "send"}, stream.send_peer);
    check_peer({rank, index, {}, "recv"}, stream.receive_peer);
    if (stream.channel < 0) {
      fault({rank, index, {}, "chan"},
            "chan is " + std::to_string(stream.channel) + ": expected 0 or more");
    }
    for (std::size_t step = 0; step < stream.steps.size(); ++step) {
      check_step({rank, index, step, ""}, stream);
    }
  }

  void check_peer(DraftPlace place, std::optional<base::RankId> peer) {
    if (!peer) {
      return;
    }
    const std::string found =
        std::string(place.field) + " is " + std::to_string(base::index(*peer));
    if (base::index(*peer) >= draft_.ranks.size()) {
      fault(place, found + ": expected -1 or 0 to " + std::to_string(draft_.ranks.size() - 1));
    } else if (base::index(*peer) == place.rank && draft_.ranks[*place.rank].complete) {
      fault(place, found + ", the gpu itself: expected another gpu, or -1 for none");
    }
  }

  void check_step(DraftPlace place, const StreamDraft& stream) {
    const Step& step = stream.steps[*place.step];
    const std::string kind = "type is " + std::string(to_string(step.kind));
    place.field = "type";
    if (sends(step.kind) && !stream.send_peer && stream.complete) {
      fault(place, kind + ", which sends, but send of this tb is -1: expected a peer there");
    }
    if (receives(step.kind) && !stream.receive_peer && stream.complete) {
      fault(place, kind + ", which receives, but recv of this tb is -1: expected a peer there");
    }
    if (step.kind == StepKind::nop) {
      return;
    }
    if (step.count < 1) {
      place.field = "cnt";
      fault(place, "cnt is " + std::to_string(step.count) + ": expected at least 1");
      return;
    }
    if (reads_source(step.kind)) {
      place.field = "srcoff";
      check_range(place, step.source, step.count);
    }
    if (writes_destination(step.kind)) {
      place.field = "dstoff";
      check_range(place, step.destination, step.count);
    }
  }

  void check_range(const DraftPlace& place, ChunkRange range, std::int64_t count) {
    const RankDraft& rank = draft_.ranks[*place.rank];
    if (!sizes_known_) {
      return;
    }
    const std::int64_t size = layout_.size(rank.chunks, range.buffer);
    if (range.offset >= 0 && count <= size && range.offset <= size - count) {
      return;
    }
    std::string message = std::string(place.field) + " is " + std::to_string(range.offset) +
                          " with cnt " + std::to_string(count) + ": ";
    message += "buffer " + std::string(1, letter(range.buffer)) + " of gpu " +
               std::to_string(*place.rank) + " has " + std::to_string(size) +
               (size == 1 ? " chunk" : " chunks");
    fault(place, std::move(message));
  }

  const ScheduleDraft& draft_;
  BufferLayout layout_;
  std::vector<DraftFault>& faults_;
  bool sizes_known_ = false;  ///< the buffers of the rank in hand have their right sizes
};

}  // namespace

std::string DraftPlace::text() const {
  std::string text;
  if (rank) {
    text += "rank " + std::to_string(*rank);
  }
  if (stream) {
    text += ", thread block " + std::to_string(*stream);
  }
  if (step) {
    text += ", step " + std::to_string(*step);
  }
  return text;
}

void check_values(const ScheduleDraft& draft, std::vector<DraftFault>& faults) {
  ValueChecks(draft, faults).run();
}

std::vector<DraftFault> faults_of(const ScheduleDraft& draft) {
  std::vector<DraftFault> faults;
  check_values(draft, faults);
  check_connections(draft, faults);
  check_dependencies(draft, faults);
  return faults;
}

}  // namespace heliograph::testbenches
