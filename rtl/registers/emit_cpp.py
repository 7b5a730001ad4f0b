# SPDX-License-Identifier: Apache-2.0
"""The C++ header of a description: addresses, bits, reset values."""


def camel(name):
    return "".join(part.capitalize() for part in name.split("_"))


def header(description, source):
    lines = ["// SPDX-License-Identifier: Apache-2.0",
             "// Made by rtl/registers/generate.py from", f"// {source}; change that instead.",
             "#pragma once", "", "#include <cstdint>", "", f"/// {description.doc}:",
             "/// addresses in bytes, bits in place.",
             f"namespace {description.generate['header']['namespace']} {{", ""]
    for register in description.registers:
        base = "k" + camel(register.name)
        place = f" + {register.stride} * entry" if register.count is not None else ""
        lines.append(f"// {register.name}, {register.access}{place}")
        lines.append(f"inline constexpr std::uint16_t {base} = 0x{register.address:04X};")
        reset = register.constant_reset()
        if reset:
            lines.append(f"inline constexpr std::uint32_t {base}Reset = {number(reset)};")
        for field in register.fields:
            field_name = base + camel(field.name)
            if field.parametric():
                continue  # as many bits as the block was built for
            if field.width() == 32:
                continue  # the whole register
            if field.width() == 1:
                lines.append(f"inline constexpr std::uint32_t {field_name} = 1U << {field.low};")
                continue
            lines.append(f"inline constexpr std::uint32_t {field_name}Mask = "
                         f"{number(field.mask({}))};")
            lines.append(f"inline constexpr unsigned {field_name}Shift = {field.low};")
        lines.append("")
    lines.append(f"}}  // namespace {description.generate['header']['namespace']}")
    return "\n".join(lines) + "\n"


def number(value):
    digits = f"{value:08X}"
    return f"0x{digits[:4]}'{digits[4:]}"
