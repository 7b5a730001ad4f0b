#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""report.html in headless Chromium: quiet, complete, true to result.json, readable.

Arguments: root of the source tree, built program, and optionally a folder for pictures of the pages.
Exits 77 (skipped) where Chromium is missing, but fails there when CI is set.
"""

import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from browser import Browser, find_chromium

SCENARIOS = ("first_light", "first_light_pip_mesh", "planned_circuits", "electrical_ring_64",
             "short_settle")
TABLES = {  # table of the page -> rows of result.json
    "circuits": "circuits", "frames": "frames", "lanes": "lanes", "ports": "ports",
    "collectives": "collectives", "blame": "blame", "critical-path": "critical_path",
    "reconfigurations-all": "reconfigurations", "faults": "faults"}
MOST_ROWS = 1000  # that a page shows of a table

READ_PAGE = """(() => ({
  ready: document.documentElement.dataset.ready,
  charts: [...document.querySelectorAll('figure.chart')].map((figure) => {
    const canvas = figure.querySelector('canvas');
    const pixels = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
    const colours = new Set();
    for (let i = 0; i < pixels.length; i += 4) {
      if (pixels[i + 3] > 200) { colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]); }
    }
    // What the library has laid out: one finite element for each bar, cell or point of the data.
    const spec = JSON.parse(figure.querySelector('script').textContent);
    const chart = Chart.getChart(canvas);
    const wanted = spec.cells ? spec.cells.flat().filter((share) => share > 0).length :
      spec.series.reduce((sum, one) => sum + (one.values || one.spans || one.points).length, 0);
    const elements = (chart?.data.datasets ?? []).flatMap((_, i) => chart.getDatasetMeta(i).data);
    const placed = elements.filter((one) => [one.x, one.y, one.base ?? 0].every(Number.isFinite) &&
      (!['heat', 'spans'].includes(spec.kind) || Math.abs(one.x - one.base) > 0));
    return {id: figure.id, rendered: figure.dataset.rendered, colours: colours.size,
            wanted, placed: placed.length,
            label: canvas.getAttribute('aria-label')};
  }),
  figures: [...document.querySelectorAll('.value[data-source]')].map((one) => ({
    source: one.dataset.source, value: one.dataset.value, text: one.innerText,
    remark: one.parentElement.querySelector('.remark').innerText})),
  tables: Object.fromEntries([...document.querySelectorAll('.table')].map((box) => [box.id, {
    keys: [...box.querySelectorAll('th')].map((cell) => cell.dataset.key),
    scales: [...box.querySelectorAll('th')].map((cell) => cell.dataset.scale ?? null),
    heads: [...box.querySelectorAll('th')].map((cell) => cell.textContent),
    rows: [...box.querySelectorAll('tbody tr')].map((row) => [...row.cells].map((cell) =>
      [cell.dataset.value ?? null, cell.textContent]))}])),
}))()"""

# Every text's colour against the first opaque background behind it; large text apart.
CONTRASTS = """(() => {
  const channels = (text) => text.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  document.querySelectorAll('details').forEach((one) => { one.open = true; });
  const worst = {};
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.parentElement;
    if (!node.textContent.trim() || at.closest('script, style, noscript')) { continue; }
    const style = getComputedStyle(at);
    let back = at;
    while (back && channels(getComputedStyle(back).backgroundColor)[3] === 0) {
      back = back.parentElement;
    }
    const [a, b] = [light(channels(style.color)),
                    light(channels(getComputedStyle(back).backgroundColor))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const name = at.tagName + '.' + at.className + ' ' + style.color;
    worst[name] = Math.min(worst[name] ?? 99, ratio);
  }
  return worst;
})()"""

FOCUS = """(() => { const at = document.activeElement;
  return at === document.body ? '' : at.tagName + '#' + (at.id || at.textContent.slice(0, 30)) + '@' +
    [...document.querySelectorAll('*')].indexOf(at); })()"""

CAN_FOCUS = """[...document.querySelectorAll(
  'a[href], button, input, summary, .scroll')].filter((one) => one.checkVisibility({
    contentVisibilityAuto: true}) ).length"""

# Brettel's and Vienot's line of work in the closed form of Machado, Oliveira and Fernandes (IEEE
# Trans. Vis. Comput. Graph. 15(6), 2009), severity 1.0; on linear RGB.
BLINDNESS = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
                   (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
                     (-0.011820, 0.042940, 0.968881)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1))}
# Colours that stand beside each other in one chart, by their numbers in page.css.
TOGETHER = {"time split": (0, 1, 2, 3, 5, 8), "receivers": (1, 2, 3, 4, 7), "ranks": (0, 3),
            "dark times": (1, 3, 5), "energy": (1, 4), "compared": (0, 3)}
LEAST_DIFFERENCE = 10.0  # CIE76; 2.3 is just noticeable


def lab(hex_colour, matrix):
    """CIELAB (D65) of an sRGB colour as somebody with that vision sees it."""
    linear = []
    for at in (1, 3, 5):
        c = int(hex_colour[at:at + 2], 16) / 255
        linear.append(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4)
    r, g, b = (max(0.0, min(1.0, sum(m * c for m, c in zip(row, linear)))) for row in matrix)
    xyz = ((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047,
           0.2126729 * r + 0.7151522 * g + 0.0721750 * b,
           (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883)
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def at_pointer(json_value, pointer):
    for key in pointer.strip("/").split("/"):
        json_value = json_value[key]
    return json_value


def flat(row, prefix=""):
    """The fields of a row as the page has them: objects spread, lists as text."""
    fields = {}
    for key, value in row.items():
        if isinstance(value, dict):
            fields.update(flat(value, f"{prefix}{key}."))
        elif isinstance(value, list):
            fields[prefix + key] = " ".join(
                f"{v['from']}->{v['to']}" if isinstance(v, dict) else str(v) for v in value)
        else:
            fields[prefix + key] = value
    return fields


def shown_number(text):
    return float(text.replace("\u202f", ""))


def check_numbers(page, result, fail):
    """Every key figure and every cell of TABLES against result.json; how many there were."""
    count = 0
    for figure in page["figures"]:
        expected = at_pointer(result, figure["source"])
        if float(figure["value"]) != expected:
            fail(f"{figure['source']} is {figure['value']}, not {expected}")
        count += 1
    for name, section in TABLES.items():
        rows = result.get(section, {}).get("rows", [])
        table = page["tables"].get(name)
        if table is None:
            if rows:
                fail(f"no table {name}")
            continue
        if len(table["rows"]) != min(len(rows), MOST_ROWS):
            fail(f"{name}: {len(table['rows'])} rows shown, {len(rows)} in result.json")
        for row, cells in zip(rows, table["rows"]):
            fields = flat(row)
            if set(fields) - set(table["keys"]):
                fail(f"{name}: fields that no column shows: {set(fields) - set(table['keys'])}")
            for key, scale, (value, text) in zip(table["keys"], table["scales"], cells):
                expected = fields.get(key)
                count += 1
                if isinstance(expected, bool):
                    good = text == ("yes" if expected else "no")
                elif isinstance(expected, (int, float)):
                    wanted = expected * float(scale)
                    good = (float(value) == expected and
                            abs(shown_number(text) - wanted) <= 5.1e-4 * abs(wanted))
                elif expected is None:
                    good = text == "–"
                else:
                    good = (value or text) == expected
                if not good:
                    fail(f"{name}.{key}: {text} ({value}) shown, {expected} in result.json")
    # Energy: the components that drew anything, each with both causes.
    drawn = {r["component"]: r for r in result["energy"]["components"]["rows"]
             if r["held_J"] + r["switched_J"] > 0}
    shown = {cells[0][1]: cells for cells in page["tables"]["energy-components"]["rows"]}
    if set(drawn) != set(shown):
        fail(f"energy of {set(drawn) ^ set(shown)}")
    for name, row in drawn.items():
        count += 2
        if [float(cell[0]) for cell in shown[name][1:3]] != [row["held_J"], row["switched_J"]]:
            fail(f"energy of {name}: {shown[name]}")
    return count


def check_keyboard(browser, fail):
    """Tab reaches everything that can be used, once, and Enter works the switch of the theme."""
    browser.run("document.activeElement.blur(), scrollTo(0, 0)")
    expected = browser.run(CAN_FOCUS)
    reached = []
    for _ in range(expected + 5):
        browser.press("Tab", 9)
        now = browser.run(FOCUS)
        if not now or now in reached:
            break
        reached.append(now)
    if len(reached) < expected:
        fail(f"Tab reaches {len(reached)} of {expected} controls")
    before = browser.run("document.documentElement.dataset.theme")
    browser.run("document.getElementById('theme').focus()")
    browser.press("Enter", 13, "\r")
    if browser.run("document.documentElement.dataset.theme") == before:
        fail("Enter on the switch of the theme does nothing")
    browser.press("Enter", 13, "\r")
    return len(reached)


def check_colours(browser, fail):
    """Contrast of every text, in both themes, and colours that anybody can tell apart."""
    for theme in ("light", "dark"):
        browser.theme(theme)
        browser.run("new Promise((done) => setTimeout(done, 50))")
        if browser.run("document.documentElement.dataset.theme") != theme:
            fail(f"the page does not follow the preference for {theme}")
        for name, ratio in browser.run(CONTRASTS).items():
            if ratio < 4.5:
                fail(f"contrast {ratio:.2f} of {name}, {theme}")
        colours = browser.run(
            "[...Array(10).keys()].map((i) => getComputedStyle(document.documentElement)"
            ".getPropertyValue(`--c${i}`).trim())")
        for chart, numbers in TOGETHER.items():
            for a, b in itertools.combinations(numbers, 2):
                for vision, matrix in BLINDNESS.items():
                    first, second = lab(colours[a], matrix), lab(colours[b], matrix)
                    distance = sum((x - y) ** 2 for x, y in zip(first, second)) ** 0.5
                    if distance < LEAST_DIFFERENCE:
                        fail(f"{chart}: colours {a} and {b} differ by {distance:.1f} for "
                             f"{vision}, {theme}")
    browser.theme("light")


def check_page(browser, folder, fail, wide_checks):
    result = json.loads((folder / "result.json").read_text())
    start = time.monotonic()
    browser.open(folder / "report.html")
    page = browser.run(READ_PAGE)
    took = time.monotonic() - start
    for complaint in browser.complaints():
        fail(complaint)
    if page["ready"] != "yes":
        fail("the page's script did not come to its end")
    for chart in page["charts"]:
        if chart["rendered"] != "yes" or chart["colours"] < 4 or not chart["label"] or \
                chart["placed"] != chart["wanted"]:
            fail(f"chart {chart}")
    if not page["charts"]:
        fail("no chart")
    numbers = check_numbers(page, result, fail)
    keys = 0
    if wide_checks:
        check_colours(browser, fail)
        browser.open(folder / "report.html")
        keys = check_keyboard(browser, fail)
        browser.call("Emulation.setEmulatedMedia", media="print")
        hidden = browser.run("[...document.querySelectorAll('th')].filter((head) => "
                             "head.innerText.trim() === '' && head.closest('details') === null).length")
        browser.call("Emulation.setEmulatedMedia", media="")
        if hidden:
            fail(f"{hidden} heads of columns are not printed")
        printed = browser.pdf()
        if not printed.startswith(b"%PDF") or printed.count(b"/Type /Page\n") < 2:
            fail("it does not print")
    print(f"{folder.name}: {len(page['charts'])} charts, {numbers} numbers, {keys} controls, "
          f"{(folder / 'report.html').stat().st_size} bytes, {took:.2f} s to open")


def check_comparison(browser, program, scenario, folder, fail):
    """Two runs that differ in one parameter: that is first, and the consequence is there."""
    for name, more in (("a", []), ("b", ["--set", "switch.tau_us=20"])):
        subprocess.run([program, "run", scenario, "--out", str(folder / name), *more],
                       capture_output=True, check=False)
    subprocess.run([program, "report", "a", "b", "--out", "compared.html"], cwd=folder,
                   capture_output=True, check=True)
    browser.open(folder / "compared.html")
    page = browser.run(READ_PAGE)
    for complaint in browser.complaints():
        fail(complaint)
    first = browser.run("document.querySelector('section .table').id")
    names = [row[0][1] for row in page["tables"]["different-parameters"]["rows"]]
    if first != "different-parameters" or names != ["switch.tau_us"]:
        fail(f"compared: first {first}, parameters {names}")
    results = [json.loads((folder / name / "result.json").read_text()) for name in "ab"]
    shown = {row[0][1]: row for row in page["tables"]["consequences"]["rows"]}
    for quantity in ("time.set_up_ps", "energy.total_J"):
        wanted = [at_pointer(result, quantity.replace(".", "/")) for result in results]
        if [float(cell[0]) for cell in shown[quantity][1:3]] != wanted:
            fail(f"compared: {quantity} {shown[quantity]}, not {wanted}")
    if any(chart["rendered"] != "yes" for chart in page["charts"]):
        fail(f"compared: {page['charts']}")


def main():
    root, program = pathlib.Path(sys.argv[1]), str(pathlib.Path(sys.argv[2]).resolve())
    pictures = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    chromium = find_chromium()
    if chromium is None:
        print("Chromium is not installed (Debian: chromium)")
        return 1 if os.environ.get("CI") else 77
    failures = []
    browser = Browser(chromium)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in SCENARIOS:
                run = pathlib.Path(folder) / name
                scenario = str(root / "testbenches" / "scenarios" / f"{name}.yaml")
                subprocess.run([program, "run", scenario, "--out", str(run)],
                               capture_output=True, check=False)
                page = (run / "report.html").read_bytes()
                subprocess.run([program, "report", str(run)], capture_output=True, check=True)
                if (run / "report.html").read_bytes() != page:
                    failures.append(f"{name}: made again from its files the page is another")
                check_page(browser, run, lambda text, n=name: failures.append(f"{n}: {text}"),
                           name == "first_light")
                if pictures:
                    pictures.mkdir(parents=True, exist_ok=True)
                    browser.open(run / "report.html")
                    if name == "planned_circuits":
                        browser.theme("dark")
                    # From the answer, or from what happens along time.
                    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900,
                                 deviceScaleFactor=1, mobile=False)
                    top = 0 if name != "planned_circuits" else browser.run(
                        "document.querySelector('#timeline').offsetTop")
                    browser.picture(pictures / f"report_{name}.png", top)
                    browser.theme("light")
            check_comparison(browser, program,
                             str(root / "testbenches" / "scenarios" / "first_light.yaml"),
                             pathlib.Path(folder), failures.append)
            if pictures:
                browser.picture(pictures / "report_compared.png")
    finally:
        browser.close()
    for failure in failures[:40]:
        print(failure)
    print(f"{len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
