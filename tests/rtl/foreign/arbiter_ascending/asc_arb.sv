// SPDX-License-Identifier: Apache-2.0
// The same choice as fixed_arb, in ascending ranges: [0] is the highest bit of storage. Registered,
// with a valid and an acknowledge, and a synchronous reset that is active high.
module asc_arb #(
  parameter int N = 4
) (
  input  logic                clock,
  input  logic                reset,
  input  logic [0:N-1][0:N-1] requests,
  output logic [0:N-1][0:N-1] grants,
  output logic                grants_valid,
  input  logic                grants_taken,
  output logic [7:0]          round
);
  logic [0:N-1][0:N-1] next;

  always_comb begin
    logic [0:N-1] used;
    next = '0;
    used = '0;
    for (int dst = 0; dst < N; dst++) begin
      logic found;
      found = 1'b0;
      for (int src = 0; src < N; src++) begin
        if (requests[src][dst] && !used[src] && !found) begin
          next[src][dst] = 1'b1;
          used[src] = 1'b1;
          found = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clock) begin
    if (reset) begin
      grants       <= '0;
      grants_valid <= 1'b0;
      round        <= '0;
    end else if (!grants_valid || grants_taken) begin
      grants       <= next;
      grants_valid <= next != '0;
      if (next != '0) round <= round + 1'b1;
    end
  end
endmodule
