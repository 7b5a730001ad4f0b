// SPDX-License-Identifier: Apache-2.0

/// APB4 (AMBA APB, slave side) in front of an AXI4-Lite slave. One transfer at a time: PREADY stays
/// low until the AXI4-Lite response is there, and is then high for one cycle; PSLVERR repeats an
/// error response. Every output is a function of registers. A master that withdraws a transfer before
/// PREADY breaks APB; the AXI4-Lite side still ends it properly.
module apb_to_axil (
  input  logic        clk_i,             // clock
  input  logic        rst_ni,            // asynchronous reset, active low
  input  logic [15:0] s_apb_paddr_i,     // address, bytes
  input  logic        s_apb_psel_i,      // this slave is selected
  input  logic        s_apb_penable_i,   // second and later cycles of a transfer
  input  logic        s_apb_pwrite_i,    // a write
  input  logic [31:0] s_apb_pwdata_i,    // write data
  input  logic [3:0]  s_apb_pstrb_i,     // write byte strobes
  output logic        s_apb_pready_o,    // the transfer ends in this cycle
  output logic [31:0] s_apb_prdata_o,    // read data
  output logic        s_apb_pslverr_o,   // the transfer failed
  output logic [15:0] m_axil_awaddr_o,   // write address, bytes
  output logic        m_axil_awvalid_o,  // write address valid
  input  logic        m_axil_awready_i,  // write address ready
  output logic [31:0] m_axil_wdata_o,    // write data
  output logic [3:0]  m_axil_wstrb_o,    // write byte strobes
  output logic        m_axil_wvalid_o,   // write data valid
  input  logic        m_axil_wready_i,   // write data ready
  input  logic [1:0]  m_axil_bresp_i,    // write response: 0 OKAY, 2 SLVERR
  input  logic        m_axil_bvalid_i,   // write response valid
  output logic        m_axil_bready_o,   // write response ready
  output logic [15:0] m_axil_araddr_o,   // read address, bytes
  output logic        m_axil_arvalid_o,  // read address valid
  input  logic        m_axil_arready_i,  // read address ready
  input  logic [31:0] m_axil_rdata_i,    // read data
  input  logic [1:0]  m_axil_rresp_i,    // read response: 0 OKAY, 2 SLVERR
  input  logic        m_axil_rvalid_i,   // read data valid
  output logic        m_axil_rready_o    // read data ready
);

  localparam logic [1:0] ST_IDLE  = 2'd0;
  localparam logic [1:0] ST_WRITE = 2'd1;  // until the write response
  localparam logic [1:0] ST_READ  = 2'd2;  // until the read data
  localparam logic [1:0] ST_DONE  = 2'd3;  // PREADY

  logic [1:0]  state_q;
  logic        aw_valid_q, w_valid_q, ar_valid_q;
  logic [15:0] addr_q;
  logic [31:0] wdata_q, rdata_q;
  logic [3:0]  wstrb_q;
  logic        error_q;
  logic        setup;

  // The first cycle of a transfer. PENABLE tells it from the last of the one before.
  assign setup = s_apb_psel_i & ~s_apb_penable_i;

  assign s_apb_pready_o   = state_q == ST_DONE;
  assign s_apb_prdata_o   = rdata_q;
  assign s_apb_pslverr_o  = error_q;
  assign m_axil_awaddr_o  = addr_q;
  assign m_axil_awvalid_o = aw_valid_q;
  assign m_axil_wdata_o   = wdata_q;
  assign m_axil_wstrb_o   = wstrb_q;
  assign m_axil_wvalid_o  = w_valid_q;
  assign m_axil_bready_o  = state_q == ST_WRITE;
  assign m_axil_araddr_o  = addr_q;
  assign m_axil_arvalid_o = ar_valid_q;
  assign m_axil_rready_o  = state_q == ST_READ;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q    <= ST_IDLE;
      aw_valid_q <= 1'b0;
      w_valid_q  <= 1'b0;
      ar_valid_q <= 1'b0;
      addr_q     <= '0;
      wdata_q    <= '0;
      wstrb_q    <= '0;
      rdata_q    <= '0;
      error_q    <= 1'b0;
    end else begin
      if (m_axil_awready_i) begin
        aw_valid_q <= 1'b0;
      end
      if (m_axil_wready_i) begin
        w_valid_q <= 1'b0;
      end
      if (m_axil_arready_i) begin
        ar_valid_q <= 1'b0;
      end
      case (state_q)
        ST_IDLE: begin
          if (setup) begin
            state_q    <= s_apb_pwrite_i ? ST_WRITE : ST_READ;
            aw_valid_q <= s_apb_pwrite_i;
            w_valid_q  <= s_apb_pwrite_i;
            ar_valid_q <= ~s_apb_pwrite_i;
            addr_q     <= s_apb_paddr_i;
            wdata_q    <= s_apb_pwdata_i;
            wstrb_q    <= s_apb_pstrb_i;
          end
        end
        ST_WRITE: begin
          if (m_axil_bvalid_i) begin
            state_q <= ST_DONE;
            rdata_q <= '0;
            error_q <= m_axil_bresp_i != 2'd0;
          end
        end
        ST_READ: begin
          if (m_axil_rvalid_i) begin
            state_q <= ST_DONE;
            rdata_q <= m_axil_rdata_i;
            error_q <= m_axil_rresp_i != 2'd0;
          end
        end
        default: begin
          state_q <= ST_IDLE;
          error_q <= 1'b0;
        end
      endcase
      writes_in_write_only: assert (state_q == ST_WRITE || !(aw_valid_q || w_valid_q));
      reads_in_read_only: assert (state_q == ST_READ || !ar_valid_q);
      errors_at_the_end_only: assert (!error_q || state_q == ST_DONE);
    end
  end

endmodule
