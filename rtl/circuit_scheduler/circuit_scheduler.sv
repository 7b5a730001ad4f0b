// SPDX-License-Identifier: Apache-2.0

/// Decides which inputs reach which outputs: samples the requests, builds a matching among them
/// over a fixed number of cycles, and shows it until it is taken. Rules and bounds: rtl/contract.md,
/// "Schedulers". All outputs are functions of registers.
module circuit_scheduler #(
  parameter int unsigned N          = 8,  // ports, 2..32
  parameter int unsigned ALGORITHM  = 0,  // 0 round-robin maximal, 1 iSLIP, 2 wavefront
  parameter int unsigned ITERATIONS = 1   // of iSLIP, 1..32; N give a maximal matching
) (
  input  logic           clk_i,        // clock
  input  logic           rst_ni,       // asynchronous reset, active low
  input  logic [N*N-1:0] req_i,        // demand, bit src*N+dst
  output logic [N*N-1:0] gnt_o,        // the decision, bit src*N+dst; 0 unless gnt_valid_o
  output logic           gnt_valid_o,  // there is one
  output logic [15:0]    gnt_epoch_o,  // its number, 1 for the first after reset
  input  logic           gnt_ready_i   // it is taken
);

  localparam int unsigned STEPS = ALGORITHM == 1 ? ITERATIONS : N;

  logic [N*N-1:0] req_q;    // requests as sampled
  logic [N*N-1:0] match_q;  // granted so far
  logic           run_q;    // steps are made
  logic [5:0]     left_q;   // steps to come, this one included
  logic           valid_q;
  logic [15:0]    epoch_q;
  logic           start, accept;
  logic [N*N-1:0] open, add;
  logic [N-1:0]   src_busy, dst_busy;
  logic           clash;  // an input or an output twice

  assign gnt_o       = match_q & {(N*N){valid_q}};
  assign gnt_valid_o = valid_q;
  assign gnt_epoch_o = epoch_q;

  assign start  = ~run_q & ~valid_q & (req_i != '0);
  assign accept = valid_q & gnt_ready_i;

  always_comb begin
    src_busy = '0;
    dst_busy = '0;
    clash    = 1'b0;
    for (int i = 0; i < N; i++) begin
      for (int j = 0; j < N; j++) begin
        if (match_q[i*N+j]) begin
          clash       = clash | src_busy[i] | dst_busy[j];
          src_busy[i] = 1'b1;
          dst_busy[j] = 1'b1;
        end
      end
    end
  end

  always_comb begin
    for (int i = 0; i < N; i++) begin
      open[i*N+:N] = req_q[i*N+:N] & ~dst_busy & {N{~src_busy[i]}};
    end
  end

  if (ALGORITHM == 1) begin : g_islip
    circuit_scheduler_islip #(.N(N)) u_islip (
      .clk_i, .rst_ni, .start_i(start), .step_i(run_q), .accept_i(accept),
      .open_i(open), .add_o(add)
    );
  end else if (ALGORITHM == 2) begin : g_wavefront
    circuit_scheduler_wavefront #(.N(N)) u_wavefront (
      .clk_i, .rst_ni, .start_i(start), .step_i(run_q), .accept_i(accept),
      .open_i(open), .add_o(add)
    );
  end else begin : g_round_robin
    circuit_scheduler_round_robin #(.N(N)) u_round_robin (
      .clk_i, .rst_ni, .start_i(start), .step_i(run_q), .accept_i(accept),
      .open_i(open), .add_o(add)
    );
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      req_q   <= '0;
      match_q <= '0;
      run_q   <= 1'b0;
      left_q  <= '0;
      valid_q <= 1'b0;
      epoch_q <= '0;
    end else begin
      if (start) begin
        req_q   <= req_i;
        match_q <= '0;
        run_q   <= 1'b1;
        left_q  <= 6'(STEPS);
      end
      if (run_q) begin
        match_q <= match_q | add;
        left_q  <= left_q - 6'd1;
        if (left_q == 6'd1) begin
          run_q   <= 1'b0;
          valid_q <= 1'b1;
          epoch_q <= epoch_q + 16'd1;
        end
      end
      if (accept) begin
        valid_q <= 1'b0;
      end
      one_grant_a_port: assert (!clash);
      only_requests_granted: assert ((match_q & ~req_q) == '0);
      decision_not_empty: assert (!valid_q || match_q != '0);
      decision_maximal: assert (!valid_q || STEPS < N || open == '0);
      steps_or_shows: assert (!(run_q && valid_q));
      steps_left: assert (run_q ? left_q != '0 && left_q <= 6'(STEPS) : left_q == '0);
    end
  end

endmodule
