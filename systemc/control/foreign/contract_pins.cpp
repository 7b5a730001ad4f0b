// SPDX-License-Identifier: Apache-2.0
#include "systemc/control/foreign/contract_pins.hpp"

#include <array>
#include <utility>

namespace heliograph::systemc {

namespace {

constexpr std::array<std::pair<DeviceKind, const char*>, 5> kKinds{{
    {DeviceKind::controller, "controller"},
    {DeviceKind::arbiter, "arbiter"},
    {DeviceKind::tdma, "tdma"},
    {DeviceKind::crossbar, "crossbar"},
    {DeviceKind::registers, "registers"},
}};

constexpr RtlDirection kIn = RtlDirection::input;
constexpr RtlDirection kOut = RtlDirection::output;
constexpr PinNeed kMust = PinNeed::required;
constexpr PinNeed kMay = PinNeed::optional;

ContractPin one(const char* name, RtlDirection direction, const char* group, PinNeed need) {
  return {name, direction, PinWidth::fixed, 1, group, need, false};
}
ContractPin number(const char* name, RtlDirection direction, unsigned bits, const char* group,
                   PinNeed need, bool may_be_narrower = false) {
  return {name, direction, PinWidth::fixed, bits, group, need, may_be_narrower};
}
ContractPin mask(const char* name, RtlDirection direction, const char* group, PinNeed need) {
  return {name, direction, PinWidth::ports, 0, group, need, false};
}
ContractPin matrix(const char* name, RtlDirection direction, const char* group, PinNeed need) {
  return {name, direction, PinWidth::ports_squared, 0, group, need, false};
}

using Pins = std::vector<ContractPin>;

void add(Pins& to, const Pins& pins) { to.insert(to.end(), pins.begin(), pins.end()); }

Pins clock_pins(PinNeed need) {
  return {one("clk_i", kIn, "clock and reset", need), one("rst_ni", kIn, "clock and reset", need),
          one("tick_1us_i", kIn, "clock and reset", kMay)};
}

Pins time_pins() {
  return {number("ptp_ts_i", kIn, 64, "precision time", kMay),
          number("wake_at_o", kOut, 64, "precision time", kMay)};
}

Pins bus_pins() {
  constexpr PinNeed kAxi = PinNeed::axi_lite;
  constexpr PinNeed kApb = PinNeed::apb;
  constexpr const char* kA = "AXI4-Lite";
  constexpr const char* kB = "APB";
  return {number("s_axil_awaddr_i", kIn, 16, kA, kAxi, true),
          one("s_axil_awvalid_i", kIn, kA, kAxi),
          one("s_axil_awready_o", kOut, kA, kAxi),
          number("s_axil_wdata_i", kIn, 32, kA, kAxi),
          number("s_axil_wstrb_i", kIn, 4, kA, kAxi),
          one("s_axil_wvalid_i", kIn, kA, kAxi),
          one("s_axil_wready_o", kOut, kA, kAxi),
          number("s_axil_bresp_o", kOut, 2, kA, kAxi),
          one("s_axil_bvalid_o", kOut, kA, kAxi),
          one("s_axil_bready_i", kIn, kA, kAxi),
          number("s_axil_araddr_i", kIn, 16, kA, kAxi, true),
          one("s_axil_arvalid_i", kIn, kA, kAxi),
          one("s_axil_arready_o", kOut, kA, kAxi),
          number("s_axil_rdata_o", kOut, 32, kA, kAxi),
          number("s_axil_rresp_o", kOut, 2, kA, kAxi),
          one("s_axil_rvalid_o", kOut, kA, kAxi),
          one("s_axil_rready_i", kIn, kA, kAxi),
          number("s_apb_paddr_i", kIn, 16, kB, kApb, true),
          one("s_apb_psel_i", kIn, kB, kApb),
          one("s_apb_penable_i", kIn, kB, kApb),
          one("s_apb_pwrite_i", kIn, kB, kApb),
          number("s_apb_pwdata_i", kIn, 32, kB, kApb),
          number("s_apb_pstrb_i", kIn, 4, kB, kMay),
          number("s_apb_prdata_o", kOut, 32, kB, kApb),
          one("s_apb_pready_o", kOut, kB, kMay),
          one("s_apb_pslverr_o", kOut, kB, kMay)};
}

Pins decision_pins(PinNeed need) {
  return {matrix("gnt_o", kOut, "decision", need), one("gnt_valid_o", kOut, "decision", kMay),
          number("gnt_epoch_o", kOut, 16, "decision", kMay, true),
          one("gnt_ready_i", kIn, "decision", kMay)};
}

Pins slot_pins(PinNeed need) {
  return {one("slot_start_o", kOut, "slot", need),
          number("slot_idx_o", kOut, 16, "slot", need, true),
          one("slot_active_o", kOut, "slot", need)};
}

Pins controller_pins() {
  Pins pins = clock_pins(kMust);
  add(pins, time_pins());
  add(pins, bus_pins());
  add(pins, {one("irq_o", kOut, "interrupt", kMay), matrix("req_i", kIn, "demand", kMay)});
  add(pins, decision_pins(kMay));
  add(pins,
      {mask("drain_req_o", kOut, "quiesce", kMust), mask("drain_ack_i", kIn, "quiesce", kMust),
       mask("rx_mask_o", kOut, "quiesce", kMust), one("dac_valid_o", kOut, "actuate", kMust),
       number("dac_addr_o", kOut, 16, "actuate", kMust, true),
       number("dac_code_o", kOut, 16, "actuate", kMust, true),
       one("dac_ready_i", kIn, "actuate", kMust), one("ldac_o", kOut, "actuate", kMust),
       one("adc_req_o", kOut, "sense", kMay), number("adc_ch_o", kOut, 16, "sense", kMay, true),
       one("adc_valid_i", kIn, "sense", kMay), number("adc_code_i", kIn, 16, "sense", kMay),
       mask("los_i", kIn, "link", kMust), mask("cdr_lock_i", kIn, "link", kMust),
       mask("fec_deg_i", kIn, "link", kMay)});
  add(pins, slot_pins(kMay));
  add(pins,
      {mask("fault_i", kIn, "fault", kMay), number("spare_sel_o", kOut, 16, "fault", kMay, true),
       mask("isolate_o", kOut, "fault", kMay), one("cev_valid_o", kOut, "report", kMay),
       number("cev_id_o", kOut, 8, "report", kMay, true),
       number("cev_arg_o", kOut, 32, "report", kMay, true)});
  return pins;
}

unsigned bits_of_index(unsigned count) {
  unsigned bits = 1;
  while ((1U << bits) < count) ++bits;
  return bits;
}

}  // namespace

std::string_view to_string(DeviceKind kind) {
  for (const auto& [each, word] : kKinds) {
    if (each == kind) return word;
  }
  return "";
}

std::optional<DeviceKind> device_kind(std::string_view word) {
  for (const auto& [kind, name] : kKinds) {
    if (name == word) return kind;
  }
  return std::nullopt;
}

std::vector<std::string> device_kind_names() {
  std::vector<std::string> names;
  names.reserve(kKinds.size());
  for (const auto& each : kKinds) names.emplace_back(each.second);
  return names;
}

unsigned ContractPin::bits_for(unsigned ports) const {
  switch (width) {
    case PinWidth::fixed:
      return bits;
    case PinWidth::ports:
      return ports;
    case PinWidth::ports_squared:
      return ports * ports;
    case PinWidth::ports_by_destination:
      break;
  }
  return ports * bits_of_index(ports);
}

std::string ContractPin::width_text() const {
  switch (width) {
    case PinWidth::fixed:
      return bits == 1 ? "1 bit" : std::to_string(bits) + " bits";
    case PinWidth::ports:
      return "N bits";
    case PinWidth::ports_squared:
      return "N*N bits";
    case PinWidth::ports_by_destination:
      break;
  }
  return "N*ceil(log2(N)) bits";
}

std::vector<ContractPin> contract_pins(DeviceKind kind) {
  if (kind == DeviceKind::controller) return controller_pins();
  const bool stateless = kind == DeviceKind::arbiter || kind == DeviceKind::crossbar;
  Pins pins = clock_pins(stateless ? kMay : kMust);
  switch (kind) {
    case DeviceKind::arbiter:
      add(pins, time_pins());
      add(pins, {matrix("req_i", kIn, "demand", kMust)});
      add(pins, decision_pins(kMust));
      break;
    case DeviceKind::tdma:
      add(pins, time_pins());
      add(pins, decision_pins(kMay));
      add(pins, slot_pins(kMust));
      break;
    case DeviceKind::crossbar:
      add(pins, {mask("req_valid_i", kIn, "stream", kMust),
                 {"req_dst_i", kIn, PinWidth::ports_by_destination, 0, "stream", kMust, false},
                 mask("req_ready_o", kOut, "stream", kMust)});
      break;
    default:
      add(pins, bus_pins());
      add(pins, {one("irq_o", kOut, "interrupt", kMay)});
  }
  return pins;
}

}  // namespace heliograph::systemc
