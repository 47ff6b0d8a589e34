// The calculator: the shape of a model in, its counts, shares, matched width and memory out.
"use strict";
(() => {
  const { h, short, symbols, number, choice, tick, group, speaker, mount } = ffn.page;
  const cost = ffn.cost;
  const NUMBERS = { d_model: "d (d_model)", d_ff: "d_ff, of one expert", n_layers: "Layers", n_heads: "Heads",
    n_kv_heads: "Key–value heads", vocab_size: "Vocabulary", n_experts: "Experts", n_active: "Experts a token uses" };
  const TICKS = { gated: "Gated (three matrices)", biases: "Biases in the FFN", attention_biases: "Biases in attention",
    tied_embeddings: "One matrix for embedding and output" };
  const PARTS = { ffn: "FFN", attention: "Attention", embeddings: "Embeddings", rest: "Norms and the rest" };

  const percent = (share) => (share > 0 && share < 0.0005 ? "< 0.1 %" : `${(100 * share).toFixed(1)} %`);
  function bytes(count) {
    const power = Math.min(4, Math.max(0, Math.floor(Math.log10(count) / 3)));
    return `${short(count / 1000 ** power, 2)} ${["B", "kB", "MB", "GB", "TB"][power]}`;
  }

  // What the settings contradict, in words; empty when they make a model.
  function fault(c) {
    if (!c.head_dim && c.d_model % c.n_heads) return `d = ${c.d_model} does not divide among ${c.n_heads} heads.`;
    if (c.n_heads % c.n_kv_heads) return `${c.n_heads} heads cannot share ${c.n_kv_heads} key–value heads equally.`;
    if (c.n_active > c.n_experts) return `A token cannot use ${c.n_active} of ${c.n_experts} experts.`;
    return "";
  }

  function rows(c, n, size) {
    const m = cost.model(c), other = c.gated ? 1.5 * c.d_ff : cost.matchedWidth(c.d_model, { ratio: c.d_ff / c.d_model });
    const used = cost.wide(c), macs = cost.ffnMacs(n, used), cross = cost.crossover(used);
    return {
      Parameters: [
        ["FFN, one layer", short(m.layer.total), "ffn"],
        c.n_experts > 1 && ["– of which a token uses", short(m.layer.active), "ffn_active"],
        ["Attention, one layer", short(m.attention), "attention"],
        ["Whole model", short(m.parameters), "parameters"],
        c.n_experts > 1 && ["– of which a token uses", short(m.active), "active"],
        ["FFN's share of the blocks", percent(m.share_of_blocks), "share_of_blocks"],
        ["FFN's share of the model", percent(m.share), "share"],
      ],
      Width: [
        ["d_ff / d", short(c.d_ff / c.d_model, 2), "ratio"],
        [`${c.gated ? "An ungated" : "A gated"} layer of equal weights: d_ff`, short(other, 1), "other_width"],
        ["Gated, to match an ungated 4d: ⌊8d/3⌋", short(cost.matchedWidth(c.d_model)), "matched_width"],
        ["– rounded up to a multiple of 256", short(cost.matchedWidth(c.d_model, { multiple_of: 256 })), "rounded_width"],
      ],
      [`Work and memory for ${short(n)} tokens`]: [
        ["FFN, one layer", `${short(macs)} MACs`, "ffn_macs"],
        ["Attention, one layer", `${short(cost.attentionMacs(n, c))} MACs`, "attention_macs"],
        ["Attention overtakes the FFN beyond", cross > 0 ? `${short(cross, 1)} tokens` : "any length", "crossover"],
        ["Weights of the FFN, one layer", bytes(size * m.layer.total), "ffn_bytes"],
        ["Weights of the model", bytes(size * m.parameters), "model_bytes"],
        ["Saved for backward by the FFN, one layer", bytes(size * n * cost.savedActivations(used)), "saved_bytes"],
      ],
    };
  }

  // Made once and then stretched, so that a change can be seen as one.
  const bar = () => h("div", { class: "bar", "aria-hidden": "true" }, Object.keys(PARTS).map((key) => h("span", { class: `part part-${key}` })));
  const stretch = (element, shares) => shares.forEach((share, k) => { element.children[k].style.width = `${100 * share}%`; });
  const legend = (shares) => h("ul", { class: "legend" }, Object.entries(PARTS).map(([key, name], k) => (
    h("li", {}, h("span", { class: `swatch part-${key}` }), `${name} ${percent(shares[k])}`))));

  const table = (title, lines) => h("table", { class: "figure-table" }, h("caption", {}, title), h("tbody", {},
    lines.filter(Boolean).map(([name, value, key]) => h("tr", {}, h("th", { scope: "row" }, symbols(name)),
      h("td", { class: "number", "data-key": key }, value)))));

  function draw(data) {
    const status = speaker(), results = h("div", {}), shares = bar();
    const presets = Object.fromEntries(data.presets.map((p) => [p.name, p]));
    let hidden; // what a preset fixes and no control shows: norms, positions, the width of a head, …
    const changed = () => update(true);
    const preset = choice({ label: "Model", options: Object.fromEntries([...Object.keys(presets), "your own"].map((k) => [k, k])),
      value: data.start, changed: () => load(preset.value()) });
    const own = () => { preset.set("your own"); update(true); };
    const boxes = Object.fromEntries(Object.entries(NUMBERS).map(([key, label]) => [key, number({ label, min: 1, step: 1, changed: own })]));
    const ticks = Object.fromEntries(Object.entries(TICKS).map(([key, label]) => [key, tick({ label, changed: own })]));
    const n = number({ label: "Tokens n", min: 1, step: 1, value: 1024, changed });
    const size = choice({ label: "Bytes a number", options: { 4: "4 (float32)", 2: "2 (float16)", 1: "1 (8 bits)" }, value: "2", changed });
    const controls = { ...boxes, ...ticks };

    function load(name, spoken = true) {
      if (!(name in presets)) return;
      hidden = presets[name];
      for (const [key, control] of Object.entries(controls)) control.set(hidden[key] ?? hidden.n_heads);
      update(spoken);
    }

    function update(spoken) {
      const c = { ...hidden, ...Object.fromEntries(Object.entries(controls).map(([key, control]) => [key, control.value()])) };
      const wrong = fault(c);
      if (wrong) results.replaceChildren(h("p", { class: "fault" }, wrong));
      else {
        const m = cost.model(c), all = Object.keys(PARTS).map((key) => m.parts[key] / m.parameters);
        stretch(shares, all);
        results.replaceChildren(legend(all),
          h("div", { class: "tables" }, Object.entries(rows(c, n.value(), size.value())).map(([title, lines]) => table(title, lines))));
        if (spoken) status.say(`FFN ${short(m.layer.total)} parameters in a layer, ${percent(m.share)} of ${short(m.parameters)}`);
      }
      if (wrong) status.say(wrong);
    }

    const some = (...keys) => keys.map((key) => controls[key].element);
    const fields = (...elements) => h("div", { class: "controls" }, elements);
    load(data.start, false);
    return [fields(preset.element),
      group("The layer", fields(some("d_model", "d_ff", "n_experts", "n_active", "gated", "biases"))),
      group("The model around it", fields(some("n_layers", "vocab_size", "n_heads", "n_kv_heads", "attention_biases", "tied_embeddings"))),
      group("One run", fields(n.element, size.element)), shares, results, status.element];
  }

  mount("calculator", draw);
})();
