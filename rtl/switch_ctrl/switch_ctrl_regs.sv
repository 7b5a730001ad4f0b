// SPDX-License-Identifier: Apache-2.0

/// The AXI4-Lite register block. What a running reconfiguration reads (maps, codes, timers) is locked
/// while one runs: such a write gets SLVERR and changes nothing.
module switch_ctrl_regs #(
  parameter int unsigned N       = 8,   // ports, 2..32
  parameter int unsigned MAX_ACT = 512  // actuators, 2..4096
) (
  input  logic         clk_i,             // clock
  input  logic         rst_ni,            // asynchronous reset, active low
  input  logic [15:0]  s_axil_awaddr_i,   // write address, bytes
  input  logic         s_axil_awvalid_i,  // write address valid
  output logic         s_axil_awready_o,  // write address ready
  input  logic [31:0]  s_axil_wdata_i,    // write data
  input  logic [3:0]   s_axil_wstrb_i,    // write byte strobes
  input  logic         s_axil_wvalid_i,   // write data valid
  output logic         s_axil_wready_o,   // write data ready
  output logic [1:0]   s_axil_bresp_o,    // write response: 0 OKAY, 2 SLVERR
  output logic         s_axil_bvalid_o,   // write response valid
  input  logic         s_axil_bready_i,   // write response ready
  input  logic [15:0]  s_axil_araddr_i,   // read address, bytes
  input  logic         s_axil_arvalid_i,  // read address valid
  output logic         s_axil_arready_o,  // read address ready
  output logic [31:0]  s_axil_rdata_o,    // read data
  output logic [1:0]   s_axil_rresp_o,    // read response: 0 OKAY, 2 SLVERR
  output logic         s_axil_rvalid_o,   // read data valid
  input  logic         s_axil_rready_i,   // read data ready
  output logic         irq_o,             // an enabled interrupt is pending
  input  logic [3:0]   state_i,           // sequencer state
  input  logic [15:0]  epoch_i,           // last accepted epoch
  input  logic [15:0]  active_epoch_i,    // active epoch
  input  logic [3:0]   irq_set_i,         // relock timeout, drain timeout, illegal map, done
  input  logic [N-1:0] los_i,             // outputs without light
  input  logic [N-1:0] cdr_lock_i,        // outputs with a recovered clock
  input  logic [N-1:0] fec_deg_i,         // outputs with a degraded FEC
  input  logic [N-1:0] isolate_i,         // outputs that failed to lock
  output logic         commit_o,          // a COMMIT is accepted
  output logic         tele_snapshot_o,   // counts are to be copied
  output logic         tele_clear_o,      // counts are to begin anew
  input  logic [9*32-1:0] tele_i,         // the copy, as switch_ctrl_tele has it
  input  logic         wr_hold_i,         // the last refusal is not yet reported
  output logic         refused_o,         // a COMMIT is refused since one runs
  output logic [15:0]  commit_epoch_o,    // the epoch that either asks for
  output logic [31:0]  t_drain_max_o,     // timer registers
  output logic [31:0]  t_settle_o,        // likewise
  output logic [31:0]  t_relock_max_o,    // likewise
  output logic [15:0]  num_act_o,         // actuators in use
  output logic [N-1:0] disturb_o,         // inputs that the host declares disturbed
  output logic         map_we_o,          // a shadow map entry is written
  output logic [$clog2(N)-1:0]       map_windex_o,   // its source
  output logic [8:0]   map_wdata_o,       // valid, destination
  output logic [8:0]   map_wmask_o,       // bits to write
  output logic         code_we_o,         // a shadow code is written
  output logic [$clog2(MAX_ACT)-1:0] code_windex_o,  // its actuator
  output logic [15:0]  code_wdata_o,      // code
  output logic [15:0]  code_wmask_o,      // bits to write
  output logic [$clog2(N)-1:0]       map_rindex_o,   // map entry to read
  output logic [$clog2(MAX_ACT)-1:0] code_rindex_o,  // code to read
  input  logic [31:0]  shadow_map_i,      // its values
  input  logic [31:0]  active_map_i,      // likewise
  input  logic [15:0]  shadow_code_i,     // likewise
  input  logic [15:0]  active_code_i      // likewise
);

  // The upper bits of an address tell its window.
  localparam logic [15:0] ACTIVE_MAP  = switch_ctrl_regs_pkg::ADDR_ACTIVE_MAP;
  localparam logic [15:0] SHADOW_MAP  = switch_ctrl_regs_pkg::ADDR_SHADOW_MAP;
  localparam logic [15:0] SHADOW_CODE = switch_ctrl_regs_pkg::ADDR_SHADOW_CODE;
  localparam logic [15:0] ACTIVE_CODE = switch_ctrl_regs_pkg::ADDR_ACTIVE_CODE;

  logic        wr_en, wr_err;
  logic [15:0] wr_addr;
  logic [31:0] wr_data, wr_mask, wr_bits;
  logic [15:0] rd_addr;
  logic [31:0] rd_data;
  logic        rd_err;

  logic        busy;
  logic        wr_map, wr_code, rd_map, rd_code;
  logic [31:0] num_act_new;

  logic [31:0] scratch_q, scratch_d;
  logic        enable_q, enable_d;
  logic [15:0] num_act_q, num_act_d;
  logic [31:0] t_drain_max_q, t_drain_max_d;
  logic [31:0] t_settle_q, t_settle_d;
  logic [31:0] t_relock_max_q, t_relock_max_d;
  logic [31:0] disturb_q, disturb_d;
  logic [4:0]  irq_state_q, irq_state_d;
  logic [4:0]  irq_enable_q, irq_enable_d;
  logic [7:0]  last_error_q, last_error_d;
  logic [4:0]  irq_set;

  switch_ctrl_axil u_axil (
    .clk_i, .rst_ni,
    .s_axil_awaddr_i, .s_axil_awvalid_i, .s_axil_awready_o,
    .s_axil_wdata_i, .s_axil_wstrb_i, .s_axil_wvalid_i, .s_axil_wready_o,
    .s_axil_bresp_o, .s_axil_bvalid_o, .s_axil_bready_i,
    .s_axil_araddr_i, .s_axil_arvalid_i, .s_axil_arready_o,
    .s_axil_rdata_o, .s_axil_rresp_o, .s_axil_rvalid_o, .s_axil_rready_i,
    .wr_hold_i,
    .wr_en_o   (wr_en),
    .wr_addr_o (wr_addr),
    .wr_data_o (wr_data),
    .wr_mask_o (wr_mask),
    .wr_err_i  (wr_err),
    .rd_addr_o (rd_addr),
    .rd_data_i (rd_data),
    .rd_err_i  (rd_err)
  );

  assign busy        = state_i != switch_ctrl_pkg::ST_IDLE;
  assign wr_bits     = wr_data & wr_mask;
  assign num_act_new = ({16'd0, num_act_q} & ~wr_mask) | wr_bits;

  assign wr_map  = wr_addr[15:8] == SHADOW_MAP[15:8] && wr_addr[1:0] == 2'd0 &&
                   32'(wr_addr[7:2]) < N;
  assign wr_code = wr_addr[15:14] == SHADOW_CODE[15:14] && wr_addr[1:0] == 2'd0 &&
                   32'(wr_addr[13:2]) < MAX_ACT;
  assign rd_map  = rd_addr[1:0] == 2'd0 && 32'(rd_addr[7:2]) < N;
  assign rd_code = rd_addr[1:0] == 2'd0 && 32'(rd_addr[13:2]) < MAX_ACT;

  assign map_we_o      = wr_en & wr_map & ~busy;
  assign code_we_o     = wr_en & wr_code & ~busy;
  assign map_windex_o  = wr_addr[$clog2(N)+1:2];
  assign code_windex_o = wr_addr[$clog2(MAX_ACT)+1:2];
  assign map_wdata_o   = {wr_data[31], wr_data[7:0]};
  assign map_wmask_o   = {wr_mask[31], wr_mask[7:0]};
  assign code_wdata_o  = wr_data[15:0];
  assign code_wmask_o  = wr_mask[15:0];

  assign commit_epoch_o = wr_data[15:0];
  assign map_rindex_o  = rd_addr[$clog2(N)+1:2];
  assign code_rindex_o = rd_addr[$clog2(MAX_ACT)+1:2];

  assign t_drain_max_o  = t_drain_max_q;
  assign t_settle_o     = t_settle_q;
  assign t_relock_max_o = t_relock_max_q;
  assign num_act_o      = num_act_q;
  assign disturb_o      = disturb_q[N-1:0];
  assign irq_o          = |(irq_state_q & irq_enable_q);
  assign irq_set        = {refused_o, irq_set_i};

  // Writes.
  always_comb begin
    scratch_d      = scratch_q;
    enable_d       = enable_q;
    num_act_d      = num_act_q;
    t_drain_max_d  = t_drain_max_q;
    t_settle_d     = t_settle_q;
    t_relock_max_d = t_relock_max_q;
    disturb_d      = disturb_q;
    irq_enable_d   = irq_enable_q;
    irq_state_d    = irq_state_q;
    commit_o       = 1'b0;
    refused_o      = 1'b0;
    tele_snapshot_o = 1'b0;
    tele_clear_o   = 1'b0;
    wr_err         = 1'b0;
    if (wr_en) begin
      case (wr_addr)
        switch_ctrl_regs_pkg::ADDR_SCRATCH:     scratch_d = (scratch_q & ~wr_mask) | wr_bits;
        switch_ctrl_regs_pkg::ADDR_CTRL:        enable_d = (enable_q & ~wr_mask[0]) | wr_bits[0];
        switch_ctrl_regs_pkg::ADDR_IRQ_STATE:   irq_state_d = irq_state_q & ~wr_bits[4:0];
        switch_ctrl_regs_pkg::ADDR_IRQ_ENABLE:  irq_enable_d = (irq_enable_q & ~wr_mask[4:0]) | wr_bits[4:0];
        switch_ctrl_regs_pkg::ADDR_IRQ_TEST:    irq_state_d = irq_state_q | wr_bits[4:0];
        switch_ctrl_regs_pkg::ADDR_TELE_CTRL: begin
          tele_snapshot_o = wr_bits[0];
          tele_clear_o    = wr_bits[1];
        end
        switch_ctrl_regs_pkg::ADDR_NUM_ACT: begin
          wr_err = busy || num_act_new > MAX_ACT;
          if (!wr_err) begin
            num_act_d = num_act_new[15:0];
          end
        end
        switch_ctrl_regs_pkg::ADDR_T_DRAIN_MAX: begin
          wr_err = busy;
          if (!busy) begin
            t_drain_max_d = (t_drain_max_q & ~wr_mask) | wr_bits;
          end
        end
        switch_ctrl_regs_pkg::ADDR_T_SETTLE: begin
          wr_err = busy;
          if (!busy) begin
            t_settle_d = (t_settle_q & ~wr_mask) | wr_bits;
          end
        end
        switch_ctrl_regs_pkg::ADDR_T_RELOCK_MAX: begin
          wr_err = busy;
          if (!busy) begin
            t_relock_max_d = (t_relock_max_q & ~wr_mask) | wr_bits;
          end
        end
        switch_ctrl_regs_pkg::ADDR_DISTURB: begin
          wr_err = busy;
          if (!busy) begin
            disturb_d = ((disturb_q & ~wr_mask) | wr_bits) & 32'({N{1'b1}});
          end
        end
        switch_ctrl_regs_pkg::ADDR_COMMIT: begin
          // An epoch of which a byte is missing must not start anything.
          wr_err    = busy || !enable_q || wr_mask[15:0] != 16'hFFFF;
          commit_o  = !wr_err;
          refused_o = busy;
        end
        default: wr_err = (!wr_map && !wr_code) || busy;
      endcase
    end
    // What happens wins over what is cleared.
    irq_state_d = irq_state_d | irq_set;
  end

  // The last error since the last accepted COMMIT.
  always_comb begin
    last_error_d = last_error_q;
    if (commit_o) begin
      last_error_d = 8'd0;
    end else if (irq_set[1]) begin
      last_error_d = switch_ctrl_pkg::EV_ILLEGAL_MAP;
    end else if (irq_set[2]) begin
      last_error_d = switch_ctrl_pkg::EV_DRAIN_TIMEOUT;
    end else if (irq_set[3]) begin
      last_error_d = switch_ctrl_pkg::EV_RELOCK_TIMEOUT;
    end else if (irq_set[4]) begin
      last_error_d = switch_ctrl_pkg::EV_COMMIT_BUSY;
    end
  end

  // Reads.
  always_comb begin
    rd_data = 32'd0;
    rd_err  = 1'b0;
    case (rd_addr)
      switch_ctrl_regs_pkg::ADDR_ID:                 rd_data = switch_ctrl_regs_pkg::RESET_ID;
      switch_ctrl_regs_pkg::ADDR_VERSION:            rd_data = switch_ctrl_regs_pkg::RESET_VERSION;
      switch_ctrl_regs_pkg::ADDR_CAPS:               rd_data = {8'd0, 8'(N), 16'(MAX_ACT)};
      switch_ctrl_regs_pkg::ADDR_SCRATCH:            rd_data = scratch_q;
      switch_ctrl_regs_pkg::ADDR_CTRL:               rd_data = {31'd0, enable_q};
      switch_ctrl_regs_pkg::ADDR_STATUS:             rd_data = {8'd0, last_error_q, 7'd0, busy, 4'd0, state_i};
      switch_ctrl_regs_pkg::ADDR_ACTIVE_EPOCH:       rd_data = {16'd0, active_epoch_i};
      switch_ctrl_regs_pkg::ADDR_NUM_ACT:            rd_data = {16'd0, num_act_q};
      switch_ctrl_regs_pkg::ADDR_COMMIT:             rd_data = {16'd0, epoch_i};
      switch_ctrl_regs_pkg::ADDR_T_DRAIN_MAX:        rd_data = t_drain_max_q;
      switch_ctrl_regs_pkg::ADDR_T_SETTLE:           rd_data = t_settle_q;
      switch_ctrl_regs_pkg::ADDR_T_RELOCK_MAX:       rd_data = t_relock_max_q;
      switch_ctrl_regs_pkg::ADDR_DISTURB:            rd_data = disturb_q;
      switch_ctrl_regs_pkg::ADDR_PORT_LOS:           rd_data = 32'(los_i);
      switch_ctrl_regs_pkg::ADDR_PORT_CDR_LOCK:      rd_data = 32'(cdr_lock_i);
      switch_ctrl_regs_pkg::ADDR_PORT_FEC_DEG:       rd_data = 32'(fec_deg_i);
      switch_ctrl_regs_pkg::ADDR_PORT_ISOLATE:       rd_data = 32'(isolate_i);
      switch_ctrl_regs_pkg::ADDR_IRQ_STATE:          rd_data = {27'd0, irq_state_q};
      switch_ctrl_regs_pkg::ADDR_IRQ_ENABLE:         rd_data = {27'd0, irq_enable_q};
      switch_ctrl_regs_pkg::ADDR_IRQ_TEST:           rd_data = 32'd0;
      switch_ctrl_regs_pkg::ADDR_TELE_CTRL:          rd_data = 32'd0;
      switch_ctrl_regs_pkg::ADDR_TELE_DONE:          rd_data = tele_i[0*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_ILLEGAL_MAP:   rd_data = tele_i[1*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_DRAIN_TIMEOUT: rd_data = tele_i[2*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_RELOCK_TIMEOUT:rd_data = tele_i[3*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_COMMIT_BUSY:   rd_data = tele_i[4*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_CODES:         rd_data = tele_i[5*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_LATCHES:       rd_data = tele_i[6*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_BUSY_US:       rd_data = tele_i[7*32+:32];
      switch_ctrl_regs_pkg::ADDR_TELE_LAST_US:       rd_data = tele_i[8*32+:32];
      default: begin
        if (rd_addr[15:8] == ACTIVE_MAP[15:8] && rd_map) begin
          rd_data = active_map_i;
        end else if (rd_addr[15:8] == SHADOW_MAP[15:8] && rd_map) begin
          rd_data = shadow_map_i;
        end else if (rd_addr[15:14] == SHADOW_CODE[15:14] && rd_code) begin
          rd_data = {16'd0, shadow_code_i};
        end else if (rd_addr[15:14] == ACTIVE_CODE[15:14] && rd_code) begin
          rd_data = {16'd0, active_code_i};
        end else begin
          rd_err = 1'b1;
        end
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      scratch_q      <= '0;
      enable_q       <= 1'b0;
      num_act_q      <= '0;
      t_drain_max_q  <= switch_ctrl_regs_pkg::RESET_T_DRAIN_MAX;  // 1 ms
      t_settle_q     <= switch_ctrl_regs_pkg::RESET_T_SETTLE;  // 100 us
      t_relock_max_q <= switch_ctrl_regs_pkg::RESET_T_RELOCK_MAX;  // 10 ms
      disturb_q      <= '0;
      irq_state_q    <= '0;
      irq_enable_q   <= '0;
      last_error_q   <= '0;
    end else begin
      scratch_q      <= scratch_d;
      enable_q       <= enable_d;
      num_act_q      <= num_act_d;
      t_drain_max_q  <= t_drain_max_d;
      t_settle_q     <= t_settle_d;
      t_relock_max_q <= t_relock_max_d;
      disturb_q      <= disturb_d;
      irq_state_q    <= irq_state_d;
      irq_enable_q   <= irq_enable_d;
      last_error_q   <= last_error_d;
      locked_while_busy: assert (!busy || !(map_we_o || code_we_o || commit_o));
      num_act_in_range: assert (32'(num_act_q) <= MAX_ACT);
    end
  end

`ifdef FORMAL
  // Interrupts told a second time: what happened and was not cleared since by a strobed 1.
  logic [4:0]  pending_q, caused_q, cleared, tested;
  logic        busy_last_q;
  logic [143:0] config_last_q;

  assign cleared = {5{wr_en && wr_addr == switch_ctrl_regs_pkg::ADDR_IRQ_STATE}} & wr_bits[4:0];
  assign tested  = {5{wr_en && wr_addr == switch_ctrl_regs_pkg::ADDR_IRQ_TEST}} & wr_bits[4:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q     <= '0;
      caused_q      <= '0;
      busy_last_q   <= 1'b0;
      config_last_q <= '0;
    end else begin
      pending_q     <= (pending_q & ~cleared) | irq_set;
      caused_q      <= (caused_q & ~cleared) | irq_set | tested;
      busy_last_q   <= busy;
      config_last_q <= {t_drain_max_q, t_settle_q, t_relock_max_q, disturb_q, num_act_q};
      no_interrupt_is_lost: assert ((pending_q & ~irq_state_q) == '0);
      no_interrupt_without_cause: assert ((irq_state_q & ~caused_q) == '0);
      config_is_stable_while_busy: assert (!busy_last_q || config_last_q ==
        {t_drain_max_q, t_settle_q, t_relock_max_q, disturb_q, num_act_q});
    end
  end
`endif

endmodule
