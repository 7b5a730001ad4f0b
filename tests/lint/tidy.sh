#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the given files, or over every source outside of tests/. Configures a tree of its
# own, since clang cannot read g++'s precompiled headers.
set -euo pipefail
cd "$(dirname "$0")/../.."
cmake -S . -B build/tidy -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
  >/dev/null
if [ $# -gt 0 ]; then
  files=("$@")
else
  # Sources that include what Verilator generates would need a build first.
  mapfile -t files < <(git ls-files -- '*.cpp' ':!tests' ':!systemc/control/verilated')
fi
printf '%s\n' "${files[@]}" | xargs -P 2 -n 6 clang-tidy -p build/tidy --quiet 2>/dev/null
echo "clang-tidy: ${#files[@]} files are clean"
