// Rules in force: which variants the table plays with, and what that makes of clauses and rulings.

class RulesInForce {
  constructor(data, speech, shelf) {
    Object.assign(this, { data, speech, shelf });
    this.overlays = shelf.all(".overlay");
    this.needs = shelf.all(".needs");
    this.proposed = Object.keys(data.variants).map((id) => this.proposal(id));
    this.calls = null;
    this.marks = []; // of the calls of this phone, on what they overrule
    this.boxes = [...document.querySelectorAll("#force input[type=checkbox]")];
    this.made = JSON.stringify([Object.keys(data.variants), data.chosen]);
    this.on = new Set(this.remembered());
    for (const box of this.boxes) {
      box.checked = this.on.has(box.value);
      box.addEventListener("change", () => this.change(box));
    }
    speech.listeners.push(() => this.showConflicts());
  }

  // What was ticked on this page before; a page made for another evening begins anew.
  remembered() {
    const before = memory.get("variants");
    return before?.made === this.made && Array.isArray(before.on) ? before.on : this.data.chosen;
  }

  change(box) {
    if (box.checked) this.on.add(box.value);
    else this.on.delete(box.value);
    memory.set("variants", { made: this.made, on: [...this.on] });
    this.apply();
  }

  // What a variant says as a proposal and when it is in force, and the mark that it then has.
  proposal(id) {
    const article = this.shelf.article(id);
    const mark = make("span", { className: "in-force" }, ...this.speech.spans(this.data.phrases.in_force_tonight));
    article.querySelector(".marks").append(" ", mark);
    const verdicts = [...article.querySelectorAll(".verdict, .verdict [lang]")].filter((line) => !line.children.length);
    const lines = verdicts.map((line) => {
      const { textContent: proposed, lang } = line;
      return [line, proposed, this.withoutLabel(proposed, lang || this.data.languages[0])];
    });
    return { id, mark, lines };
  }

  // What a variant says when it is in force: without that it is proposed.
  withoutLabel(proposed, language) {
    const label = this.data.phrases.proposed[language];
    const said = label && proposed.startsWith(label) ? proposed.slice(label.length) : proposed;
    return said[0].toUpperCase() + said.slice(1);
  }

  // The verdict of a case, as the variant to which it leads has it.
  adopted(verdict, entry) {
    if (!(entry in this.data.variants && this.on.has(entry))) return verdict;
    const texts = Object.entries(verdict).map(([language, text]) => [language, this.withoutLabel(text, language)]);
    return Object.fromEntries(texts);
  }

  apply() {
    for (const overlay of this.overlays) {
      overlay.hidden = !this.holds(overlay.dataset.variant);
    }
    // What a call of this phone overrules is settled, whatever is in force.
    const overruled = new Set(this.calls.stored.flatMap(({ call }) => call.overrules.map(anchorOf)));
    for (const need of this.needs) {
      const isSettled = overruled.has(need.closest("article").id);
      need.classList.toggle("off", !isSettled && !this.holds(need.dataset.variant));
    }
    for (const { id, mark, lines } of this.proposed) {
      mark.hidden = !this.holds(id);
      for (const [line, proposed, adopted] of lines) line.textContent = this.holds(id) ? adopted : proposed;
    }
    this.markOverruled();
    this.showConflicts();
  }

  // Say on each entry which call of this phone stands above it.
  markOverruled() {
    for (const mark of this.marks) mark.remove();
    const pairs = this.calls.stored.flatMap((call) => call.call.overrules.map((id) => [call, this.shelf.article(id)]));
    this.marks = pairs.filter(([, article]) => article).map(([{ id, verdict, call }, article]) => {
      const made = this.speech.say("call_here", { "#": call.made.slice(11) });
      const mark = make("span", { className: "called" }, `${made}: `, ...this.speech.spans(verdict), ` (${id})`);
      article.querySelector(".marks").after(mark);
      return mark;
    });
  }

  // Variants that the page has no box for are as the book says.
  holds(variant) {
    return this.on.has(variant) || !(variant in this.data.variants);
  }

  // The clauses that several variants in force change.
  conflicts() {
    const changed = new Map();
    for (const variant of this.on) {
      for (const clause of this.data.variants[variant]?.changes ?? []) {
        changed.set(clause, [...(changed.get(clause) ?? []), variant]);
      }
    }
    return [...changed].filter(([, variants]) => variants.length > 1);
  }

  showConflicts() {
    const lines = this.conflicts().map(([clause, variants]) =>
      make("p", { className: "attention" },
        make("b", { textContent: `${this.speech.say("attention")}: ` }),
        `${clause}: ${variants.join(", ")} (${this.speech.say("conflict")})`));
    byId("conflicts").replaceChildren(...lines);
  }

  // The clauses that variants in force touch, and the rulings that rest on one left out.
  touchedClauses() {
    const shown = this.overlays.filter((overlay) => !overlay.hidden);
    return [...new Set(shown.map((overlay) => overlay.closest("article.clause")))].filter(Boolean);
  }

  rulingsLeftOut() {
    return Object.entries(this.data.needs)
      .filter(([, variants]) => !variants.every((variant) => this.holds(variant)))
      .map(([ruling]) => this.shelf.article(ruling))
      .filter(Boolean);
  }
}
