# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog of a description, in the subset that Verilator 5.006 and yosys 0.23 both read."""

AXIL_PINS = [
    ("input", "[15:0]", "s_axil_awaddr_i", "write address, bytes"),
    ("input", "", "s_axil_awvalid_i", "write address valid"),
    ("output", "", "s_axil_awready_o", "write address ready"),
    ("input", "[31:0]", "s_axil_wdata_i", "write data"),
    ("input", "[3:0]", "s_axil_wstrb_i", "write byte strobes"),
    ("input", "", "s_axil_wvalid_i", "write data valid"),
    ("output", "", "s_axil_wready_o", "write data ready"),
    ("output", "[1:0]", "s_axil_bresp_o", "write response: 0 OKAY, 2 SLVERR"),
    ("output", "", "s_axil_bvalid_o", "write response valid"),
    ("input", "", "s_axil_bready_i", "write response ready"),
    ("input", "[15:0]", "s_axil_araddr_i", "read address, bytes"),
    ("input", "", "s_axil_arvalid_i", "read address valid"),
    ("output", "", "s_axil_arready_o", "read address ready"),
    ("output", "[31:0]", "s_axil_rdata_o", "read data"),
    ("output", "[1:0]", "s_axil_rresp_o", "read response: 0 OKAY, 2 SLVERR"),
    ("output", "", "s_axil_rvalid_o", "read data valid"),
    ("input", "", "s_axil_rready_i", "read data ready"),
]


def banner(source):
    return ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Made by rtl/registers/generate.py from\n"
            f"// {source}; change that instead.\n\n")


def hexadecimal(value):
    return f"32'h{value >> 16:04X}_{value & 0xFFFF:04X}"


def package(description, source):
    width = description.address_bits
    lines = [banner(source) + f"/// {description.doc}: addresses in bytes, and reset values.",
             f"package {description.name}_regs_pkg;", ""]
    for r in description.registers:
        comment = f"  // + {r.stride} * entry" if r.count is not None else ""
        lines.append(f"  localparam logic [{width - 1}:0] ADDR_{r.name} = "
                     f"{width}'h{r.address:04X};{comment}")
    lines.append("")
    for r in description.registers:
        reset = r.constant_reset()
        if reset:
            lines.append(f"  localparam logic [31:0] RESET_{r.name} = {hexadecimal(reset)};")
    lines += ["", "endpackage"]
    return "\n".join(lines) + "\n"


class Block:
    """The module <name>_axil_regs."""

    def __init__(self, description, source):
        self.d, self.source = description, source
        self.name = f"{description.name}_axil_regs"
        self.pkg = f"{description.name}_regs_pkg"

    @staticmethod
    def stem(register):
        return register.name.lower()

    @staticmethod
    def held(register):
        """Has a register of its own here, and is no constant or window on hardware."""
        return register.access in ("rw", "w1c")

    @staticmethod
    def strobed(register):
        return register.effect or register.access == "wo"

    @staticmethod
    def bits(register):
        """Width of a port or signal that carries all of it."""
        return "[31:0]" if register.count is None else f"[{register.count}*32-1:0]"

    def mask(self, register):
        constant = register.constant_mask()
        if constant is not None:
            return hexadecimal(constant)
        parts = []
        for field in register.fields:
            high = f"({field.high_text()})"
            parts.append(f"((32'hFFFF_FFFF >> (31 - {high} + {field.low})) << {field.low})")
        return " | ".join(parts)

    def reset(self, register):
        constant = register.constant_reset()
        if constant == 0:
            return "32'd0"
        if constant is not None:
            return f"{self.pkg}::RESET_{register.name}"
        parts = [f"(32'({f.reset}) << {f.low})" for f in register.fields if f.reset is not None]
        return " | ".join(parts)

    def ports(self):
        pins = [("input", "", "clk_i", "clock"),
                ("input", "", "rst_ni", "asynchronous reset, active low")] + AXIL_PINS
        if self.d.has_locked():
            pins.append(("input", "", "busy_i", "locked registers refuse writes"))
        for r in self.d.registers:
            stem, bits, doc = self.stem(r), self.bits(r), f"{r.name}"
            if self.held(r):
                pins.append(("output", bits, f"{stem}_o", f"{doc}: value"))
            if r.access == "rw" or self.strobed(r):
                pins.append(("output", "", f"{stem}_we_o", f"{doc}: a write executes"))
            if self.strobed(r):
                pins.append(("output", "[31:0]", f"{stem}_wdata_o", f"{doc}: what it writes"))
            if r.access == "ro" and r.volatile:
                pins.append(("input", bits, f"{stem}_i", f"{doc}: what it reads"))
            if r.access == "w1c":
                pins.append(("input", bits, f"{stem}_set_i", f"{doc}: bits that happen now"))
        lines = []
        for i, (direction, bits, name, doc) in enumerate(pins):
            comma = "," if i + 1 < len(pins) else ""
            left = f"  {direction:<6} logic {bits + ' ' if bits else ''}{name}{comma}"
            lines.append(f"{left}  // {doc}")
        return lines

    def parameters(self):
        entries = list(self.d.parameters.items())
        if not entries:
            return ""
        lines = [f"  parameter int unsigned {name} = {entry['default']}"
                 f"{',' if i + 1 < len(entries) else ''}  // {entry['doc']}, "
                 f"{entry['min']}..{entry['max']}" for i, (name, entry) in enumerate(entries)]
        return "#(\n" + "\n".join(lines) + "\n) "

    def new_value(self, register, old):
        return f"(({old} & ~wr_mask) | wr_bits)"

    def write_one(self, register, pad, at=""):
        """Statements of a write to `register`, or to the entry of it at [at]."""
        stem = self.stem(register)
        q, d = f"{stem}_q{at}", f"{stem}_d{at}"
        conditions = []
        if register.locked:
            conditions.append("busy_i")
        if register.max is not None:
            limit = register.max if isinstance(register.max, str) else hexadecimal(register.max)
            # Bits in no field count here: too much is too much wherever it is written.
            conditions.append(f"{self.new_value(register, q)} > {limit}")
        body = []
        if register.access == "rw":
            body.append(f"{d} = {self.new_value(register, q)} & MASK_{register.name};")
        if register.access == "w1c":
            body.append(f"{d} = {q} & ~wr_bits;")
        if register.access == "rw" or self.strobed(register):
            body.append(f"{stem}_we_o = 1'b1;")
        if not conditions:
            return [pad + line for line in body]
        return [f"{pad}wr_err = {' || '.join(conditions)};", f"{pad}if (!wr_err) begin",
                *[f"{pad}  {line}" for line in body], f"{pad}end"]

    def writes(self):
        lines = ["  // Writes.", "  always_comb begin"]
        for r in self.d.registers:
            if self.held(r):
                lines.append(f"    {self.stem(r)}_d = {self.stem(r)}_q;")
            if r.access == "rw" or self.strobed(r):
                lines.append(f"    {self.stem(r)}_we_o = 1'b0;")
        lines += ["    wr_err = 1'b0;", "    if (wr_en) begin", "      case (wr_addr)"]
        for r in self.d.registers:
            if r.count is None and r.access != "ro":
                lines.append(f"        {self.pkg}::ADDR_{r.name}: begin")
                lines += self.write_one(r, " " * 10)
                lines.append("        end")
        lines += ["        default: begin", "          wr_err = 1'b1;"]
        for r in self.d.registers:
            if r.count is not None and r.access != "ro":
                lines.append(f"          for (int i = 0; i < {r.count}; i++) begin")
                lines.append(f"            if (wr_addr == {self.entry_address(r)}) begin")
                if not r.locked and r.max is None:
                    lines.append("              wr_err = 1'b0;")
                lines += self.write_one(r, " " * 14, "[i*32+:32]")
                lines += ["            end", "          end"]
        lines += ["        end", "      endcase", "    end"]
        for r in self.d.registers:
            if r.access == "w1c":
                lines.append("    // What happens wins over what is cleared.")
                lines.append(f"    {self.stem(r)}_d = {self.stem(r)}_d | "
                             f"({self.stem(r)}_set_i & MASK_{r.name});")
        return lines + ["  end", ""]

    def entry_address(self, register):
        return (f"{self.pkg}::ADDR_{register.name} + "
                f"{self.d.address_bits}'(i * {register.stride})")

    def reads(self):
        lines = ["  // Reads.", "  always_comb begin", "    rd_data = 32'd0;",
                 "    rd_err  = 1'b0;", "    case (rd_addr)"]
        for r in self.d.registers:
            if r.count is not None:
                continue
            if r.access == "wo":
                value = "32'd0"
            elif self.held(r):
                value = f"{self.stem(r)}_q"
            elif r.volatile:
                value = f"{self.stem(r)}_i & MASK_{r.name}"
            else:
                value = self.reset(r)
            lines.append(f"      {self.pkg}::ADDR_{r.name}: rd_data = {value};")
        lines += ["      default: begin", "        rd_err = 1'b1;"]
        for r in self.d.registers:
            if r.count is not None:
                lines += [f"        for (int i = 0; i < {r.count}; i++) begin",
                          f"          if (rd_addr == {self.entry_address(r)}) begin",
                          "            rd_err  = 1'b0;",
                          f"            rd_data = {self.stem(r)}_q[i*32+:32];",
                          "          end", "        end"]
        return lines + ["      end", "    endcase", "  end", ""]

    def flops(self):
        held = [r for r in self.d.registers if self.held(r)]
        lines = ["  always_ff @(posedge clk_i or negedge rst_ni) begin", "    if (!rst_ni) begin"]
        for r in held:
            value = self.reset(r) if r.count is None else f"{{{r.count}{{{self.reset(r)}}}}}"
            lines.append(f"      {self.stem(r)}_q <= {value};")
        lines.append("    end else begin")
        lines += [f"      {self.stem(r)}_q <= {self.stem(r)}_d;" for r in held]
        for r in held:
            if r.count is None:
                lines.append(f"      {self.stem(r)}_keeps_to_its_bits: assert "
                             f"(({self.stem(r)}_q & ~MASK_{r.name}) == 32'd0);")
            if r.max is not None and r.count is None:
                limit = r.max if isinstance(r.max, str) else hexadecimal(r.max)
                lines.append(f"      {self.stem(r)}_in_range: assert "
                             f"({self.stem(r)}_q <= {limit});")
        locked = [f"{self.stem(r)}_we_o" for r in self.d.registers
                  if r.locked and (r.access == "rw" or self.strobed(r))]
        if locked:
            lines.append(f"      locked_while_busy: assert (!busy_i || !({' || '.join(locked)}));")
        return lines + ["    end", "  end", ""]

    def obligations(self):
        """What a proof demands beyond the assertions that every simulation checks."""
        once = [r for r in self.d.registers if r.access == "w1c"]
        locked = [r for r in self.d.registers if r.locked and self.held(r)]
        if not once and not locked:
            return []
        declared, reset, clock, asserts = [], [], [], []
        for r in once:
            stem = self.stem(r)
            declared.append(f"  logic [31:0] {stem}_pending_q;")
            reset.append(f"      {stem}_pending_q <= '0;")
            clock += [f"      {stem}_pending_q <= ({stem}_pending_q & ~({{32{{wr_en && wr_addr == "
                      f"{self.pkg}::ADDR_{r.name}}}}} & wr_bits)) |",
                      f"                           ({stem}_set_i & MASK_{r.name});"]
            asserts += [f"      no_{stem}_event_is_lost: assert "
                        f"(({stem}_pending_q & ~{stem}_q) == 32'd0);"]
        if locked:
            declared.append("  logic busy_last_q;")
            reset.append("      busy_last_q <= 1'b0;")
            clock.append("      busy_last_q <= busy_i;")
        for r in locked:
            stem = self.stem(r)
            declared.append(f"  logic {self.bits(r)} {stem}_last_q;")
            reset.append(f"      {stem}_last_q <= '0;")
            clock.append(f"      {stem}_last_q <= {stem}_q;")
            asserts.append(f"      {stem}_is_stable_while_busy: assert "
                           f"(!busy_last_q || {stem}_q == {stem}_last_q);")
        return ["`ifdef FORMAL", "  // What happened and was not cleared since by a strobed 1; what "
                "was there a cycle ago.", *declared, "",
                "  always_ff @(posedge clk_i or negedge rst_ni) begin", "    if (!rst_ni) begin",
                *reset, "    end else begin", *clock, *asserts, "    end", "  end", "`endif", ""]

    def text(self):
        lines = [banner(self.source) + f"/// {self.d.doc}: an AXI4-Lite register block.",
                 f"module {self.name} {self.parameters()}(", *self.ports(), ");", ""]
        for r in self.d.registers:
            if self.held(r) or (r.access == "ro" and r.volatile):
                lines.append(f"  localparam logic [31:0] MASK_{r.name} = {self.mask(r)};")
        lines += ["", "  logic        wr_en, wr_err, rd_err;", "  logic [15:0] wr_addr, rd_addr;",
                  "  logic [31:0] wr_data, wr_mask, wr_bits, rd_data;"]
        for r in self.d.registers:
            if self.held(r):
                lines.append(f"  logic {self.bits(r)} {self.stem(r)}_q, {self.stem(r)}_d;")
        pins = ", ".join(f".{name}" for _, _, name, _ in AXIL_PINS)
        lines += ["", "  switch_ctrl_axil u_axil (", "    .clk_i, .rst_ni,", *wrap(pins, 4),
                  "    .wr_hold_i (1'b0),", "    .wr_en_o   (wr_en),", "    .wr_addr_o (wr_addr),",
                  "    .wr_data_o (wr_data),", "    .wr_mask_o (wr_mask),",
                  "    .wr_err_i  (wr_err),", "    .rd_addr_o (rd_addr),",
                  "    .rd_data_i (rd_data),", "    .rd_err_i  (rd_err)", "  );", "",
                  "  assign wr_bits = wr_data & wr_mask;"]
        for r in self.d.registers:
            if self.held(r):
                lines.append(f"  assign {self.stem(r)}_o = {self.stem(r)}_q;")
            if self.strobed(r):
                lines.append(f"  assign {self.stem(r)}_wdata_o = wr_bits;")
        lines.append("")
        lines += self.writes() + self.reads() + self.flops() + self.obligations()
        return "\n".join(lines) + "endmodule\n"


def wrap(text, indent):
    lines, line = [], " " * indent
    for word in text.split(" "):
        if len(line) + len(word) > 98:
            lines.append(line.rstrip())
            line = " " * indent
        line += word + " "
    lines.append(line.rstrip() + ",")
    return lines


def block(description, source):
    return Block(description, source).text()
