// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/timeline_reader.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace heliograph::testbenches {

namespace {

// Groups of tracks, as report/timeline.cpp numbers them.
constexpr std::int64_t kRanks = 1;
constexpr std::int64_t kTransmitters = 2;
constexpr std::int64_t kController = 3;
constexpr std::int64_t kReceivers = 4;

constexpr double kPicoseconds = 1e6;  ///< of a microsecond

struct OperationName {
  const char* code;
  const char* words;
};

// MSCCL's codes.
constexpr std::array<OperationName, 9> kOperations{{{"s", "send"},
                                                    {"r", "receive"},
                                                    {"rcs", "receive, copy, send"},
                                                    {"rrc", "receive, reduce, copy"},
                                                    {"rrs", "receive, reduce, send"},
                                                    {"rrcs", "receive, reduce, copy, send"},
                                                    {"cpy", "copy"},
                                                    {"re", "reduce"},
                                                    {"nop", "wait for other blocks"}}};

std::string operation_words(const std::string& name) {
  const std::string code = name.substr(0, name.find(' '));
  const auto* found = std::find_if(kOperations.begin(), kOperations.end(),
                                   [&code](const OperationName& one) { return code == one.code; });
  return found != kOperations.end() ? found->words : code;
}

/// The first number in `text`, or -1.
std::int64_t first_number(const std::string& text) {
  const std::size_t at = text.find_first_of("0123456789");
  if (at == std::string::npos) {
    return -1;
  }
  std::int64_t number = 0;
  for (std::size_t i = at; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    if (number > 1'000'000'000) {
      return -1;
    }
    number = number * 10 + (text[i] - '0');
  }
  return number;
}

class Reader {
 public:
  TimelineData read(const Json& timeline) {
    const Json* events = find_at(timeline, "/traceEvents");
    if (events == nullptr || !events->is_array()) {
      return {};
    }
    for (const Json& event : *events) {
      if (event.is_object() && number_at(event, "/pid")) {
        take(event);
      }
    }
    for (const auto& [key, name] : names_) {
      if (key.first == kReceivers) {
        data_.receiver_names.push_back(name);
      }
    }
    return std::move(data_);
  }

 private:
  using Track = std::pair<std::int64_t, std::int64_t>;

  void take(const Json& event) {
    const std::string phase = text_at(event, "/ph");
    const Track track{static_cast<std::int64_t>(number_at(event, "/pid").value_or(0.0)),
                      static_cast<std::int64_t>(number_at(event, "/tid").value_or(0.0))};
    const std::string name = text_at(event, "/name");
    if (phase == "M" && name == "thread_name") {
      names_[track] = text_at(event, "/args/name");
    } else if (phase == "X") {
      const double from = number_at(event, "/ts").value_or(0.0) * kPicoseconds;
      const double time = number_at(event, "/dur").value_or(0.0) * kPicoseconds;
      span(track, name, {from, from + time});
    } else if (phase == "i" && track.first == kController) {
      data_.events.push_back(
          {{"at_ps", std::llround(number_at(event, "/ts").value_or(0.0) * kPicoseconds)},
           {"event", name},
           {"epoch", number_or_null(event, "/args/epoch")},
           {"argument", number_or_null(event, "/args/argument")}});
    }
  }

  static Json number_or_null(const Json& event, const char* pointer) {
    const Json* found = find_at(event, pointer);
    return found != nullptr && found->is_number() ? *found : Json(nullptr);
  }

  void span(const Track& track, const std::string& name, const Span& span) {
    const auto found = names_.find(track);
    const std::string track_name = found != names_.end() ? found->second : std::string();
    if (track.first == kTransmitters) {
      data_.line[first_number(track_name)].push_back(span);
    } else if (track.first == kReceivers) {
      data_.receivers[track_name][name].push_back(span);
    } else if (track.first == kRanks) {
      if (name.compare(0, 7, "compute") == 0) {
        data_.computing[first_number(track_name)].push_back(span);
      }
      data_.operations[operation_words(name)].push_back(span.to - span.from);
    }
  }

  TimelineData data_;
  std::map<Track, std::string> names_;
};

std::int64_t percentile(const std::vector<double>& sorted, double percent) {
  const double rank = std::ceil(percent / 100.0 * static_cast<double>(sorted.size()));
  const auto at = static_cast<std::size_t>(std::max(1.0, rank)) - 1;
  return std::llround(sorted[at]);
}

}  // namespace

TimelineData read_timeline(const Json& timeline) { return Reader().read(timeline); }

Json operation_rows(const TimelineData& data) {
  Json rows = Json::array();
  for (const auto& [kind, times] : data.operations) {
    std::vector<double> sorted = times;
    std::sort(sorted.begin(), sorted.end());
    rows.push_back({{"operation", kind},
                    {"count", sorted.size()},
                    {"median_ps", percentile(sorted, 50.0)},
                    {"p90_ps", percentile(sorted, 90.0)},
                    {"p99_ps", percentile(sorted, 99.0)},
                    {"longest_ps", percentile(sorted, 100.0)}});
  }
  return rows;
}

}  // namespace heliograph::testbenches
