#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The long campaigns; their records stand in docs/validation/.
set -euo pipefail
cd "$(dirname "$0")/.."

# Every reader: a million inputs each.
tests/fuzz/run.sh --runs 1000000

# Other chips, other sizes: every seed completes and verifies its data.
for seed in $(seq 1 200); do
  build/release/heliograph run testbenches/scenarios/two_matchings.yaml --seed "$seed" \
    --set workload.bytes=64KiB --out build/soak >build/soak.log || {
    cat build/soak.log
    echo "soak: seed $seed failed" >&2
    exit 1
  }
done
echo "soak: 200 seeds of two_matchings completed"

# Routing in meshes: the heuristic beside the exact method, thousands of sets of pairs.
build/release/tests/tests_mesh_routing "[soak]"

# The controller: 10^6 register transfers and 10^4 reconfigurations beside its twin, plain and under
# AddressSanitizer and UndefinedBehaviorSanitizer; and every mutant of the RTL before the judge.
build/release/tests/tests_cosim "[soak]"
cmake --preset asan >/dev/null
cmake --build --preset asan >/dev/null
build/asan/tests/tests_cosim "[soak]"
ctest --preset asan -E '^docs:'
tests/rtl/mutants/run.py --program build/release/heliograph
rtl/formal/run.sh --mutants
