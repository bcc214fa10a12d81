// From what was typed to the entries that answer: ranking, filters, ids, quoted words.

const FOUND_BY_ID = 1000;

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
      this.made = new Searcher(this.index);
    }
    return this.made;
  }

  // The ids that answer, best first; without any, those that come nearest.
  to(typed) {
    const parsed = parseQuery(typed, this.searcher.tables.longest_query);
    const asked = this.searcher.question(parsed.text);
    const scores = this.searcher.scores(asked, this.facets);
    for (const id of idsIn(parsed.text, this.index.prefixes)) {
      if (this.byId.has(id)) scores[this.byId.get(id)] += FOUND_BY_ID;
    }
    const found = [];
    scores.forEach((score, number) => {
      if (score > 0 && this.passes(this.entries[number].id, parsed.filters)) found.push(number);
    });
    found.sort((one, other) => scores[other] - scores[one] || one - other);
    const hits = this.thatSay(parsed.phrases, found.map((number) => this.entries[number].id));
    return { hits, nearest: [] };
  }

  passes(id, filters = {}) {
    const entry = this.entries[this.byId.get(id)];
    const ruleset = filters.ruleset ?? this.chosen.ruleset;
    const authority = filters.authority ?? this.chosen.authority;
    return (!ruleset || this.isOf(entry, ruleset)) &&
      (!authority || authoritiesOf(authority).includes(entry.authority)) &&
      (!filters.kind || filters.kind === entry.kind) &&
      (!filters.status || filters.status === entry.status) &&
      (!filters.game || this.facets.get(`game:${filters.game}`)?.includes(this.byId.get(id)));
  }

  isOf(entry, name) {
    const ruleset = this.rulesets.find((one) => one.id === entry.ruleset);
    return ruleset.id === name || ruleset.prefix.toLowerCase() === name;
  }

  // Only the entries in which quoted words occur as they were written.
  thatSay(phrases, ids) {
    if (!phrases.length) return ids;
    const { tables } = this.searcher;
    const wanted = phrases.map((phrase) => fold(phrase, tables).text);
    return ids.slice(0, 300).filter((id) => {
      const text = fold(articleOf(id).textContent, tables).text;
      return wanted.every((phrase) => text.includes(phrase));
    });
  }
}
