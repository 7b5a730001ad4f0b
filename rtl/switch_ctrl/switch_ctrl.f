// SPDX-License-Identifier: Apache-2.0
// Sources of the switch controller, packages first; paths are relative to this list.
switch_ctrl_pkg.sv
switch_ctrl_regs_pkg.sv
switch_ctrl_axil.sv
switch_ctrl_regs.sv
switch_ctrl_map.sv
switch_ctrl_map_check.sv
switch_ctrl_dac.sv
switch_ctrl_seq.sv
switch_ctrl_tele.sv
switch_ctrl_report.sv
switch_ctrl.sv
