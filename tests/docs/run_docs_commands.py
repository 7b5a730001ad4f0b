#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every ./heliograph command that the documentation shows, and compares what README shows.

In a ```sh block each line that starts with ./heliograph is run with the built program, from a copy
of the source tree's layout. A comment `# exits N` says which exit code it must have; 0 otherwise.
A ```text block that follows holds the output that the command before it must print.
"""

import pathlib
import re
import shlex
import subprocess
import sys
import tempfile


def blocks(text):
    """The fenced blocks of a page as (language, lines)."""
    for match in re.finditer(r"^```(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield match.group(1), match.group(2).splitlines()


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    program = str(pathlib.Path(sys.argv[2]).resolve())
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    commands = 0
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name in root.iterdir():  # commands see the tree, but write their runs/ elsewhere
            if name.name not in ("runs", "build", ".git"):
                (pathlib.Path(folder) / name.name).symlink_to(name)
        for page in pages:
            output = None
            for language, lines in blocks(page.read_text()):
                if language == "text" and output is not None:
                    shown = "\n".join(lines).strip()
                    if shown not in output:
                        failures.append(f"{page.name}: the output shown is not what is printed")
                    output = None
                if language != "sh":
                    continue
                for line in lines:
                    words = shlex.split(line, comments=True)
                    if not words or words[0] != "./heliograph":
                        continue
                    if words[1:2] == ["test"] or words[1:] == []:
                        continue  # this is the test
                    wanted = re.search(r"# exits (\d)", line)
                    wanted = int(wanted.group(1)) if wanted else 0
                    done = subprocess.run([program, *words[1:]], cwd=folder, timeout=60,
                                          capture_output=True, text=True)
                    commands += 1
                    output = done.stdout
                    if done.returncode != wanted:
                        failures.append(f"{page.name}: `{line}` exits {done.returncode}, not "
                                        f"{wanted}:\n{done.stdout}{done.stderr}")
    for failure in failures:
        print(failure)
    print(f"{commands} documented commands run, {len(failures)} failures")
    return 1 if failures or commands == 0 else 0


sys.exit(main())
