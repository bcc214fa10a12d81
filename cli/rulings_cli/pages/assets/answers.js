// From what was typed to the entries that answer: ranking, filters, ids, quoted words.

const FOUND_BY_ID = 1000;
const ENDED = ["superseded", "withdrawn"];

class Answers {
  constructor(data, shelf, readIndex) {
    this.entries = data.entries.map(([id, kind, ruleset, authority, status, lang]) => {
      const game = data.rulesets.find((one) => one.id === ruleset)?.game;
      return { id, kind, ruleset, authority, status, lang, game };
    });
    this.byId = new Map(this.entries.map((entry, number) => [entry.id, number]));
    this.rulesets = data.rulesets;
    this.shelf = shelf;
    this.readIndex = readIndex;
    this.chosen = { ruleset: "", authority: "" };
    this.facets = this.makeFacets();
  }

  makeFacets() {
    const facets = new Map();
    this.entries.forEach((entry, number) => {
      for (const facet of [`ruleset:${entry.ruleset}`, `game:${entry.game}`]) {
        if (!facets.has(facet)) facets.set(facet, []);
        facets.get(facet).push(number);
      }
    });
    return facets;
  }

  get searcher() {
    if (!this.made) {
      this.index = this.readIndex();
      this.made = new Searcher(this.index, this.facets);
    }
    return this.made;
  }

  // The ids that answer, best first; without any, those that come nearest, or what is wrong with
  // a filter that was typed.
  to(typed) {
    try {
      return this.found(typed);
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      return { hits: [], nearest: [], suggestion: "", fault: error.message };
    }
  }

  found(typed) {
    const { searcher } = this;
    const parsed = parseQuery(typed, this.index.choices, searcher.tables);
    const question = searcher.question(parsed.text);
    const scores = searcher.scores(question);
    const named = idsIn(parsed.text, this.index.prefixes).filter((id) => this.byId.has(id));
    for (const id of named) scores[this.byId.get(id)] += FOUND_BY_ID;
    const all = this.ordered(scores, parsed.filter);
    const saying = this.thatSay(parsed.phrases, all, scores);
    const found = saying.length ? saying : all;
    const considered = found.slice(0, searcher.tables.considered);
    const answered = saying.length > 0 &&
      (named.length > 0 || isAnswered(searcher, question, considered));
    const ids = found.map((number) => this.entries[number].id);
    return answered
      ? { hits: ids, nearest: [], suggestion: "" }
      : {
        hits: [],
        nearest: ids.slice(0, searcher.tables.nearest),
        suggestion: this.suggestion(parsed.text, question),
      };
  }

  // What was probably meant, where words seem misspelt and nothing answers.
  suggestion(typed, question) {
    return question.meant.length ? asTyped(typed, question, this.index.written) : "";
  }

  // What an entry says itself, without the clauses that it cites and who cites it.
  textOf(id) {
    const parts = this.shelf.article(id).querySelectorAll(".title, .verdict, .rule, .body > section");
    return Array.from(parts)
      .filter((part) => !part.querySelector(".cited, .cited_by, .sources"))
      .map((part) => part.textContent).join("\n");
  }

  ordered(scores, filters) {
    const passes = this.filter(filters);
    const found = [];
    for (let number = 0; number < scores.length; number += 1) {
      const score = scores[number];
      if (score > 0 && (score >= FOUND_BY_ID || passes(number))) found.push(number);
    }
    return found.sort((one, other) => scores[other] - scores[one] || one - other);
  }

  // Those of some entries that the filters let through.
  those(ids) {
    const passes = this.filter();
    return ids.filter((id) => passes(this.byId.get(id)));
  }

  // Whether the filter that was typed, or else what was chosen by thumb, lets an entry through.
  filter(typed = {}) {
    const wanted = { ...this.chosenFilter(), ...typed };
    return (number) => {
      const entry = this.entries[number];
      const ended = !wanted.status && ENDED.includes(entry.status);
      return !ended && Object.entries(wanted).every(([field, values]) =>
        [entry[field]].flat().some((value) => values.includes(value)));
    };
  }

  chosenFilter() {
    const { tables } = this.searcher;
    const named = Object.entries(this.chosen).filter(([, name]) => name);
    return Object.fromEntries(named.map(([field, name]) =>
      [field, resolve(field, name, this.index.choices, tables)]));
  }

  // Only the entries in which quoted words occur as they were written, and those named by their id.
  thatSay(phrases, found, scores) {
    if (!phrases.length) return found;
    const { tables } = this.searcher;
    const wanted = phrases.map((phrase) => fold(phrase, tables).text);
    return found.slice(0, tables.most_read).filter((number) => {
      if (scores[number] >= FOUND_BY_ID) return true;
      const text = fold(this.textOf(this.entries[number].id), tables).text;
      return wanted.every((phrase) => text.includes(phrase));
    });
  }
}
