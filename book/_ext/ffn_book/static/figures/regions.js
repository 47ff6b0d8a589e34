// Linear regions in the plane: each ReLU unit folds the plane along a line; between the folds the layer is affine.
"use strict";
(() => {
  const { h, svg, short, symbols, slider, choice, button, speaker, mount } = ffn.page;
  const { regions, localMap, mostRegions, stages } = ffn.layer;

  // "1.5·x₁ − 0.3·x₂ + 2"
  const formula = (W, b) => `${short(W[0][0], 2)}·x₁ + ${short(W[1][0], 2)}·x₂ + ${short(b[0], 2)}`.replaceAll("+ −", "− ");

  function draw(data) {
    const reach = data.reach, status = speaker();
    const W1 = data.W1.map((row) => [...row]), b1 = [...data.b1];
    const plane = svg("svg", { class: "plane live", viewBox: `${-reach} ${-reach} ${2 * reach} ${2 * reach}`, role: "img" });
    const facts = h("dl", { class: "facts" });
    const changed = () => update();

    const units = slider({ label: "Hidden units", min: 1, max: b1.length, step: 1, value: data.units, changed: () => { offer(); update(); } });
    const unit = choice({ label: "Unit to turn", options: {}, changed: () => { aim(); update(); } });
    const angle = slider({ label: "Angle of its weights, degrees", min: -180, max: 180, step: 1, value: 0, changed: () => turn() });
    const shift = slider({ label: "Its bias b1", min: -reach, max: reach, step: 0.1, value: 0, changed: () => turn() });
    const point = [1, 2].map((k) => slider({ label: `Point, x${k}`, min: -reach, max: reach, step: 0.1, value: 1, changed }));

    function offer() {
      const chosen = Math.min(Number(unit.value() || 0), units.value() - 1);
      unit.input.replaceChildren(...Array.from({ length: units.value() }, (_, k) => h("option", { value: k }, k + 1)));
      unit.set(chosen);
      aim();
    }
    function aim() {
      const k = Number(unit.value());
      angle.set(Math.round(Math.atan2(W1[1][k], W1[0][k]) * 180 / Math.PI));
      shift.set(b1[k]);
    }
    function turn() {
      const k = Number(unit.value()), radians = angle.value() * Math.PI / 180;
      [W1[0][k], W1[1][k], b1[k]] = [Math.cos(radians), Math.sin(radians), shift.value()];
      update();
    }
    function shuffle() {
      b1.forEach((_, k) => {
        const radians = 2 * Math.PI * Math.random();
        [W1[0][k], W1[1][k], b1[k]] = [Math.cos(radians), Math.sin(radians), Math.round(reach * 12 * (Math.random() - 0.5)) / 10];
      });
      aim();
      update();
    }

    // The line of unit k, and short strokes along it that point to the side where the unit fires.
    function fold(k) {
      const [w, v, b] = [W1[0][k], W1[1][k], b1[k]], square = w * w + v * v;
      const at = (t) => [-b * w / square + t * v, -b * v / square - t * w];
      const [[px, py], [qx, qy]] = [at(-12), at(12)];
      const strokes = Array.from({ length: 25 }, (_, i) => at(i - 12)).map(([x, y]) => `M${x} ${-y}l${0.2 * w} ${-0.2 * v}`);
      return [svg("path", { class: `fold${k === Number(unit.value()) ? " chosen" : ""}`, d: `M${px} ${-py}L${qx} ${-qy}` }),
        svg("path", { class: "side", d: strokes.join("") })];
    }

    // The axes, with their numbers.
    const axes = () => [svg("path", { class: "axis", d: `M${-reach} 0H${reach}M0 ${-reach}V${reach}` }),
      Array.from({ length: 2 * reach - 1 }, (_, i) => i + 1 - reach).filter((t) => t !== 0).map((t) => [
        svg("text", { x: t, y: 0.36 }, short(t)), svg("text", { x: -0.24, y: -t + 0.1 }, short(t))]),
      svg("text", { x: reach - 0.25, y: -0.15 }, "x₁"), svg("text", { x: 0.28, y: 0.3 - reach }, "x₂")];

    function update(spoken = true) {
      const m = units.value(), x = point.map((p) => p.value());
      const [W, b] = [W1.map((row) => row.slice(0, m)), b1.slice(0, m)];
      const pieces = regions(W, b, reach), here = localMap(x, W, b, data.W2.slice(0, m), data.b2);
      const out = stages(x, W, b, data.W2.slice(0, m), data.b2, (z) => Math.max(z, 0)).out[0];
      const same = (active) => active.every((on, k) => on === here.active[k]);
      plane.replaceChildren(...pieces.map(({ polygon, active }) => svg("polygon", {
        class: `region${same(active) ? " at-point" : ""}`, "data-active": active.map(Number).join(""),
        "fill-opacity": 0.08 + 0.6 * active.filter(Boolean).length / m, points: polygon.map(([p, q]) => `${p},${-q}`).join(" "),
      })), ...axes().flat(Infinity), ...b.flatMap((_, k) => fold(k)), svg("circle", { class: "point", cx: x[0], cy: -x[1], r: 0.13 }));
      const firing = here.active.flatMap((on, k) => (on ? [k + 1] : [])).join(", ") || "none";
      plane.setAttribute("aria-label", `${pieces.length} regions; the point lies where the units ${firing} fire`);
      const rows = { "Regions in the window": pieces.length, [`The most that ${m === 1 ? "1 line" : `${m} lines`} can cut`]: mostRegions(m),
        "Units that fire at the point": firing, "Outgoing weights W2, unit by unit": data.W2.slice(0, m).map(([w]) => short(w)).join(", "), "There, out =": formula(here.W, here.b), "out at the point": short(out) };
      facts.replaceChildren(...Object.entries(rows).map(([name, value]) => (
        h("div", {}, h("dt", {}, symbols(name)), h("dd", { class: "number" }, value)))));
      if (spoken) status.say(`${pieces.length} regions. At the point fire: ${firing}. out = ${short(out)}`);
    }

    plane.addEventListener("click", (event) => {
      const box = plane.getBoundingClientRect();
      const place = [(event.clientX - box.left) / box.width, 1 - (event.clientY - box.top) / box.height];
      point.forEach((p, k) => p.set((2 * place[k] - 1) * reach));
      update();
    });
    offer();
    update(false);
    return [h("div", { class: "controls" }, units.element, unit.element, angle.element, shift.element,
      point.map((p) => p.element), button("New random units", shuffle)), plane,
      h("p", { class: "key" }, "The darker a region, the more units fire there. The strokes on a line point to the side where its unit fires; the dashed line is the unit to turn."),
      facts, status.element];
  }

  mount("regions", draw);
})();
