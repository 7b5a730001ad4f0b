apb_regs.sv
