// Paths are relative to this list: give it with -F.
-F ../../../../rtl/switch_ctrl/switch_ctrl.f
acme_switch.sv
--top-module acme_switch
