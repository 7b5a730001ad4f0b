// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cli/collective_checks.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>

#include "base/diagnostics.hpp"
#include "base/number_text.hpp"
#include "testbenches/collectives/request_options.hpp"

namespace heliograph::testbenches {

namespace {

/// The entries of a list, parted by commas or spaces, with or without brackets round all.
std::vector<std::string> entries_of(const std::string& text) {
  std::vector<std::string> entries;
  std::string list = text;
  if (list.size() >= 2 && list.front() == '[' && list.back() == ']') {
    list = list.substr(1, list.size() - 2);
  }
  std::string entry;
  bool after_comma = false;
  for (const char c : list + ",") {
    if (c != ',' && c != ' ') {
      entry += c;
      continue;
    }
    if (!entry.empty() || (c == ',' && after_comma)) {
      entries.push_back(entry);  // an empty one between two commas is a mistake, too
      entry.clear();
      after_comma = c == ',';
    } else if (c == ',') {
      after_comma = true;
    }
  }
  return entries;
}

std::string entry_text(std::size_t number, const std::string& entry) {
  return "entry " + std::to_string(number + 1) + " is '" + entry + "'";
}

}  // namespace

void check_used_options(const CLI::App& command, const Algorithm& algorithm,
                        const CollectiveRequest& request, bool plans) {
  const auto refuse = [&](const std::string& option, std::string_view users) {
    throw base::InputError({option, 0, 0}, "has no effect on " + std::string(algorithm.name) + " " +
                                               std::string(to_string(request.op)) + "; used by " +
                                               std::string(users));
  };
  const bool counts_given = command.count("--counts") > 0;
  for (const RequestOption& option : request_options(algorithm, request.op, counts_given)) {
    std::string flag = "--";
    flag += option.name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    if (command.count(flag) > 0 && !option.used) {
      refuse(flag, option.users);
    }
  }
  for (const char* const option :
       {"--start", "--start-GBps", "--hop-us", "--per-circuit-us", "--trigger", "--arrivals-us"}) {
    if (command.count(option) > 0 && !plans) {
      refuse(option, "a plan, see --policy");
    }
  }
}

void check_used_plan_options(const CLI::App& command, const std::string& start) {
  if (command.count("--start-GBps") > 0 && start == "none") {
    throw base::InputError({"--start-GBps", 0, 0},
                           "has no effect with --start none, which has no circuits");
  }
  if (command.count("--trigger") > 0 && command.count("--arrivals-us") == 0) {
    throw base::InputError({"--trigger", 0, 0},
                           "has no effect without --arrivals-us, as all ranks come together");
  }
}

std::vector<std::int64_t> read_counts(const std::string& text, const CollectiveRequest& request) {
  const base::SourceLocation place{"--counts", 0, 0};
  std::vector<std::int64_t> counts;
  const std::vector<std::string> entries = entries_of(text);
  counts.reserve(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto count = base::parse_integer(entries[k]);
    if (!count || *count < 0 || *count > std::int64_t{1} << 24) {
      throw base::InputError(place, entry_text(k, entries[k]) +
                                        "; expected whole numbers from 0 to 16777216, as 0,3,1,0");
    }
    counts.push_back(*count);
  }
  const bool moe = is_moe(request.op);
  const std::uint32_t columns = moe && request.experts != 0 ? request.experts : request.ranks;
  const std::size_t expected = std::size_t{request.ranks} * columns;
  if (counts.size() != expected) {
    throw base::InputError(place, "found " + std::to_string(counts.size()) + " numbers; expected " +
                                      std::to_string(expected) + ", " + std::to_string(columns) +
                                      " for each of the " + std::to_string(request.ranks) +
                                      " ranks: one for each " +
                                      (moe ? "expert" : "rank that it sends to"));
  }
  if (std::all_of(counts.begin(), counts.end(), [](std::int64_t count) { return count == 0; })) {
    throw base::InputError(place, "all are 0; expected one at least that is not");
  }
  return counts;
}

void check_experts(const CollectiveRequest& request) {
  if (!is_moe(request.op)) {
    return;
  }
  const std::uint32_t experts = request.experts == 0 ? request.ranks : request.experts;
  if (experts % request.ranks != 0) {
    throw base::InputError({"--experts", 0, 0}, "found " + std::to_string(experts) +
                                                    "; expected a multiple of the " +
                                                    std::to_string(request.ranks) + " ranks");
  }
  if (request.top_k < 1 || request.top_k > experts) {
    throw base::InputError({"--top-k", 0, 0}, "found " + std::to_string(request.top_k) +
                                                  "; expected 1 to the " + std::to_string(experts) +
                                                  " experts");
  }
  if (request.tokens < 1 || request.tokens > std::int64_t{1} << 24) {
    throw base::InputError({"--tokens", 0, 0},
                           "found " + std::to_string(request.tokens) + "; expected 1 to 16777216");
  }
}

std::vector<double> read_arrivals(const std::string& text) {
  std::vector<double> arrivals;
  const std::vector<std::string> entries = entries_of(text);
  if (entries.empty()) {
    throw base::InputError({"--arrivals-us", 0, 0}, "found no times; expected one a rank");
  }
  arrivals.reserve(entries.size());
  for (std::size_t k = 0; k < entries.size(); ++k) {
    const auto time = base::parse_number(entries[k]);
    if (!time || *time < 0 || *time > 1e9) {
      throw base::InputError(
          {"--arrivals-us", 0, 0},
          entry_text(k, entries[k]) + "; expected times in us from 0 to 1e9, as 0,12.5,3,0");
    }
    arrivals.push_back(*time);
  }
  return arrivals;
}

}  // namespace heliograph::testbenches
