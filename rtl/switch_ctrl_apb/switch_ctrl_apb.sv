// SPDX-License-Identifier: Apache-2.0

/// switch_ctrl with an APB4 slave as its configuration port; all else as in rtl/contract.md.
module switch_ctrl_apb #(
  parameter int unsigned N       = 8,   // ports, 2..32
  parameter int unsigned MAX_ACT = 512  // actuators, 2..4096
) (
  input  logic           clk_i,             // clock
  input  logic           rst_ni,            // asynchronous reset, active low
  input  logic           tick_1us_i,        // one cycle high every microsecond
  input  logic [15:0]    s_apb_paddr_i,     // address, bytes
  input  logic           s_apb_psel_i,      // this slave is selected
  input  logic           s_apb_penable_i,   // second and later cycles of a transfer
  input  logic           s_apb_pwrite_i,    // a write
  input  logic [31:0]    s_apb_pwdata_i,    // write data
  input  logic [3:0]     s_apb_pstrb_i,     // write byte strobes
  output logic           s_apb_pready_o,    // the transfer ends in this cycle
  output logic [31:0]    s_apb_prdata_o,    // read data
  output logic           s_apb_pslverr_o,   // the transfer failed
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

  logic [15:0] awaddr;
  logic        awvalid;
  logic        awready;
  logic [31:0] wdata;
  logic [3:0]  wstrb;
  logic        wvalid;
  logic        wready;
  logic [1:0]  bresp;
  logic        bvalid;
  logic        bready;
  logic [15:0] araddr;
  logic        arvalid;
  logic        arready;
  logic [31:0] rdata;
  logic [1:0]  rresp;
  logic        rvalid;
  logic        rready;

  apb_to_axil u_bridge (
    .clk_i, .rst_ni,
    .s_apb_paddr_i, .s_apb_psel_i, .s_apb_penable_i, .s_apb_pwrite_i, .s_apb_pwdata_i,
    .s_apb_pstrb_i, .s_apb_pready_o, .s_apb_prdata_o, .s_apb_pslverr_o,
    .m_axil_awaddr_o  (awaddr),
    .m_axil_awvalid_o (awvalid),
    .m_axil_awready_i (awready),
    .m_axil_wdata_o   (wdata),
    .m_axil_wstrb_o   (wstrb),
    .m_axil_wvalid_o  (wvalid),
    .m_axil_wready_i  (wready),
    .m_axil_bresp_i   (bresp),
    .m_axil_bvalid_i  (bvalid),
    .m_axil_bready_o  (bready),
    .m_axil_araddr_o  (araddr),
    .m_axil_arvalid_o (arvalid),
    .m_axil_arready_i (arready),
    .m_axil_rdata_i   (rdata),
    .m_axil_rresp_i   (rresp),
    .m_axil_rvalid_i  (rvalid),
    .m_axil_rready_o  (rready)
  );

  switch_ctrl #(.N(N), .MAX_ACT(MAX_ACT)) u_ctrl (
    .s_axil_awaddr_i  (awaddr),
    .s_axil_awvalid_i (awvalid),
    .s_axil_awready_o (awready),
    .s_axil_wdata_i   (wdata),
    .s_axil_wstrb_i   (wstrb),
    .s_axil_wvalid_i  (wvalid),
    .s_axil_wready_o  (wready),
    .s_axil_bresp_o   (bresp),
    .s_axil_bvalid_o  (bvalid),
    .s_axil_bready_i  (bready),
    .s_axil_araddr_i  (araddr),
    .s_axil_arvalid_i (arvalid),
    .s_axil_arready_o (arready),
    .s_axil_rdata_o   (rdata),
    .s_axil_rresp_o   (rresp),
    .s_axil_rvalid_o  (rvalid),
    .s_axil_rready_i  (rready),
    .clk_i, .rst_ni, .tick_1us_i, .irq_o, .gnt_o, .gnt_valid_o, .gnt_epoch_o, .gnt_ready_i,
    .drain_req_o, .rx_mask_o, .drain_ack_i, .dac_valid_o, .dac_addr_o, .dac_code_o, .ldac_o,
    .dac_ready_i, .los_i, .cdr_lock_i, .fec_deg_i, .isolate_o, .cev_valid_o, .cev_id_o,
    .cev_arg_o
  );

endmodule
