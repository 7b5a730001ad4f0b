// SPDX-License-Identifier: Apache-2.0
// Sources of the example of a generated register block; paths are relative to this list.
example_regs_pkg.sv
../switch_ctrl/switch_ctrl_axil.sv
example_axil_regs.sv
