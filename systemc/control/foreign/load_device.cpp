// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/load_device.hpp"

#include <chrono>
#include <utility>

#include "systemc/control/foreign/foreign_controller.hpp"
#include "systemc/control/foreign/foreign_scheduler.hpp"
#include "systemc/control/rtl_models/rtl_trial.hpp"

namespace heliograph::systemc {

namespace {

constexpr unsigned kTrialCycles = 16;

void collect(const base::InputError& error, base::Diagnostics& into) {
  for (const base::Diagnostic& entry : error.diagnostics().entries()) {
    if (entry.severity == base::Severity::error) into.error(entry.location, entry.message);
  }
}

/// What a failure of a model means to whoever brought it.
std::string meaning_of(const std::string& failure) {
  if (failure.find("did not converge") != std::string::npos) {
    return failure + " A loop of combinational logic goes on changing: break it with a register";
  }
  if (failure.find("did not come to an end") != std::string::npos) {
    return failure + ": an `initial' or `always' block runs without end";
  }
  return failure;
}

/// `known` receives the model if it is in the cache, whose ports are then not read again.
InspectedDevice inspect(const DeviceRequest& request, const RtlTools& tools,
                        std::optional<RtlModel>* known) {
  base::Diagnostics found;
  InspectedDevice inspected;
  inspected.source = read_rtl_source(request.inputs, request.bare_lists, request.given_at, found);
  if (!request.top.empty()) inspected.source.top = request.top;
  PortMapping mapping;
  if (!request.mapping.empty()) mapping = read_port_mapping(request.mapping, found);
  if (!found.has_errors()) {
    try {
      if (known != nullptr) *known = find_rtl_model(inspected.source, request.build, tools);
      inspected.ports =
          known != nullptr && *known ? (*known)->ports : read_rtl_ports(inspected.source, tools);
      const DeviceKind kind = request.kind ? *request.kind : classify(inspected.ports, mapping);
      inspected.device = check_ports(inspected.ports, mapping, kind, request.ports, found);
    } catch (const base::InputError& error) {
      collect(error, found);
    }
  }
  base::throw_if_errors(found);
  inspected.warnings = inspected.ports.remarks;
  inspected.warnings.insert(inspected.warnings.end(), found.entries().begin(),
                            found.entries().end());
  return inspected;
}

void first_cycles(const LoadedDevice& device) {
  if (device.kind() == DeviceKind::controller || device.kind() == DeviceKind::registers) {
    const std::unique_ptr<ControllerCore> core = make_foreign_controller(device);
    for (unsigned i = 0; i < kTrialCycles; ++i) (void)core->cycle(ControllerInputs{});
    return;
  }
  const std::unique_ptr<SchedulerCore> core = make_foreign_scheduler(device);
  for (unsigned i = 0; i < kTrialCycles; ++i) (void)core->cycle(SchedulerInputs{});
}

void try_device(LoadedDevice& device, const base::SourceLocation& place, const RtlTools& tools) {
  const auto begin = std::chrono::steady_clock::now();
  const std::string failure = run_trial([&device] { first_cycles(device); }, tools.trial_limit);
  device.model.times.trial =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!failure.empty()) {
    throw base::InputError(place, "in reset or its first cycles the design " +
                                      std::string(failure.find('%') == 0 ? "failed: " : "") +
                                      meaning_of(failure));
  }
}

}  // namespace

InspectedDevice inspect_device(const DeviceRequest& request, const RtlTools& tools) {
  return inspect(request, tools, nullptr);
}

LoadedDevice load_device(const DeviceRequest& request, const RtlTools& tools) {
  LoadedDevice device;
  std::optional<RtlModel> known;
  device.inspected = inspect(request, tools, &known);
  device.model =
      known ? std::move(*known) : build_rtl_model(device.inspected.source, request.build, tools);
  const base::SourceLocation place{device.model.ports.ports.empty()
                                       ? request.given_at.file
                                       : device.model.ports.ports.front().declared_at.file,
                                   0, 0};
  try_device(device, place, tools);
  return device;
}

std::unique_ptr<ControllerCore> make_foreign_controller(const LoadedDevice& device,
                                                        RtlInitialState initial) {
  return std::make_unique<ForeignController>(device.inspected.device, device.model, initial);
}

std::unique_ptr<SchedulerCore> make_foreign_scheduler(const LoadedDevice& device,
                                                      RtlInitialState initial) {
  if (device.kind() == DeviceKind::crossbar) {
    return std::make_unique<ForeignCrossbar>(device.inspected.device, device.model, initial);
  }
  return std::make_unique<ForeignScheduler>(device.inspected.device, device.model, initial);
}

}  // namespace heliograph::systemc
