// From what was typed to the entries that answer: ranking, filters, ids, quoted words.

const FOUND_BY_ID = 1000;
const ENDED = ["superseded", "withdrawn"];

class Answers {
  constructor(data, readIndex) {
    this.entries = data.entries.map(([id, kind, ruleset, authority, status]) =>
      ({ id, kind, ruleset, authority, status }));
    this.byId = new Map(this.entries.map((entry, number) => [entry.id, number]));
    this.rulesets = data.rulesets;
    this.readIndex = readIndex;
    this.chosen = { ruleset: "", authority: "" };
    this.facets = this.makeFacets();
  }

  makeFacets() {
    const facets = new Map();
    this.entries.forEach((entry, number) => {
      const game = this.rulesets.find((one) => one.id === entry.ruleset)?.game;
      for (const facet of [`ruleset:${entry.ruleset}`, `game:${game}`]) {
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

  // The ids that answer, best first; without any, those that come nearest.
  to(typed) {
    const { searcher } = this;
    const parsed = parseQuery(typed, searcher.tables.longest_query);
    const question = searcher.question(parsed.text);
    const scores = searcher.scores(question);
    const named = idsIn(parsed.text, this.index.prefixes).filter((id) => this.byId.has(id));
    for (const id of named) scores[this.byId.get(id)] += FOUND_BY_ID;
    const found = this.thatSay(parsed.phrases, this.ordered(scores, parsed.filters));
    const considered = found.slice(0, searcher.tables.considered);
    const answered = named.length > 0 || isAnswered(searcher, question, considered);
    const ids = found.map((number) => this.entries[number].id);
    return answered
      ? { hits: ids, nearest: [] }
      : { hits: [], nearest: ids.slice(0, searcher.tables.nearest) };
  }

  ordered(scores, filters) {
    const found = [];
    scores.forEach((score, number) => {
      const named = score >= FOUND_BY_ID;
      if (score > 0 && (named || this.passes(this.entries[number].id, filters))) found.push(number);
    });
    return found.sort((one, other) => scores[other] - scores[one] || one - other);
  }

  passes(id, filters = {}) {
    const entry = this.entries[this.byId.get(id)];
    const ruleset = filters.ruleset ?? this.chosen.ruleset;
    const authority = filters.authority ?? this.chosen.authority;
    return (!ruleset || this.isOf(entry, ruleset)) &&
      (!authority || authoritiesOf(authority).includes(entry.authority)) &&
      (!filters.kind || filters.kind === entry.kind) &&
      (filters.status ? filters.status === entry.status : !ENDED.includes(entry.status)) &&
      (!filters.game || this.facets.get(`game:${filters.game}`)?.includes(this.byId.get(id)));
  }

  isOf(entry, name) {
    const ruleset = this.rulesets.find((one) => one.id === entry.ruleset);
    return ruleset.id === name || ruleset.prefix.toLowerCase() === name;
  }

  // Only the entries in which quoted words occur as they were written.
  thatSay(phrases, found) {
    if (!phrases.length) return found;
    const { tables } = this.searcher;
    const wanted = phrases.map((phrase) => fold(phrase, tables).text);
    return found.slice(0, 300).filter((number) => {
      const text = fold(articleOf(this.entries[number].id).textContent, tables).text;
      return wanted.every((phrase) => text.includes(phrase));
    });
  }
}
