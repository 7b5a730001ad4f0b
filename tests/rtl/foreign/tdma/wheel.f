wheel.sv
