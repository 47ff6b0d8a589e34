// A dark page is printed light: paper is white. Afterwards the reader's own theme is back.
(() => {
  const page = document.documentElement;
  let before = null;
  const start = () => { if (before === null) { before = page.dataset.theme ?? ""; page.dataset.theme = "light"; } };
  const end = () => { if (before !== null) { page.dataset.theme = before; before = null; } };
  window.addEventListener("beforeprint", start);
  window.addEventListener("afterprint", end);
  window.matchMedia("print").addEventListener("change", (print) => (print.matches ? start() : end()));
})();
