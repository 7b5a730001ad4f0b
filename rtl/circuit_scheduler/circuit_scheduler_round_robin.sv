// SPDX-License-Identifier: Apache-2.0

/// Round-robin maximal matching: inputs choose one after the other, one a cycle. The first to
/// choose, and the output it tries first, stand in two pointers; who is k places behind tries first
/// the output k places behind. After an accepted decision the next input comes first; after all N
/// have, the next output. So each pair is first of all once in N^2 decisions, and under full load
/// each is granted once in N.
module circuit_scheduler_round_robin #(
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

  logic [N-1:0] first_src_q, first_dst_q;  // pointers, one-hot
  logic [N-1:0] src_q, dst_q;              // of this step
  logic [N-1:0] wanted, granted;

  always_comb begin
    wanted = '0;
    for (int i = 0; i < N; i++) begin
      wanted = wanted | (open_i[i*N+:N] & {N{src_q[i]}});
    end
  end

  circuit_scheduler_pick #(.N(N)) u_pick (
    .req_i  (wanted),
    .from_i (~(dst_q - ONE)),
    .gnt_o  (granted)
  );

  always_comb begin
    for (int i = 0; i < N; i++) begin
      add_o[i*N+:N] = granted & {N{src_q[i]}};
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      first_src_q <= ONE;
      first_dst_q <= ONE;
      src_q       <= ONE;
      dst_q       <= ONE;
    end else begin
      if (start_i) begin
        src_q <= first_src_q;
        dst_q <= first_dst_q;
      end else if (step_i) begin
        src_q <= {src_q[N-2:0], src_q[N-1]};
        dst_q <= {dst_q[N-2:0], dst_q[N-1]};
      end
      if (accept_i) begin
        first_src_q <= {first_src_q[N-2:0], first_src_q[N-1]};
        if (first_src_q[N-1]) begin
          first_dst_q <= {first_dst_q[N-2:0], first_dst_q[N-1]};
        end
      end
      pointers_one_hot: assert (first_src_q != '0 && (first_src_q & (first_src_q - ONE)) == '0 &&
                                first_dst_q != '0 && (first_dst_q & (first_dst_q - ONE)) == '0);
      steps_one_hot: assert (src_q != '0 && (src_q & (src_q - ONE)) == '0 &&
                             dst_q != '0 && (dst_q & (dst_q - ONE)) == '0);
    end
  end

`ifdef FORMAL
  logic           known_q, accepted_q;
  logic [2*N-1:0] before_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      known_q <= 1'b0;
    end else begin
      known_q    <= 1'b1;
      accepted_q <= accept_i;
      before_q   <= {first_src_q, first_dst_q};
      pointer_moves_on_acceptance: assert (!known_q || accepted_q ||
                                           {first_src_q, first_dst_q} == before_q);
    end
  end
`endif

endmodule
