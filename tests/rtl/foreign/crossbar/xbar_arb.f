xbar_arb.sv
