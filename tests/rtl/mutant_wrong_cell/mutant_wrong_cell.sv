// SPDX-License-Identifier: Apache-2.0

/// A faulty controller, to show that the fault is found: for one actuator it sends code 0 instead of
/// the code that the host wanted. All else is switch_ctrl.
module mutant_wrong_cell #(
  parameter int unsigned N          = 8,    // ports, 2..32
  parameter int unsigned MAX_ACT    = 512,  // actuators, 2..4096
  parameter int unsigned WRONG_ADDR = 6     // the actuator whose code is lost
) (
  input  logic           clk_i,             // clock
  input  logic           rst_ni,            // asynchronous reset, active low
  input  logic           tick_1us_i,        // one cycle high every microsecond
  input  logic [15:0]    s_axil_awaddr_i,   // write address, bytes
  input  logic           s_axil_awvalid_i,  // write address valid
  output logic           s_axil_awready_o,  // write address ready
  input  logic [31:0]    s_axil_wdata_i,    // write data
  input  logic [3:0]     s_axil_wstrb_i,    // write byte strobes
  input  logic           s_axil_wvalid_i,   // write data valid
  output logic           s_axil_wready_o,   // write data ready
  output logic [1:0]     s_axil_bresp_o,    // write response: 0 OKAY, 2 SLVERR
  output logic           s_axil_bvalid_o,   // write response valid
  input  logic           s_axil_bready_i,   // write response ready
  input  logic [15:0]    s_axil_araddr_i,   // read address, bytes
  input  logic           s_axil_arvalid_i,  // read address valid
  output logic           s_axil_arready_o,  // read address ready
  output logic [31:0]    s_axil_rdata_o,    // read data
  output logic [1:0]     s_axil_rresp_o,    // read response: 0 OKAY, 2 SLVERR
  output logic           s_axil_rvalid_o,   // read data valid
  input  logic           s_axil_rready_i,   // read data ready
  output logic           irq_o,             // an enabled interrupt is pending
  output logic [N*N-1:0] gnt_o,             // active map, bit src*N+dst
  output logic           gnt_valid_o,       // a new map is active
  output logic [15:0]    gnt_epoch_o,       // active epoch
  input  logic           gnt_ready_i,       // the peer has seen it
  output logic [N-1:0]   drain_req_o,       // inputs that must stop sending
  output logic [N-1:0]   rx_mask_o,         // outputs whose data must be ignored
  input  logic [N-1:0]   drain_ack_i,       // inputs whose last bit has left the fabric
  output logic           dac_valid_o,       // an actuator code is offered
  output logic [15:0]    dac_addr_o,        // its actuator
  output logic [15:0]    dac_code_o,        // the code
  output logic           ldac_o,            // latch all codes sent, one cycle
  input  logic           dac_ready_i,       // the DAC chain takes the code
  input  logic [N-1:0]   los_i,             // outputs without light
  input  logic [N-1:0]   cdr_lock_i,        // outputs with a recovered clock
  input  logic [N-1:0]   fec_deg_i,         // outputs with a degraded FEC
  output logic [N-1:0]   isolate_o,         // outputs that failed to lock
  output logic           cev_valid_o,       // a control event, one cycle
  output logic [7:0]     cev_id_o,          // its id
  output logic [31:0]    cev_arg_o          // its argument
);

  logic [15:0] wanted_code;

  switch_ctrl #(.N(N), .MAX_ACT(MAX_ACT)) u_switch_ctrl (
    .clk_i, .rst_ni, .tick_1us_i, .s_axil_awaddr_i, .s_axil_awvalid_i, .s_axil_awready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_bresp_o,
    .s_axil_bvalid_o, .s_axil_bready_i, .s_axil_araddr_i, .s_axil_arvalid_i, .s_axil_arready_o,
    .s_axil_rdata_o, .s_axil_rresp_o, .s_axil_rvalid_o, .s_axil_rready_i, .irq_o, .gnt_o,
    .gnt_valid_o, .gnt_epoch_o, .gnt_ready_i, .drain_req_o, .rx_mask_o, .drain_ack_i,
    .dac_valid_o, .dac_addr_o, .ldac_o, .dac_ready_i, .los_i, .cdr_lock_i, .fec_deg_i, .isolate_o,
    .cev_valid_o, .cev_id_o, .cev_arg_o,
    .dac_code_o (wanted_code)
  );

  assign dac_code_o = dac_addr_o == 16'(WRONG_ADDR) ? 16'd0 : wanted_code;

endmodule
