// SPDX-License-Identifier: Apache-2.0

/// iSLIP (N. McKeown, "The iSLIP scheduling algorithm for input-queued switches", IEEE/ACM Trans.
/// Networking 7(2), 1999), one iteration a cycle: each free output grants the first asking input at
/// or after its pointer, each input accepts the first granting output at or after its own. Pointers
/// move one beyond what was accepted in the first iteration, and only when the decision is taken.
module circuit_scheduler_islip #(
  parameter int unsigned N = 8  // ports, 2..32
) (
  input  logic           clk_i,     // clock
  input  logic           rst_ni,    // asynchronous reset, active low
  input  logic           start_i,   // the first step comes in the next cycle
  input  logic           step_i,    // a step in this cycle
  input  logic           accept_i,  // the decision is taken: move on
  input  logic [N*N-1:0] open_i,    // requests whose input and output are free, bit src*N+dst
  output logic [N*N-1:0] add_o      // those that this step grants
);

  localparam logic [N-1:0] ONE = {{(N-1){1'b0}}, 1'b1};

  // Pointers as the set of bits at and after them; none stands for pointer 0.
  logic [N*N-1:0] grant_from_q;   // N bits an output
  logic [N*N-1:0] accept_from_q;  // N bits an input
  logic           first_q;        // the next step is the first iteration
  logic [N*N-1:0] matched_q;      // what the first iteration matched, bit src*N+dst
  logic [N*N-1:0] grants;         // bit src*N+dst
  logic [N*N-1:0] moved_grant, moved_accept;

  for (genvar j = 0; j < N; j++) begin : g_output
    logic [N-1:0] asking, granted, matched;
    for (genvar i = 0; i < N; i++) begin : g_input
      assign asking[i]       = open_i[i*N+j];
      assign grants[i*N+j]   = granted[i];
      assign matched[i]      = matched_q[i*N+j];
    end
    circuit_scheduler_pick #(.N(N)) u_grant (
      .req_i  (asking),
      .from_i (grant_from_q[j*N+:N]),
      .gnt_o  (granted)
    );
    assign moved_grant[j*N+:N] = matched == '0 ? grant_from_q[j*N+:N] : ~(matched | (matched - ONE));
  end

  for (genvar i = 0; i < N; i++) begin : g_accept
    logic [N-1:0] matched;
    circuit_scheduler_pick #(.N(N)) u_accept (
      .req_i  (grants[i*N+:N]),
      .from_i (accept_from_q[i*N+:N]),
      .gnt_o  (add_o[i*N+:N])
    );
    assign matched = matched_q[i*N+:N];
    assign moved_accept[i*N+:N] =
        matched == '0 ? accept_from_q[i*N+:N] : ~(matched | (matched - ONE));
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      grant_from_q  <= '0;
      accept_from_q <= '0;
      first_q       <= 1'b0;
      matched_q     <= '0;
    end else begin
      first_q <= start_i;
      if (step_i && first_q) begin
        matched_q <= add_o;
      end
      if (accept_i) begin
        grant_from_q  <= moved_grant;
        accept_from_q <= moved_accept;
      end
      first_step_follows_start: assert (!first_q || step_i);
    end
  end

`ifdef FORMAL
  logic           known_q, accepted_q;
  logic [N*N-1:0] grant_before_q, accept_before_q, matched_before_q;
  logic           unmatched_moved;

  // A pointer that moved although the first iteration matched nothing for it.
  always_comb begin
    unmatched_moved = 1'b0;
    for (int i = 0; i < N; i++) begin
      if (matched_before_q[i*N+:N] == '0 && accept_from_q[i*N+:N] != accept_before_q[i*N+:N]) begin
        unmatched_moved = 1'b1;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
    end else begin
      known_q          <= 1'b1;
      accepted_q       <= accept_i;
      grant_before_q   <= grant_from_q;
      accept_before_q  <= accept_from_q;
      matched_before_q <= matched_q;
      pointer_moves_on_acceptance: assert (!known_q || accepted_q ||
                                           (grant_from_q == grant_before_q &&
                                            accept_from_q == accept_before_q));
      pointer_moves_if_matched: assert (!known_q || !accepted_q || !unmatched_moved);
    end
  end
`endif

endmodule
