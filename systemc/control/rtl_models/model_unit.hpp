// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "systemc/control/rtl_models/model_builder.hpp"

namespace heliograph::systemc {

/// The text of the one translation unit of a model: Verilator's files of prefix Vmodel in `folder`,
/// the tables of its ports and state, and model_shim.inl. Throws base::InputError for a port whose
/// name is changed by Verilator in a way not known here.
[[nodiscard]] std::string make_model_unit(const std::string& folder, const RtlPorts& ports,
                                          const RtlBuildOptions& options);

/// VERILATOR_ROOT as the generated makefile has it.
[[nodiscard]] std::string verilator_root_of(const std::string& folder);

}  // namespace heliograph::systemc
