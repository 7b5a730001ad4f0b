#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs every shipped scenario twice and compares result.json byte by byte.
set -euo pipefail
program=$(realpath "$1")
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
count=0
for scenario in testbenches/scenarios/*.yaml; do
  for turn in 1 2; do
    "$program" run "$scenario" --out "$folder/$turn" >/dev/null || [ $? -eq 1 ]
  done
  cmp "$folder/1/result.json" "$folder/2/result.json"
  count=$((count + 1))
done
echo "determinism: $count scenarios give the same bytes twice"
