// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/reproduction_report.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

namespace heliograph::testbenches {

namespace {

using Json = nlohmann::ordered_json;

std::string value_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "-";
}

std::string published_text(const ReproductionRow& row) {
  return (row.at_most ? "<= " : "") + value_text(row.published);
}

std::string deviation_text(const ReproductionRow& row) {
  return row.deviation ? fmt::format("{:+.2g}", *row.deviation) : "-";
}

std::string tolerance_text(const ReproductionRow& row) {
  return row.tolerance ? fmt::format("{:.2g}", *row.tolerance) : "-";
}

std::string quantity_text(const ReproductionRow& row) {
  return row.unit.empty() ? row.quantity : row.quantity + " [" + row.unit + "]";
}

std::string row_text(const ReproductionRow& row, std::size_t width) {
  std::string text =
      fmt::format("  {:<{}}  {:>12}  {:>12}  {:>9}  {:>8}  {:<9}  {}\n", quantity_text(row), width,
                  published_text(row), value_text(row.model), deviation_text(row),
                  tolerance_text(row), to_string(row.basis), to_string(row.verdict));
  if (!row.note.empty()) {
    text += "    note: " + row.note + "\n";
  }
  return text;
}

Json number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

}  // namespace

std::string reproduction_text(const std::vector<ReproductionRow>& rows,
                              const std::vector<KnownMiss>& known) {
  std::size_t width = 0;
  for (const ReproductionRow& row : rows) {
    width = std::max(width, quantity_text(row).size());
  }
  std::string text = fmt::format("  {:<{}}  {:>12}  {:>12}  {:>9}  {:>8}  {:<9}  {}\n", "", width,
                                 "published", "model", "deviation", "allowed", "basis", "verdict");
  std::map<Verdict, int> counts;
  std::string study;
  std::string source;
  for (const ReproductionRow& row : rows) {
    if (row.study != study) {
      text += row.study + "\n";
      source.clear();
    }
    if (row.source != source) {
      text += "  from: " + row.source + "\n";
    }
    study = row.study;
    source = row.source;
    text += row_text(row, width);
    ++counts[row.verdict];
  }
  const std::size_t unexpected = unexpected_misses(rows, known).size();
  text += fmt::format("{} within, {} outside ({} of them known), {} fitted, {} reported\n",
                      counts[Verdict::within], counts[Verdict::outside],
                      static_cast<std::size_t>(counts[Verdict::outside]) - unexpected,
                      counts[Verdict::fitted], counts[Verdict::reported]);
  return text;
}

std::string reproduction_json(const std::vector<ReproductionRow>& rows) {
  Json list = Json::array();
  for (const ReproductionRow& row : rows) {
    list.push_back({{"study", row.study},
                    {"quantity", row.quantity},
                    {"unit", row.unit},
                    {"published", number(row.published)},
                    {"at_most", row.at_most},
                    {"model", number(row.model)},
                    {"deviation", number(row.deviation)},
                    {"tolerance", number(row.tolerance)},
                    {"basis", to_string(row.basis)},
                    {"fitted_parameters", row.fitted_parameters},
                    {"verdict", to_string(row.verdict)},
                    {"source", row.source},
                    {"note", row.note}});
  }
  return Json{{"rows", std::move(list)}}.dump(2) + "\n";
}

std::string study_list_text(const std::vector<Study>& studies) {
  std::size_t width = 0;
  for (const Study& study : studies) {
    width = std::max(width, study.name.size());
  }
  std::string text;
  for (const Study& study : studies) {
    text += fmt::format("{:<{}}  {}\n", study.name, width, study.about);
  }
  return text;
}

std::string study_list_json(const std::vector<Study>& studies) {
  Json list = Json::array();
  for (const Study& study : studies) {
    list.push_back({{"study", study.name}, {"about", study.about}});
  }
  return Json{{"rows", std::move(list)}}.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
