// SPDX-License-Identifier: Apache-2.0
// Four words behind APB4 with strobes; one wait state on reads; an error beyond the last word.
module apb_regs (
  input  logic        PCLK,
  input  logic        PRESETn,
  input  logic [7:0]  PADDR,
  input  logic        PSEL,
  input  logic        PENABLE,
  input  logic        PWRITE,
  input  logic [31:0] PWDATA,
  input  logic [3:0]  PSTRB,
  output logic [31:0] PRDATA,
  output logic        PREADY,
  output logic        PSLVERR
);
  logic [31:0] words_q[4];
  logic        waited_q;
  logic        there;
  assign there   = PADDR[7:4] == 4'd0 && PADDR[1:0] == 2'd0;
  assign PREADY  = PENABLE && (PWRITE || waited_q);
  assign PSLVERR = PREADY && !there;
  assign PRDATA  = there && !PWRITE ? words_q[PADDR[3:2]] : '0;

  always_ff @(posedge PCLK or negedge PRESETn) begin
    if (!PRESETn) begin
      waited_q <= 1'b0;
      for (int i = 0; i < 4; i++) words_q[i] <= '0;
    end else begin
      waited_q <= PSEL && PENABLE && !waited_q && !PWRITE;
      if (PSEL && PENABLE && PWRITE && there) begin
        for (int b = 0; b < 4; b++) begin
          if (PSTRB[b]) words_q[PADDR[3:2]][8*b+:8] <= PWDATA[8*b+:8];
        end
      end
    end
  end
endmodule
