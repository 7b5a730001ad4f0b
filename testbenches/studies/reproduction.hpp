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
  std::optional<double> model;
  std::optional<double> deviation;  ///< model - published
  std::optional<double> tolerance;  ///< largest deviation, either way, that is still `within`
  ReproductionBasis basis = ReproductionBasis::predicted;
  int fitted_parameters = 0;
  Verdict verdict = Verdict::reported;
  std::string source;
  std::string note;  ///< what a reader should know besides; may be empty
};

/// The rows of one study, all of the same name, made with few words.
class RowMaker {
 public:
  RowMaker(std::string study, std::string source)
      : study_(std::move(study)), source_(std::move(source)) {}

  /// A value that the model predicts; the verdict follows from deviation and tolerance.
  ReproductionRow& predicted(std::string quantity, std::string unit, double published, double model,
                             double tolerance);
  /// As predicted(), from an input of our own in place of one that is not there, as the note says:
  /// the verdict is `reported`, as nothing of others was reproduced.
  ReproductionRow& substituted(std::string quantity, std::string unit, double published,
                               double model, std::string note);
  /// A value that cannot be compared now, with the reason.
  ReproductionRow& reported(std::string quantity, std::string unit, std::optional<double> published,
                            std::string note);

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

  /// The path of a file in there, or nothing.
  [[nodiscard]] std::optional<std::string> case_file(const std::string& name) const;
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
