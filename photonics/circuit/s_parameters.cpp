// SPDX-License-Identifier: Apache-2.0
#include "photonics/circuit/s_parameters.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <set>
#include <stdexcept>
#include <utility>

#include "base/number_text.hpp"

namespace heliograph::photonics {

namespace {

std::shared_ptr<const SParameters> valid(std::shared_ptr<const SParameters> data) {
  require_valid(*data);
  return data;
}

PortNames port_names(const SParameters& data, std::vector<std::vector<std::string>> alternatives) {
  return {data.ports, std::move(alternatives)};
}

std::string terahertz(base::Hertz frequency) {
  return base::rounded_number_text(frequency.value() * 1e-12) + " THz";
}

/// From a to b at w in [0, 1]: magnitude and phase each on a straight line.
std::complex<double> between(std::complex<double> a, std::complex<double> b, double w) {
  const double size_a = std::abs(a);
  const double size_b = std::abs(b);
  const double size = (1.0 - w) * size_a + w * size_b;
  if (size_a == 0.0 || size_b == 0.0) {
    const double phase = size_a == 0.0 ? std::arg(b) : std::arg(a);
    return {size * std::cos(phase), size * std::sin(phase)};
  }
  const double turn = std::arg(b * std::conj(a));
  const double phase = std::arg(a) + w * turn;
  return {size * std::cos(phase), size * std::sin(phase)};
}

}  // namespace

void require_valid(const SParameters& data) {
  if (data.ports.empty() || data.frequencies.empty()) {
    throw std::invalid_argument("S-parameters need at least one port and one frequency");
  }
  if (std::set<std::string>(data.ports.begin(), data.ports.end()).size() != data.ports.size()) {
    throw std::invalid_argument("S-parameters have two ports of one name");
  }
  if (data.values.size() != data.frequencies.size()) {
    throw std::invalid_argument("S-parameters need one matrix for each frequency");
  }
  const auto size = static_cast<Eigen::Index>(data.ports.size());
  for (std::size_t i = 0; i < data.values.size(); ++i) {
    const base::Hertz f = data.frequencies[i];
    if (!(f.value() > 0.0) || (i > 0 && !(f > data.frequencies[i - 1]))) {
      throw std::invalid_argument("S-parameters need positive, strictly ascending frequencies");
    }
    if (data.values[i].rows() != size || data.values[i].cols() != size) {
      throw std::invalid_argument("S-parameters need a matrix of ports x ports at " + terahertz(f));
    }
    if (!data.values[i].allFinite()) {
      throw std::invalid_argument("S-parameters are not finite at " + terahertz(f));
    }
  }
}

TabulatedModel::TabulatedModel(std::string name, std::shared_ptr<const SParameters> data,
                               std::vector<std::vector<std::string>> alternatives)
    : ScatteringModel(std::move(name), port_names(*data, std::move(alternatives))),
      data_(valid(std::move(data))) {
  const auto size = static_cast<Eigen::Index>(data_->ports.size());
  couples_.setConstant(size, size, false);
  for (const Eigen::MatrixXcd& value : data_->values) {
    couples_ = couples_ || (value.array() != std::complex<double>(0.0, 0.0)).matrix();
  }
}

bool TabulatedModel::couples(std::size_t to, std::size_t from) const {
  return couples_(static_cast<Eigen::Index>(to), static_cast<Eigen::Index>(from));
}

void TabulatedModel::scattering(base::Hertz frequency, Eigen::MatrixXcd& s) const {
  const std::vector<base::Hertz>& grid = data_->frequencies;
  if (!(frequency >= grid.front() && frequency <= grid.back())) {
    throw std::out_of_range("model '" + name() + "' has data from " + terahertz(grid.front()) +
                            " to " + terahertz(grid.back()) + ", not at " + terahertz(frequency));
  }
  const auto above = std::lower_bound(grid.begin(), grid.end(), frequency);
  const auto high = static_cast<std::size_t>(above - grid.begin());
  if (grid[high] == frequency) {
    s = data_->values[high];
    return;
  }
  const double w = (frequency - grid[high - 1]) / (grid[high] - grid[high - 1]);
  const Eigen::MatrixXcd& a = data_->values[high - 1];
  const Eigen::MatrixXcd& b = data_->values[high];
  s.resize(a.rows(), a.cols());
  for (Eigen::Index k = 0; k < a.size(); ++k) {
    s(k) = between(a(k), b(k), w);
  }
}

}  // namespace heliograph::photonics
