#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# clang-tidy over the given files, or over every source outside of tests/. Needs a configured
# build/release (compile_commands.json).
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ $# -gt 0 ]; then
  files=("$@")
else
  mapfile -t files < <(git ls-files -- '*.cpp' ':!tests')
fi
printf '%s\n' "${files[@]}" | xargs -P 2 -n 4 clang-tidy -p build/release --quiet 2>/dev/null
echo "clang-tidy: ${#files[@]} files are clean"
