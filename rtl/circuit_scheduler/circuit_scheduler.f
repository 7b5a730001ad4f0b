// SPDX-License-Identifier: Apache-2.0
// Sources of the circuit scheduler; paths are relative to this list.
circuit_scheduler_pick.sv
circuit_scheduler_round_robin.sv
circuit_scheduler_islip.sv
circuit_scheduler_wavefront.sv
circuit_scheduler.sv
