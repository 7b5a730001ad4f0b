// SPDX-License-Identifier: Apache-2.0
// The same choice again, with unpacked arrays, a test pin, and an output that nobody needs.
module array_arb #(
  parameter int N = 4
) (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic         test_mode,
  input  logic [N-1:0] req_rows [N],
  output logic [N-1:0] gnt_rows [N],
  output logic         idle
);
  logic [N-1:0] next [N];

  always_comb begin
    logic [N-1:0] used;
    used = '0;
    for (int src = 0; src < N; src++) next[src] = '0;
    for (int dst = 0; dst < N; dst++) begin
      logic found;
      found = 1'b0;
      for (int src = 0; src < N; src++) begin
        if (req_rows[src][dst] && !used[src] && !found) begin
          next[src][dst] = 1'b1;
          used[src] = 1'b1;
          found = 1'b1;
        end
      end
    end
  end

  logic busy;
  always_comb begin
    busy = 1'b0;
    for (int src = 0; src < N; src++) if (gnt_rows[src] != '0) busy = 1'b1;
    idle = !busy;
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      for (int src = 0; src < N; src++) gnt_rows[src] <= '0;
    end else if (!test_mode) begin
      for (int src = 0; src < N; src++) gnt_rows[src] <= next[src];
    end
  end
endmodule
