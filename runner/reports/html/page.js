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

  /// Several in one picture, the older first.
  function overlaid(caption, all, lowest, highest, range, pathsOf, label) {
    const from = Math.min(...all.map(lowest));
    const width = Math.max(...all.map(highest)) - from;
    const share = (value) => width > 0 ? (value - from) / width : 0.5;
    const side = (i) => `s${all.length - 1 - i}`;
    const shapes = all.flatMap((one, i) => pathsOf(one, share)
      .map(([kind, d]) => ["path", {class: `${kind} ${side(i)}`, d}]));
    return figure(caption, [
      ...all.map((one, i) => element("div", {class: `key ${side(i)}`}, one.name)),
      drawing(300, 120, all.map(label).join("; "), shapes),
      ends(...range(amount(from, all[0].unit), amount(from + width, all[0].unit))),
    ]);
  }

  function runs(all) {
    const text = (one) => `${amount(one.lowestRun, one.unit)} .. ` +
      amount(one.highestRun, one.unit);
    return overlaid("Runs, in the order of blocks", all,
      (one) => one.lowestRun, (one) => one.highestRun,
      (low, high) => [`${all[0].runs} runs`, `${low} .. ${high}`],
      (one, share) => {
        const heights = digits(one.sequence).map((height) =>
          share(one.lowestRun + height * (one.highestRun - one.lowestRun)));
        const points = heights.map((height, i) =>
          `${((i + 0.5) * 300 / heights.length).toFixed(1)} ` +
          (112 - 104 * height).toFixed(1));
        return [["thin", "M" + points.join("L")],
          ["dots", points.map((p) => `M${p}v0`).join("")]];
      },
      (one) => `${one.name}: ${one.runs} runs in the order of their blocks, ` +
        text(one));
  }

  /// Heights from 0 to 1, from a place to another.
  function area(heights, from, to) {
    const step = Math.max(300 * (to - from), 1) / heights.length;
    const path = heights.map((height, i) => `V${(118 - 112 * height).toFixed(1)}` +
      `H${(300 * from + (i + 1) * step).toFixed(1)}`);
    return ["area", `M${(300 * from).toFixed(1)} 118${path.join("")}V118z`];
  }

  /// The paper's figure 5: how the means of runs spread.
  function runMeans(all) {
    return overlaid("Means of runs", all,
      (one) => one.lowestRun, (one) => one.highestRun, (...range) => range,
      (one, share) => {
        const bins = new Array(16).fill(0);
        for (const height of digits(one.sequence)) {
          ++bins[Math.min(Math.floor(height * bins.length), bins.length - 1)];
        }
        const most = Math.max(...bins, 1);
        return [area(bins.map((count) => count / most), share(one.lowestRun),
          share(one.highestRun))];
      },
      (one) => `${one.name}: means of ${one.runs} runs`);
  }

  function observations(all) {
    return overlaid("Observations", all,
      (one) => one.lowest, (one) => one.highest, (...range) => range,
      (one, share) => {
        const median = (300 * share(one.median)).toFixed(1);
        return [area(digits(one.histogram), share(one.lowest), share(one.highest)),
          ["median", `M${median} 0V120`]];
      },
      (one) => `${one.name}: ${one.observations} observations, median ` +
        amount(one.median, one.unit));
  }

  /// In one picture what has one unit and is of about one size.
  function pictures(all) {
    const medians = all.map((one) => one.median);
    const together = new Set(all.map((one) => one.unit)).size === 1 &&
      Math.max(...medians) <= 4 * Math.min(...medians);
    const groups = together ? [all] : all.map((one) => [one]);
    return groups.flatMap((group) =>
      [runs(group), runMeans(group), observations(group)]);
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
    // What names a revision is older than what names none.
    const all = row.slice(0, -1).map(performance).filter((one) => one.runs > 0)
      .sort((a, b) => b.name.includes("@") - a.name.includes("@"));
    if (all.length === 0) return;
    body.rows[1].cells[0].append(element("div", {class: "figures"},
      ...pictures(all), ...variation(all, row.at(-1))));
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
