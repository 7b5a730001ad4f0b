// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/parameters.hpp"
#include "base/time.hpp"

namespace heliograph::systemc {

/// Who sees to it that a signal takes effect after the puts before it.
enum class NicOrdering { proxy_drain, nic_fence, unordered };
/// Whether what leaves for one peer arrives in the order in which it left.
enum class NicDelivery { in_order, unordered };
/// How messages are laid over the ports that reach their peer: each over one, or over all.
enum class NicStriping { none, ports };

struct NicParameters {
  base::Picoseconds doorbell{100'000};
  base::Picoseconds processing{50'000};
  NicOrdering ordering = NicOrdering::nic_fence;
  NicDelivery delivery = NicDelivery::in_order;
  bool proxy = false;
  base::Picoseconds proxy_service{200'000};
  base::Picoseconds acknowledge_timeout{100'000'000};
  int inquiries = 3;
  int landings = 4096;
  NicStriping striping = NicStriping::none;
  int ports = 1;  ///< the platform's

  [[nodiscard]] bool has_proxy() const { return proxy || ordering == NicOrdering::proxy_drain; }

  [[nodiscard]] static base::ParameterTable<NicParameters> table();
};

}  // namespace heliograph::systemc
