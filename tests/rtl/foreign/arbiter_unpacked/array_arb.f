array_arb.sv
