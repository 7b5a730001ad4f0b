# SPDX-License-Identifier: Apache-2.0
"""Markdown of a description: the table of registers, and a page with every field."""

LICENSE = "<!-- SPDX-License-Identifier: Apache-2.0 -->\n"
BEGIN = "<!-- registers: made by rtl/registers/generate.py -->"
END = "<!-- end of registers -->"


def address(register):
    text = f"0x{register.address:04X}"
    if register.count is None:
        return text
    index = "src" if register.count == "N" else "a" if register.count == "MAX_ACT" else "i"
    return f"{text} + {register.stride} {index}"


def access(register):
    return register.access.upper() + (", locked" if register.locked else "")


def reset(register):
    value = register.constant_reset()
    # What pins show, or a parameter decides, has no value to state.
    if value is None or not register.has_reset:
        return ""
    return str(value) if value == 0 else f"0x{value:08X}"


def table(description):
    lines = ["| address | name | access | reset | content |", "|---|---|---|---|---|"]
    for r in description.registers:
        lines.append(f"| {address(r)} | {r.name} | {access(r)} | {reset(r)} | {r.doc} |"
                     .replace("|  |", "| |"))
    return "\n".join(lines)


def with_table(description, page, path):
    """`page` with the table between its markers made anew."""
    begin, end = page.find(BEGIN), page.find(END)
    if begin < 0 or end < begin:
        raise ValueError(f"{path}: the markers {BEGIN} and {END} are missing")
    return page[:begin] + BEGIN + "\n" + table(description) + "\n" + page[end:]


def page(description, source):
    lines = [LICENSE + f"# Registers: {description.name}", "",
             f"{description.doc}. Made by `rtl/registers/generate.py` from `{source}`, whose format "
             "is docs/reference/register-description.md.", ""]
    if description.parameters:
        lines += ["| parameter | range | default | meaning |", "|---|---|---|---|"]
        for name, entry in description.parameters.items():
            lines.append(f"| `{name}` | {entry['min']}..{entry['max']} | {entry['default']} | "
                         f"{entry['doc']} |")
        lines.append("")
    lines += ["An address that is not listed or not a multiple of 4, and a write to a read-only "
              "register, get SLVERR. *Locked*: so does a write while the block is busy.", "",
              "| address | register | access | field | bits | reset | meaning |",
              "|---|---|---|---|---|---|---|"]
    for r in description.registers:
        notes = [access(r)]
        if r.volatile:
            notes.append("hardware changes it")
        if r.effect:
            notes.append("a write starts something")
        if r.max is not None:
            notes.append(f"at most {r.max}")
        for i, field in enumerate(r.fields):
            first = f"{address(r)} | {r.name} | {', '.join(notes)}" if i == 0 else " | | "
            value = field.reset
            if value is None:
                value = (r.reset >> field.low) & ((1 << 32) - 1 if field.parametric()
                                                  else (1 << field.width()) - 1)
            if not r.has_reset:
                value = ""
            value = f"0x{value:X}" if isinstance(value, int) and value > 9 else value
            lines.append(f"| {first} | {field.name} | {field.bits_text()} | {value} | {field.doc} |"
                         .replace("|  |", "| |"))
    return "\n".join(lines) + "\n"
