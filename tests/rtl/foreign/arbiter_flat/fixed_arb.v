// SPDX-License-Identifier: Apache-2.0
// Combinational, fixed priority, flat buses counted destination first: bit dst*N+src. Verilog-2001.
module fixed_arb #(
  parameter N = 4
) (
  input  wire [N*N-1:0] req_bus,
  output reg  [N*N-1:0] gnt_bus
);
  integer dst, src;
  reg [N-1:0] used;

  always @* begin
    gnt_bus = {(N * N) {1'b0}};
    used    = {N{1'b0}};
    for (dst = 0; dst < N; dst = dst + 1) begin : outputs
      reg found;
      found = 1'b0;
      for (src = 0; src < N; src = src + 1) begin
        if (req_bus[dst*N+src] && !used[src] && !found) begin
          gnt_bus[dst*N+src] = 1'b1;
          used[src] = 1'b1;
          found = 1'b1;
        end
      end
    end
  end
endmodule
