// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heliograph::testbenches {

/// Whether a model was free to disagree with what was published.
enum class ReproductionBasis {
  predicted,  ///< every parameter comes from elsewhere
  fitted,     ///< some parameters were chosen to match
  assumed,    ///< some parameters are neither published nor fitted: nothing is compared
};

enum class Verdict {
  within,    ///< the model is within the tolerance of what was published
  outside,   ///< it is not
  fitted,    ///< as many parameters were fitted as values are matched: it had to agree
  reported,  ///< nothing to compare, or something that it needs is not there; the note says what
};

/// A published value beside the model's.
struct ReproductionRow {
  std::string study;
  std::string quantity;
  std::string unit;  ///< of the four numbers below; empty for a ratio
  std::optional<double> published;
  bool at_most = false;  ///< `published` is an upper limit: only what is above it deviates
  std::optional<double> model;
  std::optional<double> deviation;  ///< model - published
  /// Largest deviation, either way (of a limit: upward), that is still `within`.
  std::optional<double> tolerance;
  ReproductionBasis basis = ReproductionBasis::predicted;
  int fitted_parameters = 0;
  Verdict verdict = Verdict::reported;
  std::string source;
  std::string note;  ///< what a reader should know besides; may be empty
};

/// How free a fit was: with as many parameters as values it shows nothing.
struct Fit {
  int parameters = 0;
  int values = 0;  ///< published ones that the model with these parameters is held against
};

/// The rows of one study, all of the same name, made with few words.
class RowMaker {
 public:
  RowMaker(std::string study, std::string source)
      : study_(std::move(study)), source_(std::move(source)) {}

  /// A value that the model predicts; the verdict follows from deviation and tolerance.
  ReproductionRow& predicted(std::string quantity, std::string unit, double published, double model,
                             double tolerance);
  /// The same where an upper limit was published: `within` up to the limit and the tolerance.
  ReproductionRow& predicted_at_most(std::string quantity, std::string unit, double limit,
                                     double model, double tolerance);
  /// From a model with parameters that were fitted to published values; this is one of them, or
  /// follows from them. If as many were fitted as values are matched, the verdict within the
  /// tolerance is `fitted`, as it had to agree.
  ReproductionRow& fitted(const Fit& fit, std::string quantity, std::string unit, double published,
                          double model, double tolerance);
  ReproductionRow& fitted_at_most(const Fit& fit, std::string quantity, std::string unit,
                                  double limit, double model, double tolerance);
  /// As predicted(), from an input of our own in place of one that is not there, as the note says:
  /// the verdict is `reported`, as nothing of others was reproduced.
  ReproductionRow& substituted(std::string quantity, std::string unit, double published,
                               double model, std::string note);
  /// A value that cannot be compared now, with the reason.
  ReproductionRow& reported(std::string quantity, std::string unit, std::optional<double> published,
                            std::string note);
  /// Both values side by side, without a deviation: what is published is only recalled or absent,
  /// or the model's inputs are only assumed; the note says which.
  ReproductionRow& shown(ReproductionBasis basis, std::string quantity, std::string unit,
                         std::optional<double> published, double model, std::string note);

  /// Of the rows that follow.
  void set_source(std::string source) { source_ = std::move(source); }

  [[nodiscard]] std::vector<ReproductionRow> take() { return std::move(rows_); }

 private:
  ReproductionRow& add(std::string quantity, std::string unit);

  std::string study_;
  std::string source_;
  std::vector<ReproductionRow> rows_;
};

/// What a study may use besides its own numbers.
struct StudyContext {
  /// Folder of other projects' files; a study whose file is not there reports so.
  std::string cases_folder;
  /// platforms/presets: a study whose preset is not there throws base::InputError.
  std::string presets_folder;

  /// The path of a file in there, or nothing.
  [[nodiscard]] std::optional<std::string> case_file(const std::string& name) const;
  /// The path of a preset, as `switches/lu_16x16.yaml`. Throws base::InputError if it is not there.
  [[nodiscard]] std::string preset_file(const std::string& name) const;
};

/// Published results of one kind and how the model's are found.
struct Study {
  std::string name;
  std::string about;
  std::function<std::vector<ReproductionRow>(const StudyContext&)> run;
};

[[nodiscard]] std::string to_string(ReproductionBasis basis);
[[nodiscard]] std::string to_string(Verdict verdict);

}  // namespace heliograph::testbenches
