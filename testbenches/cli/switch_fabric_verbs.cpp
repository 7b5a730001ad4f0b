// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/diagnostics.hpp"
#include "base/utf8.hpp"
#include "photonics/mesh_routing/mesh_circuit_router.hpp"
#include "testbenches/cli/error_target_options.hpp"
#include "testbenches/cli/exit_codes.hpp"
#include "testbenches/cli/output_file.hpp"
#include "testbenches/cli/switch_verbs.hpp"
#include "testbenches/drawing/fabric_svg.hpp"
#include "testbenches/fabrics/circuits_at_work.hpp"
#include "testbenches/fabrics/fabric_report.hpp"
#include "testbenches/fabrics/matching_text.hpp"
#include "testbenches/fabrics/switch_source.hpp"

namespace heliograph::testbenches {

namespace {

/// What the verbs on one fabric take, each some of it.
struct FabricOptions {
  std::string models;
  std::string cells;
  CircuitChoice choice;
  std::string from;
  std::string untouchable;
  std::string objective = "least_disturbance";
  std::string penalty = "incoherent_optimised";
  std::optional<double> ber;
  std::size_t most = 5;
  std::string out;
  bool json = false;
};

using Options = std::shared_ptr<FabricOptions>;
using Common = std::shared_ptr<SwitchOptions>;

std::vector<base::PortId> lit_inputs(const SurveyedMatching& light) {
  std::vector<base::PortId> lit;
  for (const SurveyedCircuit& circuit : light.circuits) {
    lit.push_back(circuit.light.input);
  }
  return lit;
}

/// By the name of an objective: of all fabrics or, of a mesh, of its own.
photonics::RoutingResult routed_by(const SwitchSource& source, photonics::RoutingRequest request,
                                   const std::string& objective) {
  std::vector<std::string> names{"least_disturbance", "fewest_changes", "least_loss"};
  const auto common = std::find(names.begin(), names.end(), objective);
  if (common != names.end()) {
    request.objective = static_cast<photonics::RoutingObjective>(common - names.begin());
    return source.parts.router->route(request);
  }
  if (const auto* mesh =
          dynamic_cast<const photonics::MeshCircuitRouter*>(source.parts.router.get())) {
    if (const auto of_mesh = photonics::mesh_objective_of(objective)) {
      return mesh->route(request, *of_mesh);
    }
    names = {"least_disturbance"};
    for (const std::string_view name : photonics::mesh_objective_names()) {
      names.emplace_back(name);
    }
  }
  std::string expected;
  for (const std::string& name : names) {
    expected += (expected.empty() ? "" : name == names.back() ? " or " : ", ") + name;
  }
  throw base::InputError({"--objective", 0, 0}, "found " + base::quoted(objective) + "; expected " +
                                                    expected +
                                                    base::did_you_mean(objective, names));
}

/// Of unset cells the state that they are nearer to.
std::vector<photonics::CellState> nearest_states(const photonics::SwitchFabric& fabric,
                                                 const CircuitsAtWork& work,
                                                 const std::vector<base::Radian>& phases) {
  std::vector<photonics::CellState> states = work.states;
  for (std::size_t cell = 0; cell < work.unset.size(); ++cell) {
    if (work.unset[cell]) {
      const Eigen::Matrix2cd field = fabric.cell_field(static_cast<base::CellId>(cell), phases);
      states[cell] = std::norm(field(0, 0)) > std::norm(field(1, 0)) ? photonics::CellState::bar
                                                                     : photonics::CellState::cross;
    }
  }
  return states;
}

bool all_end_where_meant(const SurveyedMatching& light) {
  return std::all_of(
      light.circuits.begin(), light.circuits.end(),
      [](const SurveyedCircuit& circuit) { return circuit.path.output == circuit.light.output; });
}

int run_info(const SwitchSource& source, const FabricOptions& options) {
  std::optional<PairSurvey> pairs;
  std::string none = "The ports of a mesh on its own are no inputs and outputs.";
  if (!source.fabric().duplex()) {
    try {
      pairs = survey_pairs(source);
    } catch (const photonics::RoutingFailed& failure) {
      none = std::string("Not all pairs of ports by shifts: ") + failure.what() + ".";
    }
  }
  std::cout << (options.json ? info_json(source, pairs) : info_text(source, pairs, none));
  return 0;
}

int run_route(const SwitchSource& source, const FabricOptions& options) {
  const photonics::SwitchFabric& fabric = source.fabric();
  const std::size_t ports = fabric.ports();
  const photonics::Matching present = options.from.empty()
                                          ? photonics::Matching(ports)
                                          : read_circuits(options.from, "--from", ports);
  photonics::RoutingRequest request{wanted_matching(source, options.choice.matching),
                                    present,
                                    routed_states(source, present),
                                    photonics::RoutingObjective::least_disturbance,
                                    {}};
  request.unset = source.unset_beside(present, request.present_states);
  if (!options.untouchable.empty()) {
    request.untouchable = read_ports(options.untouchable, "--untouchable", ports);
    for (const base::PortId input : request.untouchable) {
      const auto output = request.wanted.output_of(input);
      if (!output || !request.present.contains(input, *output)) {
        throw base::InputError({"--untouchable", 0, 0},
                               "input " + std::to_string(base::index(input)) +
                                   " has no circuit that is both present (--from) and wanted");
      }
    }
  }
  RouteReport report{
      request, options.objective, routed_by(source, request, options.objective), {}, {}};
  report.light = survey(source, request.wanted, report.result.states, report.result.unset);
  // The bounds are of light that passes each cell once.
  if (request.present.size() > 0 && photonics::is_feed_forward(fabric.graph())) {
    std::vector<base::PortId> before;
    for (std::size_t port = 0; port < ports; ++port) {
      if (request.present.output_of(static_cast<base::PortId>(port))) {
        before.push_back(static_cast<base::PortId>(port));
      }
    }
    report.bounds = crosstalk_change_bounds(
        fabric, {request.present_states, source.phases(request.present_states), before},
        {report.result.states, source.phases(report.result.states), lit_inputs(report.light)});
  }
  std::cout << (options.json ? route_json(source, report) : route_text(source, report));
  return report.light.all_arrive() ? 0 : kDesignFails;
}

int run_trace(const SwitchSource& source, const FabricOptions& options) {
  const CircuitsAtWork work = circuits_at_work(source, options.choice);
  const SurveyedMatching light = survey(source, work.matching, work.states, work.unset);
  const std::vector<base::Radian> phases = source.phases(work.states, work.unset);
  const photonics::Leakage leaks = photonics::leakage(
      source.fabric(), {nearest_states(source.fabric(), work, phases), phases, lit_inputs(light)});
  std::cout << (options.json ? trace_json(source, light, leaks)
                             : trace_text(source, light, leaks, options.most));
  const bool routed = options.choice.states.empty() &&
                      (!source.fabric().duplex() || !options.choice.matching.circuits.empty());
  return (routed ? light.all_arrive() : all_end_where_meant(light)) ? 0 : kDesignFails;
}

int run_loss(const SwitchSource& source, const FabricOptions& options) {
  const ErrorTarget target =
      read_error_target(options.penalty, options.ber, source.config.platform.transceiver);
  const PairSurvey pairs = survey_pairs(source);
  std::cout << (options.json ? loss_json(source, pairs, target) : loss_text(source, pairs, target));
  return pairs.all_arrive() ? 0 : kDesignFails;
}

int run_draw(const SwitchSource& source, const FabricOptions& options) {
  const CircuitsAtWork work = circuits_at_work(source, options.choice);
  const SurveyedMatching light = survey(source, work.matching, work.states, work.unset);
  FabricPicture picture;
  picture.title = source.title();
  picture.caption = source.config.fabric_switch.reference;
  picture.states = work.states;
  picture.unset = work.unset;
  if (std::holds_alternative<photonics::MeshOutline>(source.config.fabric_switch.fabric)) {
    picture.stuck = source.config.fabric_switch.mesh.stuck_cells();
  }
  std::set<base::PortId> drawn_backwards;  // of two ways through the same waveguides, one is drawn
  for (const SurveyedCircuit& circuit : light.circuits) {
    const std::optional<base::PortId>& output = circuit.path.output;
    if (!output || drawn_backwards.count(circuit.light.input) > 0) {
      continue;
    }
    if (source.fabric().duplex()) {
      drawn_backwards.insert(*output);
    }
    // The loss of the fields is to the output that is meant.
    const bool meant = output == circuit.light.output && std::isfinite(circuit.light.loss.value());
    picture.circuits.push_back(
        {circuit.light.input, *output,
         meant ? std::optional<base::Decibel>(circuit.light.loss) : std::nullopt,
         circuit.path.hops});
  }
  const std::string svg = fabric_svg(source.fabric(), picture);
  if (options.out.empty()) {
    std::cout << svg;
  } else {
    write_file(options.out, svg);
  }
  return all_end_where_meant(light) ? 0 : kDesignFails;
}

template <class Run>
CLI::App* add_verb(CLI::App& command, const char* name, const char* about, const Common& common,
                   const Options& options, int& exit_code, Run run, const std::string& example) {
  CLI::App* verb = command.add_subcommand(name, about);
  add_overrides(*verb, *common);
  verb->add_option("--models", options->models,
                   "file (YAML) that maps models of a netlist which are not built in");
  verb->add_option("--cells", options->cells,
                   "file (YAML) that says what the ports and cells of a netlist are");
  verb->footer("Example:\n  ./heliograph switch " + example +
               "\n\nExit codes: 0 fine, 1 circuits that cannot be routed or do not arrive, 2 the "
               "input is wrong, 3 a fault of ours.");
  verb->callback([common, options, &exit_code, run] {
    require_file(*common);
    try {
      exit_code = run(open_switch(*common, options->models, options->cells), *options);
    } catch (const photonics::RoutingFailed& failure) {
      std::cerr << common->file << ": " << failure.what() << '\n';
      exit_code = kDesignFails;
    }
  });
  return verb;
}

void add_json(CLI::App& verb, const Options& options) {
  verb.add_flag("--json", options->json, "print JSON");
}

}  // namespace

void add_fabric_verbs(CLI::App& command, const Common& common, int& exit_code) {
  const std::string preset = "platforms/presets/eight_accelerators_benes.yaml ";
  auto info = std::make_shared<FabricOptions>();
  add_json(*add_verb(command, "info", "what the fabric is, and what all pairs of ports see", common,
                     info, exit_code, run_info, preset + "info"),
           info);

  auto route = std::make_shared<FabricOptions>();
  CLI::App* verb =
      add_verb(command, "route", "cell states for circuits, checked by the fields", common, route,
               exit_code, run_route, preset + "route --permutation 3,7,4,0,2,6,1,5 --from 0:3,1:2");
  add_circuit_choice(*verb, route->choice, false);
  verb->add_option("--from", route->from, "circuits that the fabric carries now, routed from idle");
  verb->add_option("--untouchable", route->untouchable,
                   "inputs, as 0,3,..., whose circuits stay and must not be disturbed");
  verb->add_option("--objective", route->objective,
                   "least_disturbance, fewest_changes or least_loss; of a mesh also fewest_pucs, "
                   "shortest_longest or least_worst_loss")
      ->capture_default_str();
  add_json(*verb, route);

  auto trace = std::make_shared<FabricOptions>();
  verb = add_verb(command, "trace", "the ways of circuits, and who leaks into whom", common, trace,
                  exit_code, run_trace, preset + "trace --circuits 0:3,1:7");
  add_circuit_choice(*verb, trace->choice, true);
  verb->add_option("--most", trace->most, "leaks listed a circuit")->capture_default_str();
  add_json(*verb, trace);

  auto loss = std::make_shared<FabricOptions>();
  verb = add_verb(command, "loss", "loss and crosstalk of all pairs of ports, and what they cost",
                  common, loss, exit_code, run_loss, preset + "loss --penalty coherent");
  add_error_target_options(*verb, loss->penalty, loss->ber);
  add_json(*verb, loss);

  auto draw = std::make_shared<FabricOptions>();
  verb = add_verb(command, "draw", "an SVG of the fabric and its circuits", common, draw, exit_code,
                  run_draw, preset + "draw --random --out fabric.svg");
  add_circuit_choice(*verb, draw->choice, true);
  verb->add_option("--out", draw->out, "file to write (default: standard output)");
}

}  // namespace heliograph::testbenches
