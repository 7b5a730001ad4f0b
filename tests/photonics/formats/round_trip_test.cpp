// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include <sstream>

#include "base/number_text.hpp"
#include "base/random.hpp"
#include "photonics/formats/s_parameter_csv.hpp"
#include "tests/photonics/formats/format_sample.hpp"

namespace heliograph::photonics {
namespace {

using Complex = std::complex<double>;

constexpr TouchstoneFormat kFormats[] = {TouchstoneFormat::real_imaginary,
                                         TouchstoneFormat::magnitude_angle,
                                         TouchstoneFormat::decibel_angle};
constexpr TouchstoneUnit kUnits[] = {TouchstoneUnit::hertz, TouchstoneUnit::kilohertz,
                                     TouchstoneUnit::megahertz, TouchstoneUnit::gigahertz,
                                     TouchstoneUnit::terahertz};

/// Random fields over many decades, zeros among them.
SParameters random_data(std::uint64_t seed, std::size_t ports) {
  base::RandomStream random(seed, "data");
  SParameters data;
  for (std::size_t port = 0; port < ports; ++port) {
    data.ports.push_back("port, \"" + std::to_string(port) + "\"");
  }
  const std::size_t points = 1 + static_cast<std::size_t>(random.uniform() * 4.0);
  double frequency = 1.8e14;
  for (std::size_t k = 0; k < points; ++k) {
    frequency += 1e9 + 1e13 * random.uniform();
    data.frequencies.emplace_back(frequency);
    const auto size = static_cast<Eigen::Index>(ports);
    Eigen::MatrixXcd& s = data.values.emplace_back(size, size);
    for (Eigen::Index i = 0; i < s.size(); ++i) {
      const double magnitude =
          random.uniform() < 0.1 ? 0.0 : std::pow(10.0, -8.0 * random.uniform());
      s(i) = std::polar(magnitude, 2.0 * base::kPi * random.uniform());
    }
  }
  return data;
}

double largest_relative_error(const Eigen::MatrixXcd& a, const Eigen::MatrixXcd& b) {
  double largest = 0.0;
  for (Eigen::Index i = 0; i < a.size(); ++i) {
    const double size = std::max(std::abs(b(i)), 1e-300);
    largest = std::max(largest, std::abs(a(i) - b(i)) / size);
  }
  return largest;
}

TEST_CASE("property: S-parameters survive Touchstone in every format and unit") {
  CHECK(rc::check("round trip", [](std::uint64_t seed) {
    const auto ports = *rc::gen::inRange<std::size_t>(1, 8);
    const TouchstoneStyle style{kFormats[seed % 3], kUnits[(seed / 3) % 5]};
    const SParameters data = random_data(seed, ports);
    const auto reading = sample::touchstone(touchstone_text(data, style), ports);
    RC_ASSERT(reading.result);
    RC_ASSERT(reading.result->ports == data.ports);
    RC_ASSERT(reading.result->frequencies.size() == data.frequencies.size());
    const bool exact = style.format == TouchstoneFormat::real_imaginary;
    for (std::size_t k = 0; k < data.frequencies.size(); ++k) {
      const double f = data.frequencies[k].value();
      RC_ASSERT(std::abs(reading.result->frequencies[k].value() - f) <= 1e-15 * f);
      RC_ASSERT(largest_relative_error(reading.result->values[k], data.values[k]) <=
                (exact ? 0.0 : 1e-13));
    }
  }));
}

/// The fields of one line that csv_text() writes.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  bool in_quotes = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"' && in_quotes && at + 1 < line.size() && line[at + 1] == '"') {
      fields.back() += line[at++];
    } else if (line[at] == '"') {
      in_quotes = !in_quotes;
    } else if (line[at] == ',' && !in_quotes) {
      fields.emplace_back();
    } else {
      fields.back() += line[at];
    }
  }
  return fields;
}

TEST_CASE("property: S-parameters survive comma-separated values to the last bit") {
  CHECK(rc::check("round trip", [](std::uint64_t seed) {
    const auto ports = *rc::gen::inRange<std::size_t>(1, 5);
    const SParameters data = random_data(seed, ports);
    std::istringstream lines(csv_text(data));
    std::string line;
    std::getline(lines, line);
    RC_ASSERT(line == "frequency_Hz,output,input,re,im");
    for (std::size_t k = 0; k < data.frequencies.size(); ++k) {
      for (std::size_t input = 0; input < ports; ++input) {
        for (std::size_t output = 0; output < ports; ++output) {
          RC_ASSERT(static_cast<bool>(std::getline(lines, line)));
          const std::vector<std::string> fields = fields_of(line);
          RC_ASSERT(fields.size() == 5U);
          RC_ASSERT(base::parse_number(fields[0]) == data.frequencies[k].value());
          RC_ASSERT(fields[1] == data.ports[output]);
          RC_ASSERT(fields[2] == data.ports[input]);
          const Complex field =
              data.values[k](static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input));
          RC_ASSERT(base::parse_number(fields[3]) == field.real());
          RC_ASSERT(base::parse_number(fields[4]) == field.imag());
        }
      }
    }
    RC_ASSERT(!std::getline(lines, line));
  }));
}

}  // namespace
}  // namespace heliograph::photonics
