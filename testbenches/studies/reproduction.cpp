// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/reproduction.hpp"

#include <cmath>
#include <filesystem>

#include "base/diagnostics.hpp"

namespace heliograph::testbenches {

namespace {

void mark_fitted(const Fit& fit, ReproductionRow& row) {
  row.basis = ReproductionBasis::fitted;
  row.fitted_parameters = fit.parameters;
  if (row.verdict == Verdict::within && fit.parameters >= fit.values) {
    row.verdict = Verdict::fitted;
  }
}

/// NaN is never within.
bool is_within(const ReproductionRow& row) {
  const double beyond = row.at_most ? *row.deviation : std::abs(*row.deviation);
  return beyond <= *row.tolerance;
}

}  // namespace

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
  row.verdict = is_within(row) ? Verdict::within : Verdict::outside;
  return row;
}

ReproductionRow& RowMaker::predicted_at_most(std::string quantity, std::string unit, double limit,
                                             double model, double tolerance) {
  ReproductionRow& row = predicted(std::move(quantity), std::move(unit), limit, model, tolerance);
  row.at_most = true;
  row.verdict = is_within(row) ? Verdict::within : Verdict::outside;
  return row;
}

ReproductionRow& RowMaker::fitted(const Fit& fit, std::string quantity, std::string unit,
                                  double published, double model, double tolerance) {
  ReproductionRow& row =
      predicted(std::move(quantity), std::move(unit), published, model, tolerance);
  mark_fitted(fit, row);
  return row;
}

ReproductionRow& RowMaker::fitted_at_most(const Fit& fit, std::string quantity, std::string unit,
                                          double limit, double model, double tolerance) {
  ReproductionRow& row =
      predicted_at_most(std::move(quantity), std::move(unit), limit, model, tolerance);
  mark_fitted(fit, row);
  return row;
}

ReproductionRow& RowMaker::substituted(std::string quantity, std::string unit, double published,
                                       double model, std::string note) {
  ReproductionRow& row = reported(std::move(quantity), std::move(unit), published, std::move(note));
  row.model = model;
  row.deviation = model - published;
  return row;
}

ReproductionRow& RowMaker::shown(ReproductionBasis basis, std::string quantity, std::string unit,
                                 std::optional<double> published, double model, std::string note) {
  ReproductionRow& row = reported(std::move(quantity), std::move(unit), published, std::move(note));
  row.model = model;
  row.basis = basis;
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

std::string StudyContext::preset_file(const std::string& name) const {
  const std::filesystem::path path = std::filesystem::path(presets_folder) / name;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) {
    throw base::InputError({path.string(), 0, 0},
                           "the preset is not there: expected it in the folder of presets that "
                           "comes with the program (--presets, else HELIOGRAPH_PRESETS, else "
                           "platforms/presets)");
  }
  return path.string();
}

std::string to_string(ReproductionBasis basis) {
  switch (basis) {
    case ReproductionBasis::fitted:
      return "fitted";
    case ReproductionBasis::assumed:
      return "assumed";
    case ReproductionBasis::predicted:
      break;
  }
  return "predicted";
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
