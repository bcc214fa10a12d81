// Which language is seen: the one chosen before, here or on the search page, else the browser's.
(() => {
  "use strict";
  const KEY = "rulings-language";
  const root = document.documentElement;

  function remembered() {
    try {
      return JSON.parse(localStorage.getItem(KEY));
    } catch {
      return null; // a browser may refuse to remember
    }
  }

  function show(language) {
    root.lang = language;
    root.dataset.language = language;
  }

  const wished = remembered() ?? (navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en");
  show(wished);
  document.addEventListener("DOMContentLoaded", () => {
    const radios = [...document.querySelectorAll("input[name=language]")];
    const radio = radios.find(({ value }) => value === wished) ?? radios[0];
    if (!radio) return; // the site has one language
    radio.checked = true;
    show(radio.value);
    for (const one of radios) {
      one.addEventListener("change", () => {
        show(one.value);
        try {
          localStorage.setItem(KEY, JSON.stringify(one.value));
        } catch {
          // nothing is lost but the memory
        }
      });
    }
  });
})();
