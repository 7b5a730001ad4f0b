// SPDX-License-Identifier: Apache-2.0
#include "testbenches/studies/netlist_circuit.hpp"

#include <optional>
#include <utility>

#include "photonics/circuit/elaborate.hpp"
#include "photonics/circuit/model_library.hpp"
#include "photonics/formats/model_map.hpp"
#include "photonics/formats/photonic_check.hpp"

namespace heliograph::testbenches {

photonics::Circuit build_circuit(photonics::NetlistFile file, const std::string& model_map,
                                 base::Diagnostics& diagnostics) {
  base::throw_if_errors(diagnostics);
  photonics::ModelLibrary models = photonics::ModelLibrary::built_in();
  if (!model_map.empty()) {
    photonics::read_model_map(model_map, file, models, diagnostics);
    base::throw_if_errors(diagnostics);
  }
  photonics::use_model_names(file, models);
  for (const photonics::UndefinedModel& model : photonics::undefined_models(file.library, models)) {
    diagnostics.error(
        model.location,
        "the model '" + model.name + "' is not defined: map it with --models FILE" + model.hint);
  }
  // Placeholders let the other mistakes show in the same run.
  std::optional<photonics::Circuit> circuit = photonics::elaborate(
      file.library, photonics::with_placeholders(file.library, models), diagnostics);
  base::throw_if_errors(diagnostics);
  return std::move(*circuit);
}

photonics::Circuit read_circuit(const std::string& path, const std::string& model_map,
                                base::Diagnostics& diagnostics) {
  return build_circuit(photonics::read_netlist(path, diagnostics), model_map, diagnostics);
}

photonics::Circuit parse_circuit(std::string_view text, const std::string& name) {
  base::Diagnostics diagnostics;
  return build_circuit(photonics::parse_netlist(text, name, diagnostics), "", diagnostics);
}

}  // namespace heliograph::testbenches
