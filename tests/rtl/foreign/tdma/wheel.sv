// SPDX-License-Identifier: Apache-2.0
// Slots of 1024 ns by the precision time; in slot s input i is joined to output i+s+1. Guard: the
// last 128 ns. It acts on the time and does not say when it must be woken.
module wheel #(
  parameter int N = 4
) (
  input  logic           clk_i,
  input  logic           rst_ni,
  input  logic [63:0]    ptp_ts_i,  // picoseconds
  output logic [N*N-1:0] gnt_o,
  output logic           slot_start_o,
  output logic [1:0]     slot_idx_o,
  output logic           slot_active_o
);
  localparam logic [19:0] SlotLast = 20'd1_023_999;  // picoseconds in a slot, less one
  localparam logic [19:0] GuardFrom = 20'd896_000;
  logic [63:0] slot_begin_q;
  logic [63:0] age;
  assign age = ptp_ts_i - slot_begin_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      slot_begin_q  <= '0;
      slot_idx_o    <= '0;
      slot_start_o  <= 1'b0;
      slot_active_o <= 1'b0;
    end else begin
      slot_start_o  <= age > 64'(SlotLast);
      slot_active_o <= age < 64'(GuardFrom) || age > 64'(SlotLast);
      if (age > 64'(SlotLast)) begin
        slot_begin_q <= slot_begin_q + 64'(SlotLast) + 64'd1;
        slot_idx_o   <= slot_idx_o == 2'(N - 2) ? '0 : slot_idx_o + 2'd1;
      end
    end
  end

  always_comb begin
    gnt_o = '0;
    for (int src = 0; src < N; src++) begin
      gnt_o[src*N+((src+int'(slot_idx_o)+1)%N)] = slot_active_o;
    end
  end
endmodule
