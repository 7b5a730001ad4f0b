#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Holds docs/reference/scenario.schema.json against what is shipped and against the cases of
wrong_inputs.txt and right_inputs.txt: the schema says what the reader says wherever a schema can.

Usage: schema_test.py SOURCE_DIR. Exit code 77 (skipped) without jsonschema or PyYAML.
"""

import json
import pathlib
import re
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"skipped: {missing}; apt-get install python3-jsonschema python3-yaml")
    sys.exit(77)


class JsonSchemaLoader(yaml.SafeLoader):
    """YAML 1.2 with the JSON schema's scalars (10.2): what the schema's numbers mean. PyYAML's own
    are YAML 1.1, where `on` is true and 1_000 a number."""


JsonSchemaLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", r"^(~|null|Null|NULL|)$", ["~", "n", "N", ""]),
    ("bool", r"^(true|false)$", ["t", "f"]),
    ("int", r"^-?(0|[1-9][0-9]*)$", list("-0123456789")),
    ("float", r"^-?(0|[1-9][0-9]*)(\.[0-9]*)?([eE][-+]?[0-9]+)?$", list("-0123456789")),
]:
    JsonSchemaLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(pattern), first)
JsonSchemaLoader.add_constructor("tag:yaml.org,2002:int", lambda l, n: int(n.value))
JsonSchemaLoader.add_constructor("tag:yaml.org,2002:float", lambda l, n: float(n.value))


def load(text):
    return yaml.load(text, Loader=JsonSchemaLoader)


def read_cases(path):
    """[(name, text of scenario.yaml, verdict or None)]"""
    cases = []
    for block in re.split(r"(?m)^== ", path.read_text())[1:]:
        name, *lines = block.split("\n")
        text, verdict, target = "", None, True
        for line in lines:
            if line.startswith("-- schema "):
                verdict = line[len("-- schema "):]
            elif line.startswith("-- "):
                target = False
            elif target:
                text += line.replace("<TAB>", "\t") + "\n"
        cases.append((name, text, verdict))
    return cases


def main():
    root = pathlib.Path(sys.argv[1])
    schema = json.loads((root / "docs/reference/scenario.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    scenario = jsonschema.Draft202012Validator(schema)
    platform = jsonschema.Draft202012Validator(
        {"$ref": "#/$defs/platform", "$defs": schema["$defs"]})
    failures = []
    counts = {"accepts": 0, "rejects": 0, "skipped": 0}

    def expect(what, validator, instance, wanted):
        errors = [error.message for error in validator.iter_errors(instance)]
        counts[wanted] += 1
        if (wanted == "rejects") != bool(errors):
            failures.append(f"{what}: expected that the schema {wanted} it; it says {errors}")

    for file in sorted((root / "testbenches/scenarios").glob("*.yaml")):
        expect(file.name, scenario, load(file.read_text()), "accepts")
    for file in sorted([*(root / "platforms/presets").glob("*.yaml"),
                        *(root / "platforms/presets/switches").glob("*.yaml")]):
        expect(file.name, platform, load(file.read_text()), "accepts")
        expect(file.name + " as a scenario", scenario, load(file.read_text()), "rejects")
    if counts["accepts"] < 3:
        failures.append("no shipped files were found")
    here = root / "tests/platforms"
    for name, text, verdict in read_cases(here / "right_inputs.txt"):
        expect(name, scenario, load(text), "accepts")
    for name, text, verdict in read_cases(here / "wrong_inputs.txt"):
        if verdict == "skipped":  # no YAML, or wrong by what a schema does not see
            counts["skipped"] += 1
        elif verdict in ("accepts", "rejects"):
            expect(name, scenario, load(text), verdict)
        else:
            failures.append(f"{name}: no verdict of the schema is given")

    print("\n".join(failures) or "all verdicts as expected", counts)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
