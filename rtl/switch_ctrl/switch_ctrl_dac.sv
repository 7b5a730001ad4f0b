// SPDX-License-Identifier: Apache-2.0

/// The two sets of actuator codes and the stream that carries their difference to the DACs. From
/// start_i on it visits actuators 0..num_act_i-1, one a cycle, and sends those whose shadow code
/// differs from the code that the DAC holds. The memories have no reset: a set of bits tells which
/// entries were written, the others read 0, which is what a DAC holds after power-on.
module switch_ctrl_dac #(
  parameter int unsigned MAX_ACT = 512  // actuators, 2..4096
) (
  input  logic        clk_i,           // clock
  input  logic        rst_ni,          // asynchronous reset, active low
  input  logic        we_i,            // host writes a shadow code
  input  logic [$clog2(MAX_ACT)-1:0] waddr_i,  // its actuator, below MAX_ACT
  input  logic [15:0] wdata_i,         // code
  input  logic [15:0] wmask_i,         // bits to write
  input  logic [$clog2(MAX_ACT)-1:0] raddr_i,  // actuator to read, below MAX_ACT
  output logic [15:0] shadow_rdata_o,  // its shadow code
  output logic [15:0] active_rdata_o,  // the code that its DAC holds
  input  logic        start_i,         // begin a scan
  input  logic [15:0] num_act_i,       // actuators to visit, 0..MAX_ACT, stable during a scan
  output logic        running_o,       // a scan runs
  output logic        done_o,          // the scan has ended and its last code was taken
  output logic [15:0] count_o,         // codes sent in this scan
  output logic        dac_valid_o,     // a code is offered
  output logic [15:0] dac_addr_o,      // its actuator
  output logic [15:0] dac_code_o,      // the code
  input  logic        dac_ready_i      // the DAC chain takes it
);

  localparam int unsigned AW = $clog2(MAX_ACT);

  logic [15:0]        shadow_mem [0:MAX_ACT-1];
  logic [15:0]        active_mem [0:MAX_ACT-1];
  logic [MAX_ACT-1:0] shadow_set_q;
  logic [MAX_ACT-1:0] active_set_q;

  logic        running_q;
  logic [15:0] idx_q;
  logic [15:0] count_q;
  logic        valid_q;
  logic [15:0] addr_q;
  logic [15:0] code_q;

  logic [AW-1:0] scan;
  logic [AW-1:0] sent;
  logic [15:0]   w_old;
  logic [15:0]   scan_shadow;
  logic [15:0]   scan_active;
  logic          at_end;
  logic          step;
  logic          send;
  logic          taken;

  assign scan = idx_q[AW-1:0];
  assign sent = addr_q[AW-1:0];

  assign w_old          = shadow_set_q[waddr_i] ? shadow_mem[waddr_i] : 16'd0;
  assign shadow_rdata_o = shadow_set_q[raddr_i] ? shadow_mem[raddr_i] : 16'd0;
  assign active_rdata_o = active_set_q[raddr_i] ? active_mem[raddr_i] : 16'd0;
  assign scan_shadow    = shadow_set_q[scan] ? shadow_mem[scan] : 16'd0;
  assign scan_active    = active_set_q[scan] ? active_mem[scan] : 16'd0;

  assign at_end = idx_q == num_act_i;
  assign step   = running_q & (~valid_q | dac_ready_i);
  assign send   = step & ~at_end & (scan_shadow != scan_active);
  assign taken  = valid_q & dac_ready_i;

  assign running_o   = running_q;
  assign done_o      = running_q & at_end & ~valid_q;
  assign count_o     = count_q;
  assign dac_valid_o = valid_q;
  assign dac_addr_o  = addr_q;
  assign dac_code_o  = code_q;

  always_ff @(posedge clk_i) begin
    if (we_i) begin
      shadow_mem[waddr_i] <= (w_old & ~wmask_i) | (wdata_i & wmask_i);
    end
  end

  always_ff @(posedge clk_i) begin
    if (taken) begin
      active_mem[sent] <= code_q;
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      shadow_set_q <= '0;
      active_set_q <= '0;
    end else begin
      if (we_i) begin
        shadow_set_q[waddr_i] <= 1'b1;
      end
      if (taken) begin
        active_set_q[sent] <= 1'b1;
      end
      no_write_during_scan: assert (!(we_i && running_q));
    end
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      running_q <= 1'b0;
      idx_q     <= '0;
      count_q   <= '0;
      valid_q   <= 1'b0;
      addr_q    <= '0;
      code_q    <= '0;
    end else if (start_i) begin
      running_q <= 1'b1;
      idx_q     <= '0;
      count_q   <= '0;
    end else begin
      if (done_o) begin
        running_q <= 1'b0;
      end
      if (step) begin
        valid_q <= send;
        if (!at_end) begin
          idx_q <= idx_q + 16'd1;
        end
        if (send) begin
          addr_q  <= idx_q;
          code_q  <= scan_shadow;
          count_q <= count_q + 16'd1;
        end
      end
      sends_only_while_running: assert (!valid_q || running_q);
      scan_in_range: assert (!running_q || (idx_q <= num_act_i && (!valid_q || addr_q < idx_q)));
      sends_known_actuators: assert (!valid_q || addr_q < num_act_i);
    end
  end

endmodule
