// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/answer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"
#include "testbenches/html_report/time_parts.hpp"

namespace heliograph::testbenches {

namespace {

constexpr double kWorthNaming = 0.05;  ///< share of the completion time
constexpr double kStandsOut = 1.5;     ///< share over the mean of its kind, to be named
constexpr std::size_t kMostKinds = 4;  ///< of resources in a sentence

constexpr const char* kOthers = "all others";  ///< the last row of a long blame

struct KindWords {
  const char* kind;
  const char* words;
};

// The kinds of resources of observe/critical_path.
constexpr std::array<KindWords, 10> kKinds{
    {{"start-up of the NIC of rank", "start-up of NICs"},
     {"line of rank", "lines"},
     {"way", "ways through fibre and fabric"},
     {"queues on the way", "queues"},
     {"reception at rank", "reception"},
     {"copies and reductions of rank", "copies and reductions"},
     {"computation of rank", "computation"},
     {"waiting for the circuit", "waiting for circuits"},
     {"reconfiguration", "reconfigurations"},
     {"late rank", "late ranks"}}};

std::string kind_words(const std::string& kind) {
  const auto* found = std::find_if(kKinds.begin(), kKinds.end(),
                                   [&kind](const KindWords& one) { return kind == one.kind; });
  return found != kKinds.end() ? found->words : kind;
}

std::vector<TimePart> largest_first(const Json& result) {
  const Json* split = find_at(result, "/time/split");
  std::vector<TimePart> parts = split != nullptr ? time_parts(*split) : std::vector<TimePart>{};
  std::stable_sort(parts.begin(), parts.end(), [](const TimePart& a, const TimePart& b) {
    return a.picoseconds > b.picoseconds;
  });
  return parts;
}

std::string parts_sentence(const std::vector<TimePart>& parts, double completion) {
  const TimePart& first = parts.front();
  const double share = first.picoseconds / completion;
  std::string text = fmt::format(
      "{} of the completion time is {}: {}. Without any of it, this critical path would take {} "
      "instead of {}; another path may then be the longest, so no more than that can be gained.",
      percent_words(share), first.name, first.cause, time_words(completion - first.picoseconds),
      time_words(completion));
  std::string others;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].picoseconds / completion >= kWorthNaming) {
      others += others.empty() ? "" : ", ";
      others += fmt::format("{} ({}, {})", parts[i].name,
                            percent_words(parts[i].picoseconds / completion),
                            time_words(parts[i].picoseconds));
    }
  }
  if (!others.empty()) {
    text += fmt::format(" Next: {}.", others);
  }
  return text;
}

std::string blame_sentence(const Json& blame) {
  struct Kind {
    std::string name;
    double share = 0.0;
    double largest = 0.0;
    std::string who;
    std::size_t count = 0;
  };
  double others = 0.0;
  std::vector<Kind> kinds;
  std::map<std::string, std::size_t> at;
  for (const Json& row : blame) {
    const std::string resource = text_at(row, "/resource");
    const double share = number_at(row, "/share").value_or(0.0);
    if (resource == kOthers) {
      others = share;  // beyond the rows that a result lists
      continue;
    }
    const std::string name = resource_kind(resource);
    const auto [place, is_new] = at.emplace(name, kinds.size());
    if (is_new) {
      kinds.push_back({name, 0.0, 0.0, "", 0});
    }
    Kind& kind = kinds[place->second];
    kind.share += share;
    ++kind.count;
    if (share > kind.largest) {
      kind.largest = share;
      kind.who = resource;
    }
  }
  if (kinds.empty()) {
    return "";
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const Kind& a, const Kind& b) { return a.share > b.share; });
  std::string list;
  for (std::size_t i = 0; i < std::min(kinds.size(), kMostKinds); ++i) {
    const Kind& kind = kinds[i];
    if (i > 0 && kind.share < kWorthNaming) {
      break;
    }
    list += list.empty() ? "" : "; ";
    list += fmt::format("{} {}", kind_words(kind.name), percent_words(kind.share));
    if (kind.count == 1) {
      list += fmt::format(" ({} alone)", kind.who);
    } else if (kind.largest > kStandsOut * kind.share / static_cast<double>(kind.count)) {
      list += fmt::format(" ({} of them; {} with {})", kind.count, kind.who,
                          percent_words(kind.largest));
    } else {
      list +=
          fmt::format(" ({} of them, each at most {})", kind.count, percent_words(kind.largest));
    }
  }
  if (others > 0.0) {
    list += fmt::format("; all that result.json does not name {}", percent_words(others));
  }
  return fmt::format("The critical path by resource: {}.", list);
}

std::string dark_sentence(const Json& result) {
  const std::size_t changes = rows_at(result, "/reconfigurations/rows").size();
  if (changes < 2) {
    return "";
  }
  const double exposed = number_at(result, "/time/split/dark_exposed_ps").value_or(0.0);
  const double hidden = number_at(result, "/time/dark_hidden_ps").value_or(0.0);
  return fmt::format(
      "Circuits changed {} after the start: {} of dark time stand on the critical path, {} went by "
      "behind other work.",
      changes == 2 ? std::string("once") : count_words(static_cast<double>(changes - 1), "time"),
      time_words(exposed), time_words(hidden));
}

std::string line_sentence(const Json& result) {
  const auto used = number_at(result, "/bandwidth/line_utilisation");
  const auto rate = number_at(result, "/bandwidth/line_rate_Gbps");
  const auto limit = number_at(result, "/bandwidth/payload_limit_Gbps");
  if (!used || !rate || !limit) {
    return "";
  }
  return fmt::format(
      "The busiest node's line of {:.4g} Gb/s carried bits for {} of that time; header, CRC and "
      "FEC "
      "leave {:.4g} Gb/s of it for payload.",
      *rate, percent_words(*used), *limit);
}

void add(std::vector<std::string>& sentences, std::string sentence) {
  if (!sentence.empty()) {
    sentences.push_back(std::move(sentence));
  }
}

std::vector<std::string> why_not_completed(const Json& result) {
  std::vector<std::string> sentences{
      fmt::format("The run did not complete: nothing more could happen after {}.",
                  time_words(number_at(result, "/time/simulated_ps").value_or(0.0)))};
  for (const Json& fault : rows_at(result, "/faults/rows")) {
    sentences.push_back(text_at(fault, "/name") + ": " + text_at(fault, "/text"));
  }
  constexpr std::size_t kMostWaiters = 4;
  const Json* blocked = find_at(result, "/blocked");
  if (blocked != nullptr && blocked->is_array()) {
    for (std::size_t i = 0; i < std::min(blocked->size(), kMostWaiters); ++i) {
      if ((*blocked)[i].is_string()) {
        sentences.push_back((*blocked)[i].get<std::string>());
      }
    }
    if (blocked->size() > kMostWaiters) {
      sentences.push_back(
          fmt::format("{} more wait, as result.json says.", blocked->size() - kMostWaiters));
    }
  }
  return sentences;
}

KeyFigure bandwidth_figure(const Json& result, double completion) {
  const auto used = number_at(result, "/bandwidth/line_utilisation");
  const auto rate = number_at(result, "/bandwidth/line_rate_Gbps");
  const auto bits = number_at(result, "/bandwidth/busiest_wire_bits");
  if (!used || !rate || !bits || completion <= 0.0) {
    return {"Busiest line", "–", "", "not known", std::nullopt, "", std::nullopt};
  }
  const double gbps = *bits / completion * 1e3;
  return {"Busiest line",
          number_words(gbps),
          "Gb/s",
          fmt::format("{} of its {:.4g} Gb/s", percent_words(*used), *rate),
          *used,
          "/bandwidth/line_utilisation",
          used};
}

}  // namespace

std::string resource_kind(const std::string& resource) {
  std::string kind;
  for (const char c : resource) {
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) {
      kind += c;
    }
  }
  const std::string arrow = " -> ";
  if (const std::size_t at = kind.find(arrow); at != std::string::npos) {
    kind.erase(at);
  }
  while (!kind.empty() && kind.back() == ' ') {
    kind.pop_back();
  }
  return kind;
}

std::vector<KeyFigure> key_figures(const Json& result) {
  std::vector<KeyFigure> figures;
  const auto completion = number_at(result, "/time/completion_ps");
  if (completion) {
    const Magnitude magnitude = time_magnitude(*completion);
    figures.push_back(
        {"Completion", number_words(*completion * magnitude.scale), magnitude.unit,
         "after " + time_words(number_at(result, "/time/set_up_ps").value_or(0.0)) + " of set-up",
         std::nullopt, "/time/completion_ps", completion});
  } else {
    figures.push_back(
        {"Completion", "never", "", "the run did not complete", std::nullopt, "", std::nullopt});
  }
  figures.push_back(bandwidth_figure(result, completion.value_or(0.0)));
  const auto algorithm = number_at(result, "/bandwidth/algorithm_GBps");
  if (algorithm) {
    figures.push_back({"Algorithm", number_words(*algorithm), "GB/s", "buffer size over completion",
                       std::nullopt, "/bandwidth/algorithm_GBps", algorithm});
  }
  const auto energy = number_at(result, "/energy/per_bit_pJ");
  figures.push_back({"Energy", energy ? number_words(*energy) : "–", energy ? "pJ/bit" : "",
                     energy_words(number_at(result, "/energy/total_J").value_or(0.0)) + " in all",
                     std::nullopt, energy ? "/energy/per_bit_pJ" : "", energy});
  const std::vector<TimePart> parts = largest_first(result);
  if (completion && *completion > 0.0 && !parts.empty()) {
    const TimePart& first = parts.front();
    figures.push_back({"Limited by", first.name, "",
                       percent_words(first.picoseconds / *completion) + " of the critical path",
                       first.picoseconds / *completion, "/time/split/" + first.key,
                       first.picoseconds});
  }
  return figures;
}

std::vector<std::string> what_limits(const Json& result) {
  if (!true_at(result, "/completed")) {
    return why_not_completed(result);
  }
  std::vector<std::string> sentences;
  const double completion = number_at(result, "/time/completion_ps").value_or(0.0);
  const std::vector<TimePart> parts = largest_first(result);
  if (completion > 0.0 && !parts.empty()) {
    add(sentences, parts_sentence(parts, completion));
  }
  add(sentences, blame_sentence(rows_at(result, "/blame/rows")));
  add(sentences, line_sentence(result));
  add(sentences, dark_sentence(result));
  return sentences;
}

}  // namespace heliograph::testbenches
