// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/control/controller_core.hpp"
#include "systemc/control/foreign/port_check.hpp"
#include "systemc/control/rtl_models/model_builder.hpp"
#include "systemc/control/scheduler_core.hpp"

namespace heliograph::systemc {

/// What somebody brings, and how to build it.
struct DeviceRequest {
  std::vector<std::string> inputs;  ///< as of read_rtl_source
  RtlListPaths bare_lists = RtlListPaths::working_directory;
  std::string top;                 ///< overrides that of the lists
  std::string mapping;             ///< a file; empty: the contract's own names
  std::optional<DeviceKind> kind;  ///< empty: classify()
  std::optional<unsigned> ports;   ///< N; empty: from the widths
  RtlBuildOptions build;
  base::SourceLocation given_at;  ///< the place of mistakes that are in no file
};

/// A design whose ports are known and fit.
struct InspectedDevice {
  RtlSource source;
  RtlPorts ports;
  CheckedDevice device;
  std::vector<base::Diagnostic> warnings;
};

/// Reads lists, ports and mapping and checks them, without compiling; well under a second. Throws
/// base::InputError with everything that is wrong.
[[nodiscard]] InspectedDevice inspect_device(const DeviceRequest& request, const RtlTools& tools);

/// A device that has been built, loaded and tried: instances of it can be made.
struct LoadedDevice {
  InspectedDevice inspected;
  RtlModel model;

  [[nodiscard]] unsigned ports() const { return inspected.device.ports; }
  [[nodiscard]] DeviceKind kind() const { return inspected.device.kind; }
};

/// inspect_device(), then build, load, and a trial of reset and first cycles in a child process.
/// Throws base::InputError.
[[nodiscard]] LoadedDevice load_device(const DeviceRequest& request, const RtlTools& tools);

/// An instance of a device of kind controller or registers; reset. Throws RtlFault.
[[nodiscard]] std::unique_ptr<ControllerCore> make_foreign_controller(const LoadedDevice& device,
                                                                      RtlInitialState initial = {});
/// Of kind arbiter, tdma or crossbar.
[[nodiscard]] std::unique_ptr<SchedulerCore> make_foreign_scheduler(const LoadedDevice& device,
                                                                    RtlInitialState initial = {});

}  // namespace heliograph::systemc
