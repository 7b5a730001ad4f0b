// SPDX-License-Identifier: Apache-2.0
#include "testbenches/html_report/time_parts.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "testbenches/html_report/magnitude.hpp"

namespace heliograph::testbenches {

namespace {

struct PartKind {
  const char* key;
  const char* name;
  const char* cause;
  int colour;  ///< in the page's palette
};

constexpr std::array<PartKind, 12> kParts{{
    {"startup_ps", "start-up", "starting messages (doorbell, descriptor, first read)", 1},
    {"serialisation_ps", "serialisation", "putting bits on the line", 0},
    {"propagation_ps", "propagation", "the way through fibre and fabric", 2},
    {"dilation_ps", "dilation", "ways over more links than the shortest", 6},
    {"congestion_ps", "congestion", "queues in the network", 4},
    {"reception_ps", "reception", "receiving (latency, FEC, write to memory)", 5},
    {"computation_ps", "computation", "computing, copying and reducing", 3},
    {"waiting_ps", "waiting", "waiting for the line", 7},
    {"control_ps", "control", "host software and arbitration before circuits change", 6},
    {"drain_ps", "drain", "draining circuits before they change", 4},
    {"dark_exposed_ps", "dark, exposed", "waiting for circuits that are being changed", 8},
    {"late_start_ps", "late start", "waiting for ranks that come late", 9},
}};

}  // namespace

std::vector<TimePart> time_parts(const Json& split) {
  std::vector<TimePart> parts;
  parts.reserve(kParts.size());
  for (const PartKind& kind : kParts) {
    if (const auto value = number_at(split, std::string("/") + kind.key)) {
      parts.push_back({kind.key, kind.name, kind.cause, kind.colour, *value});
    }
  }
  return parts;
}

ReportChart split_chart(std::string id, std::string title, const std::vector<std::string>& labels,
                        const std::vector<Json>& splits) {
  double longest = 0.0;
  for (const Json& split : splits) {
    double sum = 0.0;
    for (const TimePart& part : time_parts(split)) {
      sum += part.picoseconds;
    }
    longest = std::max(longest, sum);
  }
  const Magnitude magnitude = time_magnitude(longest);
  Json series = Json::array();
  std::string caption;
  for (const PartKind& kind : kParts) {
    Json values = Json::array();
    double sum = 0.0;
    for (const Json& split : splits) {
      const double value = number_at(split, std::string("/") + kind.key).value_or(0.0);
      values.push_back(value * magnitude.scale);
      sum += value;
    }
    if (sum > 0.0) {
      series.push_back({{"name", kind.name}, {"colour", kind.colour}, {"values", values}});
      caption += caption.empty() ? "" : ", ";
      caption += kind.name;
    }
  }
  return {std::move(id),
          std::move(title),
          "Time on the critical path in " + magnitude.unit + ", in parts: " + caption,
          {{"kind", "stack"}, {"unit", magnitude.unit}, {"labels", labels}, {"series", series}}};
}

}  // namespace heliograph::testbenches
