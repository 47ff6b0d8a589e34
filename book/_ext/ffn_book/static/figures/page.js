// What every figure needs: elements, labelled controls, short numbers, and a place in the page.
"use strict";
globalThis.ffn ??= {};

ffn.page = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  let serial = 0;
  const freshId = (word) => `ffn-${word}-${++serial}`;

  function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else if (value === true) element.setAttribute(name, "");
      else if (value !== false && value != null) element.setAttribute(name, value);
    }
    element.append(...children.flat(Infinity).filter((child) => child != null));
    return element;
  }
  const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
  const svg = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

  // At most `places` decimals, a true minus sign, thousands apart; very small numbers as powers of ten.
  function short(value, places = 3) {
    if (!Number.isFinite(value)) return value > 0 ? "∞" : value < 0 ? "−∞" : "not a number";
    const tiny = value !== 0 && Math.abs(value) < 0.5 * 10 ** -places;
    const text = tiny ? value.toExponential(2).replace(/e-(\d+)/, "e−$1")
      : value.toLocaleString("en-US", { maximumFractionDigits: places });
    return text === "-0" ? "0" : text.replace("-", "−");
  }
  // "h_pre = x W1" → h with the subscript pre, W with the subscript 1
  const symbols = (text) => text.split(/(?<=\b[A-Za-z])(_[a-z]+|\d)\b/).map((part, k) => (
    k % 2 ? h("sub", {}, part.replace("_", "")) : part));
  // Three significant digits, for differences: 0.000473
  const fine = (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 }).replace("-", "−");
  const vector = (values, places) => `(${values.map((v) => short(v, places)).join(", ")})`;

  // Each control returns { element, value(), set(v) } and calls `changed` after the reader's change. What a number's field
  // holds may be no number; then its last one stays, and `note` says so, below the field or where the caller puts it.
  function number({ label, value, min, step = "any", hidden = false, changed }) {
    const input = h("input", { type: "number", id: freshId("number"), value, min, step, inputmode: "decimal" });
    const note = h("p", { class: "fault", id: freshId("note"), "aria-live": "polite" });
    input.setAttribute("aria-describedby", note.id);
    if (hidden) input.setAttribute("aria-label", label);
    const wanted = `${step === "any" ? "a number" : "a whole number"}${min === undefined ? "" : ` of at least ${min}`}`;
    let last = Number(value);
    input.addEventListener("input", () => {
      const good = input.value !== "" && input.checkValidity();
      input.setAttribute("aria-invalid", !good);
      note.textContent = good ? "" : `${hidden ? `${label}: write` : "Write"} ${wanted}. Still counted: ${short(last, 4)}`;
      if (good) { last = input.valueAsNumber; changed(); }
    });
    const element = hidden ? input : h("div", { class: "control" }, h("label", { for: input.id }, symbols(label)), input, note);
    const set = (v) => { input.value = last = v; input.removeAttribute("aria-invalid"); note.textContent = ""; };
    return { element, input, note, value: () => last, set };
  }

  function slider({ label, value, min, max, step, changed }) {
    const input = h("input", { type: "range", id: freshId("slider"), min, max, step, value });
    const reading = h("span", { class: "number", "aria-hidden": "true" }); // read out as aria-valuetext
    const show = () => {
      reading.textContent = short(input.valueAsNumber, 2);
      input.setAttribute("aria-valuetext", reading.textContent);
    };
    input.addEventListener("input", () => { show(); changed(); });
    show();
    const element = h("div", { class: "control" }, h("label", { for: input.id }, symbols(label)), input, reading);
    return { element, input, value: () => input.valueAsNumber, set: (v) => { input.value = v; show(); } };
  }

  function choice({ label, options, value, changed }) {
    const input = h("select", { id: freshId("choice"), onchange: () => changed() },
      Object.entries(options).map(([key, text]) => h("option", { value: key, selected: key === value }, text)));
    const element = h("div", { class: "control" }, h("label", { for: input.id }, label), input);
    return { element, input, value: () => input.value, set: (v) => { input.value = v; } };
  }

  function tick({ label, value, mark, changed }) {
    const input = h("input", { type: "checkbox", id: freshId("tick"), checked: value, onchange: () => changed() });
    const element = h("div", { class: "tick" }, input, h("label", { for: input.id }, mark, label));
    return { element, input, value: () => input.checked, set: (v) => { input.checked = v; } };
  }

  const button = (label, pressed) => h("button", { type: "button", onclick: pressed }, label);
  const group = (title, ...children) => h("fieldset", {}, h("legend", {}, symbols(title)), ...children);

  // Says a change to a screen reader, once the reader has stopped changing things; the eye sees it in the figure.
  function speaker() {
    const element = h("p", { role: "status", class: "figure-status" });
    let timer;
    return { element, say: (text) => { clearTimeout(timer); timer = setTimeout(() => { element.textContent = text; }, 250); } };
  }

  // Draws every figure of this name. The stage keeps its static content when drawing fails.
  function mount(name, draw) {
    for (const figure of document.querySelectorAll(`[data-figure="${name}"]`)) {
      const data = JSON.parse(figure.querySelector('script[type="application/json"]').textContent);
      const stage = figure.querySelector(".figure-stage");
      stage.replaceChildren(...[draw(data)].flat());
      figure.dataset.live = "";
    }
  }

  return { h, svg, short, fine, symbols, vector, number, slider, choice, tick, button, group, speaker, mount };
})();
