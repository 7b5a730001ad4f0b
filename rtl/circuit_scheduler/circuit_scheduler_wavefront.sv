// SPDX-License-Identifier: Apache-2.0

/// Wrapped wave front arbiter (Y. Tamir, H.-C. Chi, "Symmetric crossbar arbiters for VLSI
/// communication switches", IEEE Trans. Parallel and Distributed Systems 4(1), 1993), one wrapped
/// diagonal a cycle, so that there is no combinational loop to wrap: pairs of a diagonal share
/// neither input nor output and are all granted if they ask. The diagonal that comes first moves by
/// one with each accepted decision, so each pair is in it once in N.
module circuit_scheduler_wavefront #(
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

  logic [N-1:0] first_q;     // pointer: first diagonal, one-hot; diagonal d holds dst = src + d
  logic [N-1:0] diagonal_q;  // of this step

  always_comb begin
    for (int i = 0; i < N; i++) begin
      for (int j = 0; j < N; j++) begin
        add_o[i*N+j] = open_i[i*N+j] & diagonal_q[(j+N-i)%N];
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_q    <= ONE;
      diagonal_q <= ONE;
    end else begin
      if (start_i) begin
        diagonal_q <= first_q;
      end else if (step_i) begin
        diagonal_q <= {diagonal_q[N-2:0], diagonal_q[N-1]};
      end
      if (accept_i) begin
        first_q <= {first_q[N-2:0], first_q[N-1]};
      end
      pointers_one_hot: assert (first_q != '0 && (first_q & (first_q - ONE)) == '0);
      steps_one_hot: assert (diagonal_q != '0 && (diagonal_q & (diagonal_q - ONE)) == '0);
    end
  end

`ifdef FORMAL
  logic         known_q, accepted_q;
  logic [N-1:0] before_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
    end else begin
      known_q    <= 1'b1;
      accepted_q <= accept_i;
      before_q   <= first_q;
      pointer_moves_on_acceptance: assert (!known_q || accepted_q || first_q == before_q);
    end
  end
`endif

endmodule
