// SPDX-License-Identifier: Apache-2.0

/// The first request at or after a pointer, cyclically. The pointer comes as the set of bits at and
/// after it; none stands for pointer 0.
module circuit_scheduler_pick #(
  parameter int unsigned N = 8  // requesters, 2..32
) (
  input  logic [N-1:0] req_i,   // requests
  input  logic [N-1:0] from_i,  // bits at and after the pointer
  output logic [N-1:0] gnt_o    // the one picked; 0 without a request
);

  localparam logic [N-1:0] ONE = {{(N-1){1'b0}}, 1'b1};

  logic [N-1:0] after;

  assign after = req_i & from_i;
  assign gnt_o = after != '0 ? after & (~after + ONE) : req_i & (~req_i + ONE);

endmodule
