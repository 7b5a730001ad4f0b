// SPDX-License-Identifier: Apache-2.0
// Made by rtl/registers/generate.py from
// rtl/example_axil_regs/example_regs.json; change that instead.

/// An example of every kind of register that the generator knows: an AXI4-Lite register block.
module example_axil_regs #(
  parameter int unsigned LANES = 4  // lanes, 2..16
) (
  input  logic clk_i,  // clock
  input  logic rst_ni,  // asynchronous reset, active low
  input  logic [15:0] s_axil_awaddr_i,  // write address, bytes
  input  logic s_axil_awvalid_i,  // write address valid
  output logic s_axil_awready_o,  // write address ready
  input  logic [31:0] s_axil_wdata_i,  // write data
  input  logic [3:0] s_axil_wstrb_i,  // write byte strobes
  input  logic s_axil_wvalid_i,  // write data valid
  output logic s_axil_wready_o,  // write data ready
  output logic [1:0] s_axil_bresp_o,  // write response: 0 OKAY, 2 SLVERR
  output logic s_axil_bvalid_o,  // write response valid
  input  logic s_axil_bready_i,  // write response ready
  input  logic [15:0] s_axil_araddr_i,  // read address, bytes
  input  logic s_axil_arvalid_i,  // read address valid
  output logic s_axil_arready_o,  // read address ready
  output logic [31:0] s_axil_rdata_o,  // read data
  output logic [1:0] s_axil_rresp_o,  // read response: 0 OKAY, 2 SLVERR
  output logic s_axil_rvalid_o,  // read data valid
  input  logic s_axil_rready_i,  // read data ready
  input  logic busy_i,  // locked registers refuse writes
  output logic [31:0] ctrl_o,  // CTRL: value
  output logic ctrl_we_o,  // CTRL: a write executes
  output logic [31:0] limit_o,  // LIMIT: value
  output logic limit_we_o,  // LIMIT: a write executes
  input  logic [31:0] status_i,  // STATUS: what it reads
  output logic start_we_o,  // START: a write executes
  output logic [31:0] start_wdata_o,  // START: what it writes
  output logic [31:0] irq_state_o,  // IRQ_STATE: value
  input  logic [31:0] irq_state_set_i,  // IRQ_STATE: bits that happen now
  output logic [31:0] irq_enable_o,  // IRQ_ENABLE: value
  output logic irq_enable_we_o,  // IRQ_ENABLE: a write executes
  output logic [LANES*32-1:0] lane_o,  // LANE: value
  output logic lane_we_o  // LANE: a write executes
);

  localparam logic [31:0] MASK_CTRL = 32'h0000_FF01;
  localparam logic [31:0] MASK_LIMIT = 32'h0000_00FF;
  localparam logic [31:0] MASK_STATUS = 32'hFFFF_FFFF;
  localparam logic [31:0] MASK_IRQ_STATE = 32'h0000_000F;
  localparam logic [31:0] MASK_IRQ_ENABLE = 32'h0000_000F;
  localparam logic [31:0] MASK_LANE = 32'h8000_FFFF;

  logic        wr_en, wr_err, rd_err;
  logic [15:0] wr_addr, rd_addr;
  logic [31:0] wr_data, wr_mask, wr_bits, rd_data;
  logic [31:0] ctrl_q, ctrl_d;
  logic [31:0] limit_q, limit_d;
  logic [31:0] irq_state_q, irq_state_d;
  logic [31:0] irq_enable_q, irq_enable_d;
  logic [LANES*32-1:0] lane_q, lane_d;

  switch_ctrl_axil u_axil (
    .clk_i, .rst_ni,
    .s_axil_awaddr_i, .s_axil_awvalid_i, .s_axil_awready_o, .s_axil_wdata_i, .s_axil_wstrb_i,
    .s_axil_wvalid_i, .s_axil_wready_o, .s_axil_bresp_o, .s_axil_bvalid_o, .s_axil_bready_i,
    .s_axil_araddr_i, .s_axil_arvalid_i, .s_axil_arready_o, .s_axil_rdata_o, .s_axil_rresp_o,
    .s_axil_rvalid_o, .s_axil_rready_i,
    .wr_hold_i (1'b0),
    .wr_en_o   (wr_en),
    .wr_addr_o (wr_addr),
    .wr_data_o (wr_data),
    .wr_mask_o (wr_mask),
    .wr_err_i  (wr_err),
    .rd_addr_o (rd_addr),
    .rd_data_i (rd_data),
    .rd_err_i  (rd_err)
  );

  assign wr_bits = wr_data & wr_mask;
  assign ctrl_o = ctrl_q;
  assign limit_o = limit_q;
  assign start_wdata_o = wr_bits;
  assign irq_state_o = irq_state_q;
  assign irq_enable_o = irq_enable_q;
  assign lane_o = lane_q;

  // Writes.
  always_comb begin
    ctrl_d = ctrl_q;
    ctrl_we_o = 1'b0;
    limit_d = limit_q;
    limit_we_o = 1'b0;
    start_we_o = 1'b0;
    irq_state_d = irq_state_q;
    irq_enable_d = irq_enable_q;
    irq_enable_we_o = 1'b0;
    lane_d = lane_q;
    lane_we_o = 1'b0;
    wr_err = 1'b0;
    if (wr_en) begin
      case (wr_addr)
        example_regs_pkg::ADDR_CTRL: begin
          ctrl_d = ((ctrl_q & ~wr_mask) | wr_bits) & MASK_CTRL;
          ctrl_we_o = 1'b1;
        end
        example_regs_pkg::ADDR_LIMIT: begin
          wr_err = busy_i || ((limit_q & ~wr_mask) | wr_bits) > LANES;
          if (!wr_err) begin
            limit_d = ((limit_q & ~wr_mask) | wr_bits) & MASK_LIMIT;
            limit_we_o = 1'b1;
          end
        end
        example_regs_pkg::ADDR_START: begin
          wr_err = busy_i;
          if (!wr_err) begin
            start_we_o = 1'b1;
          end
        end
        example_regs_pkg::ADDR_IRQ_STATE: begin
          irq_state_d = irq_state_q & ~wr_bits;
        end
        example_regs_pkg::ADDR_IRQ_ENABLE: begin
          irq_enable_d = ((irq_enable_q & ~wr_mask) | wr_bits) & MASK_IRQ_ENABLE;
          irq_enable_we_o = 1'b1;
        end
        default: begin
          wr_err = 1'b1;
          for (int i = 0; i < LANES; i++) begin
            if (wr_addr == example_regs_pkg::ADDR_LANE + 16'(i * 4)) begin
              wr_err = busy_i;
              if (!wr_err) begin
                lane_d[i*32+:32] = ((lane_q[i*32+:32] & ~wr_mask) | wr_bits) & MASK_LANE;
                lane_we_o = 1'b1;
              end
            end
          end
        end
      endcase
    end
    // What happens wins over what is cleared.
    irq_state_d = irq_state_d | (irq_state_set_i & MASK_IRQ_STATE);
  end

  // Reads.
  always_comb begin
    rd_data = 32'd0;
    rd_err  = 1'b0;
    case (rd_addr)
      example_regs_pkg::ADDR_ID: rd_data = example_regs_pkg::RESET_ID;
      example_regs_pkg::ADDR_CAPS: rd_data = (32'(LANES) << 0);
      example_regs_pkg::ADDR_CTRL: rd_data = ctrl_q;
      example_regs_pkg::ADDR_LIMIT: rd_data = limit_q;
      example_regs_pkg::ADDR_STATUS: rd_data = status_i & MASK_STATUS;
      example_regs_pkg::ADDR_START: rd_data = 32'd0;
      example_regs_pkg::ADDR_IRQ_STATE: rd_data = irq_state_q;
      example_regs_pkg::ADDR_IRQ_ENABLE: rd_data = irq_enable_q;
      default: begin
        rd_err = 1'b1;
        for (int i = 0; i < LANES; i++) begin
          if (rd_addr == example_regs_pkg::ADDR_LANE + 16'(i * 4)) begin
            rd_err  = 1'b0;
            rd_data = lane_q[i*32+:32];
          end
        end
      end
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      ctrl_q <= example_regs_pkg::RESET_CTRL;
      limit_q <= 32'd0;
      irq_state_q <= 32'd0;
      irq_enable_q <= 32'd0;
      lane_q <= {LANES{32'd0}};
    end else begin
      ctrl_q <= ctrl_d;
      limit_q <= limit_d;
      irq_state_q <= irq_state_d;
      irq_enable_q <= irq_enable_d;
      lane_q <= lane_d;
      ctrl_keeps_to_its_bits: assert ((ctrl_q & ~MASK_CTRL) == 32'd0);
      limit_keeps_to_its_bits: assert ((limit_q & ~MASK_LIMIT) == 32'd0);
      limit_in_range: assert (limit_q <= LANES);
      irq_state_keeps_to_its_bits: assert ((irq_state_q & ~MASK_IRQ_STATE) == 32'd0);
      irq_enable_keeps_to_its_bits: assert ((irq_enable_q & ~MASK_IRQ_ENABLE) == 32'd0);
      locked_while_busy: assert (!busy_i || !(limit_we_o || start_we_o || lane_we_o));
    end
  end

`ifdef FORMAL
  // What happened and was not cleared since by a strobed 1; what was there a cycle ago.
  logic [31:0] irq_state_pending_q;
  logic busy_last_q;
  logic [31:0] limit_last_q;
  logic [LANES*32-1:0] lane_last_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      irq_state_pending_q <= '0;
      busy_last_q <= 1'b0;
      limit_last_q <= '0;
      lane_last_q <= '0;
    end else begin
      irq_state_pending_q <= (irq_state_pending_q & ~({32{wr_en && wr_addr == example_regs_pkg::ADDR_IRQ_STATE}} & wr_bits)) |
                           (irq_state_set_i & MASK_IRQ_STATE);
      busy_last_q <= busy_i;
      limit_last_q <= limit_q;
      lane_last_q <= lane_q;
      no_irq_state_event_is_lost: assert ((irq_state_pending_q & ~irq_state_q) == 32'd0);
      limit_is_stable_while_busy: assert (!busy_last_q || limit_q == limit_last_q);
      lane_is_stable_while_busy: assert (!busy_last_q || lane_q == lane_last_q);
    end
  end
`endif
endmodule
