// SPDX-License-Identifier: Apache-2.0

/// Counts what happens, and keeps a copy of all counts that the host takes in one cycle. Counters
/// wrap at 2^32, so that differences of two copies are right. Busy time is counted in ticks, not in
/// cycles: a controller that waits for a tick need not be clocked in between, and nothing counts
/// while idle.
module switch_ctrl_tele (
  input  logic          clk_i,       // clock
  input  logic          rst_ni,      // asynchronous reset, active low
  input  logic          tick_1us_i,  // one cycle high every microsecond
  input  logic          busy_i,      // a reconfiguration runs
  input  logic          commit_i,    // one begins
  input  logic [6:0]    event_i,     // what happens: latch, code taken, commit refused, relock
                                     // timeout, drain timeout, illegal map, done
  input  logic          snapshot_i,  // copy what was counted before this cycle
  input  logic          clear_i,     // forget it; what happens in this cycle counts already
  output logic [9*32-1:0] copy_o     // the copy: last busy time, busy time, then as event_i
);

  localparam int unsigned COUNTERS = 9;

  logic [COUNTERS*32-1:0] count_q, count_d;
  logic [COUNTERS*32-1:0] copy_q;
  logic [COUNTERS-1:0]    step;
  logic [COUNTERS-1:0]    zero;

  assign step   = {tick_1us_i & busy_i, tick_1us_i & busy_i, event_i};
  assign zero   = {clear_i | commit_i, {(COUNTERS-1){clear_i}}};
  assign copy_o = copy_q;

  always_comb begin
    for (int i = 0; i < 9; i++) begin
      count_d[i*32+:32] = (zero[i] ? 32'd0 : count_q[i*32+:32]) + {31'd0, step[i]};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      count_q <= '0;
      copy_q  <= '0;
    end else begin
      count_q <= count_d;
      if (snapshot_i) begin
        copy_q <= count_q;
      end
      commits_only_when_idle: assert (!(commit_i && busy_i));
    end
  end

endmodule
