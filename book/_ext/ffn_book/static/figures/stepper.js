// The pass by hand: change x or a weight, and step through x → h_pre → h → out.
"use strict";
(() => {
  const { h, short, symbols, vector, number, choice, button, group, speaker, mount } = ffn.page;
  const factor = (v) => (v < 0 ? `(${short(v, 4)})` : short(v, 4));

  // "2·1 + (−1)·0 + 0": how one entry of v W + b comes about.
  const sum = (v, W, b, j) => [...v.map((vi, i) => `${factor(vi)}·${factor(W[i][j])}`), factor(b[j])].join(" + ");

  function draw(data) {
    let example, boxes, reached = 0;
    const weights = h("div", { class: "weights" });
    const drawing = h("div", {});
    const list = h("ol", { class: "stages" });
    const status = speaker();

    const pickExample = choice({
      label: "Example", value: data.start, changed: () => load(pickExample.value()),
      options: Object.fromEntries(Object.entries(data.examples).map(([key, e]) => [key, e.title])),
    });
    const pickActivation = choice({ label: "Activation", options: data.titles, changed: () => show(true) });

    const matrix = (name, rows) => {
      const grid = rows.map((row, i) => row.map((value, j) => number({
        label: rows.length > 1 ? `${name}, row ${i + 1}, column ${j + 1}` : `${name}, entry ${j + 1}`,
        value, step: "any", hidden: true, changed: () => show(true),
      })));
      boxes[name] = grid;
      return group(name, h("div", { class: "matrix", style: `--columns: ${rows[0].length}` },
        grid.flat().map((box) => box.element)), grid.flat().map((box) => box.note));
    };

    function load(key, spoken = true) {
      example = data.examples[key];
      boxes = {};
      pickActivation.set(example.activation);
      weights.replaceChildren(matrix("x", [example.x]), matrix("W1", example.W1), matrix("b1", [example.b1]),
        matrix("W2", example.W2), matrix("b2", [example.b2]));
      show(spoken);
    }

    const read = (name) => boxes[name].map((row) => row.map((box) => box.value()));

    function compute() {
      const [[x], W1, [b1], W2, [b2]] = ["x", "W1", "b1", "W2", "b2"].map(read);
      const activate = ffn.activations.table[pickActivation.value()][0];
      const bare = ffn.layer.stages(x, W1, b1, W2, b2, (z) => z).out;
      return { x, W1, b1, W2, b2, bare, ...ffn.layer.stages(x, W1, b1, W2, b2, activate) };
    }

    const lines = (name, values, work) => h("table", { class: "figure-table" }, h("tbody", {}, values.map((value, k) => (
      h("tr", {}, h("th", { scope: "row" }, symbols(name), h("sub", {}, `${name.includes("_") ? ", " : ""}${k + 1}`)), h("td", {}, `= ${work(k)}`),
        h("td", { class: "number" }, `= ${short(value, 4)}`))))));

    function stages(s) {
      const name = data.titles[pickActivation.value()];
      return [
        { title: "The token", formula: "x", value: s.x, body: `${s.x.length} features come in.` },
        { title: "Expand", formula: "h_pre = x W1 + b1", value: s.h_pre,
          body: lines("h_pre", s.h_pre, (k) => sum(s.x, s.W1, s.b1, k)) },
        { title: "Transform", formula: `h: ${name}, entry by entry`, value: s.h,
          body: lines("h", s.h, (k) => `σ(${short(s.h_pre[k], 4)})`) },
        { title: "Contract", formula: "out = h W2 + b2", value: s.out,
          body: [lines("out", s.out, (k) => sum(s.h, s.W2, s.b2, k)),
            h("p", {}, "Without the activation: ", h("span", { class: "number bare" }, vector(s.bare, 4)))] },
      ];
    }

    function show(spoken) {
      const s = compute(), all = stages(s);
      drawing.replaceChildren(ffn.network(s, reached));
      list.replaceChildren(...all.map(({ title, formula, value, body }, k) => h("li",
        { class: k > reached ? "later" : null, "aria-current": k === reached ? "step" : null },
        h("strong", {}, title), " ", h("span", { class: "formula" }, symbols(formula)), " ",
        h("span", { class: "number" }, vector(value, 4)), h("div", {}, body))));
      // aria-disabled, not disabled: a disabled button would drop the keyboard's focus.
      back.setAttribute("aria-disabled", reached === 0);
      next.setAttribute("aria-disabled", reached === 3);
      if (spoken) status.say(`${all[reached].title}: ${all[reached].formula}, ${vector(all[reached].value, 4)}`);
    }

    const back = button("Back", () => go(reached - 1));
    const next = button("Next stage", () => go(reached + 1));
    const again = button("Start again", () => { load(pickExample.value()); go(0); });
    function go(stage) {
      reached = Math.min(3, Math.max(0, stage));
      show(true);
    }

    load(data.start, false);
    return [h("div", { class: "controls" }, pickExample.element, pickActivation.element), weights, drawing,
      h("div", { class: "controls steps" }, back, next, again),
      list, status.element];
  }

  mount("stepper", draw);
})();
