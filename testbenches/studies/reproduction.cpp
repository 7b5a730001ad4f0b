// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/reproduction.hpp"

#include <cmath>
#include <filesystem>

namespace heliograph::testbenches {

ReproductionRow& RowMaker::add(std::string quantity, std::string unit) {
  ReproductionRow& row = rows_.emplace_back();
  row.study = study_;
  row.quantity = std::move(quantity);
  row.unit = std::move(unit);
  row.source = source_;
  return row;
}

ReproductionRow& RowMaker::predicted(std::string quantity, std::string unit, double published,
                                     double model, double tolerance) {
  ReproductionRow& row = add(std::move(quantity), std::move(unit));
  row.published = published;
  row.model = model;
  row.deviation = model - published;
  row.tolerance = tolerance;
  row.verdict = std::abs(*row.deviation) <= tolerance ? Verdict::within : Verdict::outside;
  return row;
}

ReproductionRow& RowMaker::substituted(std::string quantity, std::string unit, double published,
                                       double model, std::string note) {
  ReproductionRow& row = reported(std::move(quantity), std::move(unit), published, std::move(note));
  row.model = model;
  row.deviation = model - published;
  return row;
}

ReproductionRow& RowMaker::reported(std::string quantity, std::string unit,
                                    std::optional<double> published, std::string note) {
  ReproductionRow& row = add(std::move(quantity), std::move(unit));
  row.published = published;
  row.note = std::move(note);
  return row;
}

std::optional<std::string> StudyContext::case_file(const std::string& name) const {
  const std::filesystem::path path = std::filesystem::path(cases_folder) / name;
  std::error_code ignored;
  const bool is_there = !cases_folder.empty() && std::filesystem::is_regular_file(path, ignored);
  return is_there ? std::optional(path.string()) : std::nullopt;
}

std::string to_string(ReproductionBasis basis) {
  return basis == ReproductionBasis::predicted ? "predicted" : "fitted";
}

std::string to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::within:
      return "within";
    case Verdict::outside:
      return "outside";
    case Verdict::fitted:
      return "fitted";
    case Verdict::reported:
      break;
  }
  return "reported";
}

}  // namespace heliograph::testbenches
