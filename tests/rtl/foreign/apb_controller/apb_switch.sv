// SPDX-License-Identifier: Apache-2.0
// switch_ctrl with an APB port, as only its report tells when an epoch is active: no grants.
module apb_switch #(
  parameter int unsigned N = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         tick_1us_i,
  input  logic [15:0]  s_apb_paddr_i,
  input  logic         s_apb_psel_i,
  input  logic         s_apb_penable_i,
  input  logic         s_apb_pwrite_i,
  input  logic [31:0]  s_apb_pwdata_i,
  input  logic [3:0]   s_apb_pstrb_i,
  output logic [31:0]  s_apb_prdata_o,
  output logic         s_apb_pready_o,
  output logic         s_apb_pslverr_o,
  output logic [N-1:0] drain_req_o,
  output logic [N-1:0] rx_mask_o,
  input  logic [N-1:0] drain_ack_i,
  output logic         dac_valid_o,
  output logic [15:0]  dac_addr_o,
  output logic [15:0]  dac_code_o,
  output logic         ldac_o,
  input  logic         dac_ready_i,
  input  logic [N-1:0] los_i,
  input  logic [N-1:0] cdr_lock_i,
  output logic         cev_valid_o,
  output logic [7:0]   cev_id_o,
  output logic [31:0]  cev_arg_o
);
  switch_ctrl_apb #(.N(N), .MAX_ACT(512)) u_switch (
    .clk_i, .rst_ni, .tick_1us_i, .s_apb_paddr_i, .s_apb_psel_i, .s_apb_penable_i,
    .s_apb_pwrite_i, .s_apb_pwdata_i, .s_apb_pstrb_i, .s_apb_prdata_o, .s_apb_pready_o,
    .s_apb_pslverr_o, .irq_o(), .gnt_o(), .gnt_valid_o(), .gnt_epoch_o(), .gnt_ready_i(1'b1),
    .drain_req_o, .rx_mask_o, .drain_ack_i, .dac_valid_o, .dac_addr_o, .dac_code_o, .ldac_o,
    .dac_ready_i, .los_i, .cdr_lock_i, .fec_deg_i('0), .isolate_o(), .cev_valid_o, .cev_id_o,
    .cev_arg_o);
endmodule
