// The calculators: every change of a number works its formula out anew.

class Calculators {
  constructor(data, speech) {
    this.formulas = data.formulas;
    this.signs = Object.entries(data.signs);
    this.speech = speech;
    this.used = new Set();
    document.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("input", (event) => {
      const form = event.target.closest("form.calc");
      if (form) this.show(form);
    });
    speech.listeners.push(() => this.used.forEach((form) => this.show(form)));
  }

  // The fields of a form are made when it is first shown.
  addFields(form, formula) {
    const fields = Object.entries(formula.inputs).map(([name, limits]) => {
      const { text, min, max, whole } = limits;
      const id = `${anchorOf(form.dataset.entry)}-${name}`;
      const input = make("input", { id, min, max, type: "number", autocomplete: "off",
        inputMode: whole ? "numeric" : "decimal", step: whole ? "1" : "any", defaultValue: limits.default ?? "" });
      input.dataset.name = name; // as its `name` it would hide what a form offers: `elements`
      return make("p", { className: "field" }, make("label", { htmlFor: id }, ...this.speech.spans(text)), input);
    });
    form.prepend(...fields);
  }

  show(form) {
    const formula = this.formulas[form.dataset.entry];
    if (!form.querySelector("input")) this.addFields(form, formula);
    const fields = Array.from(form.querySelectorAll("input"),
      (input) => [input, formula.inputs[input.dataset.name]]);
    if (!this.used.has(form) && fields.some(([input]) => input.value === "")) return;
    this.used.add(form);
    const faults = fields.map(([input, limits]) => this.fault(input, limits)).filter(Boolean);
    const typed = Object.fromEntries(fields.map(([{ dataset, value }]) => [dataset.name, Number(value)]));
    const lines = faults.length ? faults : this.lines(formula, typed);
    form.querySelector(".result").replaceChildren(make("ul", {}, ...lines));
  }

  fault(input, limits) {
    const name = input.validity.badInput ? "needs_number" : faultIn(limits, input.value);
    input.setAttribute("aria-invalid", name ? "true" : "false");
    if (!name) return null;
    const bounds = { "{low}": limits.min, "{high}": limits.max };
    const text = `${this.speech.wordsOf(input.labels[0])}: ${this.speech.say(name, bounds)}`;
    return make("li", { className: "fault", textContent: text });
  }

  // The outputs of a formula for the numbers given, and the defaults of its other inputs.
  lines(formula, given) {
    const inputs = Object.entries(formula.inputs);
    const numbers = new Map(inputs.map(([name, limits]) => [name, given[name] ?? limits.default]));
    try {
      return workOut(formula, numbers).map((step) => this.line(formula, step));
    } catch (error) {
      if (!(error instanceof FormulaFault)) throw error;
      return [make("li", { className: "fault", textContent: this.speech.say(error.message) })];
    }
  }

  line(formula, [name, value, working]) {
    const label = formula.labels[name]?.[this.speech.language] || name;
    const shown = showValue(value);
    const word = formula.labels[shown]?.[this.speech.language] ||
      (typeof value === "boolean" ? this.speech.say(shown) : shown);
    const steps = this.inSigns(working.split(" = ")[1]);
    return make("li", {}, label,
      make("span", { className: "value", textContent: word }),
      make("span", { className: "small", textContent: steps === shown ? "" : steps }));
  }

  // As in_signs of rulings_cli/answers/answers.py.
  inSigns(expression) {
    if (expression.includes(" if ")) return "";
    return this.signs.reduce((text, [sign, written]) => text.replaceAll(sign, written), expression);
  }
}
