// Paths are relative to this list: give it with -F.
rr_alloc.sv
--top-module rr_alloc
