// The controller of this repository as somebody's own, for four ports. Relative to this list.
-F ../../../rtl/switch_ctrl/switch_ctrl.f
-GN=4
--top-module switch_ctrl
