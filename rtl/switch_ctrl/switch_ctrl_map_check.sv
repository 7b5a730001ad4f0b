// SPDX-License-Identifier: Apache-2.0

/// Judges the shadow map against the active one, a source a cycle: is it a matching, which inputs
/// does it touch, which outputs go dark, which must lock again. The results stand until the next
/// clear. A scan is taken rather than N parallel comparisons since N cycles are nothing beside
/// a settling heater, and the parallel form grows as N^2.
module switch_ctrl_map_check #(
  parameter int unsigned N = 8  // ports, 2..32
) (
  input  logic           clk_i,           // clock
  input  logic           rst_ni,          // asynchronous reset, active low
  input  logic           clear_i,         // forget the last scan
  input  logic           en_i,            // look at the next source
  input  logic [N-1:0]   shadow_valid_i,  // wanted map: the source has a circuit
  input  logic [N*8-1:0] shadow_dst_i,    // wanted map: its destination, 8 bits a source
  input  logic [N-1:0]   active_valid_i,  // present map
  input  logic [N*8-1:0] active_dst_i,    // present map
  input  logic [N-1:0]   disturb_i,       // inputs that the host declares disturbed
  output logic           done_o,          // every source was seen and none is at fault
  output logic           fault_o,         // the source under view is at fault
  output logic [4:0]     fault_src_o,     // its number
  output logic [N-1:0]   affected_o,      // inputs that must drain
  output logic [N-1:0]   break_o,         // outputs that the affected inputs leave or reach
  output logic [N-1:0]   relock_o,        // outputs that the affected inputs reach
  output logic [N-1:0]   connected_o      // outputs with a circuit in the wanted map
);

  localparam int unsigned IW = $clog2(N);

  logic [5:0]    idx_q;
  logic [IW-1:0] src;
  logic          s_valid;
  logic          a_valid;
  logic [7:0]    s_dst;
  logic [7:0]    a_dst;
  logic [N-1:0]  s_onehot;
  logic [N-1:0]  a_onehot;
  logic          touched;

  assign src      = idx_q[IW-1:0];
  assign s_valid  = shadow_valid_i[src];
  assign a_valid  = active_valid_i[src];
  assign s_dst    = shadow_dst_i[src*8+:8];
  assign a_dst    = active_dst_i[src*8+:8];
  assign s_onehot = {{(N-1){1'b0}}, s_valid} << s_dst;
  assign a_onehot = {{(N-1){1'b0}}, a_valid} << a_dst;
  assign touched  = (s_valid != a_valid) | (s_valid & (s_dst != a_dst)) | disturb_i[src];

  assign done_o      = idx_q == 6'(N);
  // A destination beyond the last port shifts its one-hot mask to zero.
  assign fault_o     = ~done_o & s_valid & ((s_onehot == '0) | ((s_onehot & connected_o) != '0));
  assign fault_src_o = idx_q[4:0];

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      idx_q       <= '0;
      affected_o  <= '0;
      break_o     <= '0;
      relock_o    <= '0;
      connected_o <= '0;
    end else if (clear_i) begin
      idx_q       <= '0;
      affected_o  <= '0;
      break_o     <= '0;
      relock_o    <= '0;
      connected_o <= '0;
    end else if (en_i && !done_o && !fault_o) begin
      idx_q       <= idx_q + 6'd1;
      connected_o <= connected_o | s_onehot;
      if (touched) begin
        affected_o[src] <= 1'b1;
        break_o         <= break_o | s_onehot | a_onehot;
        relock_o        <= relock_o | s_onehot;
      end
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (rst_ni) begin
      index_in_range: assert (idx_q <= 6'(N));
      relocks_only_broken: assert ((relock_o & ~break_o) == '0);
    end
  end

endmodule
