// The language of a page: the switch, what a reader chose before, and what the script itself says.

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]/;
const byId = (id) => document.getElementById(id);

// What a reader chose before; some browsers remember nothing for a file.
const memory = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(`rulings-${key}`));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`rulings-${key}`, JSON.stringify(value));
    } catch {
      // nothing is lost but the memory
    }
  },
};

class Speech {
  constructor(data) {
    this.phrases = data.phrases;
    this.languages = data.languages;
    this.listeners = [];
    const wished = Speech.wished();
    this.language = this.home = this.languages.includes(wished) ? wished : this.languages[0];
    for (const radio of document.querySelectorAll("input[name=language]")) {
      radio.addEventListener("change", () => this.choose(radio.value));
    }
  }

  // The one chosen before, else the browser's.
  static wished() {
    const ofBrowser = navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
    return memory.get("language") ?? ofBrowser;
  }

  choose(language) {
    this.language = this.home = language;
    memory.set("language", language);
    this.apply();
  }

  // A question is answered in its own language, as far as its script tells; an id as the page is read.
  follow(question) {
    if (question === this.question) return;
    this.question = question;
    const languages = this.languages.filter((each) => (each === "ja") === JAPANESE.test(question));
    const isWritten = JAPANESE.test(question) || /[a-z]{3}/.test(question);
    const language = isWritten && !languages.includes(this.home) && languages[0] || this.home;
    if (language === this.language) return;
    this.language = language;
    this.apply();
  }

  apply() {
    document.documentElement.lang = this.language;
    document.documentElement.dataset.language = this.language;
    const radio = byId(`language-${this.language}`);
    if (radio) radio.checked = true;
    this.listeners.forEach((listener) => listener());
  }

  // The words of a part of the page, in the language that is seen.
  wordsOf(part) {
    const seen = part.cloneNode(true), unseen = `[hidden], .small, bdi:not([lang="${this.language}"])`;
    seen.querySelectorAll(unseen).forEach((node) => node.remove());
    return seen.textContent.trim();
  }

  // A text in each language of the page; the style shows the one that is seen.
  spans(text) {
    return this.languages.map((language) =>
      make("bdi", { lang: language, textContent: text[language] ?? Object.values(text)[0] }));
  }

  // A phrase in the language of the page; numbers take the place of # and {low}.
  say(name, values = {}) {
    const phrase = this.phrases[name];
    let text = phrase[this.language] || phrase.en;
    for (const [mark, value] of Object.entries(values)) text = text.replaceAll(mark, value);
    return text;
  }
}
