#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Results against their schema, and the committed pages against what the program prints.

Arguments: root of the source tree, built program.
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)


def output(program, *words):
    return subprocess.run([program, *words], capture_output=True, text=True, check=False).stdout


def main():
    root, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    failures = []
    reference = root / "docs" / "reference"
    for name, form in (("results.md", "markdown"), ("result.schema.json", "schema")):
        if (reference / name).read_text() != output(program, "run", f"--list-results={form}"):
            failures.append(f"docs/reference/{name} is stale: write it anew with run "
                            f"--list-results={form}")
    validator = jsonschema.Draft202012Validator(
        json.loads((reference / "result.schema.json").read_text()))
    results = 0
    with tempfile.TemporaryDirectory() as folder:
        scenarios = root / "testbenches" / "scenarios"
        for scenario in [scenarios / "links" / "two_ports.yaml", *sorted(scenarios.glob("*.yaml"))]:
            output(program, "run", str(scenario), "--out", folder)
            result = json.loads((pathlib.Path(folder) / "result.json").read_text())
            failures += [f"{scenario.name}: {error.message}"
                         for error in validator.iter_errors(result)]
            results += 1
    # The schema refuses what it should: a field less, a field more, a wrong type.
    for spoil in (lambda r: r.pop("time"), lambda r: r.update(extra=1),
                  lambda r: r["workload"].update(bytes="1MiB"),
                  lambda r: r["circuits"]["rows"][0].pop("q")):
        spoiled = copy.deepcopy(result)
        spoil(spoiled)
        if validator.is_valid(spoiled):
            failures.append("the schema accepts a spoiled result")
    for failure in failures:
        print(failure)
    print(f"{results} results against the schema, {len(failures)} failures")
    return 1 if failures else 0


sys.exit(main())
