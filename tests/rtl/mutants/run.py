#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Puts every mutant, and the unharmed blocks, before the judge.

  run.py --program PATH/heliograph [--only NAME] [--write docs/validation/mutants.md]

Status 1 if an unharmed block is rejected, or a mutant survives that mutants.json does not explain
(key "survives": why), or one is explained and does not survive.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

import apply as mutants

SECONDS = 300


ALGORITHMS = {0: "round_robin", 1: "islip", 2: "wavefront"}


def bound(algorithm, ports):
    """Decisions that a request may wait: "Schedulers" in rtl/contract.md."""
    return {0: ports ** 2, 1: ports ** 2 + (ports - 1) ** 2, 2: ports}[algorithm]


def judge(program, listed, block, parameters):
    """Rules that were broken, with what was seen of each; None and a message if it did not run."""
    out = listed.parent / "judged"
    command = [program, "cosim", "-F", str(listed), "--top", block, "--no-light", "--no-coverage",
               "--waves", "none", "--json", "--out", str(out)]
    if block == "circuit_scheduler":
        algorithm = parameters["ALGORITHM"]
        command += ["--algorithm", ALGORITHMS[algorithm],
                    "--iterations", str(parameters["ITERATIONS"]),
                    "--bound", str(bound(algorithm, parameters["N"]))]
    else:
        command += ["--lockstep"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"more than {SECONDS} s"
    if done.returncode not in (0, 1):
        return None, done.stderr.strip() or f"status {done.returncode}"
    return {found["rule"]: found["seen"] for found in json.loads(done.stdout)["findings"]}, ""


def unharmed(program, folder):
    cases = [("switch_ctrl", {})]
    cases += [("circuit_scheduler", {"ALGORITHM": a, "ITERATIONS": i})
              for a, i in ((0, 1), (1, 1), (1, 4), (2, 1))]
    for number, (block, more) in enumerate(cases):
        parameters = {**mutants.PARAMETERS[block], **more}
        listed = mutants.write_block(block, parameters, {}, folder / f"unharmed{number}")
        rules, why = judge(program, listed, block, parameters)
        yield block, parameters, rules, why


def cell(text):
    return " ".join(text.split()).replace("|", "\\|")


def page(rows, clean):
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Mutants", "",
             "Written by `tests/rtl/mutants/run.py --program PROGRAM --write docs/validation/mutants.md`."
             " Each mutant is our RTL with a fault of one place (tests/rtl/mutants/mutants.json), built"
             " with four ports and put before the judge of co-simulation with its default effort, which"
             " must name a rule of [the judge](../reference/cosim-rules.md) that it breaks; then beside"
             " the twin (`lockstep`). `model_fault` is an assertion of the RTL itself, which ends the"
             " case before other rules may see the fault.", "",
             f"{sum(1 for row in rows if row[1])} of {len(rows)} mutants are found; "
             f"{sum(1 for row in rows if set(row[1]) - {'lockstep'})} of them without the twin.", "",
             "| mutant | fault | found by |", "|---|---|---|"]
    for mutant, rules, why in rows:
        found = ", ".join(f"`{rule}`" for rule in rules) or f"**survives**: {cell(why)}"
        lines.append(f"| {mutant['name']} | {cell(mutant['breaks'])} | {found} |")
    lines += ["", "Unharmed, each of these breaks no rule:", ""]
    lines += [f"- `{block}`, " + ", ".join(f"`{k}` = {v}" for k, v in parameters.items())
              for block, parameters in clean]
    alone = [row[0] for row in rows if row[1] and not set(row[1]) - {"lockstep"}]
    if alone:
        lines += ["", "## Found by the twin alone", ""]
        lines += [f"- **{mutant['name']}**: {mutant.get('twin_only', 'not explained')}"
                  for mutant in alone]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description="puts every mutant before the judge")
    parser.add_argument("--program", required=True, help="heliograph")
    parser.add_argument("--only", help="one mutant; the unharmed blocks are left out")
    parser.add_argument("--write", metavar="FILE", type=pathlib.Path)
    options = parser.parse_args()
    wrong = 0
    rows, clean = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if options.only is None:
            for block, parameters, rules, why in unharmed(options.program, folder):
                good = rules == {}
                wrong += not good
                clean.append((block, parameters))
                print(f"unharmed {block} {parameters}: "
                      f"{'accepted' if good else why or rules}", flush=True)
        for mutant in mutants.read_mutants().values():
            if options.only not in (None, mutant["name"]):
                continue
            begin = time.monotonic()
            listed = mutants.apply(mutant, folder / mutant["name"])
            rules, why = judge(options.program, listed, mutants.block_of(mutant),
                               mutants.parameters_of(mutant))
            expected = mutant.get("survives", "")
            if rules is None or bool(rules) == bool(expected):
                wrong += 1
            rows.append((mutant, rules or {}, why or expected or "not explained"))
            print(f"{mutant['name']}: {', '.join(rules or {}) or 'SURVIVES ' + why}"
                  f" ({time.monotonic() - begin:.1f} s)", flush=True)
    if options.write:
        options.write.write_text(page(rows, clean))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
