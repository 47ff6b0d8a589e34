// Fills in the table of the reader's progress, and clears it.
"use strict";
(() => {
  const { store } = ffn;
  const box = document.querySelector(".progress-box");
  const button = box.querySelector(".progress-clear"), status = box.querySelector(".progress-status");

  function show() {
    const { answered, read } = store.load();
    for (const row of box.querySelectorAll("[data-chapter]")) {
      const keys = row.dataset.questions.split(" ");
      const tried = keys.filter((key) => key in answered).length, right = keys.filter((key) => answered[key]).length;
      row.querySelector(".progress-read").textContent = read[row.dataset.chapter] ? "read" : "–";
      row.querySelector(".progress-answered").textContent = `${tried} of ${keys.length}, ${right} right`;
    }
  }

  button.addEventListener("click", () => {
    if (!confirm("Forget which questions you answered and which chapters you read?")) return;
    store.clear();
    status.textContent = "Your progress is cleared.";
    show();
  });
  button.hidden = false;
  addEventListener("storage", show); // another tab
  addEventListener("pageshow", show); // the back button
  if (!store.keeps()) status.textContent = "This browser keeps no data for this page: your progress is not remembered.";
  show();
})();
