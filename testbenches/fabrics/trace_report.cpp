// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "testbenches/fabrics/fabric_report.hpp"
#include "testbenches/fabrics/report_json.hpp"
#include "testbenches/fabrics/report_text.hpp"
#include "testbenches/fabrics/state_text.hpp"

namespace heliograph::testbenches {

namespace {

/// The strongest first.
std::vector<photonics::LeakTerm> by_power(std::vector<photonics::LeakTerm> terms) {
  std::stable_sort(terms.begin(), terms.end(),
                   [](const photonics::LeakTerm& a, const photonics::LeakTerm& b) {
                     return std::norm(a.field) > std::norm(b.field);
                   });
  return terms;
}

/// `3 cells`, `1 cell`.
std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

/// `cell 4 (stage 0 row 4)`, or what the cell is called where that is just its number.
std::string cell_text(const photonics::SwitchFabric& fabric, base::CellId cell) {
  const std::string number = fmt::format("cell {}", base::index(cell));
  const std::string& name = fabric.cell_name(cell);
  return name == number ? number : number + " (" + name + ")";
}

std::string relative_text(const photonics::LeakSum& sum, std::complex<double> signal) {
  return fmt::format("{} dB incoherent, {} dB at worst", decibel_text(sum.incoherent(signal)),
                     decibel_text(sum.coherent_bound(signal)));
}

nlohmann::ordered_json sum_json(const photonics::LeakSum& sum, std::complex<double> signal) {
  return {{"terms", sum.terms},
          {"incoherent_dB", number_json(sum.incoherent(signal).value())},
          {"coherent_bound_dB", number_json(sum.coherent_bound(signal).value())}};
}

}  // namespace

std::string trace_text(const SwitchSource& source, const SurveyedMatching& light,
                       const photonics::Leakage& leakage, std::size_t most) {
  const photonics::SwitchFabric& fabric = source.fabric();
  std::string text = heading_text(source);
  const auto unset = std::count(light.unset.begin(), light.unset.end(), true);
  if (unset > 0) {
    text += fmt::format(
        "  {} not set, at random phases: leaks go on through these both ways, and only the fields\n"
        "  have it all; below they count as the state that they are nearer to\n",
        counted(static_cast<std::size_t>(unset), "cell"));
  }
  for (const SurveyedCircuit& circuit : light.circuits) {
    const photonics::PathTrace& path = circuit.path;
    const bool meant = path.output == circuit.light.output;
    const std::string end = path.output ? "output " + port_text(path.output) : "the dark";
    text += fmt::format(
        "\ninput {} to {}{}: {}, {}, {:.3f} mm, {:.2f} ps, {} dB traced{}\n",
        base::index(circuit.light.input), end,
        meant ? "" : fmt::format(" and not to output {}", base::index(circuit.light.output)),
        counted(path.hops.size(), "cell"), counted(path.crossings, "crossing"),
        path.length.value() * 1e3, path.delay.value() * 1e12, decibel_text(path.loss),
        meant ? ", " + decibel_text(circuit.light.loss) + " dB by the fields" : "");
    for (const photonics::PathHop& hop : path.hops) {
      text += fmt::format("  {:<5}  {}\n", to_string(hop.state), cell_text(fabric, hop.cell));
    }
    if (!path.output) {
      continue;
    }
    const photonics::OutputLeakage& here = leakage.outputs[base::index(*path.output)];
    const photonics::LeakSum first = here.first_sum();
    text += fmt::format("  leaks of others, first order: {}{}\n", counted(first.terms, "term"),
                        first.terms == 0 ? "" : ", " + relative_text(first, here.signal));
    const std::vector<photonics::LeakTerm> terms = by_power(here.first);
    for (std::size_t i = 0; i < std::min(most, terms.size()); ++i) {
      photonics::LeakSum one;
      one.add(terms[i].field);
      text += fmt::format("    {:>8} dB  from input {} in {}\n",
                          decibel_text(one.incoherent(here.signal)), base::index(terms[i].input),
                          cell_text(fabric, terms[i].cell));
    }
    if (terms.size() > most) {
      text += fmt::format("    and {} weaker\n", terms.size() - most);
    }
    const photonics::LeakSum second = here.second_sum();
    text +=
        fmt::format("  second order: {}{}{}\n", counted(second.terms, "term"),
                    fabric.duplex() && second.terms > 0 ? " (all rounds of a loop are one)" : "",
                    second.terms == 0 ? "" : ", " + relative_text(second, here.signal));
  }
  if (!leakage.trapped.empty()) {
    text += fmt::format("\nleaks into closed loops of cells: {}\n", leakage.trapped.size());
  }
  return text;
}

std::string trace_json(const SwitchSource& source, const SurveyedMatching& light,
                       const photonics::Leakage& leakage) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const SurveyedCircuit& circuit : light.circuits) {
    const photonics::PathTrace& path = circuit.path;
    nlohmann::ordered_json hops = nlohmann::ordered_json::array();
    for (const photonics::PathHop& hop : path.hops) {
      hops.push_back({{"cell", base::index(hop.cell)}, {"state", to_string(hop.state)}});
    }
    nlohmann::ordered_json row{{"input", base::index(circuit.light.input)},
                               {"output", nullptr},
                               {"meant_output", base::index(circuit.light.output)},
                               {"hops", std::move(hops)},
                               {"crossings", path.crossings},
                               {"length_mm", path.length.value() * 1e3},
                               {"delay_ps", path.delay.value() * 1e12},
                               {"traced_loss_dB", number_json(path.loss.value())},
                               {"loss_dB", nullptr}};
    if (path.output == circuit.light.output) {
      row["loss_dB"] = number_json(circuit.light.loss.value());
    }
    if (path.output) {
      row["output"] = base::index(*path.output);
      const photonics::OutputLeakage& here = leakage.outputs[base::index(*path.output)];
      nlohmann::ordered_json terms = nlohmann::ordered_json::array();
      for (const photonics::LeakTerm& term : by_power(here.first)) {
        photonics::LeakSum one;
        one.add(term.field);
        terms.push_back({{"input", base::index(term.input)},
                         {"cell", base::index(term.cell)},
                         {"power_dB", number_json(one.incoherent(here.signal).value())}});
      }
      row["first_order"] = sum_json(here.first_sum(), here.signal);
      row["first_order"]["rows"] = std::move(terms);
      row["second_order"] = sum_json(here.second_sum(), here.signal);
    }
    rows.push_back(std::move(row));
  }
  nlohmann::ordered_json json{{"title", source.title()},
                              {"fabric", source.kind()},
                              {"trapped_leaks", leakage.trapped.size()},
                              {"rows", std::move(rows)}};
  if (!light.unset.empty()) {
    json["states"] = state_text(light.states, light.unset);
  }
  return json.dump(2) + "\n";
}

}  // namespace heliograph::testbenches
