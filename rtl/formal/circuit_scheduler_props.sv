// SPDX-License-Identifier: Apache-2.0

/// What a circuit scheduler shows at its pins, with a pair of ports whose wait is counted. The pair
/// is any one: the solver chooses it.
module circuit_scheduler_props #(
  parameter int unsigned N          = 2,
  parameter int unsigned ALGORITHM  = 0,
  parameter int unsigned ITERATIONS = 1,
  parameter int unsigned BOUND      = 0,  // decisions that the pair's request may see taken, and wait; 0: not looked at
  parameter int unsigned AT_ONCE    = 0,  // 1: a decision is taken in the cycle that shows it
  parameter int unsigned KEPT       = 0   // 1: requests stay until they are granted
) (
  input logic           clk_i,
  input logic           rst_ni,
  input logic [N*N-1:0] req_i,
  input logic           gnt_ready_i
);

  localparam int unsigned STEPS = ALGORITHM == 1 ? ITERATIONS : N;

  logic [N*N-1:0] gnt;
  logic           gnt_valid;
  logic [15:0]    gnt_epoch;

  circuit_scheduler #(.N(N), .ALGORITHM(ALGORITHM), .ITERATIONS(ITERATIONS)) u_dut (
    .clk_i, .rst_ni, .req_i,
    .gnt_o       (gnt),
    .gnt_valid_o (gnt_valid),
    .gnt_epoch_o (gnt_epoch),
    .gnt_ready_i
  );

  (* anyconst *) logic [$clog2(N*N)-1:0] pair;
  logic           known_q;
  logic [N*N-1:0] gnt_q, req_q;
  logic           valid_q, ready_q;
  logic [15:0]    epoch_q;
  logic [7:0]     cycles_q;  // cycles without a decision while the pair asks

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q  <= 1'b0;
      gnt_q    <= '0;
      req_q    <= '0;
      valid_q  <= 1'b0;
      ready_q  <= 1'b0;
      epoch_q  <= '0;
      cycles_q <= '0;
    end else begin
      known_q <= 1'b1;
      gnt_q   <= gnt;
      req_q   <= req_i;
      valid_q <= gnt_valid;
      ready_q <= gnt_ready_i;
      epoch_q <= gnt_epoch;
      if (!req_i[pair] || gnt_valid) begin
        cycles_q <= '0;
      end else begin
        cycles_q <= cycles_q + 8'd1;
      end
      pair_exists: assume (32'(pair) < N * N);
      if (AT_ONCE == 1) begin
        taken_at_once: assume (gnt_ready_i);
      end
      if (KEPT == 1) begin
        kept_until_granted: assume ((req_q & ~req_i &
                                     ~(gnt_q & {(N*N){valid_q & ready_q}})) == '0);
      end
      decision_stable: assert (!(valid_q && !ready_q) ||
                               (gnt_valid && gnt == gnt_q && gnt_epoch == epoch_q));
      decision_goes_when_taken: assert (!(valid_q && ready_q) || !gnt_valid);
      epoch_counts_decisions: assert (!known_q || gnt_epoch ==
                                      epoch_q + (gnt_valid && !valid_q ? 16'd1 : 16'd0));
      no_grant_without_valid: assert (gnt_valid || gnt == '0);
      decided_in_time: assert (32'(cycles_q) <= STEPS + 1);
    end
  end

  if (BOUND != 0) begin : g_bound
    logic [7:0] waits_q;  // decisions taken, while the pair asks, that do not grant it

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        waits_q <= '0;
      end else begin
        if (!req_i[pair] || (gnt_valid && gnt_ready_i && gnt[pair])) begin
          waits_q <= '0;
        end else if (gnt_valid && gnt_ready_i) begin
          waits_q <= waits_q + 8'd1;
        end
        served_within_bound: assert (32'(waits_q) <= BOUND);
      end
    end
  end

endmodule
