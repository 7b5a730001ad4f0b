// SPDX-License-Identifier: Apache-2.0

/// apb_to_axil between an APB master that keeps to APB and an AXI4-Lite slave that keeps to AXI: the
/// master holds a transfer until PREADY, the slave is ready within SLOW cycles, answers only what it
/// has accepted, and does so within SLOW cycles.
module apb_to_axil_props #(
  parameter int unsigned SLOW = 3
) (
  input logic        clk_i,
  input logic        rst_ni,
  input logic        start_i,    // the master begins a transfer if none runs
  input logic [15:0] paddr_i,
  input logic        pwrite_i,
  input logic [31:0] pwdata_i,
  input logic [3:0]  pstrb_i,
  input logic        awready_i,
  input logic        wready_i,
  input logic        arready_i,
  input logic        answer_i,
  input logic [1:0]  resp_i,
  input logic [31:0] rdata_i
);

  // The master. access_q: second and later cycles.
  logic        sel_q, access_q, write_q;
  logic [15:0] addr_q;
  logic [31:0] wdata_q;
  logic [3:0]  strb_q;
  // The slave.
  logic        aw_q, w_q, ar_q;                // accepted in this transfer
  logic [2:0]  aw_wait_q, w_wait_q, ar_wait_q, answer_wait_q;
  logic        awready, wready, arready, bvalid, rvalid, answer;
  // The bridge.
  logic        pready, pslverr;
  logic [31:0] prdata;
  logic [15:0] awaddr, araddr;
  logic [31:0] wdata;
  logic [3:0]  wstrb;
  logic        awvalid, wvalid, arvalid, bready, rready;
  // What was seen.
  logic        answered_q;
  logic [1:0]  resp_q;
  logic [31:0] data_q;
  logic [4:0]  age_q;
  logic        aw_waits_q, w_waits_q, ar_waits_q;

  assign awready = awready_i | (32'(aw_wait_q) >= SLOW);
  assign wready  = wready_i | (32'(w_wait_q) >= SLOW);
  assign arready = arready_i | (32'(ar_wait_q) >= SLOW);
  assign answer  = answer_i | (32'(answer_wait_q) >= SLOW);
  assign bvalid  = aw_q & w_q & answer;
  assign rvalid  = ar_q & answer;

  apb_to_axil u_dut (
    .clk_i, .rst_ni,
    .s_apb_paddr_i(addr_q), .s_apb_psel_i(sel_q), .s_apb_penable_i(access_q),
    .s_apb_pwrite_i(write_q), .s_apb_pwdata_i(wdata_q), .s_apb_pstrb_i(strb_q),
    .s_apb_pready_o(pready), .s_apb_prdata_o(prdata), .s_apb_pslverr_o(pslverr),
    .m_axil_awaddr_o(awaddr), .m_axil_awvalid_o(awvalid), .m_axil_awready_i(awready),
    .m_axil_wdata_o(wdata), .m_axil_wstrb_o(wstrb), .m_axil_wvalid_o(wvalid),
    .m_axil_wready_i(wready), .m_axil_bresp_i(resp_i), .m_axil_bvalid_i(bvalid),
    .m_axil_bready_o(bready), .m_axil_araddr_o(araddr), .m_axil_arvalid_o(arvalid),
    .m_axil_arready_i(arready), .m_axil_rdata_i(rdata_i), .m_axil_rresp_i(resp_i),
    .m_axil_rvalid_i(rvalid), .m_axil_rready_o(rready)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      {sel_q, access_q, write_q, addr_q, wdata_q, strb_q} <= '0;
      {aw_q, w_q, ar_q, aw_wait_q, w_wait_q, ar_wait_q, answer_wait_q} <= '0;
      {answered_q, resp_q, data_q, age_q, aw_waits_q, w_waits_q, ar_waits_q} <= '0;
    end else begin
      // The master.
      if (!sel_q || (access_q && pready)) begin
        sel_q    <= start_i;
        access_q <= 1'b0;
        write_q  <= pwrite_i;
        addr_q   <= paddr_i;
        wdata_q  <= pwdata_i;
        strb_q   <= pstrb_i;
        age_q    <= '0;
      end else begin
        access_q <= 1'b1;
        age_q    <= age_q + 5'd1;
      end
      // The slave.
      aw_wait_q <= (awvalid && !awready) ? aw_wait_q + 3'd1 : 3'd0;
      w_wait_q  <= (wvalid && !wready) ? w_wait_q + 3'd1 : 3'd0;
      ar_wait_q <= (arvalid && !arready) ? ar_wait_q + 3'd1 : 3'd0;
      answer_wait_q <= (((aw_q && w_q) || ar_q) && !answer) ? answer_wait_q + 3'd1 : 3'd0;
      aw_q <= (aw_q | (awvalid & awready)) & ~(bvalid & bready);
      w_q  <= (w_q | (wvalid & wready)) & ~(bvalid & bready);
      ar_q <= (ar_q | (arvalid & arready)) & ~(rvalid & rready);
      // What was seen.
      if ((bvalid && bready) || (rvalid && rready)) begin
        answered_q <= 1'b1;
        resp_q     <= resp_i;
        data_q     <= rdata_i;
      end else if (pready) begin
        answered_q <= 1'b0;
      end
      aw_waits_q <= awvalid & ~awready;
      w_waits_q  <= wvalid & ~wready;
      ar_waits_q <= arvalid & ~arready;

      valid_until_ready: assert ((!aw_waits_q || awvalid) && (!w_waits_q || wvalid) &&
                                 (!ar_waits_q || arvalid));
      carries_the_transfer: assert ((!awvalid || (awaddr == addr_q && write_q)) &&
                                    (!wvalid || (wdata == wdata_q && wstrb == strb_q && write_q)) &&
                                    (!arvalid || (araddr == addr_q && !write_q)));
      one_request_a_transfer: assert (!(awvalid && aw_q) && !(wvalid && w_q) && !(arvalid && ar_q));
      ready_only_when_answered: assert (!pready || (sel_q && access_q && answered_q));
      passes_the_answer_on: assert (!pready || (pslverr == (resp_q != 2'd0) &&
                                                (write_q || prdata == data_q)));
      ends_within_bound: assert (32'(age_q) <= 2 * SLOW + 3);
      // What each state of the bridge means, so that induction starts from states that there are.
      states_hang_together: assert (
        (bready || rready || pready) == (sel_q && access_q) &&
        (bready ? write_q && awvalid != aw_q && wvalid != w_q : !(awvalid || aw_q || wvalid || w_q)) &&
        (rready ? !write_q && arvalid != ar_q : !(arvalid || ar_q)) &&
        answered_q == pready && (!access_q || sel_q) &&
        !(bready && rready) && !(bready && pready) && !(rready && pready));
      ages_hang_together: assert (
        (!sel_q || access_q || age_q == 0) &&
        (!awvalid || age_q == 5'd1 + 5'(aw_wait_q)) && (!wvalid || age_q == 5'd1 + 5'(w_wait_q)) &&
        (!arvalid || age_q == 5'd1 + 5'(ar_wait_q)) &&
        32'(aw_wait_q) <= SLOW && 32'(w_wait_q) <= SLOW && 32'(ar_wait_q) <= SLOW &&
        32'(answer_wait_q) <= SLOW && (awvalid || aw_wait_q == 0) && (wvalid || w_wait_q == 0) &&
        (arvalid || ar_wait_q == 0) && ((aw_q && w_q) || ar_q || answer_wait_q == 0) &&
        (!((aw_q && w_q) || ar_q) || 32'(age_q) <= 2 + SLOW + 32'(answer_wait_q)));
      answers_are_taken: assert (!(bvalid && !bready) && !(rvalid && !rready));
    end
  end

endmodule
