// SPDX-License-Identifier: Apache-2.0
// Sources of the bridge; paths are relative to this list.
apb_to_axil.sv
