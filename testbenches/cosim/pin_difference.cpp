// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cosim/pin_difference.hpp"

#include <array>
#include <string_view>

namespace heliograph::testbenches {

namespace {

struct PinValue {
  std::string_view name;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

}  // namespace

std::optional<PinDifference> pin_difference(const systemc::ControllerOutputs& first,
                                            const systemc::ControllerOutputs& second) {
  const systemc::AxiLiteResponse& a = first.axil;
  const systemc::AxiLiteResponse& b = second.axil;
  const std::array<PinValue, 21> pins{{
      {"s_axil_awready_o", a.awready, b.awready},
      {"s_axil_wready_o", a.wready, b.wready},
      {"s_axil_bvalid_o", a.bvalid, b.bvalid},
      {"s_axil_bresp_o", a.bresp, b.bresp},
      {"s_axil_arready_o", a.arready, b.arready},
      {"s_axil_rvalid_o", a.rvalid, b.rvalid},
      {"s_axil_rdata_o", a.rdata, b.rdata},
      {"s_axil_rresp_o", a.rresp, b.rresp},
      {"irq_o", first.irq, second.irq},
      {"gnt_valid_o", first.gnt_valid, second.gnt_valid},
      {"gnt_epoch_o", first.gnt_epoch, second.gnt_epoch},
      {"drain_req_o", first.drain_req, second.drain_req},
      {"rx_mask_o", first.rx_mask, second.rx_mask},
      {"dac_valid_o", first.dac_valid, second.dac_valid},
      {"dac_addr_o", first.dac_addr, second.dac_addr},
      {"dac_code_o", first.dac_code, second.dac_code},
      {"ldac_o", first.ldac, second.ldac},
      {"isolate_o", first.isolate, second.isolate},
      {"cev_valid_o", first.cev_valid, second.cev_valid},
      {"cev_id_o", first.cev_id, second.cev_id},
      {"cev_arg_o", first.cev_arg, second.cev_arg},
  }};
  for (const PinValue& pin : pins) {
    if (pin.first == pin.second) continue;
    const bool payload =
        (pin.name == "s_axil_bresp_o" && !a.bvalid) ||
        ((pin.name == "s_axil_rdata_o" || pin.name == "s_axil_rresp_o") && !a.rvalid) ||
        ((pin.name == "dac_addr_o" || pin.name == "dac_code_o") && !first.dac_valid);
    if (!payload) return PinDifference{std::string(pin.name), pin.first, pin.second};
  }
  for (std::size_t word = 0; word < first.gnt.size(); ++word) {
    if (first.gnt[word] == second.gnt[word]) continue;
    return PinDifference{
        "gnt_o[" + std::to_string(word * 32 + 31) + ":" + std::to_string(word * 32) + "]",
        first.gnt[word], second.gnt[word]};
  }
  return std::nullopt;
}

}  // namespace heliograph::testbenches
