// The activation explorer: curves, slopes, and how far each is from the exact GELU.
"use strict";
(() => {
  const { h, svg, short, fine, slider, choice, tick, group, speaker, mount } = ffn.page;
  const { table, largestError } = ffn.activations;
  const VIEWS = { value: "value σ(z)", slope: "slope σ′(z)", error: "difference from the exact GELU" };

  const sample = (mark) => svg("svg", { class: "sample", viewBox: "0 0 26 8", "aria-hidden": "true" },
    svg("path", { class: `curve curve-${mark}`, d: "M0 4H26" }));

  function draw(data) {
    const names = Object.keys(data.titles), status = speaker();
    const picture = h("div", {}), readings = h("div", {});
    const show = () => update(true);
    const view = choice({ label: "Show", options: VIEWS, value: "value", changed: show });
    const z = slider({ label: "z", min: -data.reach, max: data.reach, step: 0.05, value: 1, changed: show });
    const beta = slider({ label: "β of Swish", min: 0, max: 10, step: 0.01, value: data.beta, changed: show });
    const ticks = names.map((name, mark) => tick({
      label: data.titles[name], value: data.show.includes(name), mark: sample(mark), changed: show,
    }));

    // name -> value, slope and error as functions of z alone
    function functions(name) {
      const [f, slope] = table[name].map((g) => (name === "swish" ? (t) => g(t, beta.value()) : g));
      return { value: f, slope, error: (t) => f(t) - table.gelu[0](t) };
    }

    function row(name) {
      const f = functions(name), worst = largestError(f.value);
      return h("tr", { "data-curve": name }, h("th", { scope: "row" }, data.titles[name]),
        [short(f.value(z.value()), 4), short(f.slope(z.value()), 4), fine(f.error(z.value())), fine(worst.error)]
          .map((text) => h("td", { class: "number" }, text)),
        h("td", { class: "number" }, name === "gelu" ? "–" : short(worst.at, 2)));
    }

    function update(spoken) {
      const shown = names.filter((_, k) => ticks[k].value()), kind = view.value();
      picture.replaceChildren(ffn.plot.draw({
        reach: data.reach, at: z.value(),
        curves: shown.map((name) => ({ name, mark: names.indexOf(name), f: functions(name)[kind] })),
        label: `The ${VIEWS[kind]} of ${shown.map((name) => data.titles[name]).join(", ") || "nothing yet"}`,
      }));
      const heads = ["Activation", "σ(z)", "σ′(z)", "σ − GELU", "largest σ − GELU", "at z"];
      readings.replaceChildren(h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Readings at z" },
        h("table", { class: "figure-table readings" }, h("caption", {}, `At z = ${short(z.value(), 2)}; largest difference for |z| ≤ 6`),
          h("thead", {}, h("tr", {}, heads.map((text) => h("th", { scope: "col" }, text)))),
          h("tbody", {}, shown.map(row)))));
      if (spoken) status.say(`z = ${short(z.value(), 2)}. ` + shown.map((name) => (
        `${data.titles[name]}: ${short(functions(name)[kind](z.value()), 6)}`)).join("; "));
    }

    update(false);
    return [group("Curves", h("div", { class: "ticks" }, ticks.map((t) => t.element))),
      h("div", { class: "controls" }, view.element, z.element, beta.element), picture, readings, status.element];
  }

  mount("activations", draw);
})();
