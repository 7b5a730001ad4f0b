#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Proofs of the RTL; needs yosys and z3. Options: prove.py --help.
set -euo pipefail
for tool in yosys yosys-smtbmc z3; do
  command -v "$tool" >/dev/null || {
    echo "rtl/formal/run.sh: there is no $tool (Debian packages yosys and z3)" >&2
    exit 2
  }
done
exec python3 "$(dirname "$0")/prove.py" "$@"
