// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "systemc/control/control_observer.hpp"
#include "systemc/light/light_observer.hpp"
#include "systemc/link/link_layer_observer.hpp"
#include "systemc/link/link_observer.hpp"

namespace heliograph::platforms {

/// Those who listen to the hardware; they must outlive the platform.
struct PlatformObservers {
  systemc::LinkObserver& link;
  systemc::LightObserver& light;
  systemc::ControlObserver& control;
  systemc::LinkLayerObserver* link_layer = nullptr;
};

}  // namespace heliograph::platforms
