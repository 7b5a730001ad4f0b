// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "photonics/formats/touchstone.hpp"
#include "photonics/routing/circuit_router.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/studies/light_text.hpp"
#include "testbenches/studies/spectrum.hpp"
#include "testbenches/studies/spectrum_report.hpp"

namespace heliograph::testbenches {

namespace {

struct SpectrumOptions {
  std::string from = "1500nm";
  std::string to = "1600nm";
  std::size_t points = 101;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::string models;
  CircuitChoice choice;
  std::string csv;
  std::string touchstone;
  bool json = false;
};

LightText read_light(const std::string& option, const std::string& text) {
  const std::optional<LightText> light = parse_light(text);
  if (!light) {
    throw base::InputError({option, 0, 0}, "found '" + text + "': expected " + light_expectation());
  }
  return *light;
}

bool chooses_circuits(const CircuitChoice& choice) {
  return !choice.states.empty() || !choice.matching.circuits.empty() ||
         !choice.matching.permutation.empty() || choice.matching.random;
}

/// Of a description with its circuits at work; of a netlist or data as they are.
Spectrum spectrum_of(const SwitchOptions& common, const SpectrumOptions& options,
                     const SpectrumRequest& request) {
  if (chooses_circuits(options.choice) || is_switch_description(common)) {
    const SwitchSource source = open_switch(common, options.models, "");
    const CircuitsAtWork work = circuits_at_work(source, options.choice);
    return fabric_spectrum(source.fabric(), source.phases(work.states, work.unset), request);
  }
  if (!common.overrides.empty()) {
    throw base::InputError({"--set", 0, 0}, "has no effect but on a switch description");
  }
  base::Diagnostics diagnostics;
  const SpectrumSource source = SpectrumSource::read(common.file, options.models, diagnostics);
  std::cerr << diagnostics.text();
  return source.spectrum(request);
}

int run_spectrum(const SwitchOptions& common, const SpectrumOptions& options) {
  SpectrumRequest request;
  request.frequencies = light_sweep(read_light("--from", options.from),
                                    read_light("--to", options.to), options.points);
  request.inputs = options.inputs;
  request.outputs = options.outputs;
  const Spectrum spectrum = spectrum_of(common, options, request);
  if (!options.touchstone.empty()) {
    if (!options.inputs.empty() || !options.outputs.empty()) {
      throw base::InputError({"--touchstone", 0, 0},
                             "found a choice of ports: expected none, as the file has them all");
    }
    write_file(options.touchstone, photonics::touchstone_text(to_s_parameters(spectrum)));
  }
  if (!options.csv.empty()) {
    write_file(options.csv, spectrum_csv(spectrum));
  }
  if (options.json) {
    std::cout << spectrum_json(spectrum);
  } else if (options.csv.empty() && options.touchstone.empty()) {
    std::cout << spectrum_text(spectrum);
  }
  return 0;
}

}  // namespace

void add_spectrum_verb(CLI::App& command, const std::shared_ptr<SwitchOptions>& common,
                       int& exit_code) {
  constexpr std::size_t kMostPoints = 1'000'000;
  auto options = std::make_shared<SpectrumOptions>();
  CLI::App* verb =
      command.add_subcommand("spectrum", "what passes from port to port, over wavelength");
  verb->add_option("--from", options->from, "first wavelength or frequency, as 1500nm or 193.4THz")
      ->capture_default_str();
  verb->add_option("--to", options->to, "last one; wavelengths are swept in equal steps of both")
      ->capture_default_str();
  verb->add_option("--points", options->points, "how many, both ends included")
      ->check(CLI::Range(std::size_t{1}, kMostPoints))
      ->capture_default_str();
  verb->add_option("--in", options->inputs, "input port (may be given several times); default: all")
      ->allow_extra_args(false);
  verb->add_option("--out", options->outputs,
                   "output port (may be given several times); default: all")
      ->allow_extra_args(false);
  verb->add_option("--models", options->models,
                   "file (YAML) that maps models of the netlist which are not built in: {name: "
                   "{model: ..., settings: ...}} or {name: {file: ..., ports: ...}}");
  add_overrides(*verb, *common);
  add_circuit_choice(*verb, options->choice, true);
  verb->add_option("--csv", options->csv, "write comma-separated values to this file");
  verb->add_option("--touchstone", options->touchstone,
                   "write a Touchstone file (.sNp) of all ports");
  verb->add_flag("--json", options->json, "print {\"rows\": [...]} instead of tables");
  verb->footer(
      "Example:\n  ./heliograph switch testbenches/studies/add_drop_ring.yaml spectrum --from "
      "1540nm --to 1560nm --points 21 --in in --out drop\n\n"
      "Exit codes: 0 fine, 1 circuits that cannot be routed, 2 the input is wrong, 3 a fault of "
      "ours.");
  verb->callback([common, options, &exit_code] {
    require_file(*common);
    try {
      exit_code = run_spectrum(*common, *options);
    } catch (const photonics::RoutingFailed& failure) {
      std::cerr << common->file << ": " << failure.what() << '\n';
      exit_code = kDesignFails;
    }
  });
}

}  // namespace heliograph::testbenches
