// SPDX-License-Identifier: Apache-2.0

/// The sequencer of a reconfiguration: request, arbitrate, quiesce, break, program, settle, relock,
/// verify, active. A state acts and reports in its first cycle and leaves in a later one, so that an
/// event is seen in the same cycle as what it announces; errors are reported on leaving.
/// Nothing counts while idle.
module switch_ctrl_seq #(
  parameter int unsigned N = 8  // ports, 2..32
) (
  input  logic         clk_i,           // clock
  input  logic         rst_ni,          // asynchronous reset, active low
  input  logic         tick_1us_i,      // one cycle high every microsecond
  input  logic         commit_i,        // start; only while idle
  input  logic [15:0]  commit_epoch_i,  // epoch to reach
  input  logic [31:0]  t_drain_max_i,   // timers: bit 31 counts ticks, else cycles
  input  logic [31:0]  t_settle_i,      // likewise
  input  logic [31:0]  t_relock_max_i,  // likewise
  output logic [3:0]   state_o,         // switch_ctrl_pkg::ST_*
  output logic [15:0]  epoch_o,         // last accepted epoch
  output logic [15:0]  active_epoch_o,  // active epoch
  output logic         check_clear_o,   // map check: begin
  output logic         check_en_o,      // map check: go on
  input  logic         check_done_i,    // map check: legal
  input  logic         check_fault_i,   // map check: illegal
  input  logic [4:0]   fault_src_i,     // source at fault
  input  logic [N-1:0] affected_i,      // inputs that must drain
  input  logic [N-1:0] break_i,         // outputs that go dark
  input  logic [N-1:0] relock_i,        // outputs that must lock again
  input  logic [N-1:0] connected_i,     // outputs with a circuit in the new map
  input  logic [N-1:0] active_valid_i,  // inputs with a circuit in the old map
  output logic         activate_o,      // the shadow map becomes active
  output logic         program_o,       // code stream: begin
  input  logic [15:0]  num_act_i,       // actuators to visit
  input  logic         program_done_i,  // code stream: all taken
  input  logic [15:0]  program_count_i, // codes sent
  output logic [N-1:0] drain_req_o,     // inputs that must stop sending
  output logic [N-1:0] rx_mask_o,       // outputs whose data must be ignored
  output logic [N-1:0] isolate_o,       // outputs that failed to lock
  input  logic [N-1:0] drain_ack_i,     // inputs whose last bit has left
  output logic         ldac_o,          // latch the codes
  input  logic [N-1:0] los_i,           // outputs without light
  input  logic [N-1:0] cdr_lock_i,      // outputs with a recovered clock
  input  logic [N-1:0] fec_deg_i,       // outputs with a degraded FEC
  output logic         gnt_valid_o,     // a new map is active
  input  logic         gnt_ready_i,     // the peer has seen it
  output logic [3:0]   irq_set_o,       // relock timeout, drain timeout, illegal map, done
  output logic         ev_valid_o,      // to the report: event
  output logic [7:0]   ev_id_o,         // its id
  output logic [31:0]  ev_arg_o         // its argument
);

  logic [3:0]   state_q, state_d;
  logic         first_q;
  logic [15:0]  epoch_q, active_epoch_q;
  logic [31:0]  timer_q, timer_d;
  logic         timer_in_ticks_q, timer_in_ticks_d;
  logic         timer_load;
  logic [31:0]  timer_value;
  logic [N-1:0] drain_req_q, drain_req_d;
  logic [N-1:0] rx_mask_q, rx_mask_d;
  logic [N-1:0] isolate_q, isolate_d;
  logic         ldac_q, gnt_valid_q;
  logic         expired;
  logic [N-1:0] to_drain;
  logic [N-1:0] undrained;
  logic [N-1:0] unlocked;
  logic [N-1:0] bad;

  assign state_o        = state_q;
  assign epoch_o        = epoch_q;
  assign active_epoch_o = active_epoch_q;
  assign drain_req_o    = drain_req_q;
  assign rx_mask_o      = rx_mask_q;
  assign isolate_o      = isolate_q;
  assign ldac_o         = ldac_q;
  assign gnt_valid_o    = gnt_valid_q;

  assign check_clear_o = (state_q == switch_ctrl_pkg::ST_ARBITRATE) & first_q;
  assign check_en_o    = (state_q == switch_ctrl_pkg::ST_ARBITRATE) & ~first_q;
  assign program_o     = (state_q == switch_ctrl_pkg::ST_PROGRAM) & first_q;
  assign activate_o    = (state_q == switch_ctrl_pkg::ST_ACTIVE) & first_q;

  assign to_drain  = affected_i & active_valid_i;
  assign undrained = to_drain & ~drain_ack_i;
  assign unlocked  = relock_i & (los_i | ~cdr_lock_i);
  assign bad       = unlocked | (relock_i & fec_deg_i);
  assign expired   = timer_q == 32'd0;

  // Timer: it runs only in the states that wait. The first of the counted ticks may come at once,
  // so one more than asked for is counted: K us never last less.
  always_comb begin
    timer_load  = 1'b0;
    timer_value = t_drain_max_i;
    case (state_q)
      switch_ctrl_pkg::ST_QUIESCE: timer_load = first_q;
      switch_ctrl_pkg::ST_SETTLE: begin
        timer_load  = first_q;
        timer_value = t_settle_i;
      end
      switch_ctrl_pkg::ST_RELOCK: begin
        timer_load  = first_q;
        timer_value = t_relock_max_i;
      end
      default: timer_load = 1'b0;
    endcase
  end

  always_comb begin
    timer_d          = timer_q;
    timer_in_ticks_d = timer_in_ticks_q;
    if (timer_load) begin
      timer_d          = {1'b0, timer_value[30:0]} + {31'd0, timer_value[31]};
      timer_in_ticks_d = timer_value[31];
    end else if (!expired && (state_q == switch_ctrl_pkg::ST_QUIESCE ||
                              state_q == switch_ctrl_pkg::ST_SETTLE ||
                              state_q == switch_ctrl_pkg::ST_RELOCK) &&
                 (!timer_in_ticks_q || tick_1us_i)) begin
      timer_d = timer_q - 32'd1;
    end
  end

  always_comb begin
    state_d     = state_q;
    drain_req_d = drain_req_q;
    rx_mask_d   = rx_mask_q;
    isolate_d   = isolate_q;
    irq_set_o   = 4'd0;
    ev_valid_o  = first_q & (state_q != switch_ctrl_pkg::ST_IDLE) &
                  (state_q != switch_ctrl_pkg::ST_ARBITRATE);
    ev_id_o     = 8'd0;
    ev_arg_o    = 32'd0;
    case (state_q)
      switch_ctrl_pkg::ST_IDLE: begin
        if (commit_i) begin
          state_d = switch_ctrl_pkg::ST_REQUEST;
        end
      end
      switch_ctrl_pkg::ST_REQUEST: begin
        ev_id_o  = switch_ctrl_pkg::EV_REQUEST;
        ev_arg_o = {16'd0, epoch_q};
        if (!first_q) begin
          state_d = switch_ctrl_pkg::ST_ARBITRATE;
        end
      end
      switch_ctrl_pkg::ST_ARBITRATE: begin
        if (!first_q && check_fault_i) begin
          state_d      = switch_ctrl_pkg::ST_IDLE;
          irq_set_o[1] = 1'b1;
          ev_valid_o   = 1'b1;
          ev_id_o      = switch_ctrl_pkg::EV_ILLEGAL_MAP;
          ev_arg_o     = {27'd0, fault_src_i};
        end else if (!first_q && check_done_i) begin
          state_d    = switch_ctrl_pkg::ST_QUIESCE;
          ev_valid_o = 1'b1;
          ev_id_o    = switch_ctrl_pkg::EV_ARBITRATE;
          ev_arg_o   = 32'(affected_i);
        end
      end
      switch_ctrl_pkg::ST_QUIESCE: begin
        ev_id_o  = switch_ctrl_pkg::EV_QUIESCE;
        ev_arg_o = 32'(to_drain);
        if (first_q) begin
          drain_req_d = affected_i;
        end else if (undrained == '0) begin
          state_d = switch_ctrl_pkg::ST_BREAK;
        end else if (expired) begin
          state_d      = switch_ctrl_pkg::ST_IDLE;
          drain_req_d  = '0;
          irq_set_o[2] = 1'b1;
          ev_valid_o   = 1'b1;
          ev_id_o      = switch_ctrl_pkg::EV_DRAIN_TIMEOUT;
          ev_arg_o     = 32'(undrained);
        end
      end
      switch_ctrl_pkg::ST_BREAK: begin
        ev_id_o  = switch_ctrl_pkg::EV_BREAK;
        ev_arg_o = 32'(break_i);
        if (first_q) begin
          rx_mask_d = rx_mask_q | break_i;
          isolate_d = isolate_q & ~break_i;
        end else begin
          state_d = switch_ctrl_pkg::ST_PROGRAM;
        end
      end
      switch_ctrl_pkg::ST_PROGRAM: begin
        ev_id_o  = switch_ctrl_pkg::EV_PROGRAM;
        ev_arg_o = {16'd0, num_act_i};
        if (!first_q && program_done_i) begin
          state_d = switch_ctrl_pkg::ST_SETTLE;
        end
      end
      switch_ctrl_pkg::ST_SETTLE: begin
        ev_id_o  = switch_ctrl_pkg::EV_SETTLE;
        ev_arg_o = {16'd0, program_count_i};
        if (!first_q && expired) begin
          state_d = switch_ctrl_pkg::ST_RELOCK;
        end
      end
      switch_ctrl_pkg::ST_RELOCK: begin
        ev_id_o  = switch_ctrl_pkg::EV_RELOCK;
        ev_arg_o = 32'(relock_i);
        if (!first_q && unlocked == '0) begin
          state_d = switch_ctrl_pkg::ST_VERIFY;
        end else if (!first_q && expired) begin
          state_d      = switch_ctrl_pkg::ST_VERIFY;
          isolate_d    = isolate_q | unlocked;
          irq_set_o[3] = 1'b1;
          ev_valid_o   = 1'b1;
          ev_id_o      = switch_ctrl_pkg::EV_RELOCK_TIMEOUT;
          ev_arg_o     = 32'(unlocked);
        end
      end
      switch_ctrl_pkg::ST_VERIFY: begin
        ev_id_o  = switch_ctrl_pkg::EV_VERIFY;
        ev_arg_o = 32'(bad);
        if (!first_q) begin
          state_d = switch_ctrl_pkg::ST_ACTIVE;
        end
      end
      switch_ctrl_pkg::ST_ACTIVE: begin
        ev_id_o  = switch_ctrl_pkg::EV_ACTIVE;
        ev_arg_o = {16'd0, epoch_q};
        if (first_q) begin
          drain_req_d  = '0;
          rx_mask_d    = ~connected_i | isolate_q;
          irq_set_o[0] = 1'b1;
        end else begin
          state_d = switch_ctrl_pkg::ST_IDLE;
        end
      end
      default: state_d = switch_ctrl_pkg::ST_IDLE;
    endcase
  end

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      state_q          <= switch_ctrl_pkg::ST_IDLE;
      first_q          <= 1'b0;
      epoch_q          <= '0;
      active_epoch_q   <= '0;
      timer_q          <= '0;
      timer_in_ticks_q <= 1'b0;
      drain_req_q      <= '0;
      rx_mask_q        <= '1;
      isolate_q        <= '0;
      ldac_q           <= 1'b0;
      gnt_valid_q      <= 1'b0;
    end else begin
      state_q          <= state_d;
      first_q          <= state_d != state_q;
      timer_q          <= timer_d;
      timer_in_ticks_q <= timer_in_ticks_d;
      drain_req_q      <= drain_req_d;
      rx_mask_q        <= rx_mask_d;
      isolate_q        <= isolate_d;
      ldac_q           <= (state_q == switch_ctrl_pkg::ST_SETTLE) & first_q;
      gnt_valid_q      <= activate_o | (gnt_valid_q & ~gnt_ready_i);
      if (commit_i) begin
        epoch_q <= commit_epoch_i;
      end
      if (activate_o) begin
        active_epoch_q <= epoch_q;
      end
      commit_only_when_idle: assert (!commit_i || state_q == switch_ctrl_pkg::ST_IDLE);
      idle_drains_nothing: assert (drain_req_q == '0 ||
        !(state_q == switch_ctrl_pkg::ST_IDLE || state_q == switch_ctrl_pkg::ST_REQUEST ||
          state_q == switch_ctrl_pkg::ST_ARBITRATE ||
          (state_q == switch_ctrl_pkg::ST_QUIESCE && first_q) ||
          (state_q == switch_ctrl_pkg::ST_ACTIVE && !first_q)));
      isolated_is_masked: assert ((isolate_q & ~rx_mask_q) == '0);
      latches_only_in_the_dark: assert (!ldac_q || (break_i & ~rx_mask_q) == '0);
      latches_only_drained: assert (!ldac_q || drain_req_q == affected_i);
      broken_outputs_stay_masked: assert ((break_i & ~rx_mask_q) == '0 ||
        !((state_q == switch_ctrl_pkg::ST_BREAK && !first_q) ||
          state_q == switch_ctrl_pkg::ST_PROGRAM || state_q == switch_ctrl_pkg::ST_SETTLE ||
          state_q == switch_ctrl_pkg::ST_RELOCK || state_q == switch_ctrl_pkg::ST_VERIFY ||
          (state_q == switch_ctrl_pkg::ST_ACTIVE && first_q)));
      drained_until_active: assert (drain_req_q == affected_i ||
        !((state_q == switch_ctrl_pkg::ST_QUIESCE && !first_q) ||
          state_q == switch_ctrl_pkg::ST_BREAK || state_q == switch_ctrl_pkg::ST_PROGRAM ||
          state_q == switch_ctrl_pkg::ST_SETTLE || state_q == switch_ctrl_pkg::ST_RELOCK ||
          state_q == switch_ctrl_pkg::ST_VERIFY ||
          (state_q == switch_ctrl_pkg::ST_ACTIVE && first_q)));
    end
  end

endmodule
