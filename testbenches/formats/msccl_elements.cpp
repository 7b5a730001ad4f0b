// SPDX-License-Identifier: Apache-2.0
#include "testbenches/formats/msccl_elements.hpp"

#include <array>
#include <limits>

#include "testbenches/schedule/step_operands.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kMostInteger = std::numeric_limits<std::int32_t>::max();  // as in MSCCL
constexpr std::int64_t kMostBytes = std::numeric_limits<std::int64_t>::max();

/// In the order of MscclGrammar::collectives; `reducescatter` is RCCL's spelling.
constexpr std::array<Collective, 8> kCollectives{
    Collective::all_reduce, Collective::all_gather,    Collective::reduce,
    Collective::broadcast,  Collective::all_to_all,    Collective::reduce_scatter,
    Collective::custom,     Collective::reduce_scatter};

constexpr std::array<Buffer, 3> kBuffers{Buffer::input, Buffer::output, Buffer::scratch};

constexpr std::array<StepKind, 9> kStepKinds{StepKind::send,
                                             StepKind::receive,
                                             StepKind::receive_copy_send,
                                             StepKind::receive_reduce_send,
                                             StepKind::receive_reduce_copy,
                                             StepKind::receive_reduce_copy_send,
                                             StepKind::copy,
                                             StepKind::reduce,
                                             StepKind::nop};

void read_byte_limits(const XmlElement& element) {
  const std::optional<std::int64_t> least = element.integer("minBytes", {0, kMostBytes});
  const std::optional<std::int64_t> most = element.integer("maxBytes", {-1, kMostBytes});
  if (least && most && *most >= 0 && *least > *most) {
    element.problem("minBytes", "minBytes is " + std::to_string(*least) +
                                    ": expected at most maxBytes, " + std::to_string(*most));
  }
}

std::optional<bool> read_placement(const XmlElement& element) {
  const std::optional<bool> in_place = element.flag("inplace");
  const std::optional<bool> out_of_place = element.flag("outofplace");
  if (in_place == false && out_of_place == false) {
    element.problem("inplace", "inplace and outofplace are both 0: expected 1 for one of them");
    return std::nullopt;
  }
  return in_place;
}

std::optional<StepKind> read_kind(const XmlElement& element, const MscclGrammar& grammar) {
  if (element.is("type", "ra")) {
    element.problem("type",
                    "type is \"ra\", the addition of residuals that lie outside of the buffers of "
                    "the collective: expected " +
                        list_text(grammar.step_types));
    return std::nullopt;
  }
  const std::optional<std::size_t> found = element.word("type", grammar.step_types);
  return found ? std::optional<StepKind>(kStepKinds[*found]) : std::nullopt;
}

/// An operand; -1 is a way to write one that the step does not use.
std::optional<ChunkRange> read_operand(const XmlElement& element, const MscclGrammar& grammar,
                                       const char* buffer_name, const char* offset_name,
                                       bool used) {
  const std::optional<std::size_t> buffer = element.word(buffer_name, grammar.buffers);
  const std::optional<std::int64_t> offset =
      element.integer(offset_name, {used ? 0 : -1, kMostInteger});
  if (!buffer || !offset) {
    return std::nullopt;
  }
  return ChunkRange{kBuffers[*buffer], *offset};
}

/// Reads depid and deps into `step`; false when they are wrong.
bool read_dependency(const XmlElement& element, Step& step) {
  const std::optional<std::int64_t> stream = element.integer("depid", {-1, kMostInteger});
  const std::optional<std::int64_t> number = element.integer("deps", {-1, kMostInteger});
  const bool hasdep = element.flag("hasdep").has_value();
  if (!stream || !number || !hasdep) {
    return false;
  }
  if ((*stream < 0) != (*number < 0)) {
    element.problem("depid", "depid is " + std::to_string(*stream) + " and deps is " +
                                 std::to_string(*number) +
                                 ": expected a tb and a step, or -1 and -1");
    return false;
  }
  if (*stream >= 0) {
    step.dependency = {base::StreamId{static_cast<std::uint32_t>(*stream)}, *number};
  }
  return true;
}

std::optional<base::RankId> peer_of(std::optional<std::int64_t> number) {
  if (!number || *number < 0) {
    return std::nullopt;
  }
  return base::RankId{static_cast<std::uint32_t>(*number)};
}

}  // namespace

MscclGrammar::MscclGrammar()
    : algo{{"name", "proto", "nchannels", "nchunksperloop", "ngpus", "coll", "inplace"},
           {"outofplace", "minBytes", "maxBytes", "nthreads"}},
      gpu{{"id", "i_chunks", "o_chunks", "s_chunks"}, {}},
      tb{{"id", "send", "recv", "chan"}, {"rtype", "stype"}},
      step{{"s", "type", "srcbuf", "srcoff", "dstbuf", "dstoff", "cnt", "depid", "deps", "hasdep"},
           {}},
      collectives{"allreduce", "allgather",      "reduce", "broadcast",
                  "alltoall",  "reduce_scatter", "custom", "reducescatter"},
      protocols{"Simple", "LL", "LL128"},
      buffers{"i", "o", "s"} {
  for (const StepKind kind : kStepKinds) {
    step_types.emplace_back(to_string(kind));
  }
}

MscclAlgo read_algo(const XmlElement& element, const MscclGrammar& grammar) {
  element.check_attributes(grammar.algo);
  MscclAlgo algo;
  algo.name = element.text("name").value_or("");
  if (const auto found = element.word("proto", grammar.protocols)) {
    algo.protocol = grammar.protocols[*found];
  }
  if (const auto found = element.word("coll", grammar.collectives)) {
    algo.collective = kCollectives[*found];
  }
  algo.in_place = read_placement(element);
  algo.chunks_per_loop = element.integer("nchunksperloop", {1, MscclLimits::kChunks});
  algo.gpus = element.integer("ngpus", {1, MscclLimits::kRanks});
  algo.channels = element.integer("nchannels", {1, MscclLimits::kChannels});
  (void)element.integer("nthreads", {0, kMostInteger});
  read_byte_limits(element);
  return algo;
}

RankDraft read_gpu(const XmlElement& element, const MscclGrammar& grammar) {
  element.check_attributes(grammar.gpu);
  RankDraft rank;
  const auto chunks = [&](const char* name) {
    const std::optional<std::int64_t> count = element.integer(name, {0, MscclLimits::kChunks});
    rank.complete = rank.complete && count;
    return count.value_or(0);
  };
  rank.chunks.input = chunks("i_chunks");
  rank.chunks.output = chunks("o_chunks");
  rank.chunks.scratch = chunks("s_chunks");
  return rank;
}

StreamDraft read_tb(const XmlElement& element, const MscclGrammar& grammar,
                    std::optional<std::int64_t> channels) {
  element.check_attributes(grammar.tb);
  StreamDraft stream;
  const std::optional<std::int64_t> send = element.integer("send", {-1, kMostInteger});
  const std::optional<std::int64_t> receive = element.integer("recv", {-1, kMostInteger});
  const std::optional<std::int64_t> channel =
      element.integer("chan", {0, channels.value_or(MscclLimits::kChannels) - 1});
  stream.send_peer = peer_of(send);
  stream.receive_peer = peer_of(receive);
  stream.channel = static_cast<std::int32_t>(channel.value_or(0));
  stream.complete = send && receive && channel;
  return stream;
}

std::optional<Step> read_step(const XmlElement& element, const MscclGrammar& grammar) {
  element.check_attributes(grammar.step);
  (void)element.children("");
  const std::optional<StepKind> kind = read_kind(element, grammar);
  const StepKind assumed = kind.value_or(StepKind::nop);
  const std::optional<ChunkRange> source =
      read_operand(element, grammar, "srcbuf", "srcoff", reads_source(assumed));
  const std::optional<ChunkRange> destination =
      read_operand(element, grammar, "dstbuf", "dstoff", writes_destination(assumed));
  const std::optional<std::int64_t> count =
      element.integer("cnt", {assumed == StepKind::nop ? 0 : 1, kMostInteger});
  Step step;
  const bool dependency = read_dependency(element, step);
  if (!kind || !source || !destination || !count || !dependency) {
    return std::nullopt;
  }
  step.kind = *kind;
  step.source = *source;
  step.destination = *destination;
  step.count = *count;
  return step;
}

}  // namespace heliograph::testbenches
