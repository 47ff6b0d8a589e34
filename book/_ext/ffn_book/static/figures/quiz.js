// Answers the reader's answer: finds the explanation that fits, shows it in the live region, remembers.
"use strict";
(() => {
  const { store } = ffn;
  const chapterOf = (key) => key.split(".")[0];

  // "4,722,432", "4 722 432", "2,5", "−0.17", "8/3", "1e-3" → a number; NaN for anything else.
  function parse(text) {
    let plain = text.trim().replaceAll("−", "-").replace(/[\s\u00a0\u202f_]/g, "");
    if (/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(plain)) plain = plain.replaceAll(",", "");
    else if (/^[^.]*,[^.,]*$/.test(plain)) plain = plain.replace(",", ".");
    const [above, below, ...more] = plain.split("/");
    const number = (part) => (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(part) ? Number(part) : NaN);
    if (more.length) return NaN;
    return below === undefined ? number(above) : number(above) / number(below);
  }

  // The list item that explains this answer, or null when there is no answer yet.
  function explanation(form) {
    const items = [...form.querySelectorAll("details li")];
    if (form.dataset.kind === "choice") {
      const chosen = form.querySelector("input:checked");
      return chosen && items[Number(chosen.value)];
    }
    const given = parse(form.querySelector("input").value);
    if (!Number.isFinite(given)) return null;
    const tolerance = Number(form.dataset.tolerance);
    const near = (value) => Math.abs(given - value) <= tolerance + 1e-12 * Math.abs(value);
    if (near(Number(form.dataset.answer))) return items.find((item) => item.dataset.role === "right");
    return items.find((item) => "value" in item.dataset && near(Number(item.dataset.value)))
      ?? items.find((item) => item.dataset.role === "else");
  }

  function check(form) {
    const verdict = form.querySelector(".quiz-verdict"), item = explanation(form);
    delete form.dataset.verdict;
    if (!item) {
      const ask = form.dataset.kind === "choice" ? "Choose an answer first." : "Write a number, such as 2.5 or 1,024.";
      verdict.textContent = ask;
      return;
    }
    const right = item.dataset.role === "right", word = document.createElement("strong");
    word.textContent = right ? "Right. " : "Not yet. ";
    form.dataset.verdict = right ? "right" : "wrong";
    verdict.replaceChildren(word, ...item.querySelector(".quiz-why").cloneNode(true).childNodes);
    store.answered(form.dataset.question, right);
    show();
  }

  function show() {
    const forms = [...document.querySelectorAll(".quiz-question")], { answered } = store.load();
    for (const form of forms) {
      const state = answered[form.dataset.question];
      form.querySelector(".quiz-mark").textContent = state === undefined ? "" : state ? "– answered right" : "– tried";
    }
    const keys = forms.map((form) => form.dataset.question);
    const [tried, right] = [keys.filter((key) => key in answered), keys.filter((key) => answered[key])];
    if (tried.length === keys.length) store.read(chapterOf(keys[0]));
    const score = `${tried.length} of ${keys.length} answered, ${right.length} right.`;
    for (const line of document.querySelectorAll(".quiz-score")) if (line.textContent !== score) line.textContent = score;
  }

  for (const form of document.querySelectorAll(".quiz-question")) {
    form.querySelector("button").hidden = false;
    form.addEventListener("submit", (event) => { event.preventDefault(); check(form); });
    form.addEventListener("input", () => {
      delete form.dataset.verdict;
      form.querySelector(".quiz-verdict").replaceChildren();
    });
  }
  show();

  // The end of the chapter on the screen: the chapter is read.
  const end = document.createElement("div");
  (document.querySelector("article") ?? document.body).append(end);
  new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) {
      store.read(chapterOf(document.querySelector(".quiz-question").dataset.question));
    }
  }).observe(end);

  ffn.parseNumber = parse;
})();
