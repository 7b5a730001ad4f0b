#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every RTL file through Verilator's lint, warnings as errors, and through yosys.
set -euo pipefail
cd "$(dirname "$0")/../.."
modules=0
for list in rtl/*/*.f; do
  folder=$(dirname "$list")
  top=$(basename "$list" .f)
  mapfile -t sources < <(grep -v '^ *\(//\|$\)' "$list" | sed "s|^|$folder/|")
  for unlisted in "$folder"/*.sv; do
    printf '%s\n' "${sources[@]}" | grep -qx "$unlisted" || {
      echo "$unlisted is not in $list" >&2
      exit 1
    }
  done
  algorithms=('')
  if grep -q 'parameter int unsigned ALGORITHM ' "$folder/$top.sv"; then
    algorithms=(-GALGORITHM={0,1,2})
  fi
  if grep -q 'parameter int unsigned N  *=' "$folder/$top.sv"; then
    for ports in 2 8 32; do
      for algorithm in "${algorithms[@]}"; do
        verilator --lint-only -Wall --assert --top-module "$top" -GN=$ports $algorithm \
          "${sources[@]}"
      done
    done
  else
    verilator --lint-only -Wall --assert --top-module "$top" "${sources[@]}"
  fi
  yosys -q -p "read_verilog -sv ${sources[*]}; hierarchy -check -top $top; proc; check -assert"
  modules=$((modules + ${#sources[@]}))
done
for mutant in tests/rtl/*/*.sv; do
  verilator --lint-only -Wall --assert --top-module "$(basename "$mutant" .sv)" \
    $(grep -v '^ *\(//\|$\)' rtl/switch_ctrl/switch_ctrl.f | sed 's|^|rtl/switch_ctrl/|') "$mutant"
done
echo "rtl lint: $modules files are clean in verilator and yosys"
