// SPDX-License-Identifier: Apache-2.0
#include "photonics/link/budget_rows.hpp"

#include <cmath>
#include <utility>

#include "base/parameter_source.hpp"

namespace heliograph::photonics {

namespace {

/// Bandwidth in which optical signal-to-noise ratios are stated: 0.1 nm at 1550 nm.
constexpr double kReferenceBandwidthHertz = 12.5e9;
/// Codewords lost, of all, at what counts as the threshold of a code.
constexpr double kBearableLoss = 1e-12;

class Rows {
 public:
  void begin(std::string section) { section_ = std::move(section); }

  BudgetRow& add(std::string name, double value, std::string unit, std::string source) {
    rows_.push_back({section_, std::move(name), {}, std::move(unit), {}, std::move(source)});
    if (std::isfinite(value)) {
      rows_.back().value = value;
    }
    return rows_.back();
  }
  void add(std::string name, const std::optional<base::DecibelMilliwatt>& power,
           std::string source) {
    add(std::move(name), power ? power->value() : std::nan(""), "dBm", std::move(source));
  }

  [[nodiscard]] std::vector<BudgetRow> take() { return std::move(rows_); }

 private:
  std::string section_;
  std::vector<BudgetRow> rows_;
};

std::string mpi_source(const LinkDesign& design) {
  switch (design.reflections.model) {
    case ReflectionModel::none:
      return "mpi_model: none";
    case ReflectionModel::allocated:
      return base::parameter_source(design.reflections, "mpi_allocated_dB");
    case ReflectionModel::upper_bound:
      break;
  }
  return "upper_bound: -10 log10(1 - 4 n D S E / (E - 1)), S = sum sqrt(Ri Rj) T; IEEE 802.3bs";
}

std::string crosstalk_source(const LinkDesign& design) {
  if (!design.crosstalk_formula) {
    return "beat_noise: what it adds to the required power, as in a run";
  }
  return std::string(to_string(*design.crosstalk_formula)) +
         " at the target's Q: " + std::string(description(*design.crosstalk_formula)) +
         (design.transmitter.modulation == ModulationFormat::nrz ? "" : ", its form for pam4");
}

void add_powers(Rows& rows, const LinkBudget& budget) {
  rows.begin("power");
  for (std::size_t i = 0; i < budget.stages.size(); ++i) {
    const LinkStage& stage = budget.stages[i];
    const bool laser = i == 0;
    rows.add(stage.name, laser ? stage.power.value() : stage.change.value(), laser ? "dBm" : "dB",
             stage.source)
        .power = stage.power;
  }
  rows.add("received, average", base::to_dbm(budget.average), "sum of the above");
  rows.add("received, OMA", base::to_dbm(budget.reception.oma),
           "2 P (r - 1) / (r + 1), outer levels");
  if (budget.spontaneous_emission.value() > 0.0) {
    const double noise = 2.0 * budget.spontaneous_emission.value() * kReferenceBandwidthHertz;
    rows.add("optical signal to noise",
             base::to_decibel(base::PowerRatio(budget.average.value() / noise)).value(), "dB",
             "both polarisations of the emission in 12.5 GHz (0.1 nm)");
  }
}

void add_penalties(Rows& rows, const LinkDesign& design, const LinkBudget& budget) {
  rows.begin("penalties");
  rows.add("transmitter", budget.transmitter_penalty.value(), "dB",
           base::parameter_source(design.transmitter, "transmitter_penalty_dB"));
  rows.add("crosstalk", budget.crosstalk_penalty.value(), "dB", crosstalk_source(design));
  rows.add("reflections (MPI)", budget.reflection_penalty.value(), "dB", mpi_source(design));
  rows.add("received, OMA less penalties",
           base::DecibelMilliwatt(base::to_dbm(budget.reception.oma).value() -
                                  budget.penalties().value()),
           "what the eye has");
  rows.add("extinction (in the OMA)", budget.extinction_penalty.value(), "dB",
           "(r + 1) / (r - 1) on average power; " +
               base::parameter_source(design.transmitter, "extinction_ratio_dB"));
}

void add_noise(Rows& rows, const LinkDesign& design, const LinkBudget& budget) {
  rows.begin("noise");
  const auto micro = [](AmpereSquared variance) { return deviation(variance).value() * 1e6; };
  const auto row = [&](const char* name, AmpereSquared LevelNoise::*part, std::string source) {
    rows.add(name, micro(budget.noise_one.*part), "uA", std::move(source));
  };
  row("amplifier (thermal)", &LevelNoise::amplifier,
      base::parameter_source(design.receiver, "tia_noise_uA"));
  row("shot", &LevelNoise::shot, "2 q (I + Idark) B, highest level");
  row("laser intensity (RIN)", &LevelNoise::intensity,
      "10^(RIN/10) I^2 B; " + base::parameter_source(design.receiver, "rin_dB_per_Hz"));
  if (!design.crosstalk_formula) {
    row("crosstalk beat", &LevelNoise::crosstalk, "2 e I Iavg, highest level");
  }
  if (budget.spontaneous_emission.value() > 0.0) {
    row("signal-spontaneous beat", &LevelNoise::spontaneous, "4 R^2 P S B, highest level");
  }
  rows.add("all, highest level", micro(budget.noise_one.total()), "uA", "variances added");
  rows.add("all, lowest level", micro(budget.noise_zero.total()), "uA", "variances added");
}

std::string code_name(const FecParameters& fec) {
  std::string name = fec.scheme == FecScheme::kp4   ? "RS(544,514)"
                     : fec.scheme == FecScheme::kr4 ? "RS(528,514)"
                                                    : "no code";
  return name + "; " + base::parameter_source(fec, "fec");
}

void add_errors(Rows& rows, const LinkDesign& design, const LinkBudget& budget) {
  const bool nrz = design.transmitter.modulation == ModulationFormat::nrz;
  const bool mid = design.receiver.crosstalk_model == CrosstalkModel::mid_threshold;
  rows.begin("errors");
  rows.add(
      "Q", budget.reception.q, "",
      std::string(nrz ? "" : "least of the eyes: ") +
          (mid ? "distance to the mid threshold over sigma" : "(I1 - I0) / (sigma1 + sigma0)"));
  rows.add("bit error rate before FEC", budget.reception.ber, "",
           nrz ? "erfc(Q / sqrt 2) / 2" : "mean over four Gray-coded levels");
  rows.add("the same as a run has it", budget.as_run.ber, "",
           "crosstalk as beat noise, whatever formula");
  if (design.fec.inner != InnerCode::none) {
    rows.add("after the inner code", budget.after_fec.after_inner, "",
             base::parameter_source(design.fec, "inner_code"));
  }
  rows.add("codewords lost", budget.after_fec.codeword_loss, "", code_name(design.fec));
  rows.add("bit error rate after FEC", budget.after_fec.post_fec_ber, "",
           "independent errors, no bursts");
  rows.add("most that the code bears", pre_fec_threshold(design.fec, kBearableLoss), "",
           "before FEC, for 1e-12 of the codewords lost");
}

void add_need(Rows& rows, const LinkDesign& design, const LinkBudget& budget) {
  rows.begin("need");
  rows.add("target before FEC", design.target_ber, "", "threshold of the code, or --ber");
  rows.add("Q for it", budget.target_q, "", "inverse of the above, equal eyes");
  rows.add("required OMA", budget.required_oma, "full noise and all penalties");
  rows.add("required average", budget.required_average, "at the extinction ratio");
  rows.add("required laser power", budget.required_laser, "by bisection");
  rows.add("margin", budget.margin ? budget.margin->value() : std::nan(""), "dB",
           "laser power over the required one");
}

}  // namespace

std::vector<BudgetRow> budget_rows(const LinkDesign& design, const LinkBudget& budget) {
  Rows rows;
  add_powers(rows, budget);
  add_penalties(rows, design, budget);
  add_noise(rows, design, budget);
  add_errors(rows, design, budget);
  add_need(rows, design, budget);
  return rows.take();
}

}  // namespace heliograph::photonics
