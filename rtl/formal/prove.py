#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Proves the assertions of RTL blocks: bounded from reset, and by k-induction where it closes.

A block is a file rtl/formal/NAME.json:

  block        name in the table
  sources      .f lists and .sv files, from the root of the repository, packages first
  top          module
  parameters   name -> value of the top module
  bounded      cycles from reset that bounded model checking looks at
  engine       z3 (default), or abc: bounded model checking by the abc that comes with yosys, for
               blocks whose events lie too deep for z3; induction is z3's in any case
  induction    k of the induction, 0: not tried
  assumptions  what the proof assumes, in words
  properties   list of name (the label of the assertion), what (in words), and mutant (file, find,
               replace): a fault of one place that must break this very assertion

yosys reads the block with FORMAL defined and writes it as SMT (yosys-smtbmc asks z3) or AIGER. rst_ni is low in
the first cycle and free afterwards: a reset at any later time is part of every proof. Induction is
tried with all assertions together; those that do not close are dropped until the rest closes, so that
no proof leans on an assertion that is not proved itself.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOLVE_SECONDS = 600
TABLE_HEAD = ["| property | block | bounded, cycles | induction | what |", "|---|---|---|---|---|"]


class ProofError(Exception):
    pass


def sources_of(block, root):
    files = []
    for name in block["sources"]:
        path = root / name
        if name.endswith(".f"):
            for line in path.read_text().splitlines():
                line = line.strip()
                if line and not line.startswith("//"):
                    files.append((path.parent / line).resolve())
        else:
            files.append(path.resolve())
    unique = list(dict.fromkeys(files))
    for path in unique:
        if not path.exists():
            raise ProofError(f"{block['block']}: there is no {path.relative_to(root)}")
    return unique


def run(command, seconds=SOLVE_SECONDS):
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stdout + done.stderr


class Model:
    """One block as SMT, with some of its assertions."""

    def __init__(self, block, root, folder):
        self.block, self.root, self.folder = block, root, pathlib.Path(folder)
        self.constraint = self.folder / "reset.smtc"
        self.constraint.write_text("initial\nassume (= [rst_ni] false)\n")
        self.labels = []
        self.write([], None)

    def script(self, dropped, only, aiger):
        block = self.block
        values = "".join(f" -chparam {k} {v}" for k, v in block.get("parameters", {}).items())
        # A checker may connect inputs only, so that a block without its outputs is left alone.
        top = block["top"]
        files = " ".join(str(p) for p in sources_of(block, self.root))
        if aiger:
            files += f" {self.initial_reset()}"
            top = "formal_top"
        keep = ["proc", "flatten", "async2sync", "memory_map", "opt -keepdc", "dffunmap",
                "opt_clean", "setundef -undriven -anyseq"]
        for label in dropped:
            keep.append(f"delete {top}/t:$assert {top}/c:*{label} %i")
        if only is not None:
            keep.append(f"delete {top}/t:$assert {top}/c:*{only} %d")
        if aiger:
            out = ["techmap", "opt -fast", "dffunmap", "abc -g AND -fast", "opt_clean",
                   f"write_aiger -zinit {self.folder}/model.aig"]
        else:
            out = [f"write_smt2 -wires {self.folder}/model.smt2"]
        return "\n".join([
            f"read_verilog -sv -formal {files}", f"hierarchy -check -top {top}{values}", *keep,
            f"tee -q -o {self.folder}/assertions.txt select -list {top}/t:$assert", *out])

    def initial_reset(self):
        """A module round the top that holds rst_ni low in the first cycle; AIGER has no other way."""
        top = self.block["top"]
        for path in sources_of(self.block, self.root):
            found = re.search(rf"^module {top}\b.*?^\);", path.read_text(), re.MULTILINE | re.DOTALL)
            if found:
                break
        else:
            raise ProofError(f"{self.block['block']}: no source has a module {top}")
        head = found[0].replace(f"module {top}", "module formal_top", 1)
        values = ", ".join(f".{name}({name})" for name in self.block.get("parameters", {}))
        path = self.folder / "formal_top.sv"
        path.write_text(f"{head}\n  {top} #({values}) u_top (.*);\n"
                        "  always @* if ($initstate) assume (!rst_ni);\nendmodule\n")
        return path

    def write(self, dropped, only, aiger=False):
        path = self.folder / "model.ys"
        path.write_text(self.script(dropped, only, aiger) + "\n")
        code, text = run(["yosys", "-q", str(path)])
        if code != 0:
            raise ProofError(f"{self.block['block']}: yosys refuses it:\n{text}")
        self.labels = sorted(line.split("/", 1)[1].split(".")[-1].lstrip("\\")
                             for line in (self.folder / "assertions.txt").read_text().splitlines()
                             if "/" in line)
        return self.labels

    def solve(self, *options):
        return run(["yosys-smtbmc", "-s", "z3", "--unroll", "--smtc", str(self.constraint),
                    *options, str(self.folder / "model.smt2")])

    @staticmethod
    def failed(text):
        """Labels of the assertions that a solver's output says fail."""
        return sorted(set(re.findall(r"Assert failed in \S+: .*?\(?([\w.\\$:]+)\)?\s*$", text,
                                     re.MULTILINE)))

    def bounded_by_abc(self, only):
        self.write([], only, aiger=True)
        commands = (f"read_aiger {self.folder}/model.aig; fold; "
                    f"bmc3 -F {self.block['bounded']}; print_status")
        code, text = run(["yosys-abc", "-c", commands])
        if code is None:
            raise ProofError(f"{self.block['block']}: abc took more than {SOLVE_SECONDS} s")
        if re.search(r"Output \d+ .*was asserted in frame", text):
            return list(self.labels)  # of one or of several: which is told by `only`
        if f"No output asserted in {self.block['bounded']} frames" not in text:
            raise ProofError(f"{self.block['block']}: abc ended oddly:\n{text[-2000:]}")
        return []

    def bounded(self, only=None):
        """Empty when all assertions hold, or `only` that; else the labels that fail."""
        if self.block.get("engine") == "abc":
            return self.bounded_by_abc(only)
        self.write([], only)
        code, text = self.solve("-t", str(self.block["bounded"]))
        if code == 0 and "Status: PASSED" in text:
            return []
        if code is None:
            raise ProofError(f"{self.block['block']}: the solver took more than {SOLVE_SECONDS} s")
        failed = [label for label in self.labels for line in self.failed(text) if label in line]
        if "Status: FAILED" not in text or not failed:
            raise ProofError(f"{self.block['block']}: the solver ended oddly:\n{text[-2000:]}")
        return sorted(set(failed))

    def inductive(self):
        """The largest set of assertions found that is inductive together."""
        dropped = []
        while True:
            left = self.write(dropped, None)
            if not left or self.block["induction"] == 0:
                return []
            code, text = self.solve("-i", "-t", str(self.block["induction"]))
            if code == 0 and "Status: PASSED" in text:
                return left
            failed = sorted({label for label in left for line in self.failed(text)
                             if label in line})
            if code is None or not failed:
                return []
            dropped += failed


def assertion_missing(block, labels):
    return [p["name"] for p in block["properties"] if p["name"] not in labels]


def prove(block, root):
    """Rows (label, induction?) and the seconds that it took."""
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        model = Model(block, root, folder)
        labels = model.labels
        missing = assertion_missing(block, labels)
        if missing:
            raise ProofError(f"{block['block']}: no assertion is named {', '.join(missing)}; there "
                             f"are {', '.join(labels)}")
        failed = model.bounded()
        if failed:
            raise ProofError(f"{block['block']}: {', '.join(failed)} can fail within "
                             f"{block['bounded']} cycles")
        closed = model.inductive()
    return [(label, label in closed) for label in labels], time.monotonic() - begin


def mutated(block, entry, folder):
    """A copy of the RTL with the fault of one property in it."""
    mutant = entry["mutant"]
    root = pathlib.Path(folder) / "tree"
    for path in ROOT.glob("rtl/**/*"):
        if path.suffix in (".sv", ".f"):
            target = root / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(path.read_text())
    target = root / mutant["file"]
    text = target.read_text()
    if text.count(mutant["find"]) != 1 or mutant["find"] == mutant["replace"]:
        raise ProofError(f"{block['block']}: the mutant of {entry['name']} must match once in "
                         f"{mutant['file']}, and does {text.count(mutant['find'])} times")
    target.write_text(text.replace(mutant["find"], mutant["replace"]))
    return root


def kill(block, entry):
    """Whether the fault breaks the assertion, within the bound of the proof."""
    with tempfile.TemporaryDirectory() as folder:
        root = mutated(block, entry, folder)
        model = Model(block, root, folder)
        return entry["name"] in model.bounded(entry["name"])


def rows_of(block, rows):
    words = {p["name"]: p["what"] for p in block["properties"]}
    for label, closed in sorted(rows, key=lambda row: (row[0] not in words, row[0])):
        yield (f"| {label} | {block['block']} | {block['bounded']} | {'yes, k = ' if closed else 'no'}"
               f"{block['induction'] if closed else ''} | {words.get(label, '')} |")


def page(results, killed):
    lines = ["<!-- SPDX-License-Identifier: Apache-2.0 -->", "# Proofs", "",
             "Written by `rtl/formal/run.sh --mutants --write docs/validation/proofs.md`: every "
             "assertion of these blocks, bounded from reset (no input can break it within so many "
             "cycles) and by k-induction where that closes (no input can ever break it). yosys reads "
             "the RTL, z3 (or, bounded, the abc that comes with yosys) solves. A reset at any time is part of each proof. Blocks are built small: "
             "a proof says nothing of other parameters, which simulation covers. What is assumed of "
             "the surroundings is named below; what those owe in turn is proved of them where they "
             "are ours.", "", *TABLE_HEAD]
    for block, rows in results:
        lines += rows_of(block, rows)
    lines += ["", "## Built with, assumed", ""]
    for block, _ in results:
        solver = block.get("engine", "z3")
        values = ", ".join(f"`{k}` = {v}" for k, v in block.get("parameters", {}).items())
        lines.append(f"- **{block['block']}** (`{block['top']}`{', ' + values if values else ''}; bounded "
                     f"by {solver}): " + ("; ".join(block["assumptions"]) or "nothing") + ".")
    if killed:
        lines += ["", "## A proof that can fail", "",
                  "For each property a fault of one place was put into a copy of the RTL, and the "
                  "assertion failed within the same bound.", "",
                  "| property | fault | in place of |", "|---|---|---|"]
        for entry in killed:
            mutant = entry["mutant"]
            lines.append(f"| {entry['name']} | {code(mutant['replace'])} | {code(mutant['find'])} |")
    return "\n".join(lines) + "\n"


def code(text):
    shown = " ".join(text.split()).replace("|", "\\|")
    return f"`{shown}`" if shown else "(nothing)"


def read_blocks(wanted):
    blocks = []
    for path in sorted((ROOT / "rtl/formal").glob("*.json")):
        try:
            block = json.loads(path.read_text())
        except json.JSONDecodeError as error:
            raise ProofError(f"{path.name}:{error.lineno}:{error.colno}: {error.msg}")
        if wanted is None or block["block"] == wanted:
            blocks.append(block)
    if not blocks:
        raise ProofError(f"there is no block {wanted}")
    return blocks


def main():
    parser = argparse.ArgumentParser(description="proves assertions of the RTL")
    parser.add_argument("--block", help="only this one")
    parser.add_argument("--mutants", action="store_true", help="seeded faults must break them")
    parser.add_argument("--only-mutants", action="store_true", help="no proofs")
    parser.add_argument("--write", metavar="FILE", help="write the page")
    options = parser.parse_args()
    results, killed, survivors = [], [], []
    try:
        for block in read_blocks(options.block):
            if not options.only_mutants:
                rows, seconds = prove(block, ROOT)
                results.append((block, rows))
                closed = sum(1 for row in rows if row[1])
                print(f"{block['block']}: {len(rows)} assertions hold for {block['bounded']} cycles, "
                      f"{closed} by induction for ever ({seconds:.1f} s)", flush=True)
                rest = [label for label, forever in rows if not forever]
                if rest:
                    print(f"  bounded only: {', '.join(rest)}")
            if options.mutants or options.only_mutants:
                for entry in block["properties"]:
                    begin = time.monotonic()
                    dead = kill(block, entry)
                    (killed if dead else survivors).append(entry)
                    print(f"  fault against {entry['name']}: {'found' if dead else 'SURVIVES'} "
                          f"({time.monotonic() - begin:.1f} s)", flush=True)
        if options.write:
            (ROOT / options.write).write_text(page(results, killed))
    except ProofError as error:
        print(error, file=sys.stderr)
        return 1
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
