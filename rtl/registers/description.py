# SPDX-License-Identifier: Apache-2.0
"""Reads a description of registers (docs/reference/register-description.md) and checks all of it."""

import difflib
import json
import re

ACCESS = ("ro", "rw", "wo", "w1c")
TOP_KEYS = {"license", "name", "doc", "bus", "parameters", "registers", "generate"}
REGISTER_KEYS = {"name", "address", "count", "stride", "access", "reset", "volatile", "locked",
                 "max", "effect", "doc", "fields"}
FIELD_KEYS = {"name", "bits", "reset", "doc"}
PARAMETER_KEYS = {"default", "min", "max", "doc"}
GENERATE_KEYS = {"package", "block", "header", "docs", "table"}
DATA_BITS = 32


class DescriptionError(Exception):
    """All mistakes of one file, a line each."""


class Field:
    """Bits `hi`..`lo` of a register; `hi` is a number, or a parameter name less `hi_less`."""

    def __init__(self, name, high, high_less, low, reset, doc):
        self.name, self.low, self.reset, self.doc = name, low, reset, doc
        self.high, self.high_less = high, high_less

    def parametric(self):
        return isinstance(self.high, str)

    def high_text(self):
        if not self.parametric():
            return str(self.high)
        return self.high if self.high_less == 0 else f"{self.high}-{self.high_less}"

    def bits_text(self):
        return self.high_text() if self.high == self.low else f"{self.high_text()}..{self.low}"

    def width(self):
        """Number of bits; only of a field without parameters."""
        return self.high - self.low + 1

    def mask(self, values):
        """In place, as an integer, with `values` of the parameters."""
        high = values[self.high] - self.high_less if self.parametric() else self.high
        return ((1 << (high - self.low + 1)) - 1) << self.low


class Register:
    def __init__(self):
        self.name = self.access = self.doc = ""
        self.address = self.stride = 0
        self.count = None  # a number, a parameter name, or None for one register
        self.reset = 0
        self.has_reset = True  # False: what it reads after reset depends on pins
        self.volatile = self.locked = self.effect = False
        self.max = None
        self.fields = []

    def entries(self, values):
        if self.count is None:
            return 1
        return values[self.count] if isinstance(self.count, str) else self.count

    def constant_mask(self):
        """None when a parameter decides it."""
        if any(field.parametric() for field in self.fields):
            return None
        return sum(field.mask({}) for field in self.fields)

    def constant_reset(self):
        """None when a parameter decides it."""
        total = self.reset
        for field in self.fields:
            if isinstance(field.reset, str):
                return None
            total |= (field.reset or 0) << field.low
        return total


class Description:
    def __init__(self):
        self.name = self.doc = ""
        self.address_bits = 16
        self.parameters = {}  # name -> {"default", "min", "max", "doc"}
        self.registers = []
        self.generate = {}

    def values(self, which):
        return {name: entry[which] for name, entry in self.parameters.items()}

    def has_locked(self):
        return any(register.locked for register in self.registers)


def nearest(word, known):
    close = difflib.get_close_matches(str(word), [str(k) for k in known], n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


class Reader:
    """Makes a Description of a file, and collects every mistake on the way."""

    def __init__(self, path, text):
        self.path, self.text, self.mistakes = path, text, []
        self.result = Description()

    def place(self, *names):
        """line:column of the entry that carries these names, one inside the other."""
        at = 0
        for name in names:
            found = re.compile(r'"name"\s*:\s*' + re.escape(json.dumps(name))).search(self.text, at)
            if found is None:
                break
            at = found.start()
        line = self.text.count("\n", 0, at) + 1
        return f"{line}:{at - (self.text.rfind(chr(10), 0, at) + 1) + 1}"

    def mistake(self, message, *names):
        self.mistakes.append(f"{self.path}:{self.place(*names)}: {message}")

    def unknown_keys(self, entry, known, what, *names):
        for key in entry:
            if key not in known:
                self.mistake(f"{what} has an unknown key {key!r}{nearest(key, known)}", *names)

    def object(self, entry, what, *names):
        if isinstance(entry, dict):
            return entry
        self.mistake(f"{what} is {json.dumps(entry)}, expected an object", *names)
        return {}

    def number(self, value, low, high, what, *names):
        """A JSON integer, or a string in decimal or hexadecimal."""
        parsed = value if isinstance(value, int) and not isinstance(value, bool) else None
        if isinstance(value, str) and re.fullmatch(r"0[xX][0-9a-fA-F_]+|[0-9]+", value):
            parsed = int(value.replace("_", ""), 16 if value[:2].lower() == "0x" else 10)
        if parsed is None:
            self.mistake(f"{what} is {json.dumps(value)}, expected a whole number", *names)
            return low
        if not low <= parsed <= high:
            self.mistake(f"{what} is {parsed}, expected {low}..{high}", *names)
            return low
        return parsed

    def number_or_parameter(self, value, low, high, what, *names):
        if isinstance(value, str) and re.match(r"[A-Za-z_]", value):
            if value in self.result.parameters:
                return value
            self.mistake(f"{what} names a parameter {value!r} that there is not"
                         + nearest(value, self.result.parameters), *names)
            return low
        return self.number(value, low, high, what, *names)

    def flag(self, entry, key, *names):
        value = entry.get(key, False)
        if not isinstance(value, bool):
            self.mistake(f"{key!r} is {json.dumps(value)}, expected true or false", *names)
        return value is True

    def word(self, entry, key, pattern, what, *names):
        value = entry.get(key)
        if isinstance(value, str) and re.fullmatch(pattern, value):
            return value
        found = "missing" if value is None else json.dumps(value)
        self.mistake(f"{key!r} of {what} is {found}, expected to match {pattern}", *names)
        return "?"

    def phrase(self, entry, what, *names):
        value = entry.get("doc", "")
        if not isinstance(value, str) or not value.strip():
            self.mistake(f"{what} has no 'doc'", *names)
            return ""
        if "\n" in value or "|" in value:
            self.mistake(f"'doc' of {what} has a line break or a '|', which a table cannot show",
                         *names)
        return value

    def read(self):
        try:
            root = json.loads(self.text, object_pairs_hook=self.without_duplicates)
        except json.JSONDecodeError as error:
            raise DescriptionError(f"{self.path}:{error.lineno}:{error.colno}: {error.msg}")
        root = self.object(root, "the file")
        self.unknown_keys(root, TOP_KEYS, "the file")
        self.result.name = self.word(root, "name", r"[a-z][a-z0-9_]*", "the file")
        self.result.doc = self.phrase(root, "the file")
        bus = self.object(root.get("bus", {}), "'bus'")
        self.unknown_keys(bus, {"address_bits", "data_bits"}, "'bus'")
        self.result.address_bits = self.number(bus.get("address_bits", 16), 4, 16,
                                               "'address_bits'")
        self.number(bus.get("data_bits", DATA_BITS), DATA_BITS, DATA_BITS, "'data_bits'")
        self.read_parameters(self.object(root.get("parameters", {}), "'parameters'"))
        registers = root.get("registers")
        if not isinstance(registers, list) or not registers:
            self.mistake("'registers' is missing or no list of registers")
            registers = []
        for entry in registers:
            self.read_register(self.object(entry, "a register"))
        self.read_generate(self.object(root.get("generate", {}), "'generate'"))
        self.check_together()
        if self.mistakes:
            raise DescriptionError("\n".join(self.mistakes))
        return self.result

    def without_duplicates(self, pairs):
        seen = {}
        for key, value in pairs:
            if key in seen:
                self.mistake(f"the key {key!r} stands twice in one object")
            seen[key] = value
        return seen

    def read_parameters(self, parameters):
        for name, entry in parameters.items():
            entry = self.object(entry, f"parameter {name}")
            self.unknown_keys(entry, PARAMETER_KEYS, f"parameter {name}")
            if not re.fullmatch(r"[A-Z][A-Z0-9_]*", name):
                self.mistake(f"parameter {name!r}: expected capitals, digits and _")
            low = self.number(entry.get("min"), 1, 65535, f"'min' of parameter {name}")
            high = self.number(entry.get("max"), low, 65535, f"'max' of parameter {name}")
            default = self.number(entry.get("default"), low, high,
                                  f"'default' of parameter {name}")
            doc = self.phrase(entry, f"parameter {name}")
            self.result.parameters[name] = {"default": default, "min": low, "max": high,
                                            "doc": doc}

    def read_register(self, entry):
        register = Register()
        name = register.name = self.word(entry, "name", r"[A-Z][A-Z0-9_]*", "a register")
        self.unknown_keys(entry, REGISTER_KEYS, f"register {name}", name)
        last = (1 << self.result.address_bits) - 4
        register.address = self.number(entry.get("address"), 0, last + 3,
                                       f"'address' of register {name}", name)
        if register.address % 4:
            self.mistake(f"'address' of register {name} is no multiple of 4", name)
        register.access = entry.get("access")
        if register.access not in ACCESS:
            self.mistake(f"'access' of register {name} is {json.dumps(register.access)}, expected "
                         f"one of {', '.join(ACCESS)}{nearest(register.access, ACCESS)}", name)
            register.access = "ro"
        if ("count" in entry) != ("stride" in entry):
            self.mistake(f"register {name} has only one of 'count' and 'stride'", name)
        elif "count" in entry:
            register.count = self.number_or_parameter(entry["count"], 1, 16384,
                                                      f"'count' of register {name}", name)
            register.stride = self.number(entry["stride"], 4, 1024,
                                          f"'stride' of register {name}", name)
            if register.stride % 4:
                self.mistake(f"'stride' of register {name} is no multiple of 4", name)
        register.volatile = self.flag(entry, "volatile", name)
        register.locked = self.flag(entry, "locked", name)
        register.effect = self.flag(entry, "effect", name)
        if register.locked and register.access == "ro":
            self.mistake(f"register {name} is read-only and 'locked'", name)
        if entry.get("reset") == "none":
            register.has_reset = False
            if not register.volatile:
                self.mistake(f"register {name} has no reset value and is not volatile", name)
        elif "reset" in entry:
            register.reset = self.number(entry["reset"], 0, 2**DATA_BITS - 1,
                                         f"'reset' of register {name}", name)
        if "max" in entry:
            register.max = self.number_or_parameter(entry["max"], 0, 2**DATA_BITS - 1,
                                                    f"'max' of register {name}", name)
            if register.access != "rw":
                self.mistake(f"register {name} has a 'max' and is not rw", name)
        register.doc = self.phrase(entry, f"register {name}", name)
        fields = entry.get("fields")
        if not isinstance(fields, list) or not fields:
            self.mistake(f"register {name} has no 'fields'", name)
            fields = []
        for field in fields:
            self.read_field(register, self.object(field, f"a field of register {name}", name),
                            "reset" in entry)
        self.result.registers.append(register)

    def read_field(self, register, entry, whole_reset):
        name = self.word(entry, "name", r"[A-Z][A-Z0-9_]*", f"a field of register {register.name}",
                         register.name)
        what = f"field {register.name}.{name}"
        at = (register.name, name)
        self.unknown_keys(entry, FIELD_KEYS, what, *at)
        bits = entry.get("bits")
        found = re.fullmatch(r"(?:(\d+)|([A-Z][A-Z0-9_]*)(?:-(\d+))?)(?::(\d+))?",
                             bits if isinstance(bits, str) else "")
        if not found or (found[2] and found[4] is None):
            self.mistake(f"'bits' of {what} is {json.dumps(bits)}, expected as \"31:16\", \"8\" or "
                         "\"N-1:0\"", *at)
            return
        low = int(found[4]) if found[4] is not None else int(found[1])
        less = int(found[3] or 0)
        if found[2]:
            high = self.number_or_parameter(found[2], 0, 0, f"'bits' of {what}", *at)
            limits = self.result.parameters.get(found[2])
            most = limits["max"] - less if limits else 0
            least = limits["min"] - less if limits else 0
        else:
            high = most = least = int(found[1])
        if most >= DATA_BITS or least < low:
            self.mistake(f"'bits' of {what} is {bits!r}, which leaves 31..0 or has its ends in the "
                         "wrong order", *at)
        reset = None
        if "reset" in entry:
            reset = self.number_or_parameter(entry["reset"], 0, 2**DATA_BITS - 1,
                                             f"'reset' of {what}", *at)
            if whole_reset:
                self.mistake(f"{what} and its register both have a 'reset'", *at)
            # A width that a parameter decides is checked at its least.
            value = self.result.parameters[reset]["max"] if isinstance(reset, str) else reset
            if low <= least and value >> (least - low + 1):
                self.mistake(f"'reset' of {what} does not fit into its bits", *at)
        register.fields.append(Field(name, high, less, low, reset, self.phrase(entry, what, *at)))

    def read_generate(self, entry):
        self.unknown_keys(entry, GENERATE_KEYS, "'generate'")
        for key, value in entry.items():
            if key == "header":
                value = self.object(value, "'header'")
                self.unknown_keys(value, {"file", "namespace"}, "'header'")
                if not all(isinstance(value.get(k), str) for k in ("file", "namespace")):
                    self.mistake("'header' needs 'file' and 'namespace'")
            elif key in GENERATE_KEYS and not isinstance(value, str):
                self.mistake(f"{key!r} of 'generate' is {json.dumps(value)}, expected a file")
        self.result.generate = entry
        if "block" in entry:
            if "package" not in entry:
                self.mistake("'generate' has a 'block' without the 'package' that it needs")
            for r in self.result.registers:
                if r.volatile and (r.access == "rw" or r.count is not None):
                    self.mistake(f"register {r.name} is volatile and {r.access} or an array, which "
                                 "a generated block cannot have", r.name)
                if r.count is not None and r.access not in ("rw",):
                    self.mistake(f"register {r.name} is an array and {r.access}; a generated block "
                                 "has arrays of rw only", r.name)

    def check_together(self):
        registers = self.result.registers
        names = set()
        taken = {}
        most = self.result.values("max")
        for register in registers:
            if register.name in names:
                self.mistake(f"two registers are named {register.name}", register.name)
            names.add(register.name)
            fields = {}
            for field in register.fields:
                if field.name in fields:
                    self.mistake(f"two fields of {register.name} are named {field.name}",
                                 register.name, field.name)
                for other in fields.values():
                    if field.mask(most) & other.mask(most):
                        self.mistake(f"fields {other.name} and {field.name} of {register.name} "
                                     "overlap", register.name, field.name)
                fields[field.name] = field
            if not self.mistakes and register.reset & ~sum(f.mask(most) for f in register.fields):
                self.mistake(f"'reset' of register {register.name} sets bits in no field",
                             register.name)
            for i in range(register.entries(most)):
                address = register.address + i * register.stride
                if address >= 1 << self.result.address_bits:
                    self.mistake(f"register {register.name} ends beyond the last address",
                                 register.name)
                    break
                if taken.setdefault(address, register.name) != register.name:
                    self.mistake(f"registers {taken[address]} and {register.name} share address "
                                 f"0x{address:04X}", register.name)
                    break


def read(path, text):
    """The Description in `text`; raises DescriptionError with all mistakes."""
    return Reader(path, text).read()
