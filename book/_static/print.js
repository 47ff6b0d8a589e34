// A dark page is printed light, since paper is white, and folded answers are printed open. Afterwards all is as it was.
(() => {
  const page = document.documentElement;
  let before = null;
  function start() {
    if (before !== null) return;
    before = { theme: page.dataset.theme ?? "", folded: [...document.querySelectorAll("details.answer:not([open])")] };
    page.dataset.theme = "light";
    for (const answer of before.folded) answer.open = true;
  }
  function end() {
    if (before === null) return;
    page.dataset.theme = before.theme;
    for (const answer of before.folded) answer.open = false;
    before = null;
  }
  window.addEventListener("beforeprint", start);
  window.addEventListener("afterprint", end);
  window.matchMedia("print").addEventListener("change", (print) => (print.matches ? start() : end()));
})();
