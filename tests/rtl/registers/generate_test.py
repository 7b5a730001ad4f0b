#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""rtl/registers/generate.py: what is committed is fresh, and mistakes are named. One argument: the root."""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1]).resolve()
failures = []

GOOD = {
    "name": "small", "doc": "A small block", "bus": {"address_bits": 8, "data_bits": 32},
    "parameters": {"N": {"default": 4, "min": 2, "max": 8, "doc": "ports"}},
    "generate": {"package": "out/small_regs_pkg.sv", "block": "out/small_axil_regs.sv",
                 "docs": "out/small.md",
                 "header": {"file": "out/small.hpp", "namespace": "small"}},
    "registers": [
        {"name": "CTRL", "address": "0x00", "access": "rw", "doc": "control", "reset": 1,
         "fields": [{"name": "ON", "bits": "0", "doc": "on"}]},
        {"name": "LANE", "address": 16, "access": "rw", "count": "N", "stride": 4, "doc": "lanes",
         "fields": [{"name": "SET", "bits": "N-1:0", "doc": "set"}]},
    ],
}


def generate(*arguments):
    done = subprocess.run([sys.executable, str(root / "rtl/registers/generate.py"), *arguments],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def expect(what, condition, seen):
    if not condition:
        failures.append(f"{what}: {seen}")


def mistakes(change, text=None):
    """Exit code and messages for GOOD after `change`."""
    with tempfile.TemporaryDirectory() as folder:
        entry = copy.deepcopy(GOOD)
        if change:
            change(entry)
        path = pathlib.Path(folder) / "d.json"
        path.write_text(text if text is not None else json.dumps(entry, indent=1))
        code, said = generate("--root", folder, str(path))
        return code, said.replace(str(path), "d.json"), sorted(
            p.name for p in pathlib.Path(folder).rglob("out/*"))


def refused(name, change, *parts, text=None):
    code, said, made = mistakes(change, text)
    expect(name, code == 2 and not made and all(part in said for part in parts)
           and said.startswith("d.json:"), (code, said))


def register(i):
    return lambda change: lambda entry: change(entry["registers"][i])


code, said = generate("--check")
expect("what is committed is fresh", code == 0, said)
code, said, made = mistakes(None)
expect("a good description", code == 0 and made == ["small.hpp", "small.md", "small_axil_regs.sv",
                                                    "small_regs_pkg.sv"], (code, said, made))

first, second = register(0), register(1)
refused("broken JSON", None, "d.json:1:10: ", text='{"name": }')
refused("no object", None, "the file is [], expected an object", text="[]")
refused("a key twice", None, "'name' stands twice",
        text='{"name": "a", "name": "b", "doc": "x", "registers": []}')
refused("unknown access", first(lambda r: r.update(access="rW")), "'access' of register CTRL",
        '"rW", expected one of ro, rw, wo, w1c; did you mean \'rw\'?')
refused("unknown key", first(lambda r: r.update(adress=3)), "'adress'; did you mean 'address'?")
refused("unaligned", first(lambda r: r.update(address="0x02")), "no multiple of 4")
refused("too high", second(lambda r: r.update(address="0xF0")), "ends beyond the last address")
refused("same address", second(lambda r: r.update(address=0)), "CTRL and LANE share address 0x0000")
refused("unknown parameter", second(lambda r: r.update(count="M")), "a parameter 'M' that there is not")
refused("bits", first(lambda r: r["fields"][0].update(bits="32")), "field CTRL.ON", "leaves 31..0")
refused("bits the wrong way", first(lambda r: r["fields"][0].update(bits="0:3")), "wrong order")
refused("overlap", first(lambda r: r["fields"].append({"name": "X", "bits": "3:0", "doc": "x"})),
        "fields ON and X of CTRL overlap")
refused("reset outside", first(lambda r: r.update(reset=2)), "sets bits in no field")
refused("reset too large", first(lambda r: (r.pop("reset"), r["fields"][0].update(reset=2))),
        "does not fit")
refused("two names", second(lambda r: r.update(name="CTRL")), "two registers are named CTRL")
refused("locked ro", first(lambda r: r.update(access="ro", locked=True)), "read-only and 'locked'")
refused("no number", first(lambda r: r.update(reset="one")), "expected a whole number")
refused("a bar", first(lambda r: r.update(doc="a|b")), "cannot show")
code, said, _ = mistakes(lambda e: (e["registers"][0].update(access="x"),
                                    e["registers"][1].update(stride=3)))
expect("all mistakes at once, with their places", code == 2 and said.count("d.json:") >= 2, said)

with tempfile.TemporaryDirectory() as folder:
    path = pathlib.Path(folder) / "d.json"
    path.write_text(json.dumps(GOOD))
    generate("--root", folder, str(path))
    stale = pathlib.Path(folder) / "out/small.md"
    stale.write_text(stale.read_text() + "x")
    code, said = generate("--check", "--root", folder, str(path))
    expect("a stale file is named", code == 1 and "out/small.md is stale" in said, (code, said))
code, said = generate("--check", "/nonexistent.json")
expect("a missing file", code == 2 and "/nonexistent.json" in said, (code, said))

for failure in failures:
    print(failure, file=sys.stderr)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
