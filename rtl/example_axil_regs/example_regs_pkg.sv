// SPDX-License-Identifier: Apache-2.0
// Made by rtl/registers/generate.py from
// rtl/example_axil_regs/example_regs.json; change that instead.

/// An example of every kind of register that the generator knows: addresses in bytes, and reset values.
package example_regs_pkg;

  localparam logic [15:0] ADDR_ID = 16'h0000;
  localparam logic [15:0] ADDR_CAPS = 16'h0004;
  localparam logic [15:0] ADDR_CTRL = 16'h0008;
  localparam logic [15:0] ADDR_LIMIT = 16'h000C;
  localparam logic [15:0] ADDR_STATUS = 16'h0010;
  localparam logic [15:0] ADDR_START = 16'h0014;
  localparam logic [15:0] ADDR_IRQ_STATE = 16'h0020;
  localparam logic [15:0] ADDR_IRQ_ENABLE = 16'h0024;
  localparam logic [15:0] ADDR_LANE = 16'h0040;  // + 4 * entry

  localparam logic [31:0] RESET_ID = 32'h4845_584D;
  localparam logic [31:0] RESET_CTRL = 32'h0000_0100;

endpackage
