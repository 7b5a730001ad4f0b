// SPDX-License-Identifier: Apache-2.0
// A whole controller under other names, as another house might hand it over: reset active high,
// masks in ascending ranges, the map as an unpacked array of destinations first, no report group,
// and a strap that must be tied. Inside is rtl/switch_ctrl.
module acme_switch #(
  parameter int PORTS = 4
) (
  input  logic             ACLK,
  input  logic             RESET,
  input  logic             STRAP,  // must be 1
  input  logic             us_pulse,
  input  logic [15:0]      S_AXI_AWADDR,
  input  logic             S_AXI_AWVALID,
  output logic             S_AXI_AWREADY,
  input  logic [31:0]      S_AXI_WDATA,
  input  logic [3:0]       S_AXI_WSTRB,
  input  logic             S_AXI_WVALID,
  output logic             S_AXI_WREADY,
  output logic [1:0]       S_AXI_BRESP,
  output logic             S_AXI_BVALID,
  input  logic             S_AXI_BREADY,
  input  logic [15:0]      S_AXI_ARADDR,
  input  logic             S_AXI_ARVALID,
  output logic             S_AXI_ARREADY,
  output logic [31:0]      S_AXI_RDATA,
  output logic [1:0]       S_AXI_RRESP,
  output logic             S_AXI_RVALID,
  input  logic             S_AXI_RREADY,
  output logic             interrupt,
  output logic [PORTS-1:0] map [PORTS],  // [destination][source]
  output logic             map_new,
  output logic [15:0]      map_number,
  input  logic             map_seen,
  output logic [0:PORTS-1] stop,
  input  logic [0:PORTS-1] stopped,
  output logic [0:PORTS-1] ignore,
  output logic             code_valid,
  output logic [8:0]       code_heater,
  output logic [15:0]      code,
  input  logic             code_ready,
  output logic             latch,
  input  logic [0:PORTS-1] dark,
  input  logic [0:PORTS-1] locked,
  output logic             heartbeat
);
  logic [PORTS*PORTS-1:0] gnt;
  logic [PORTS-1:0] drain, drained, mask, los, lock;
  logic [15:0] heater;
  assign code_heater = heater[8:0];
  for (genvar i = 0; i < PORTS; i++) begin : g_port
    assign stop[i]    = drain[i];
    assign drained[i] = stopped[i];
    assign ignore[i]  = mask[i];
    assign los[i]     = dark[i];
    assign lock[i]    = locked[i];
    for (genvar j = 0; j < PORTS; j++) begin : g_map
      assign map[j][i] = gnt[i*PORTS+j];
    end
  end
  assign heartbeat = map_new;

  switch_ctrl #(.N(PORTS), .MAX_ACT(512)) u_switch (
    .clk_i(ACLK), .rst_ni(!RESET && STRAP), .tick_1us_i(us_pulse),
    .s_axil_awaddr_i(S_AXI_AWADDR), .s_axil_awvalid_i(S_AXI_AWVALID),
    .s_axil_awready_o(S_AXI_AWREADY), .s_axil_wdata_i(S_AXI_WDATA),
    .s_axil_wstrb_i(S_AXI_WSTRB), .s_axil_wvalid_i(S_AXI_WVALID),
    .s_axil_wready_o(S_AXI_WREADY), .s_axil_bresp_o(S_AXI_BRESP),
    .s_axil_bvalid_o(S_AXI_BVALID), .s_axil_bready_i(S_AXI_BREADY),
    .s_axil_araddr_i(S_AXI_ARADDR), .s_axil_arvalid_i(S_AXI_ARVALID),
    .s_axil_arready_o(S_AXI_ARREADY), .s_axil_rdata_o(S_AXI_RDATA),
    .s_axil_rresp_o(S_AXI_RRESP), .s_axil_rvalid_o(S_AXI_RVALID),
    .s_axil_rready_i(S_AXI_RREADY), .irq_o(interrupt), .gnt_o(gnt), .gnt_valid_o(map_new),
    .gnt_epoch_o(map_number), .gnt_ready_i(map_seen), .drain_req_o(drain), .rx_mask_o(mask),
    .drain_ack_i(drained), .dac_valid_o(code_valid), .dac_addr_o(heater), .dac_code_o(code),
    .ldac_o(latch), .dac_ready_i(code_ready), .los_i(los), .cdr_lock_i(lock), .fec_deg_i('0),
    .isolate_o(), .cev_valid_o(), .cev_id_o(), .cev_arg_o());
endmodule
