// SPDX-License-Identifier: Apache-2.0
#include "photonics/formats/s_parameter_csv.hpp"

#include "base/number_text.hpp"

namespace heliograph::photonics {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string field = "\"";
  for (const char c : text) {
    field += c == '"' ? std::string("\"\"") : std::string(1, c);
  }
  return field + '"';
}

std::string csv_text(const SParameters& data) {
  require_valid(data);
  std::string text = "frequency_Hz,output,input,re,im\n";
  for (std::size_t k = 0; k < data.frequencies.size(); ++k) {
    const std::string frequency = base::number_text(data.frequencies[k].value());
    const Eigen::MatrixXcd& s = data.values[k];
    for (std::size_t input = 0; input < data.ports.size(); ++input) {
      for (std::size_t output = 0; output < data.ports.size(); ++output) {
        const std::complex<double> field =
            s(static_cast<Eigen::Index>(output), static_cast<Eigen::Index>(input));
        text += frequency + ',' + csv_field(data.ports[output]) + ',' +
                csv_field(data.ports[input]) + ',' + base::number_text(field.real()) + ',' +
                base::number_text(field.imag()) + '\n';
      }
    }
  }
  return text;
}

}  // namespace heliograph::photonics
