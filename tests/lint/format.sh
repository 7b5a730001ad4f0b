#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks (or with --fix mends) the formatting of every C++ file that git tracks.
set -euo pipefail
cd "$(dirname "$0")/../.."
mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.cpp' '*.hpp')
if [ "${1:-}" = --fix ]; then
  exec clang-format -i "${files[@]}"
fi
clang-format --dry-run -Werror "${files[@]}"
echo "format: ${#files[@]} files are clean"
