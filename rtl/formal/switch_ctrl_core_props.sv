// SPDX-License-Identifier: Apache-2.0

/// Map, map check, sequencer and code stream together, behind registers that hold anything and change
/// only while idle, as switch_ctrl_regs keeps them (proved there: locked_while_busy). The machine may
/// acknowledge, take codes, lose light and lock as it likes.
module switch_ctrl_core_props #(
  parameter int unsigned N       = 2,
  parameter int unsigned MAX_ACT = 2
) (
  input logic         clk_i,
  input logic         rst_ni,
  input logic         tick_1us_i,
  input logic         commit_i,
  input logic [15:0]  epoch_i,
  input logic [31:0]  t_drain_max_i,
  input logic [31:0]  t_settle_i,
  input logic [31:0]  t_relock_max_i,
  input logic [15:0]  num_act_i,
  input logic [N-1:0] disturb_i,
  input logic         map_we_i,
  input logic [$clog2(N)-1:0] map_src_i,
  input logic [8:0]   map_data_i,
  input logic         code_we_i,
  input logic [$clog2(MAX_ACT)-1:0] code_act_i,
  input logic [15:0]  code_i,
  input logic         dac_ready_i,
  input logic [N-1:0] drain_ack_i,
  input logic [N-1:0] los_i,
  input logic [N-1:0] cdr_lock_i,
  input logic [N-1:0] fec_deg_i,
  input logic         gnt_ready_i
);

  logic [3:0]     state;
  logic           idle;
  logic [31:0]    t_drain_max_q, t_settle_q, t_relock_max_q;
  logic [15:0]    num_act_q;
  logic [N-1:0]   disturb_q;
  logic [31:0]    shadow_rdata, active_rdata;
  logic [15:0]    code_shadow, code_active, epoch, active_epoch;
  logic           activate, check_clear, check_en, check_done, check_fault;
  logic [N-1:0]   shadow_valid, active_valid, affected, break_outputs, relock_outputs, connected;
  logic [N*8-1:0] shadow_dst, active_dst;
  logic [N*N-1:0] gnt, wanted, decoded;
  logic [4:0]     fault_src;
  logic           program_start, program_running, program_done, ldac, gnt_valid, ev_valid;
  logic [15:0]    program_count;
  logic [N-1:0]   drain_req, rx_mask, isolate;
  logic [3:0]     irq_set;
  logic [7:0]     ev_id;
  logic [31:0]    ev_arg;
  logic           dac_valid;
  logic [15:0]    dac_addr, dac_code;

  assign idle = state == switch_ctrl_pkg::ST_IDLE;

  switch_ctrl_map #(.N(N)) u_map (
    .clk_i, .rst_ni, .we_i(map_we_i & idle), .wsrc_i(map_src_i), .wdata_i(map_data_i),
    .wmask_i(9'h1FF), .rsrc_i(map_src_i), .shadow_rdata_o(shadow_rdata),
    .active_rdata_o(active_rdata), .activate_i(activate), .shadow_valid_o(shadow_valid),
    .shadow_dst_o(shadow_dst), .active_valid_o(active_valid), .active_dst_o(active_dst), .gnt_o(gnt)
  );

  switch_ctrl_map_check #(.N(N)) u_map_check (
    .clk_i, .rst_ni, .clear_i(check_clear), .en_i(check_en), .shadow_valid_i(shadow_valid),
    .shadow_dst_i(shadow_dst), .active_valid_i(active_valid), .active_dst_i(active_dst),
    .disturb_i(disturb_q), .done_o(check_done), .fault_o(check_fault), .fault_src_o(fault_src),
    .affected_o(affected), .break_o(break_outputs), .relock_o(relock_outputs),
    .connected_o(connected)
  );

  switch_ctrl_seq #(.N(N)) u_seq (
    .clk_i, .rst_ni, .tick_1us_i, .commit_i(commit_i & idle), .commit_epoch_i(epoch_i),
    .t_drain_max_i(t_drain_max_q), .t_settle_i(t_settle_q), .t_relock_max_i(t_relock_max_q),
    .state_o(state), .epoch_o(epoch), .active_epoch_o(active_epoch), .check_clear_o(check_clear),
    .check_en_o(check_en), .check_done_i(check_done), .check_fault_i(check_fault),
    .fault_src_i(fault_src), .affected_i(affected), .break_i(break_outputs),
    .relock_i(relock_outputs), .connected_i(connected), .active_valid_i(active_valid),
    .activate_o(activate), .program_o(program_start), .num_act_i(num_act_q),
    .program_done_i(program_done), .program_count_i(program_count), .drain_req_o(drain_req),
    .rx_mask_o(rx_mask), .isolate_o(isolate), .drain_ack_i, .ldac_o(ldac), .los_i, .cdr_lock_i,
    .fec_deg_i, .gnt_valid_o(gnt_valid), .gnt_ready_i, .irq_set_o(irq_set), .ev_valid_o(ev_valid),
    .ev_id_o(ev_id), .ev_arg_o(ev_arg)
  );

  switch_ctrl_dac #(.MAX_ACT(MAX_ACT)) u_dac (
    .clk_i, .rst_ni, .we_i(code_we_i & idle), .waddr_i(code_act_i), .wdata_i(code_i),
    .wmask_i(16'hFFFF), .raddr_i(code_act_i), .shadow_rdata_o(code_shadow),
    .active_rdata_o(code_active), .start_i(program_start), .num_act_i(num_act_q),
    .running_o(program_running), .done_o(program_done), .count_o(program_count), .dac_valid_o(dac_valid), .dac_addr_o(dac_addr),
    .dac_code_o(dac_code), .dac_ready_i
  );

  // The maps as matrices like gnt_o.
  for (genvar s = 0; s < N; s++) begin : gen_wanted
    assign decoded[s*N+:N] = {{(N-1){1'b0}}, active_valid[s]} << active_dst[s*8+:8];
    assign wanted[s*N+:N] = {{(N-1){1'b0}}, shadow_valid[s]} << shadow_dst[s*8+:8];
  end

  // Sums over rows and columns; no subtlety, so that nobody has to prove the proof.
  logic           matching;
  logic           changes;   // an output listens to a circuit that goes, comes or is disturbed
  logic           undrained; // an output was masked whose circuit did not acknowledge
  logic           unwired;   // an output listens and has no circuit
  logic [N-1:0]   mask_last_q, acked_q;
  logic [N*N-1:0] gnt_last_q;
  logic           activate_last_q, code_waits_q, settling_q;
  logic [15:0]    addr_last_q, code_last_q;
  logic [31:0]    settle_q;
  logic           scan_right;  // what the scan found is what the maps say
  logic           scanned;
  int             row, column, wanted_row, wanted_column;

  assign scanned = state == switch_ctrl_pkg::ST_QUIESCE || state == switch_ctrl_pkg::ST_BREAK ||
                   state == switch_ctrl_pkg::ST_PROGRAM || state == switch_ctrl_pkg::ST_SETTLE ||
                   state == switch_ctrl_pkg::ST_RELOCK || state == switch_ctrl_pkg::ST_VERIFY ||
                   (state == switch_ctrl_pkg::ST_ACTIVE && activate);

  always_comb begin
    matching  = 1'b1;
    changes   = 1'b0;
    undrained = 1'b0;
    unwired   = 1'b0;
    scan_right = 1'b1;
    for (int a = 0; a < N; a++) begin
      row    = 0;
      column = 0;
      wanted_row    = 0;
      wanted_column = 0;
      for (int b = 0; b < N; b++) begin
        row    = row + 32'(gnt[a*N+b]);
        column = column + 32'(gnt[b*N+a]);
        wanted_row    = wanted_row + 32'(wanted[a*N+b]);
        wanted_column = wanted_column + 32'(wanted[b*N+a]);
        if (affected[a] && (gnt[a*N+b] || wanted[a*N+b]) && !break_outputs[b]) begin
          scan_right = 1'b0;
        end
        if (!affected[a] && (gnt[a*N+b] != wanted[a*N+b] || disturb_q[a])) begin
          scan_right = 1'b0;
        end
        if (break_outputs[b] && gnt[a*N+b] && !affected[a]) begin
          scan_right = 1'b0;
        end
        if (!rx_mask[a] && (gnt[b*N+a] != wanted[b*N+a] || (gnt[b*N+a] && disturb_q[b]))) begin
          changes = 1'b1;
        end
        if (rx_mask[a] && !mask_last_q[a] && gnt[b*N+a] && !acked_q[b]) begin
          undrained = 1'b1;
        end
      end
      if (row > 1 || column > 1) begin
        matching = 1'b0;
      end
      if (wanted_row > 1 || wanted_column > 1 || connected[a] != (wanted_column != 0)) begin
        scan_right = 1'b0;
      end
      if (!rx_mask[a] && column == 0) begin
        unwired = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {t_drain_max_q, t_settle_q, t_relock_max_q, num_act_q, disturb_q} <= '0;
      mask_last_q     <= '1;
      acked_q         <= '0;
      gnt_last_q      <= '0;
      activate_last_q <= 1'b0;
      code_waits_q    <= 1'b0;
      addr_last_q     <= '0;
      code_last_q     <= '0;
      settling_q      <= 1'b0;
      settle_q        <= '0;
    end else begin
      if (idle && !commit_i) begin
        t_drain_max_q  <= t_drain_max_i;
        t_settle_q     <= t_settle_i;
        t_relock_max_q <= t_relock_max_i;
        num_act_q      <= 32'(num_act_i) > MAX_ACT ? 16'(MAX_ACT) : num_act_i;
        disturb_q      <= disturb_i;
      end
      mask_last_q     <= rx_mask;
      acked_q         <= (acked_q | drain_ack_i) & drain_req;
      gnt_last_q      <= gnt;
      activate_last_q <= activate;
      code_waits_q    <= dac_valid & ~dac_ready_i;
      addr_last_q     <= dac_addr;
      code_last_q     <= dac_code;
      // Cycles that masks must still stand after ldac_o, if the timer counts cycles.
      if (ldac && !t_settle_q[31]) begin
        settle_q <= t_settle_q;
      end else if (settle_q != 0) begin
        settle_q <= settle_q - 32'd1;
      end

      // So that induction starts from states that there are.
      scan_is_right: assert (!scanned || scan_right);
      matrix_is_the_active_map: assert (gnt == decoded);
      scans_only_in_program: assert (!program_running ||
        (state == switch_ctrl_pkg::ST_PROGRAM && !program_start));
      broken_is_drained: assert (state != switch_ctrl_pkg::ST_BREAK ||
                                 (affected & active_valid & ~acked_q) == '0);
      active_map_is_a_matching: assert (matching);
      listening_outputs_do_not_change: assert (!changes ||
        !(dac_valid || ldac || state == switch_ctrl_pkg::ST_PROGRAM ||
          state == switch_ctrl_pkg::ST_SETTLE || state == switch_ctrl_pkg::ST_RELOCK ||
          state == switch_ctrl_pkg::ST_VERIFY));
      masks_only_what_is_drained: assert (!undrained);
      listening_outputs_have_a_circuit: assert (!unwired);
      map_changes_only_when_active: assert (gnt == gnt_last_q || activate_last_q);
      codes_only_in_program: assert (!dac_valid || state == switch_ctrl_pkg::ST_PROGRAM);
      codes_are_stable_until_taken: assert (!code_waits_q ||
        (dac_valid && dac_addr == addr_last_q && dac_code == code_last_q));
      settles_before_listening: assert ((mask_last_q & ~rx_mask) == '0 || settle_q == 0);
    end
  end

endmodule
