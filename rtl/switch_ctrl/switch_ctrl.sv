// SPDX-License-Identifier: Apache-2.0

/// Controller of a photonic circuit switch: takes a circuit map and actuator codes over AXI4-Lite and
/// moves the fabric to them without ever letting light fall on a receiver that listens. Ports,
/// registers, events and rules: rtl/contract.md. All outputs are functions of registers.
module switch_ctrl #(
  parameter int unsigned N       = 8,   // ports, 2..32
  parameter int unsigned MAX_ACT = 512  // actuators, 2..4096
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

  logic [3:0]     state;
  logic [15:0]    epoch;
  logic [3:0]     irq_set;
  logic           commit, refused, refusal_pending;
  logic [15:0]    commit_epoch;
  logic [31:0]    t_drain_max, t_settle, t_relock_max;
  logic [15:0]    num_act;
  logic [N-1:0]   disturb;
  logic           map_we, code_we;
  logic [$clog2(N)-1:0]       map_windex, map_rindex;
  logic [$clog2(MAX_ACT)-1:0] code_windex, code_rindex;
  logic [8:0]     map_wdata, map_wmask;
  logic [15:0]    code_wdata, code_wmask;
  logic [31:0]    shadow_map, active_map;
  logic [15:0]    shadow_code, active_code;
  logic           activate;
  logic [N-1:0]   shadow_valid, active_valid;
  logic [N*8-1:0] shadow_dst, active_dst;
  logic           check_clear, check_en, check_done, check_fault;
  logic [4:0]     fault_src;
  logic [N-1:0]   affected, break_outputs, relock_outputs, connected;
  logic           tele_snapshot, tele_clear;
  logic [9*32-1:0] tele;
  logic           program_start, program_running, program_done;
  logic [15:0]    program_count;
  logic           ev_valid;
  logic [7:0]     ev_id;
  logic [31:0]    ev_arg;

  switch_ctrl_regs #(.N(N), .MAX_ACT(MAX_ACT)) u_regs (
    .clk_i, .rst_ni,
    .s_axil_awaddr_i, .s_axil_awvalid_i, .s_axil_awready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_wvalid_i, .s_axil_wready_o,
    .s_axil_bresp_o, .s_axil_bvalid_o, .s_axil_bready_i,
    .s_axil_araddr_i, .s_axil_arvalid_i, .s_axil_arready_o,
    .s_axil_rdata_o, .s_axil_rresp_o, .s_axil_rvalid_o, .s_axil_rready_i,
    .irq_o,
    .state_i        (state),
    .epoch_i        (epoch),
    .active_epoch_i (gnt_epoch_o),
    .irq_set_i      (irq_set),
    .los_i, .cdr_lock_i, .fec_deg_i,
    .isolate_i      (isolate_o),
    .commit_o       (commit),
    .tele_snapshot_o (tele_snapshot),
    .tele_clear_o   (tele_clear),
    .tele_i         (tele),
    .wr_hold_i      (refusal_pending),
    .refused_o      (refused),
    .commit_epoch_o (commit_epoch),
    .t_drain_max_o  (t_drain_max),
    .t_settle_o     (t_settle),
    .t_relock_max_o (t_relock_max),
    .num_act_o      (num_act),
    .disturb_o      (disturb),
    .map_we_o       (map_we),
    .map_windex_o   (map_windex),
    .map_wdata_o    (map_wdata),
    .map_wmask_o    (map_wmask),
    .code_we_o      (code_we),
    .code_windex_o  (code_windex),
    .code_wdata_o   (code_wdata),
    .code_wmask_o   (code_wmask),
    .map_rindex_o   (map_rindex),
    .code_rindex_o  (code_rindex),
    .shadow_map_i   (shadow_map),
    .active_map_i   (active_map),
    .shadow_code_i  (shadow_code),
    .active_code_i  (active_code)
  );

  switch_ctrl_map #(.N(N)) u_map (
    .clk_i, .rst_ni,
    .we_i           (map_we),
    .wsrc_i         (map_windex),
    .wdata_i        (map_wdata),
    .wmask_i        (map_wmask),
    .rsrc_i         (map_rindex),
    .shadow_rdata_o (shadow_map),
    .active_rdata_o (active_map),
    .activate_i     (activate),
    .shadow_valid_o (shadow_valid),
    .shadow_dst_o   (shadow_dst),
    .active_valid_o (active_valid),
    .active_dst_o   (active_dst),
    .gnt_o
  );

  switch_ctrl_map_check #(.N(N)) u_map_check (
    .clk_i, .rst_ni,
    .clear_i        (check_clear),
    .en_i           (check_en),
    .shadow_valid_i (shadow_valid),
    .shadow_dst_i   (shadow_dst),
    .active_valid_i (active_valid),
    .active_dst_i   (active_dst),
    .disturb_i      (disturb),
    .done_o         (check_done),
    .fault_o        (check_fault),
    .fault_src_o    (fault_src),
    .affected_o     (affected),
    .break_o        (break_outputs),
    .relock_o       (relock_outputs),
    .connected_o    (connected)
  );

  switch_ctrl_seq #(.N(N)) u_seq (
    .clk_i, .rst_ni, .tick_1us_i,
    .commit_i        (commit),
    .commit_epoch_i  (commit_epoch),
    .t_drain_max_i   (t_drain_max),
    .t_settle_i      (t_settle),
    .t_relock_max_i  (t_relock_max),
    .state_o         (state),
    .epoch_o         (epoch),
    .active_epoch_o  (gnt_epoch_o),
    .check_clear_o   (check_clear),
    .check_en_o      (check_en),
    .check_done_i    (check_done),
    .check_fault_i   (check_fault),
    .fault_src_i     (fault_src),
    .affected_i      (affected),
    .break_i         (break_outputs),
    .relock_i        (relock_outputs),
    .connected_i     (connected),
    .active_valid_i  (active_valid),
    .activate_o      (activate),
    .program_o       (program_start),
    .num_act_i       (num_act),
    .program_done_i  (program_done),
    .program_count_i (program_count),
    .drain_req_o, .rx_mask_o, .isolate_o, .drain_ack_i, .ldac_o,
    .los_i, .cdr_lock_i, .fec_deg_i,
    .gnt_valid_o, .gnt_ready_i,
    .irq_set_o       (irq_set),
    .ev_valid_o      (ev_valid),
    .ev_id_o         (ev_id),
    .ev_arg_o        (ev_arg)
  );

  switch_ctrl_dac #(.MAX_ACT(MAX_ACT)) u_dac (
    .clk_i, .rst_ni,
    .we_i           (code_we),
    .waddr_i        (code_windex),
    .wdata_i        (code_wdata),
    .wmask_i        (code_wmask),
    .raddr_i        (code_rindex),
    .shadow_rdata_o (shadow_code),
    .active_rdata_o (active_code),
    .start_i        (program_start),
    .num_act_i      (num_act),
    .running_o      (program_running),
    .done_o         (program_done),
    .count_o        (program_count),
    .dac_valid_o, .dac_addr_o, .dac_code_o, .dac_ready_i
  );

  switch_ctrl_tele u_tele (
    .clk_i, .rst_ni, .tick_1us_i,
    .busy_i          (state != switch_ctrl_pkg::ST_IDLE),
    .commit_i        (commit),
    .event_i         ({ldac_o, dac_valid_o & dac_ready_i, refused, irq_set}),
    .snapshot_i      (tele_snapshot),
    .clear_i         (tele_clear),
    .copy_o          (tele)
  );

  switch_ctrl_report u_report (
    .clk_i, .rst_ni,
    .seq_valid_i     (ev_valid),
    .seq_id_i        (ev_id),
    .seq_arg_i       (ev_arg),
    .refused_i       (refused),
    .refused_epoch_i (commit_epoch),
    .pending_o       (refusal_pending),
    .cev_valid_o, .cev_id_o, .cev_arg_o
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      scans_only_in_program: assert (!program_running || state == switch_ctrl_pkg::ST_PROGRAM);
    end
  end

endmodule
