// SPDX-License-Identifier: Apache-2.0
// Made by rtl/registers/generate.py from
// rtl/switch_ctrl/switch_ctrl_regs.json; change that instead.

/// Registers of the switch controller of rtl/contract.md: addresses in bytes, and reset values.
package switch_ctrl_regs_pkg;

  localparam logic [15:0] ADDR_ID = 16'h0000;
  localparam logic [15:0] ADDR_VERSION = 16'h0004;
  localparam logic [15:0] ADDR_CAPS = 16'h0008;
  localparam logic [15:0] ADDR_SCRATCH = 16'h000C;
  localparam logic [15:0] ADDR_CTRL = 16'h0010;
  localparam logic [15:0] ADDR_STATUS = 16'h0014;
  localparam logic [15:0] ADDR_ACTIVE_EPOCH = 16'h0018;
  localparam logic [15:0] ADDR_NUM_ACT = 16'h001C;
  localparam logic [15:0] ADDR_COMMIT = 16'h0020;
  localparam logic [15:0] ADDR_T_DRAIN_MAX = 16'h0024;
  localparam logic [15:0] ADDR_T_SETTLE = 16'h0028;
  localparam logic [15:0] ADDR_T_RELOCK_MAX = 16'h002C;
  localparam logic [15:0] ADDR_DISTURB = 16'h0030;
  localparam logic [15:0] ADDR_PORT_LOS = 16'h0040;
  localparam logic [15:0] ADDR_PORT_CDR_LOCK = 16'h0044;
  localparam logic [15:0] ADDR_PORT_FEC_DEG = 16'h0048;
  localparam logic [15:0] ADDR_PORT_ISOLATE = 16'h004C;
  localparam logic [15:0] ADDR_IRQ_STATE = 16'h0060;
  localparam logic [15:0] ADDR_IRQ_ENABLE = 16'h0064;
  localparam logic [15:0] ADDR_IRQ_TEST = 16'h0068;
  localparam logic [15:0] ADDR_TELE_CTRL = 16'h0080;
  localparam logic [15:0] ADDR_TELE_DONE = 16'h0084;
  localparam logic [15:0] ADDR_TELE_ILLEGAL_MAP = 16'h0088;
  localparam logic [15:0] ADDR_TELE_DRAIN_TIMEOUT = 16'h008C;
  localparam logic [15:0] ADDR_TELE_RELOCK_TIMEOUT = 16'h0090;
  localparam logic [15:0] ADDR_TELE_COMMIT_BUSY = 16'h0094;
  localparam logic [15:0] ADDR_TELE_CODES = 16'h0098;
  localparam logic [15:0] ADDR_TELE_LATCHES = 16'h009C;
  localparam logic [15:0] ADDR_TELE_BUSY_US = 16'h00A0;
  localparam logic [15:0] ADDR_TELE_LAST_US = 16'h00A4;
  localparam logic [15:0] ADDR_ACTIVE_MAP = 16'h0100;  // + 4 * entry
  localparam logic [15:0] ADDR_SHADOW_MAP = 16'h0200;  // + 4 * entry
  localparam logic [15:0] ADDR_SHADOW_CODE = 16'h4000;  // + 4 * entry
  localparam logic [15:0] ADDR_ACTIVE_CODE = 16'h8000;  // + 4 * entry

  localparam logic [31:0] RESET_ID = 32'h4853_5743;
  localparam logic [31:0] RESET_VERSION = 32'h0001_0001;
  localparam logic [31:0] RESET_T_DRAIN_MAX = 32'h8000_03E8;
  localparam logic [31:0] RESET_T_SETTLE = 32'h8000_0064;
  localparam logic [31:0] RESET_T_RELOCK_MAX = 32'h8000_2710;

endpackage
