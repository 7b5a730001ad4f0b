// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/checks.hpp"

#include <cmath>

#include <Eigen/SVD>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

/// Six digits say enough of a finding.
std::string short_text(double value) {
  const double size = std::abs(value);
  if (size == 0.0 || !std::isfinite(size)) {
    return base::number_text(value);
  }
  const double unit = std::pow(10.0, 5.0 - std::floor(std::log10(size)));
  return base::rounded_number_text(std::round(value * unit) / unit);
}

std::string at(const std::optional<base::Hertz>& frequency) {
  return frequency ? " at " + base::rounded_number_text(frequency->value() * 1e-12) + " THz" : "";
}

template <class Finding, class Check, class Size>
std::optional<Finding> worst_over_frequency(const SParameters& data, Check&& check, Size&& size) {
  std::optional<Finding> worst;
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    std::optional<Finding> found = check(data.values[i]);
    if (found && (!worst || size(*found) > size(*worst))) {
      worst = found;
      worst->frequency = data.frequencies[i];
    }
  }
  return worst;
}

}  // namespace

std::string PassivityFinding::text(const std::vector<std::string>& ports) const {
  if (!column_gains) {
    return "the worst combination of inputs comes out " + short_text(worst_gain) +
           " times as strong, though light into one port alone at most " +
           short_text(column_power) + " times (into '" + ports[input] + "', most of it at '" +
           ports[output] + "')" + at(frequency);
  }
  std::string text = "light into '" + ports[input] + "' comes out " + short_text(column_power) +
                     " times as strong, most of it at '" + ports[output] + "'";
  // A column's power is a lower bound of the gain, up to rounding.
  if (worst_gain > column_power * (1.0 + 1e-6)) {
    text += "; the worst combination of inputs gains " + short_text(worst_gain);
  }
  return text + at(frequency);
}

std::string ReciprocityFinding::text(const std::vector<std::string>& ports) const {
  return "'" + ports[from] + "' to '" + ports[to] + "' and back differ by " +
         short_text(difference) + " in field" + at(frequency);
}

std::optional<PassivityFinding> check_passive(const Eigen::MatrixXcd& s, double tolerance) {
  PassivityFinding finding;
  Eigen::Index input = 0;
  Eigen::Index output = 0;
  finding.column_power = s.colwise().squaredNorm().maxCoeff(&input);
  s.col(input).cwiseAbs().maxCoeff(&output);
  finding.input = static_cast<std::size_t>(input);
  finding.output = static_cast<std::size_t>(output);
  const double largest = Eigen::JacobiSVD<Eigen::MatrixXcd>(s).singularValues()(0);
  finding.worst_gain = largest * largest;
  finding.column_gains = finding.column_power > 1.0 + tolerance;
  if (finding.worst_gain <= 1.0 + tolerance && !finding.column_gains) {
    return std::nullopt;
  }
  return finding;
}

std::optional<PassivityFinding> check_passive(const SParameters& data, double tolerance) {
  return worst_over_frequency<PassivityFinding>(
      data, [&](const Eigen::MatrixXcd& s) { return check_passive(s, tolerance); },
      [](const PassivityFinding& finding) { return finding.worst_gain; });
}

std::optional<ReciprocityFinding> check_reciprocal(const Eigen::MatrixXcd& s, double tolerance) {
  ReciprocityFinding finding;
  for (Eigen::Index to = 0; to < s.rows(); ++to) {
    for (Eigen::Index from = 0; from < to; ++from) {
      const double difference = std::abs(s(to, from) - s(from, to));
      if (difference > finding.difference) {
        finding.difference = difference;
        finding.from = static_cast<std::size_t>(from);
        finding.to = static_cast<std::size_t>(to);
      }
    }
  }
  if (finding.difference <= tolerance) {
    return std::nullopt;
  }
  return finding;
}

std::optional<ReciprocityFinding> check_reciprocal(const SParameters& data, double tolerance) {
  return worst_over_frequency<ReciprocityFinding>(
      data, [&](const Eigen::MatrixXcd& s) { return check_reciprocal(s, tolerance); },
      [](const ReciprocityFinding& finding) { return finding.difference; });
}

}  // namespace heliograph::photonics
