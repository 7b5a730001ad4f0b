// SPDX-License-Identifier: Apache-2.0

/// The two circuit maps: the shadow map, which the host writes, and the active map, which becomes
/// a copy of it in one cycle when an epoch becomes active.
module switch_ctrl_map #(
  parameter int unsigned N = 8  // ports, 2..32
) (
  input  logic           clk_i,           // clock
  input  logic           rst_ni,          // asynchronous reset, active low
  input  logic           we_i,            // host writes a shadow entry
  input  logic [$clog2(N)-1:0] wsrc_i,    // its source
  input  logic [8:0]     wdata_i,         // entry: valid, destination
  input  logic [8:0]     wmask_i,         // bits to write
  input  logic [$clog2(N)-1:0] rsrc_i,    // source to read
  output logic [31:0]    shadow_rdata_o,  // its shadow entry
  output logic [31:0]    active_rdata_o,  // its active entry
  input  logic           activate_i,      // the shadow map becomes active
  output logic [N-1:0]   shadow_valid_o,  // shadow map: the source has a circuit
  output logic [N*8-1:0] shadow_dst_o,    // shadow map: its destination, 8 bits a source
  output logic [N-1:0]   active_valid_o,  // active map
  output logic [N*8-1:0] active_dst_o,    // active map
  output logic [N*N-1:0] gnt_o            // active map as bits src*N+dst
);

  logic [8:0] old;
  logic [8:0] entry;

  assign old   = {shadow_valid_o[wsrc_i], shadow_dst_o[wsrc_i*8+:8]};
  assign entry = (old & ~wmask_i) | (wdata_i & wmask_i);

  assign shadow_rdata_o = {shadow_valid_o[rsrc_i], 23'd0, shadow_dst_o[rsrc_i*8+:8]};
  assign active_rdata_o = {active_valid_o[rsrc_i], 23'd0, active_dst_o[rsrc_i*8+:8]};

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shadow_valid_o <= '0;
      shadow_dst_o   <= '0;
    end else if (we_i) begin
      shadow_valid_o[wsrc_i]    <= entry[8];
      shadow_dst_o[wsrc_i*8+:8] <= entry[7:0];
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      active_valid_o <= '0;
      active_dst_o   <= '0;
    end else if (activate_i) begin
      active_valid_o <= shadow_valid_o;
      active_dst_o   <= shadow_dst_o;
    end
  end

  // Kept as registers: decoding the map on the way out would cost N^2 comparators.
  for (genvar s = 0; s < N; s++) begin : gen_gnt
    logic [N-1:0] row_q;
    assign gnt_o[s*N+:N] = row_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        row_q <= '0;
      end else if (activate_i) begin
        row_q <= {{(N-1){1'b0}}, shadow_valid_o[s]} << shadow_dst_o[s*8+:8];
      end
    end
  end

endmodule
