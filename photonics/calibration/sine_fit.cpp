// SPDX-License-Identifier: Apache-2.0
#include "photonics/calibration/sine_fit.hpp"

#include <cmath>
#include <stdexcept>

#include <Eigen/Core>
#include <Eigen/QR>

namespace heliograph::photonics {

namespace {

/// Columns that are nearer to each other than this say the same.
constexpr double kRankThreshold = 1e-6;

/// Coefficients of cos, sin, 1 and, with `slope`, of what a change of the frequency changes.
std::optional<Eigen::VectorXd> solve_sine(const std::vector<double>& x,
                                          const std::vector<double>& y, double frequency,
                                          const std::optional<Eigen::Vector2d>& slope) {
  const auto points = static_cast<Eigen::Index>(x.size());
  Eigen::MatrixXd columns(points, slope ? 4 : 3);
  Eigen::VectorXd values(points);
  for (Eigen::Index i = 0; i < points; ++i) {
    const double at = x[static_cast<std::size_t>(i)];
    const double c = std::cos(frequency * at);
    const double s = std::sin(frequency * at);
    columns(i, 0) = c;
    columns(i, 1) = s;
    columns(i, 2) = 1.0;
    if (slope) {
      columns(i, 3) = at * ((*slope)(1) * c - (*slope)(0) * s);
    }
    values(i) = y[static_cast<std::size_t>(i)];
  }
  if (points < columns.cols()) {
    return std::nullopt;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver(columns);
  solver.setThreshold(kRankThreshold);
  if (solver.rank() < columns.cols()) {
    return std::nullopt;
  }
  return Eigen::VectorXd(solver.solve(values));
}

}  // namespace

double SineFit::at(double x) const { return offset - amplitude * std::cos(frequency * x + phase); }

std::optional<SineFit> fit_sine(const std::vector<double>& x, const std::vector<double>& y,
                                double frequency) {
  if (x.size() != y.size()) {
    throw std::invalid_argument("a sine fit needs as many y as x");
  }
  const std::optional<Eigen::VectorXd> found = solve_sine(x, y, frequency, std::nullopt);
  if (!found) {
    return std::nullopt;
  }
  SineFit fit;
  fit.offset = (*found)(2);
  fit.amplitude = std::hypot((*found)(0), (*found)(1));
  fit.frequency = frequency;
  fit.phase = std::atan2((*found)(1), -(*found)(0));
  double squares = 0.0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double left = y[i] - fit.at(x[i]);
    squares += left * left;
  }
  fit.residual = std::sqrt(squares / static_cast<double>(x.size()));
  return fit;
}

std::optional<SineFit> fit_sine_about(const std::vector<double>& x, const std::vector<double>& y,
                                      double frequency) {
  constexpr int kMostSteps = 50;
  constexpr double kAtRest = 1e-9;
  std::optional<SineFit> fit = fit_sine(x, y, frequency);
  for (int step = 0; fit && step < kMostSteps; ++step) {
    const Eigen::Vector2d slope(-fit->amplitude * std::cos(fit->phase),
                                fit->amplitude * std::sin(fit->phase));
    const std::optional<Eigen::VectorXd> found = solve_sine(x, y, fit->frequency, slope);
    if (!found) {
      return std::nullopt;
    }
    const double change = (*found)(3);
    const double next = fit->frequency + change;
    if (!(next > frequency / 2.0 && next < frequency * 2.0)) {
      return std::nullopt;
    }
    fit = fit_sine(x, y, next);
    if (std::abs(change) <= kAtRest * frequency) {
      return fit;
    }
  }
  return std::nullopt;
}

}  // namespace heliograph::photonics
