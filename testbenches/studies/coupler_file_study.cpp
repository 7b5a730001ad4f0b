// SPDX-License-Identifier: Apache-2.0
// The S-parameter file of a broadband directional coupler, as a kit ships it.
#include <algorithm>
#include <cmath>

#include "base/diagnostics.hpp"
#include "base/units.hpp"
#include "photonics/formats/photonic_file.hpp"
#include "testbenches/studies/study_list.hpp"

namespace heliograph::testbenches {

namespace {

struct Published {
  const char* quantity;
  double value;
};

constexpr Published kThrough{"|S31|^2 at the sample nearest 1550 nm", 0.5015};
constexpr Published kCross{"|S41|^2 at the sample nearest 1550 nm", 0.4904};
constexpr Published kColumn{"largest power out for unit power in, all samples", 0.9993};
constexpr double kHalfDigit = 5e-5;

std::vector<ReproductionRow> coupler_file_rows(const StudyContext& context) {
  RowMaker rows("siepic_coupler",
                "SiEPIC EBeam PDK, S-parameters of the broadband coupler bdc_te1550 (MIT)");
  const auto file = context.case_file("sparam/bdc_te1550.sparam");
  if (!file) {
    for (const Published& published : {kThrough, kCross, kColumn}) {
      rows.reported(published.quantity, "", published.value,
                    "needs sparam/bdc_te1550.sparam in the folder of cases");
    }
    return rows.take();
  }
  base::Diagnostics diagnostics;
  const auto data = photonics::read_s_parameters(*file, diagnostics);
  base::throw_if_errors(diagnostics);
  const double wanted = base::kLightSpeedMetrePerSecond / 1550e-9;
  std::size_t nearest = 0;
  double largest = 0.0;
  for (std::size_t k = 0; k < data->frequencies.size(); ++k) {
    if (std::abs(data->frequencies[k].value() - wanted) <
        std::abs(data->frequencies[nearest].value() - wanted)) {
      nearest = k;
    }
    largest = std::max(largest, data->values[k].colwise().squaredNorm().maxCoeff());
  }
  const Eigen::MatrixXcd& s = data->values[nearest];
  if (s.rows() != 4) {
    throw base::InputError({*file, 0, 0}, "expected four ports");
  }
  rows.predicted(kThrough.quantity, "", kThrough.value, std::norm(s(2, 0)), kHalfDigit);
  rows.predicted(kCross.quantity, "", kCross.value, std::norm(s(3, 0)), kHalfDigit);
  rows.predicted(kColumn.quantity, "", kColumn.value, largest, kHalfDigit);
  return rows.take();
}

}  // namespace

Study coupler_file_study() {
  return {"siepic_coupler", "powers of a coupler from its S-parameter file", coupler_file_rows};
}

}  // namespace heliograph::testbenches
