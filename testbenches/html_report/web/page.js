// SPDX-License-Identifier: Apache-2.0
// Makes the page's charts, its tables' tools and the switch between light and dark.
"use strict";
(() => {
  const root = document.documentElement;
  const charts = new Map();
  const colour = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  const palette = (index) => colour(`--c${index}`);
  const short = (value) => Number(value.toPrecision(4)).toString();

  // A shade between the paper and a colour, by a share from 0 to 1.
  const shade = (share) => {
    const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
    const from = channels(colour("--paper"));
    const to = channels(palette(0));
    return `rgb(${from.map((c, i) => Math.round(c + (to[i] - c) * share)).join(",")})`;
  };

  const axis = (title, more) => ({
    title: { display: Boolean(title), text: title, color: colour("--quiet") },
    ticks: { color: colour("--quiet") },
    grid: { color: colour("--line"), drawBorder: false },
    ...more,
  });
  // Round numbers alone, without the ends of the axis.
  const inner = () => ({ color: colour("--quiet"), includeBounds: false });
  const names = () => axis("", { grid: { display: false, drawBorder: false } });
  const base = () => ({
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    indexAxis: "y",
    plugins: {
      legend: {
        position: "top", align: "start",
        labels: { color: colour("--text"), boxWidth: 12, boxHeight: 12, padding: 14 },
      },
      tooltip: { displayColors: false },
    },
  });
  const dataset = (series, data, more) => ({
    label: series.name, data, backgroundColor: palette(series.colour),
    borderColor: colour("--paper"), borderWidth: { right: 1 }, borderSkipped: false, ...more,
  });

  const makers = {
    stack(spec) {
      const options = base();
      options.scales = {
        x: axis(spec.unit, { stacked: true }), y: { ...names(), stacked: true },
      };
      options.plugins.tooltip.callbacks = {
        label: (at) => `${at.dataset.label}: ${short(at.parsed.x)} ${spec.unit}`,
      };
      const datasets = spec.series.map((s) => dataset(s, s.values, { maxBarThickness: 26 }));
      return { type: "bar", options, data: { labels: spec.labels, datasets } };
    },
    pairs(spec) {
      const config = makers.stack(spec);
      config.options.scales.x.stacked = false;
      config.options.scales.y.stacked = false;
      return config;
    },
    spans(spec) {
      const options = base();
      options.scales = { x: axis(spec.unit, { min: 0, max: spec.end, ticks: inner() }), y: names() };
      options.plugins.tooltip.callbacks = {
        title: (at) => at[0].label,
        label: (at) => `${at.dataset.label}: ${short(at.raw.x[0])} to ${short(at.raw.x[1])} ${spec.unit}`,
      };
      const datasets = spec.series.map((s) => dataset(
        s, s.spans.map(([row, from, to]) => ({ x: [from, to], y: spec.rows[row] })),
        { grouped: false, borderWidth: 0, order: s.back ? 2 : 1,
          categoryPercentage: s.back ? 1 : 0.72, barPercentage: 1,
          ...(s.back ? { backgroundColor: `${palette(s.colour)}38` } : {}) }));
      return { type: "bar", options, data: { labels: spec.rows, datasets } };
    },
    heat(spec) {
      const options = base();
      options.plugins.legend.display = false;
      options.plugins.tooltip.callbacks = {
        title: (at) => at[0].label,
        label: (at) => `${short(at.raw.x[0])} to ${short(at.raw.x[1])} ${spec.unit}: ` +
          `${(100 * at.raw.share).toFixed(1)} % ${spec.what}`,
      };
      const data = [];
      spec.cells.forEach((line, row) => line.forEach((share, i) => {
        if (share > 0) {
          data.push({ x: [spec.start + i * spec.step, spec.start + (i + 1) * spec.step], y: spec.rows[row], share });
        }
      }));
      const end = spec.start + (spec.cells.length > 0 ? spec.cells[0].length * spec.step : 1);
      options.scales = { x: axis(spec.unit, { min: spec.start, max: end, ticks: inner() }), y: names() };
      const shades = data.map((cell) => shade(cell.share));
      return { type: "bar", options, data: { labels: spec.rows, datasets: [{
        data, backgroundColor: shades, grouped: false, borderWidth: 0,
        categoryPercentage: 1, barPercentage: 1, label: spec.what }] } };
    },
    points(spec) {
      const options = base();
      options.indexAxis = "x";
      options.plugins.legend.display = spec.series.length > 1;
      const isPower = ({ value }) => {
        const power = Math.log10(value);
        return Math.abs(power - Math.round(power)) < 1e-9;
      };
      options.scales = {
        x: axis(spec.x),
        y: axis(spec.y, spec.log ? { type: "logarithmic",
          afterBuildTicks: (scale) => { scale.ticks = scale.ticks.filter(isPower); },
          ticks: { color: colour("--quiet"), callback: (value) => value.toExponential(0) } } : {}),
      };
      options.plugins.tooltip.callbacks = {
        label: (at) => `${at.raw.label}: ${short(at.raw.x)}, ${at.raw.y.toExponential(2)}`,
      };
      const datasets = spec.series.map((s) => ({
        label: s.name, data: s.points.map(([x, y, label]) => ({ x, y, label })),
        pointRadius: 4, pointHoverRadius: 6, backgroundColor: palette(s.colour),
        borderColor: colour("--paper") }));
      return { type: "scatter", options, data: { datasets } };
    },
  };

  const height = (spec) => {
    if (spec.kind === "points") { return 300; }
    const rows = (spec.labels || spec.rows).length;
    const series = spec.kind === "pairs" ? 2 : 1;
    const each = spec.kind === "stack" || spec.kind === "pairs" ? 24 * series + 8 : 21;
    return Math.max(130, 92 + rows * each);
  };

  const draw = (figure) => {
    const spec = JSON.parse(figure.querySelector("script").textContent);
    const box = figure.querySelector(".canvas");
    box.style.height = `${height(spec)}px`;
    charts.get(figure)?.destroy();
    charts.set(figure, new Chart(box.querySelector("canvas"), makers[spec.kind](spec)));
    figure.dataset.rendered = "yes";
    if (spec.kind === "spans" && !figure.querySelector(".range")) { addRange(figure, spec); }
  };
  const drawAll = () => document.querySelectorAll("figure.chart").forEach((figure) => {
    try { draw(figure); } catch (fault) { figure.dataset.rendered = "failed"; console.error(fault); }
  });

  // Two sliders that choose the time that a chart shows.
  const addRange = (figure, spec) => {
    const box = document.createElement("div");
    box.className = "range";
    const inputs = ["from", "to"].map((name, i) => {
      const label = document.createElement("label");
      const input = document.createElement("input");
      const shown = document.createElement("output");
      input.type = "range"; input.min = "0"; input.max = "1000"; input.value = String(1000 * i);
      label.append(`${name} `, input, shown);
      box.append(label);
      return { input, shown };
    });
    const update = () => {
      const ends = inputs.map(({ input }) => (Number(input.value) / 1000) * spec.end);
      inputs.forEach(({ shown }, i) => { shown.textContent = `${short(ends[i])} ${spec.unit}`; });
      if (ends[1] <= ends[0]) { return; }
      const chart = charts.get(figure);
      chart.options.scales.x.min = ends[0];
      chart.options.scales.x.max = ends[1];
      chart.update();
    };
    inputs.forEach(({ input }) => input.addEventListener("input", update));
    figure.append(box);
    update();
  };

  const cellValue = (cell) => cell.dataset.value ?? cell.textContent;
  const csvField = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const csvOf = (table) => {
    const keys = [...table.tHead.rows[0].cells].map((cell) => cell.dataset.key);
    const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map(cellValue));
    return [keys, ...rows].map((row) => row.map(csvField).join(",")).join("\r\n") + "\r\n";
  };
  const button = (text, label, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    if (label) { made.setAttribute("aria-label", label); }
    made.addEventListener("click", act);
    return made;
  };
  const sortBy = (table, head) => {
    const down = head.getAttribute("aria-sort") === "ascending";
    table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const at = head.cellIndex;
    const numeric = head.classList.contains("n");
    const order = (a, b) => {
      const [x, y] = [cellValue(a.cells[at]), cellValue(b.cells[at])];
      return (numeric ? Number(x) - Number(y) : x.localeCompare(y)) * (down ? -1 : 1);
    };
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort(order));
  };
  const equip = (box) => {
    const table = box.querySelector("table");
    const head = box.querySelector(".head");
    if (!box.dataset.cut) {
      head.append(button("CSV", `Save ${box.dataset.title} as CSV`, () => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob([csvOf(table)], { type: "text/csv" }));
        link.download = `${box.id}.csv`;
        link.click();
        URL.revokeObjectURL(link.href);
      }));
    }
    table.querySelectorAll("th").forEach((cell) => {
      const inner = button("", "", () => sortBy(table, cell));
      inner.append(...cell.childNodes);
      cell.append(inner);
    });
    if (box.dataset.searchable) {
      const field = document.createElement("input");
      field.type = "search"; field.className = "search"; field.placeholder = "Find";
      field.setAttribute("aria-label", `Find in ${box.dataset.title}`);
      field.addEventListener("input", () => {
        const wanted = field.value.toLowerCase();
        for (const row of table.tBodies[0].rows) {
          row.hidden = !row.textContent.toLowerCase().includes(wanted);
        }
      });
      head.append(field);
    }
  };

  const setTheme = (theme) => {
    root.dataset.theme = theme;
    const other = theme === "dark" ? "Light" : "Dark";
    document.getElementById("theme").textContent = other;
    if (globalThis.Chart) {
      Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
      drawAll();
    }
  };
  document.querySelectorAll(".table").forEach(equip);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  setTheme(dark.matches ? "dark" : "light");
  dark.addEventListener("change", () => setTheme(dark.matches ? "dark" : "light"));
  document.getElementById("theme").addEventListener("click", () =>
    setTheme(root.dataset.theme === "dark" ? "light" : "dark"));

  let before = null;
  addEventListener("beforeprint", () => {
    before = { theme: root.dataset.theme, closed: [...document.querySelectorAll("details:not([open])")] };
    before.closed.filter((one) => !one.dataset.long).forEach((one) => { one.open = true; });
    setTheme("light");
  });
  addEventListener("afterprint", () => {
    before?.closed.forEach((one) => { one.open = false; });
    setTheme(before?.theme ?? "light");
  });
  root.dataset.ready = "yes";
})();
