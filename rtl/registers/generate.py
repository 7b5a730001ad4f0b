#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes packages, register blocks, headers and tables from descriptions of registers.

generate.py [--check] [--root DIR] [DESCRIPTION.json ...]

Without files: rtl/*/*_regs.json of the root. Format: docs/reference/register-description.md.
Exit codes: 0; 1 a file is stale (--check); 2 a description is wrong.
"""

import argparse
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import description  # noqa: E402
import emit_cpp  # noqa: E402
import emit_docs  # noqa: E402
import emit_sv  # noqa: E402


def products(entry, source, root):
    """(path, text) of all that this description asks for."""
    asked = entry.generate
    if "package" in asked:
        yield asked["package"], emit_sv.package(entry, source)
    if "block" in asked:
        yield asked["block"], emit_sv.block(entry, source)
    if "header" in asked:
        yield asked["header"]["file"], emit_cpp.header(entry, source)
    if "docs" in asked:
        yield asked["docs"], emit_docs.page(entry, source)
    if "table" in asked:
        page = (root / asked["table"]).read_text(encoding="utf-8")
        yield asked["table"], emit_docs.with_table(entry, page, asked["table"])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only say which files are stale")
    parser.add_argument("--root", default=str(pathlib.Path(__file__).resolve().parents[2]),
                        help="what files are named from")
    parser.add_argument("descriptions", nargs="*", metavar="DESCRIPTION.json")
    options = parser.parse_args()
    root = pathlib.Path(options.root).resolve()
    paths = [pathlib.Path(p) for p in options.descriptions] or sorted(
        p for p in root.glob("rtl/*/*_regs.json") if p.parent.name != "formal")
    stale, wrong = [], False
    for path in paths:
        try:
            source = path.resolve().relative_to(root).as_posix()
        except ValueError:
            source = path.name
        try:
            entry = description.read(str(path if options.descriptions else source),
                                     path.read_text(encoding="utf-8"))
            made = list(products(entry, source, root))
        except (description.DescriptionError, OSError, UnicodeDecodeError, ValueError) as error:
            print(error, file=sys.stderr)
            wrong = True
            continue
        for name, text in made:
            target = root / name
            if target.exists() and target.read_text(encoding="utf-8") == text:
                continue
            stale.append(name)
            if not options.check:
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text, encoding="utf-8")
    for name in stale:
        print(f"{name} {'is stale: run rtl/registers/generate.py' if options.check else 'made'}")
    return 2 if wrong else 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
