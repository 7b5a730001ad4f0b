// SPDX-License-Identifier: Apache-2.0
// A valid/ready crossbar: of the inputs that want an output the one next in turn is ready.
module xbar_arb #(
  parameter int unsigned Ports = 4,
  localparam int unsigned DstWidth = $clog2(Ports)
) (
  input  logic                           aclk,
  input  logic                           aresetn,
  input  logic [Ports-1:0]               s_valid,
  input  logic [Ports-1:0][DstWidth-1:0] s_dest,
  output logic [Ports-1:0]               s_ready
);
  logic [Ports-1:0][DstWidth-1:0] turn_q, turn_d;

  always_comb begin
    s_ready = '0;
    turn_d  = turn_q;
    for (int dst = 0; dst < Ports; dst++) begin
      logic found;
      found = 1'b0;
      for (int step = 0; step < Ports; step++) begin
        automatic int src = (int'(turn_q[dst]) + step) % Ports;
        if (!found && s_valid[src] && s_dest[src] == DstWidth'(dst)) begin
          s_ready[src] = 1'b1;
          turn_d[dst]  = DstWidth'((src + 1) % Ports);
          found = 1'b1;
        end
      end
    end
  end

  always_ff @(posedge aclk) begin
    if (!aresetn) turn_q <= '0;
    else turn_q <= turn_d;
  end
endmodule
