#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the given files, or over the whole house outside of tests/. Configures trees of its
# own, since clang cannot read g++'s precompiled headers.
set -euo pipefail
cd "$(dirname "$0")/../.."

# configure DIR [OPTION...]
configure() {
  cmake -S . -B "$1" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON \
    "${@:2}" >/dev/null
}

# clang-tidy says on standard error only how many warnings of foreign headers it has not shown.
# tidy TREE PER_CALL [OPTION...] <FILES
tidy() {
  xargs -P 2 -n "$2" clang-tidy -p "$1" --quiet "${@:3}" 2> >(grep -v ' generated\.$' >&2)
}

if [ $# -gt 0 ]; then
  configure build/tidy
  printf '%s\n' "$@" | tidy build/tidy 6
  echo "clang-tidy: $# files are clean"
  exit
fi

# The whole house: one unit a library, so that Eigen, SystemC and fmt are read once for each library
# and not once for each file. What only a unit of many files shows is off: that it includes .cpp
# files, and that a file's local alias has the name of another file's (g++ warns inside one file).
tree=build/tidy-units
configure "$tree" -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0
# Sources that include what Verilator generates would need a build first.
mapfile -t units < <(find "$tree/CMakeFiles" -path '*/heliograph_*/Unity/*.cxx' \
  ! -path '*_control_verilated.dir/*' -exec ls -S {} +)
missing=$(git ls-files -- '*.cpp' ':!tests' ':!systemc/control/verilated' | while read -r file; do
  grep -qF "/$file\"" "${units[@]}" || echo "$file"
done)
if [ -n "$missing" ]; then
  printf 'clang-tidy: no library holds\n%s\n' "$missing" >&2
  exit 1
fi
printf '%s\n' "${units[@]}" | tidy "$tree" 1 \
  --checks=-bugprone-suspicious-include --extra-arg=-Wno-shadow
echo "clang-tidy: ${#units[@]} libraries are clean"
