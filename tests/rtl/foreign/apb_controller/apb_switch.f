-F ../../../../rtl/switch_ctrl_apb/switch_ctrl_apb.f
apb_switch.sv
--top apb_switch
