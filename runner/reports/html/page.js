"use strict";
(() => {
  // --- Charts ---------------------------------------------------------------

  /// Shows a part of a chart, which never leaves the whole.
  for (const chart of document.querySelectorAll(".chart")) {
    const {baseVal: box} = chart.querySelector(".zoom").viewBox;
    const whole = box.width;
    const show = (left, width) => {
      box.width = Math.min(whole, Math.max(width, whole / 100));
      box.x = Math.min(Math.max(left, 0), whole - box.width);
    };
    const zoom = (factor, at = 0.5) =>
      show(box.x + at * box.width * (1 - factor), box.width * factor);
    const kKeys = {
      "+": () => zoom(0.8), "-": () => zoom(1.25), 0: () => show(0, whole),
      ArrowLeft: () => show(box.x - box.width / 4, box.width),
      ArrowRight: () => show(box.x + box.width / 4, box.width),
    };
    chart.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(kKeys, event.key)) return;
      event.preventDefault();
      kKeys[event.key]();
    });
    chart.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      const {left, width} = chart.getBoundingClientRect();
      event.preventDefault();
      zoom(event.deltaY < 0 ? 0.8 : 1.25, (event.clientX - left) / width);
    }, {passive: false});
  }

  const data = JSON.parse(document.getElementById("figures").textContent);
  const table = document.querySelector("table");
  if (!table) return;
  const bodies = [...table.tBodies];
  const order = new Map(bodies.map((body, i) => [body, i]));
  const kSvg = "http://www.w3.org/2000/svg";
  const kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

  const digits = (text) => [...text].map((c) => kDigits.indexOf(c) / 63);

  // --- Numbers, as the rest of the report writes them -----------------------

  const kUnits = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [1, "ns"]];

  function significant(value) {
    return String(Number(value.toPrecision(4)));
  }

  function amount(value, unit) {
    if (unit !== "ns") return significant(value);
    const found = kUnits.find(([size]) => Math.abs(value) >= size);
    const [size, name] = found || kUnits[3];
    return `${significant(value / size)} ${name}`;
  }

  function percent(share) {
    return `${String(Number((share * 100).toPrecision(2)))} %`;
  }

  /// The number that a cell begins with, in nanoseconds if it is a time.
  function numberOf(text) {
    const found = /^-?[\d.]+(?:e[+-]?\d+)?(?= (s|ms|us|ns)\b)?/.exec(text);
    if (!found) return NaN;
    const unit = kUnits.find(([, name]) => name === found[1]);
    return parseFloat(found[0]) * (unit ? unit[0] : 1);
  }

  // --- Figures --------------------------------------------------------------

  function element(name, attributes, ...children) {
    const result = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      result.setAttribute(key, value);
    }
    result.append(...children);
    return result;
  }

  function drawing(width, height, label, shapes) {
    const svg = document.createElementNS(kSvg, "svg");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
    for (const [name, attributes] of shapes) {
      const shape = document.createElementNS(kSvg, name);
      for (const [key, value] of Object.entries(attributes)) {
        shape.setAttribute(key, value);
      }
      svg.append(shape);
    }
    return svg;
  }

  function performance(id) {
    const [nameId, suffix, observations, median, within, between, lowestRun,
      highestRun, sequence, lowest, highest, histogram, runs = 0] =
      data.performances[id];
    const [base, unit] = data.names[nameId];
    return {name: base + suffix, unit, observations, median, within, between,
      lowestRun, highestRun, sequence, lowest, highest, histogram, runs};
  }

  const ends = (...texts) => element("div", {class: "ends"},
    ...texts.map((text) => element("span", {}, text)));

  function runsOf(one) {
    const heights = digits(one.sequence);
    const step = 300 / Math.max(heights.length, 1);
    const points = heights.map((height, i) =>
      `${((i + 0.5) * step).toFixed(1)} ${(44 - 40 * height).toFixed(1)}`);
    const range = `${amount(one.lowestRun, one.unit)} .. ` +
      amount(one.highestRun, one.unit);
    return [
      element("div", {}, one.name),
      drawing(300, 48, `${one.name}: ${one.runs} runs in the order of their ` +
        `blocks, ${range}`, [
        ["path", {class: "thin", d: "M" + points.join("L")}],
        ["path", {class: "dots", d: points.map((p) => `M${p}v0`).join("")}],
      ]),
      ends(`${one.runs} runs`, range),
    ];
  }

  function histogramOf(one, from, to) {
    const place = (value) => to > from ? 300 * (value - from) / (to - from) : 150;
    const heights = digits(one.histogram);
    const left = place(one.lowest);
    const width = Math.max(place(one.highest) - left, 1) / heights.length;
    const path = heights.map((height, i) =>
      `V${(46 - 44 * height).toFixed(1)}H${(left + (i + 1) * width).toFixed(1)}`);
    const median = place(one.median).toFixed(1);
    const text = amount(one.median, one.unit);
    return [
      element("div", {}, one.name),
      drawing(300, 48, `${one.name}: ${one.observations} observations, median ` +
        text, [
        ["path", {class: "area", d: `M${left.toFixed(1)} 46${path.join("")}V46z`}],
        ["line", {class: "median", x1: median, x2: median, y1: 0, y2: 48}],
      ]),
      ends(amount(from, one.unit), `median ${text}`, amount(to, one.unit)),
    ];
  }

  /// The paper's figure 5: how the means of runs spread.
  function runHistogramOf(one) {
    const kBins = 16;
    const bins = new Array(kBins).fill(0);
    for (const height of digits(one.sequence)) {
      ++bins[Math.min(Math.floor(height * kBins), kBins - 1)];
    }
    const most = Math.max(...bins, 1);
    const path = bins.map((count, i) =>
      `V${(46 - 44 * count / most).toFixed(1)}H${(i + 1) * 300 / kBins}`);
    const range = [one.lowestRun, one.highestRun]
      .map((value) => amount(value, one.unit));
    return [
      element("div", {}, one.name),
      drawing(300, 48, `${one.name}: ${one.runs} runs, ${range.join(" .. ")}`,
        [["path", {class: "area", d: `M0 46${path.join("")}V46z`}]]),
      ends(...range),
    ];
  }

  /// One axis for all, unless some would have less than an eighth of it.
  function histograms(all) {
    const from = Math.min(...all.map((one) => one.lowest));
    const to = Math.max(...all.map((one) => one.highest));
    const shares = all.map((one) => (one.highest - one.lowest) / (to - from));
    const together = new Set(all.map((one) => one.unit)).size === 1 &&
      shares.every((share) => share >= 1 / 8);
    const drawn = all.flatMap((one) => together
      ? histogramOf(one, from, to)
      : histogramOf(one, one.lowest, one.highest));
    const how = all.length === 1 ? "" : together ? ", on one axis"
      : ", each on its own axis";
    return figure(`Observations${how}`, drawn);
  }

  function bar(name, what, share, most) {
    const drawn = drawing(300, 8, `${name}: ${what} ${percent(share)}`, [
      ["rect", {width: (300 * share / most).toFixed(1), height: 8}]]);
    return element("div", {class: "share"}, element("span", {}, what), drawn,
      element("span", {}, percent(share)));
  }

  function variation(all, layouts) {
    const sources = all.map((one) => [one.name, [["within runs", one.within],
      ["between runs", one.between]]]);
    sources.push(["The difference", [["between layouts", layouts]]]);
    const known = sources.map(([name, shares]) =>
      [name, shares.filter(([, share]) => share !== null)])
      .filter(([, shares]) => shares.length > 0);
    const most = Math.max(...known.flatMap(([, shares]) =>
      shares.map(([, share]) => share)));
    if (!(most > 0)) return [];
    return [figure("Standard deviation", known.flatMap(([name, shares]) =>
      [element("div", {}, name),
        ...shares.map(([what, share]) => bar(name, what, share, most))]))];
  }

  function figure(caption, content) {
    return element("figure", {}, element("figcaption", {}, caption), ...content);
  }

  function draw(body) {
    const row = data.rows[order.get(body)];
    const all = row.slice(0, -1).map(performance).filter((one) => one.runs > 0);
    if (all.length === 0) return;
    body.rows[1].cells[0].append(element("div", {class: "figures"},
      figure("Runs, in the order of blocks", all.flatMap(runsOf)),
      figure("Means of runs", all.flatMap(runHistogramOf)), histograms(all),
      ...variation(all, row.at(-1))));
  }

  // --- Rows that open -------------------------------------------------------

  function open(body, isOpen) {
    body.classList.toggle("o", isOpen);
    body.querySelector("button").setAttribute("aria-expanded", String(isOpen));
    if (isOpen && !body.dataset.drawn) {
      body.dataset.drawn = "yes";
      draw(body);
    }
  }

  for (const body of bodies) {
    body.querySelector("button").setAttribute("aria-expanded", "false");
  }

  // Opens the first relations that do not hold, in formulas that do not hold.
  const kOpenAtFirst = 3;
  const kOpenInPrint = 100;
  const failed = bodies.filter((body) => "open" in body.dataset);
  for (const body of failed.slice(0, kOpenAtFirst)) open(body, true);
  window.addEventListener("beforeprint", () => {
    for (const body of failed.slice(0, kOpenInPrint)) open(body, true);
  });

  // --- Sort -----------------------------------------------------------------

  function compare(column, direction) {
    const key = (body) => {
      const cell = body.rows[0].cells[column];
      return cell?.dataset.key ?? cell?.textContent ?? "";
    };
    const keys = new Map(bodies.map((body) => {
      const text = key(body);
      return [body, [numberOf(text), text]];
    }));
    return (left, right) => {
      const [a, aText] = keys.get(left);
      const [b, bText] = keys.get(right);
      if (aText === "" || bText === "") return (aText === "") - (bText === "");
      const difference = Number.isNaN(a) || Number.isNaN(b)
        ? aText.localeCompare(bText) : a - b;
      return direction * difference;
    };
  }

  /// Up, down, and as it was.
  function sort(heading) {
    const before = heading.getAttribute("aria-sort");
    for (const one of table.tHead.rows[0].cells) one.removeAttribute("aria-sort");
    const next = {null: "ascending", ascending: "descending"}[String(before)];
    if (next) heading.setAttribute("aria-sort", next);
    const sorted = next
      ? [...bodies].sort(compare(heading.cellIndex, next === "ascending" ? 1 : -1))
      : bodies;
    table.append(...sorted);
  }

  for (const heading of table.querySelectorAll("thead th")) {
    const button = element("button", {type: "button"}, ...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(heading));
  }
  table.addEventListener("click", (event) => {
    const button = event.target.closest("tbody button");
    if (!button) return;
    const body = button.closest("tbody");
    open(body, !body.classList.contains("o"));
  });

  // --- Filter ---------------------------------------------------------------

  const form = document.querySelector("form");
  const words = form.querySelector("input");
  const boxes = [...form.querySelectorAll("[type=checkbox]")];

  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/);
    const off = new Set(boxes.filter((box) => !box.checked).map((box) => box.value));
    let shown = 0;
    for (const body of bodies) {
      const text = body.rows[0].textContent.toLowerCase();
      const verdict = body.rows[0].cells[0].textContent;
      body.hidden = off.has(verdict) || !wanted.every((word) => text.includes(word));
      if (!body.hidden) ++shown;
    }
    form.querySelector("output").value = shown === bodies.length
      ? `${shown} rows` : `${shown} of ${bodies.length} rows`;
  }

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
})();
