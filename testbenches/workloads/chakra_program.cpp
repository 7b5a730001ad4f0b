// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/chakra_program.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"
#include "testbenches/collectives/algorithm_list.hpp"
#include "testbenches/collectives/traffic_schedule.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::int64_t kPicosecondsPerMicrosecond = 1'000'000;
constexpr std::uint64_t kLongestMicroseconds = 1'000'000'000;
constexpr std::int64_t kLargestOfTrace = std::int64_t{1} << 40;
constexpr std::size_t kMostTraces = 4096;
constexpr std::size_t kMostErrors = 100;

/// Which algorithm stands for a collective; nothing when there is none.
struct Choice {
  std::string_view algorithm;
  CollectiveOp op = CollectiveOp::all_reduce;
};
std::optional<Choice> choice_of(std::int64_t type) {
  switch (static_cast<ChakraCollective>(type)) {
    case ChakraCollective::all_reduce:
      return Choice{"ring", CollectiveOp::all_reduce};
    case ChakraCollective::all_gather:
      return Choice{"ring", CollectiveOp::all_gather};
    case ChakraCollective::reduce_scatter:
      return Choice{"ring", CollectiveOp::reduce_scatter};
    case ChakraCollective::all_to_all:
      return Choice{"round_robin", CollectiveOp::all_to_all};
    case ChakraCollective::broadcast:
      return Choice{"tree", CollectiveOp::broadcast};
    case ChakraCollective::reduce:
      return Choice{"tree", CollectiveOp::reduce};
    case ChakraCollective::barrier:
      return Choice{"recursive_doubling", CollectiveOp::barrier};
    case ChakraCollective::gather:
    case ChakraCollective::scatter:
      break;
  }
  return std::nullopt;
}

/// A node of a rank's trace.
struct Place {
  std::size_t rank = 0;
  std::size_t node = 0;
};

class ProgramBuilder {
 public:
  ProgramBuilder(const std::vector<ChakraTrace>& traces, const std::vector<std::string>& files,
                 base::Diagnostics& diagnostics)
      : traces_(traces), files_(files), diagnostics_(diagnostics), part_of_(traces.size()) {}

  std::vector<ProgramPart> build() {
    for (std::size_t rank = 0; rank < traces_.size(); ++rank) {
      part_of_[rank].resize(traces_[rank].nodes.size());
      sort_out(rank);
    }
    join_collectives();
    join_messages();
    for (std::size_t rank = 0; rank < traces_.size(); ++rank) {
      wire(rank);
    }
    if (!diagnostics_.has_errors() && !Program::order(parts_)) {
      diagnostics_.error(
          {files_.front(), 0, 0},
          "the ranks' nodes wait for each other in a circle: " + Program::circle(parts_));
    }
    return std::move(parts_);
  }

 private:
  using Pair = std::tuple<std::size_t, std::size_t, std::int64_t>;  // from, to, tag

  [[nodiscard]] const ChakraNode& node(Place place) const {
    return traces_[place.rank].nodes[place.node];
  }

  void error(Place place, const std::string& text) {
    if (diagnostics_.entries().size() < kMostErrors) {
      const ChakraNode& at = node(place);
      diagnostics_.error({files_[place.rank], 0, 0}, "node " + std::to_string(at.id) + " " +
                                                         base::quoted(at.name) + " at byte " +
                                                         std::to_string(at.offset) + ": " + text);
    }
  }

  ProgramPart& add_part(Place place) {
    part_of_[place.rank][place.node] = parts_.size();
    ProgramPart& part = parts_.emplace_back();
    part.name =
        node(place).name.empty() ? "node " + std::to_string(node(place).id) : node(place).name;
    return part;
  }

  void sort_out(std::size_t rank) {
    for (std::size_t n = 0; n < traces_[rank].nodes.size(); ++n) {
      const Place place{rank, n};
      const ChakraNode& at = node(place);
      switch (at.kind) {
        case ChakraKind::collective:
          groups_[at.group][rank].push_back(place);
          break;
        case ChakraKind::send:
          send(place, at);
          break;
        case ChakraKind::receive:
          receive(place, at);
          break;
        case ChakraKind::metadata:
        case ChakraKind::memory:
        case ChakraKind::compute:
          compute(place, at);
          break;
      }
    }
  }

  void compute(Place place, const ChakraNode& at) {
    if (at.duration_us > kLongestMicroseconds) {
      error(place, "found " + std::to_string(at.duration_us) +
                       " us; expected a duration of at most 1e9 us");
      return;
    }
    ProgramPart& part = add_part(place);
    part.ranks = {static_cast<base::RankId>(place.rank)};
    part.compute =
        base::Picoseconds(static_cast<std::int64_t>(at.duration_us) * kPicosecondsPerMicrosecond);
  }

  /// The other rank of a message.
  std::optional<std::size_t> peer(Place place, std::optional<std::int64_t> other,
                                  const char* attribute) {
    const std::int64_t value = other.value_or(0);
    if (value < 0 || value >= static_cast<std::int64_t>(traces_.size()) ||
        static_cast<std::size_t>(value) == place.rank) {
      error(place, std::string(attribute) + " is " + std::to_string(value) +
                       "; expected another rank, below " + std::to_string(traces_.size()));
      return std::nullopt;
    }
    return static_cast<std::size_t>(value);
  }

  void send(Place place, const ChakraNode& at) {
    if (const auto to = peer(place, at.comm_destination, "comm_dst")) {
      sends_[{place.rank, *to, at.comm_tag}].push_back(place);
    }
  }

  void receive(Place place, const ChakraNode& at) {
    if (const auto from = peer(place, at.comm_source, "comm_src")) {
      receives_[{*from, place.rank, at.comm_tag}].push_back(place);
    }
  }

  void join_messages() {
    for (const auto& [pair, sent] : sends_) {
      const std::vector<Place>& received = receives_[pair];
      for (std::size_t k = 0; k < sent.size(); ++k) {
        if (k >= received.size()) {
          error(sent[k], "no receive at rank " + std::to_string(std::get<1>(pair)) +
                             " meets this send, number " + std::to_string(k) + " of tag " +
                             std::to_string(std::get<2>(pair)));
        } else {
          join(sent[k], received[k]);
        }
      }
    }
    for (const auto& [pair, received] : receives_) {
      const auto sent = sends_.find(pair);
      const std::size_t met = sent == sends_.end() ? 0 : sent->second.size();
      for (std::size_t k = met; k < received.size(); ++k) {
        error(received[k], "no send of rank " + std::to_string(std::get<0>(pair)) +
                               " meets this receive, number " + std::to_string(k) + " of tag " +
                               std::to_string(std::get<2>(pair)));
      }
    }
  }

  void join(Place from, Place to) {
    if (!size_fits(from)) {
      return;
    }
    if (node(from).comm_size != node(to).comm_size) {
      error(to, "receives " + std::to_string(node(to).comm_size) + " bytes; node " +
                    std::to_string(node(from).id) + " of rank " + std::to_string(from.rank) +
                    " sends " + std::to_string(node(from).comm_size));
      return;
    }
    Traffic one(2);
    one.add(0, 1, 1);
    ProgramPart& part = add_part(from);
    part_of_[to.rank][to.node] = part_of_[from.rank][from.node];
    part.ranks = {static_cast<base::RankId>(from.rank), static_cast<base::RankId>(to.rank)};
    part.bytes = base::Bytes(node(from).comm_size);
    part.schedule = std::make_unique<TrafficSchedule>(part.name, std::move(one));
  }

  bool size_fits(Place place) {
    const std::int64_t size = node(place).comm_size;
    if (size < 1 || size > kLargestOfTrace) {
      error(place, "comm_size is " + std::to_string(size) + "; expected 1 byte to 1 TiB");
      return false;
    }
    return true;
  }

  void join_collectives() {
    for (const auto& [group, by_rank] : groups_) {
      if (group.empty() && by_rank.size() != traces_.size()) {
        for (std::size_t rank = 0; rank < traces_.size(); ++rank) {
          if (by_rank.count(rank) == 0) {
            error(by_rank.begin()->second.front(),
                  "names no group, so that all ranks take part; rank " + std::to_string(rank) +
                      " has no collective");
          }
        }
        continue;
      }
      join_group(by_rank);
    }
  }

  void join_group(const std::map<std::size_t, std::vector<Place>>& by_rank) {
    const std::vector<Place>& first = by_rank.begin()->second;
    for (const auto& [rank, places] : by_rank) {
      if (places.size() != first.size()) {
        error(places.front(),
              "rank " + std::to_string(rank) + " has " + std::to_string(places.size()) +
                  " collectives of this group; rank " + std::to_string(first.front().rank) +
                  " has " + std::to_string(first.size()));
        return;
      }
    }
    for (std::size_t k = 0; k < first.size(); ++k) {
      std::vector<Place> members;
      members.reserve(by_rank.size());
      for (const auto& [rank, places] : by_rank) {
        members.push_back(places[k]);
      }
      join(members);
    }
  }

  void join(const std::vector<Place>& members) {
    const ChakraNode& first = node(members.front());
    for (const Place member : members) {
      const ChakraNode& at = node(member);
      if (at.comm_type != first.comm_type || at.comm_size != first.comm_size) {
        error(member,
              "is collective " + std::to_string(at.comm_type) + " of " +
                  std::to_string(at.comm_size) + " bytes; node " + std::to_string(first.id) +
                  " of rank " + std::to_string(members.front().rank) + " is " +
                  std::to_string(first.comm_type) + " of " + std::to_string(first.comm_size));
        return;
      }
    }
    const std::optional<Choice> choice = choice_of(first.comm_type);
    if (!choice) {
      error(members.front(),
            "comm_type is " + std::to_string(first.comm_type) +
                "; expected 0 (AllReduce), 1 (Reduce), 2 (AllGather), 5 (Broadcast), 6 (AllToAll), "
                "7 (ReduceScatter) or 9 (barrier)");
      return;
    }
    if (choice->op != CollectiveOp::barrier && !size_fits(members.front())) {
      return;
    }
    add_collective(members, *choice);
  }

  void add_collective(const std::vector<Place>& members, const Choice& choice) {
    const ChakraNode& first = node(members.front());
    ProgramPart& part = add_part(members.front());
    for (const Place member : members) {
      part_of_[member.rank][member.node] = part_of_[members.front().rank][members.front().node];
      part.ranks.push_back(static_cast<base::RankId>(member.rank));
    }
    if (members.size() == 1) {
      return;  // with itself alone there is nothing to send
    }
    CollectiveRequest request;
    request.op = choice.op;
    request.ranks = static_cast<std::uint32_t>(members.size());
    const std::int64_t source = first.comm_source.value_or(0);
    for (std::size_t m = 0; m < members.size(); ++m) {
      if (static_cast<std::int64_t>(members[m].rank) == source) {
        request.root = static_cast<base::RankId>(m);
      }
    }
    const base::SourceLocation place{files_[members.front().rank], 0, 0};
    part.schedule = make_collective(find_algorithm(choice.algorithm, place), request, place);
    part.bytes = base::Bytes(std::max(first.comm_size, part.schedule->chunks_per_loop()));
  }

  /// Puts the dependencies of a rank's nodes between the parts that they have become.
  void wire(std::size_t rank) {
    std::unordered_map<std::uint64_t, std::size_t> by_id;
    for (std::size_t n = 0; n < traces_[rank].nodes.size(); ++n) {
      if (!by_id.emplace(node({rank, n}).id, n).second) {
        error({rank, n}, "this id is there twice");
      }
    }
    for (std::size_t n = 0; n < traces_[rank].nodes.size(); ++n) {
      for (const std::uint64_t id : node({rank, n}).after) {
        const auto before = by_id.find(id);
        if (before == by_id.end()) {
          error({rank, n}, "waits for node " + std::to_string(id) + ", which is not there");
        } else if (part_of_[rank][n] && part_of_[rank][before->second]) {
          add_dependency(rank, *part_of_[rank][n], *part_of_[rank][before->second]);
        }
      }
    }
  }

  void add_dependency(std::size_t rank, std::size_t later, std::size_t before) {
    ProgramPart& part = parts_[later];
    part.after.resize(part.ranks.size());
    const auto local =
        std::find(part.ranks.begin(), part.ranks.end(), static_cast<base::RankId>(rank));
    std::vector<std::size_t>& awaited =
        part.after[static_cast<std::size_t>(local - part.ranks.begin())];
    if (std::find(awaited.begin(), awaited.end(), before) == awaited.end()) {
      awaited.push_back(before);
    }
  }

  const std::vector<ChakraTrace>& traces_;
  const std::vector<std::string>& files_;
  base::Diagnostics& diagnostics_;
  std::vector<ProgramPart> parts_;
  std::vector<std::vector<std::optional<std::size_t>>> part_of_;  // by rank and node
  std::map<std::string, std::map<std::size_t, std::vector<Place>>> groups_;
  std::map<Pair, std::vector<Place>> sends_;
  std::map<Pair, std::vector<Place>> receives_;
};

/// NAME and ending of NAME.0.et, NAME.0.et.gz.
std::pair<std::string, std::string> name_parts(const std::string& path) {
  const std::size_t ending = path.rfind(".et");
  const std::size_t dot =
      ending == std::string::npos || ending == 0 ? std::string::npos : path.rfind('.', ending - 1);
  const bool numbered = dot != std::string::npos && dot + 1 < ending &&
                        std::all_of(path.begin() + static_cast<std::ptrdiff_t>(dot) + 1,
                                    path.begin() + static_cast<std::ptrdiff_t>(ending),
                                    [](char c) { return c >= '0' && c <= '9'; });
  if (!numbered) {
    throw base::InputError({path, 0, 0},
                           "expected the name of one of the ranks' traces, as NAME.0.et");
  }
  return {path.substr(0, dot + 1), path.substr(ending)};
}

}  // namespace

std::unique_ptr<Program> chakra_program(const std::vector<ChakraTrace>& traces,
                                        const std::vector<std::string>& files,
                                        std::uint32_t machine_ranks) {
  base::Diagnostics diagnostics;
  if (traces.size() > machine_ranks) {
    throw base::InputError({files.front(), 0, 0},
                           "there are traces of " + std::to_string(traces.size()) +
                               " ranks; the platform has " + std::to_string(machine_ranks) +
                               " accelerators");
  }
  std::vector<ProgramPart> parts = ProgramBuilder(traces, files, diagnostics).build();
  base::throw_if_errors(diagnostics);
  return std::make_unique<Program>(std::filesystem::path(files.front()).filename().string(),
                                   machine_ranks, std::move(parts));
}

std::unique_ptr<Program> read_chakra_program(const std::string& path, std::uint32_t machine_ranks) {
  const auto [name, ending] = name_parts(path);
  std::vector<ChakraTrace> traces;
  std::vector<std::string> files;
  while (traces.size() < kMostTraces) {
    const std::string file = name + std::to_string(traces.size()) + ending;
    if (!std::filesystem::exists(file) && !(traces.empty() && file == path)) {
      break;
    }
    traces.push_back(read_chakra(file));
    files.push_back(file);
  }
  if (traces.empty()) {
    throw base::InputError({path, 0, 0},
                           "the traces begin with rank 0: there is no " + name + "0" + ending);
  }
  return chakra_program(traces, files, machine_ranks);
}

}  // namespace heliograph::testbenches
