asc_arb.sv
