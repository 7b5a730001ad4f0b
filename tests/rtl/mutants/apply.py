#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Faults of one place in our own RTL, which a judge must find.

  apply.py --list           names
  apply.py --check          each fault still fits its file: exactly once, and it changes something
  apply.py NAME OUT_DIR     the block with this fault: copies of its sources, and a list BLOCK.f whose
                            paths are relative to itself; NAME "none" is the block of --block unharmed

mutants.json: name, file, find and replace (exact text), breaks (which rule of rtl/contract.md, in
words), and parameters of the top module beside N.
"""

import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PARAMETERS = {"switch_ctrl": {"N": 4, "MAX_ACT": 512},
              "circuit_scheduler": {"N": 4, "ALGORITHM": 0, "ITERATIONS": 1}}


class MutantError(Exception):
    pass


def read_mutants():
    return {mutant["name"]: mutant for mutant in json.loads((HERE / "mutants.json").read_text())}


def block_of(mutant):
    return pathlib.PurePath(mutant["file"]).parts[1]


def parameters_of(mutant):
    return {**PARAMETERS[block_of(mutant)], **mutant.get("parameters", {})}


def sources_of(block):
    folder = ROOT / "rtl" / block
    lines = (folder / f"{block}.f").read_text().splitlines()
    return [folder / line.strip() for line in lines if line.strip() and not line.startswith("//")]


def mutated(mutant):
    """The file's text with the fault in it."""
    path = ROOT / mutant["file"]
    text = path.read_text()
    times = text.count(mutant["find"])
    if times != 1:
        raise MutantError(f"{mutant['name']}: its text must be in {mutant['file']} once, and is "
                          f"{times} times: {mutant['find']!r}")
    if mutant["find"] == mutant["replace"]:
        raise MutantError(f"{mutant['name']}: it changes nothing")
    return text.replace(mutant["find"], mutant["replace"])


def write_block(block, parameters, fault, out):
    """`fault`: path -> text instead of the file's own. Returns the list."""
    out.mkdir(parents=True, exist_ok=True)
    lines = [f"-G{name}={value}" for name, value in parameters.items()]
    for path in sources_of(block):
        (out / path.name).write_text(fault.get(path, path.read_text()))
        lines.append(path.name)
    listed = out / f"{block}.f"
    listed.write_text("\n".join(lines) + "\n")
    return listed


def apply(mutant, out):
    path = ROOT / mutant["file"]
    if path not in sources_of(block_of(mutant)):
        raise MutantError(f"{mutant['name']}: {mutant['file']} is not in the list of its block")
    return write_block(block_of(mutant), parameters_of(mutant), {path: mutated(mutant)}, out)


def check(mutants, entries):
    wrong = []
    if len(mutants) != entries:
        wrong.append("a name stands twice in mutants.json")
    for mutant in mutants.values():
        try:
            mutated(mutant)
        except (MutantError, OSError) as error:
            wrong.append(str(error))
    return wrong


def main():
    parser = argparse.ArgumentParser(description="faults of one place in our own RTL")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--block", default="switch_ctrl", choices=sorted(PARAMETERS))
    parser.add_argument("name", nargs="?")
    parser.add_argument("out", nargs="?", type=pathlib.Path)
    options = parser.parse_args()
    mutants = read_mutants()
    if options.list:
        print("\n".join(mutants))
        return 0
    if options.check:
        wrong = check(mutants, len(json.loads((HERE / "mutants.json").read_text())))
        print("\n".join(wrong), file=sys.stderr, end="\n" if wrong else "")
        print(f"{len(mutants)} mutants, {len(wrong)} of them no longer fit")
        return 1 if wrong else 0
    if options.name is None or options.out is None:
        parser.error("a mutant's name and a folder, or --list, or --check")
    if options.name == "none":
        print(write_block(options.block, PARAMETERS[options.block], {}, options.out))
        return 0
    if options.name not in mutants:
        parser.error(f"there is no mutant {options.name}; --list names them")
    try:
        print(apply(mutants[options.name], options.out))
    except MutantError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
