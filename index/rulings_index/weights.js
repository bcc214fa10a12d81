// The weights and rules of the search, by name, as rulings_index/browser/export.py lays them out.

class Tables {
  constructor(values) {
    this.values = new Map(Object.entries(values));
    this.patterns = new Map();
  }

  // A name that nothing is exported under is a fault of ours, and no number.
  get(name) {
    if (!this.values.has(name)) throw new Error(`no table "${name}"`);
    return this.values.get(name);
  }

  // A pattern to look for everywhere in a text.
  pattern(name) {
    if (!this.patterns.has(name)) this.patterns.set(name, new RegExp(this.get(name), "g"));
    return this.patterns.get(name);
  }

  // The groups of a pattern that a text as a whole must match, or nothing.
  whole(name, text) {
    return text.match(new RegExp(`^(?:${this.get(name)})$`))?.groups;
  }
}
