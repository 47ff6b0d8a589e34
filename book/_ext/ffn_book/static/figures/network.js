// The layer as a network: three columns of units; an edge is as thick as its weight, dashed when negative.
"use strict";
globalThis.ffn ??= {};

ffn.network = ({ x, W1, h_pre, h, W2, out }, reached) => {
  const { svg, short } = ffn.page;
  const height = 20 + 44 * Math.max(x.length, h.length, out.length);
  const place = (column, count) => (k) => [50 + 130 * column, 20 + (height - 20) * (k + 0.5) / count];
  const [input, hidden, output] = [place(0, x.length), place(1, h.length), place(2, out.length)];

  const edges = (W, from, to, live) => W.flatMap((row, i) => row.map((w, j) => {
    const [[x1, y1], [x2, y2]] = [from(i), to(j)];
    return w === 0 ? null : svg("line", {
      x1, y1, x2, y2, class: `edge${w < 0 ? " negative" : ""}${live(i) ? "" : " off"}`, "stroke-width": Math.min(6, 1 + Math.abs(w)),
    });
  }));
  const units = (values, at, live) => values.map((value, k) => {
    const [cx, cy] = at(k);
    return svg("g", { class: `unit${live(k) ? "" : " off"}` }, svg("rect", { x: cx - 30, y: cy - 13, width: 60, height: 26, rx: 13 }),
      svg("text", { x: cx, y: cy + 4 }, value === null ? "·" : short(value, 2)));
  });

  const middle = reached === 0 ? h.map(() => null) : reached === 1 ? h_pre : h;
  const fires = (k) => reached < 2 || h[k] !== 0;
  const names = ["x", "h", "out"].map((name, column) => svg("text", { x: 50 + 130 * column, y: 13, class: "name" }, name));
  return svg("svg", { class: "network", viewBox: `0 0 360 ${height}`, "aria-hidden": "true" }, names,
    edges(W1, input, hidden, () => reached >= 1), edges(W2, hidden, output, (k) => reached >= 3 && fires(k)),
    units(x, input, () => true), units(middle, hidden, (k) => reached >= 1 && fires(k)),
    units(out.map((v) => (reached >= 3 ? v : null)), output, () => reached >= 3));
};
