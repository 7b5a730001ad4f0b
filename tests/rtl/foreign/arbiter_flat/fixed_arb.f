# Verilog-2001, no clock
fixed_arb.v
