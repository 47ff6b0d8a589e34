// A plot of curves over an interval: axes with numbers, one path for each curve, an upright at the reader's z.
"use strict";
globalThis.ffn ??= {};

ffn.plot = (() => {
  const { svg, short } = ffn.page;
  const WIDTH = 360, HEIGHT = 230, LEFT = 46, RIGHT = 10, TOP = 10, BOTTOM = 24;

  // Round steps of 1, 2 or 5 times a power of ten, about `count` of them.
  function ticks(low, high, count = 5) {
    const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
    const first = Math.ceil(low / step - 1e-9);
    return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step);
  }

  // curves: [{ name, mark, f }]. The height fits the curves, and is never zero.
  function draw({ curves, reach, at, label }) {
    const zs = Array.from({ length: 321 }, (_, i) => -reach + 2 * reach * i / 320);
    const values = curves.map(({ f }) => zs.map(f));
    const all = values.flat().concat(0);
    let low = Math.min(...all), high = Math.max(...all);
    const room = (high - low) * 0.06 || 1;
    [low, high] = [low - room, high + room];
    const px = (z) => LEFT + (z + reach) / (2 * reach) * (WIDTH - LEFT - RIGHT);
    const py = (v) => TOP + (high - v) / (high - low) * (HEIGHT - TOP - BOTTOM);

    const grid = [
      ...ticks(-reach, reach, 8).map((z) => [svg("path", { class: "grid", d: `M${px(z)} ${TOP}V${HEIGHT - BOTTOM}` }),
        svg("text", { x: px(z), y: HEIGHT - 8, class: "tick-x" }, short(z))]),
      ...ticks(low, high).map((v) => [svg("path", { class: "grid", d: `M${LEFT} ${py(v)}H${WIDTH - RIGHT}` }),
        svg("text", { x: LEFT - 5, y: py(v) + 4, class: "tick-y" }, short(v, 6))]),
    ];
    const lines = values.map((row, c) => svg("path", {
      class: `curve curve-${curves[c].mark}`, "data-curve": curves[c].name,
      d: row.map((v, i) => `${i ? "L" : "M"}${px(zs[i]).toFixed(1)} ${py(v).toFixed(1)}`).join(""),
    }));
    const dots = curves.map(({ f, mark }) => svg("circle", { class: `dot curve-${mark}`, cx: px(at), cy: py(f(at)), r: 3.5 }));
    return svg("svg", { class: "plot", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label },
      grid, svg("path", { class: "axis", d: `M${px(0)} ${TOP}V${HEIGHT - BOTTOM}M${LEFT} ${py(0)}H${WIDTH - RIGHT}` }),
      svg("path", { class: "here", d: `M${px(at)} ${TOP}V${HEIGHT - BOTTOM}` }), lines, dots);
  }

  return { draw, ticks };
})();
