// SPDX-License-Identifier: Apache-2.0

/// One control event a cycle. Events of the sequencer come first; a refused COMMIT, which may fall
/// into the same cycle, waits for a free one, a few cycles at most. There is one place to wait in:
/// meanwhile the register block executes no further write.
module switch_ctrl_report (
  input  logic        clk_i,            // clock
  input  logic        rst_ni,           // asynchronous reset, active low
  input  logic        seq_valid_i,      // the sequencer reports
  input  logic [7:0]  seq_id_i,         // its event
  input  logic [31:0] seq_arg_i,        // and argument
  input  logic        refused_i,        // a COMMIT was refused
  input  logic [15:0] refused_epoch_i,  // the epoch that it asked for
  output logic        pending_o,        // a refusal waits to be reported
  output logic        cev_valid_o,      // a control event, one cycle
  output logic [7:0]  cev_id_o,         // its id, 0 without an event
  output logic [31:0] cev_arg_o         // its argument, 0 without an event
);

  logic        pending_q;
  logic [15:0] epoch_q;

  assign pending_o = pending_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      pending_q   <= 1'b0;
      epoch_q     <= '0;
      cev_valid_o <= 1'b0;
      cev_id_o    <= '0;
      cev_arg_o   <= '0;
    end else begin
      cev_valid_o <= seq_valid_i | pending_q;
      cev_id_o    <= '0;
      cev_arg_o   <= '0;
      if (seq_valid_i) begin
        cev_id_o  <= seq_id_i;
        cev_arg_o <= seq_arg_i;
      end else if (pending_q) begin
        cev_id_o  <= switch_ctrl_pkg::EV_COMMIT_BUSY;
        cev_arg_o <= {16'd0, epoch_q};
        pending_q <= 1'b0;
      end
      if (refused_i) begin
        pending_q <= 1'b1;
        epoch_q   <= refused_epoch_i;
      end
      no_refusal_is_lost: assert (!(refused_i && pending_q));
    end
  end

endmodule
