// What the reader has done, in the reader's own browser: { answered: { question: right? }, read: { chapter: true } }.
// Where the browser keeps nothing (private mode, blocked), the page works on and says so.
"use strict";
globalThis.ffn ??= {};

ffn.store = (() => {
  const KEY = "ffn-course.progress";
  const empty = () => ({ answered: {}, read: {} });

  let memory = empty(); // holds what the browser would not keep, until the page is left

  function load() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY)) ?? memory;
      return { answered: { ...kept.answered }, read: { ...kept.read } };
    } catch {
      return memory;
    }
  }

  function save(progress) {
    try {
      localStorage.setItem(KEY, JSON.stringify(progress));
    } catch {
      memory = progress;
    }
  }

  // A question once right stays right; read again from the store, since another tab may have written.
  function answered(question, right) {
    const progress = load();
    progress.answered[question] = right || progress.answered[question] === true;
    save(progress);
  }

  function read(chapter) {
    const progress = load();
    progress.read[chapter] = true;
    save(progress);
  }

  function clear() {
    memory = empty();
    try { localStorage.removeItem(KEY); } catch { /* nothing was kept */ }
  }

  // Whether this browser keeps anything at all.
  function keeps() {
    try {
      localStorage.setItem(`${KEY}.probe`, "");
      localStorage.removeItem(`${KEY}.probe`);
      return true;
    } catch {
      return false;
    }
  }

  return { load, answered, read, clear, keeps };
})();
