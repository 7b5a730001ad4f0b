// SPDX-License-Identifier: Apache-2.0

/// Codes that several blocks of the switch controller share. The values are fixed by
/// rtl/contract.md; host software has the same ones in systemc/control/register_map.hpp.
package switch_ctrl_pkg;

  // Sequencer states, as STATUS.STATE shows them.
  localparam logic [3:0] ST_IDLE      = 4'd0;
  localparam logic [3:0] ST_REQUEST   = 4'd1;
  localparam logic [3:0] ST_ARBITRATE = 4'd2;
  localparam logic [3:0] ST_QUIESCE   = 4'd3;
  localparam logic [3:0] ST_BREAK     = 4'd4;
  localparam logic [3:0] ST_PROGRAM   = 4'd5;
  localparam logic [3:0] ST_SETTLE    = 4'd6;
  localparam logic [3:0] ST_RELOCK    = 4'd7;
  localparam logic [3:0] ST_VERIFY    = 4'd8;
  localparam logic [3:0] ST_ACTIVE    = 4'd9;

  // Control events: 1.. progress, 32.. errors.
  localparam logic [7:0] EV_REQUEST        = 8'd1;
  localparam logic [7:0] EV_ARBITRATE      = 8'd2;
  localparam logic [7:0] EV_QUIESCE        = 8'd3;
  localparam logic [7:0] EV_BREAK          = 8'd4;
  localparam logic [7:0] EV_PROGRAM        = 8'd5;
  localparam logic [7:0] EV_SETTLE         = 8'd6;
  localparam logic [7:0] EV_RELOCK         = 8'd7;
  localparam logic [7:0] EV_VERIFY         = 8'd8;
  localparam logic [7:0] EV_ACTIVE         = 8'd9;
  localparam logic [7:0] EV_ILLEGAL_MAP    = 8'd32;
  localparam logic [7:0] EV_DRAIN_TIMEOUT  = 8'd33;
  localparam logic [7:0] EV_RELOCK_TIMEOUT = 8'd34;
  localparam logic [7:0] EV_COMMIT_BUSY    = 8'd35;

endpackage
