// SPDX-License-Identifier: Apache-2.0
#include "testbenches/workloads/flow_reader.hpp"

#include <cmath>
#include <filesystem>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/input_file.hpp"
#include "base/number_text.hpp"
#include "testbenches/collectives/traffic_schedule.hpp"
#include "testbenches/formats/input_text.hpp"

namespace heliograph::testbenches {

namespace {

constexpr std::size_t kLargestFile = 16U << 20U;
constexpr std::size_t kMostFlows = 100'000;
constexpr std::int64_t kLargestFlow = std::int64_t{1} << 40;
constexpr double kLatestStart = 1e12;  // ns
constexpr double kPicosecondsPerNanosecond = 1e3;

struct Word {
  std::size_t offset = 0;
  std::string_view text;
};

std::vector<Word> words_of(std::string_view line, std::size_t offset) {
  constexpr std::string_view kBlanks = " \t\r,";
  std::vector<Word> words;
  std::size_t at = line.find_first_not_of(kBlanks);
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back({offset + at, line.substr(at, end - at)});
    at = line.find_first_not_of(kBlanks, end);
  }
  return words;
}

class FlowReader {
 public:
  FlowReader(std::uint32_t ranks, InputProblems& problems) : ranks_(ranks), problems_(problems) {}

  std::vector<ProgramPart> read(std::string_view text) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    std::size_t begin =
        text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? kByteOrderMark.size() : 0;
    while (begin < text.size() && parts_.size() <= kMostFlows) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      const std::string_view line = text.substr(begin, end - begin);
      const std::vector<Word> words = words_of(line.substr(0, line.find('#')), begin);
      if (!words.empty()) {
        read_flow(words);
      }
      begin = end + 1;
    }
    if (parts_.size() > kMostFlows) {
      problems_.add(begin - 1, "more than " + std::to_string(kMostFlows) + " flows");
    } else if (parts_.empty()) {
      problems_.add(0, "no flows: expected lines of `source destination bytes [start_ns]`");
    }
    return std::move(parts_);
  }

 private:
  void read_flow(const std::vector<Word>& words) {
    ProgramPart& part = parts_.emplace_back();
    constexpr std::size_t kMostWords = 4;
    if (words.size() < kMostWords - 1 || words.size() > kMostWords) {
      problems_.add(words.front().offset, "found " + std::to_string(words.size()) +
                                              (words.size() == 1 ? " word" : " words") +
                                              "; expected `source destination bytes [start_ns]`");
      return;
    }
    const std::optional<base::RankId> from = rank(words[0]);
    const std::optional<base::RankId> to = rank(words[1]);
    const std::optional<std::int64_t> bytes = base::parse_size(words[2].text);
    if (!bytes || *bytes < 1 || *bytes > kLargestFlow) {
      problems_.add(words[2].offset, "found " + quoted(words[2].text) +
                                         "; expected a size of 1 byte to 1 TiB, as 4096 or 64KiB");
    }
    if (from && to && *from == *to) {
      problems_.add(words[1].offset, "a flow from rank " + std::string(words[0].text) +
                                         " to itself; expected another rank");
    }
    if (words.size() == kMostWords) {
      part.not_before = start(words[3]);
    }
    if (from && to && *from != *to && bytes) {
      part.name = "flow " + std::to_string(parts_.size());
      part.timed = true;
      part.ranks = {*from, *to};
      part.bytes = base::Bytes(*bytes);
      Traffic one(2);
      one.add(0, 1, 1);
      part.schedule = std::make_unique<TrafficSchedule>(part.name, std::move(one));
    }
  }

  std::optional<base::RankId> rank(const Word& word) {
    const std::optional<std::int64_t> value = base::parse_integer(word.text);
    if (!value || *value < 0 || *value >= std::int64_t{ranks_}) {
      problems_.add(word.offset, "found rank " + quoted(word.text) +
                                     "; the machine has ranks 0 to " + std::to_string(ranks_ - 1));
      return std::nullopt;
    }
    return static_cast<base::RankId>(*value);
  }

  base::Picoseconds start(const Word& word) {
    const std::optional<double> value = base::parse_number(word.text);
    if (!value || !(*value >= 0.0) || *value > kLatestStart) {
      problems_.add(word.offset,
                    "found start " + quoted(word.text) + "; expected nanoseconds from 0 to 1e12");
      return base::Picoseconds(0);
    }
    return base::Picoseconds(std::llround(*value * kPicosecondsPerNanosecond));
  }

  std::uint32_t ranks_;
  InputProblems& problems_;
  std::vector<ProgramPart> parts_;
};

}  // namespace

std::unique_ptr<Program> parse_flows(std::string_view text, const std::string& file,
                                     std::uint32_t machine_ranks) {
  InputProblems problems(file, text);
  std::vector<ProgramPart> parts = FlowReader(machine_ranks, problems).read(text);
  problems.throw_if_any();
  return std::make_unique<Program>(std::filesystem::path(file).stem().string(), machine_ranks,
                                   std::move(parts));
}

std::unique_ptr<Program> read_flows(const std::string& path, std::uint32_t machine_ranks) {
  return parse_flows(base::read_input_file(path, kLargestFile, "a list of flows"), path,
                     machine_ranks);
}

}  // namespace heliograph::testbenches
