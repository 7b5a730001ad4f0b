// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/spectrum_report.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include <fmt/format.h>

#include "base/number_text.hpp"
#include "photonics/formats/s_parameter_csv.hpp"
#include "testbenches/studies/light_text.hpp"

namespace heliograph::testbenches {

namespace {

/// One element of the spectrum as it is shown.
struct Row {
  double wavelength_nm;
  double frequency_thz;
  const std::string& input;
  const std::string& output;
  std::complex<double> field;

  [[nodiscard]] bool has_light() const { return field != 0.0; }
  [[nodiscard]] double power_db() const { return 20.0 * std::log10(std::abs(field)); }
  [[nodiscard]] double phase() const { return std::arg(field); }
};

void for_each_row(const Spectrum& spectrum, const std::function<void(const Row&)>& show) {
  for (std::size_t k = 0; k < spectrum.frequencies.size(); ++k) {
    for (std::size_t input = 0; input < spectrum.inputs.size(); ++input) {
      for (std::size_t output = 0; output < spectrum.outputs.size(); ++output) {
        show({wavelength_nm(spectrum.frequencies[k]), spectrum.frequencies[k].value() / 1e12,
              spectrum.inputs[input], spectrum.outputs[output],
              spectrum.fields[k](static_cast<Eigen::Index>(output),
                                 static_cast<Eigen::Index>(input))});
      }
    }
  }
}

std::string power_text(std::complex<double> field) {
  return field == 0.0 ? "-" : fmt::format("{:.3f}", 20.0 * std::log10(std::abs(field)));
}

}  // namespace

std::string spectrum_text(const Spectrum& spectrum) {
  std::size_t width = 9;
  for (const std::string& output : spectrum.outputs) {
    width = std::max(width, output.size());
  }
  std::string text;
  for (std::size_t input = 0; input < spectrum.inputs.size(); ++input) {
    text += (input > 0 ? "\n" : "") + fmt::format("from {}: power in dB\n", spectrum.inputs[input]);
    text += fmt::format("{:>13}  {:>13}", "wavelength/nm", "frequency/THz");
    for (const std::string& output : spectrum.outputs) {
      text += fmt::format("  {:>{}}", output, width);
    }
    text += '\n';
    for (std::size_t k = 0; k < spectrum.frequencies.size(); ++k) {
      text += fmt::format("{:>13.4f}  {:>13.6f}", wavelength_nm(spectrum.frequencies[k]),
                          spectrum.frequencies[k].value() / 1e12);
      for (Eigen::Index output = 0; output < spectrum.fields[k].rows(); ++output) {
        text += fmt::format(
            "  {:>{}}", power_text(spectrum.fields[k](output, static_cast<Eigen::Index>(input))),
            width);
      }
      text += '\n';
    }
  }
  return text;
}

std::string spectrum_csv(const Spectrum& spectrum) {
  std::string text = "wavelength_nm,frequency_THz,input,output,power_dB,phase_rad,re,im\n";
  for_each_row(spectrum, [&text](const Row& row) {
    text += base::rounded_number_text(row.wavelength_nm) + ',' +
            base::rounded_number_text(row.frequency_thz) + ',' + photonics::csv_field(row.input) +
            ',' + photonics::csv_field(row.output) + ',' +
            (row.has_light() ? base::number_text(row.power_db()) : "") + ',' +
            (row.has_light() ? base::number_text(row.phase()) : "") + ',' +
            base::number_text(row.field.real()) + ',' + base::number_text(row.field.imag()) + '\n';
  });
  return text;
}

std::string spectrum_json(const Spectrum& spectrum) {
  using Json = nlohmann::ordered_json;
  // Row by row: a tree of all of them would take many times the memory of its text.
  std::string text = "{\"rows\": [";
  const char* separator = "\n";
  for_each_row(spectrum, [&](const Row& row) {
    const Json json{{"wavelength_nm", row.wavelength_nm},
                    {"frequency_THz", row.frequency_thz},
                    {"input", row.input},
                    {"output", row.output},
                    {"power_dB", row.has_light() ? Json(row.power_db()) : Json(nullptr)},
                    {"phase_rad", row.has_light() ? Json(row.phase()) : Json(nullptr)},
                    {"re", row.field.real()},
                    {"im", row.field.imag()}};
    text += separator + json.dump();
    separator = ",\n";
  });
  return text + "\n]}\n";
}

}  // namespace heliograph::testbenches
