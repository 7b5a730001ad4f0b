// SPDX-License-Identifier: Apache-2.0
// One round-robin pick for each output, then each input keeps its lowest: a matching, registered.
// In the style of a switch allocator with packed two-dimensional ports.
module rr_alloc #(
  parameter int unsigned NumPorts = 4
) (
  input  logic                              clk,
  input  logic                              rst_n,
  input  logic [NumPorts-1:0][NumPorts-1:0] request,  // [source][destination]
  output logic [NumPorts-1:0][NumPorts-1:0] grant
);
  logic [NumPorts-1:0][$clog2(NumPorts)-1:0] pointer_q, pointer_d;
  logic [NumPorts-1:0][NumPorts-1:0]         grant_d;

  always_comb begin
    logic [NumPorts-1:0] taken;
    grant_d   = '0;
    pointer_d = pointer_q;
    taken     = '0;
    for (int dst = 0; dst < NumPorts; dst++) begin
      logic found;
      found = 1'b0;
      for (int step = 0; step < NumPorts; step++) begin
        automatic int src = (int'(pointer_q[dst]) + step) % NumPorts;
        if (request[src][dst] && !taken[src] && !found) begin
          grant_d[src][dst] = 1'b1;
          taken[src]        = 1'b1;
          pointer_d[dst]    = ($clog2(NumPorts))'((src + 1) % NumPorts);
          found             = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      grant     <= '0;
      pointer_q <= '0;
    end else begin
      grant     <= grant_d;
      pointer_q <= pointer_d;
    end
  end
endmodule
