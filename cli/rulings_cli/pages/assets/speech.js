// The language of the page: the switch, and what the script itself says.

class Speech {
  constructor(data) {
    this.phrases = data.phrases;
    this.languages = data.languages;
    this.listeners = [];
    const wished = memory.get("language") ?? this.ofBrowser();
    this.language = this.languages.includes(wished) ? wished : this.languages[0];
    for (const radio of document.querySelectorAll("input[name=language]")) {
      radio.addEventListener("change", () => this.choose(radio.value));
    }
  }

  ofBrowser() {
    return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
  }

  choose(language) {
    this.language = language;
    memory.set("language", language);
    this.apply();
  }

  apply() {
    document.documentElement.lang = this.language;
    document.documentElement.dataset.language = this.language;
    const radio = byId(`language-${this.language}`);
    if (radio) radio.checked = true;
    this.listeners.forEach((listener) => listener());
  }

  // A phrase in the language of the page; numbers take the place of # and {low}.
  say(name, values = {}) {
    const phrase = this.phrases[name];
    let text = phrase[this.language] || phrase.en;
    for (const [mark, value] of Object.entries(values)) text = text.replaceAll(mark, value);
    return text;
  }
}
