// What the page answers: the search, made when it is first used, and what was chosen by thumb.

class Answers {
  constructor(readIndex) {
    this.readIndex = readIndex;
    this.chosen = { ruleset: "" };
  }

  get index() {
    this.made ??= new Index(this.readIndex());
    return this.made;
  }

  // The entries that answer; without any, those that come nearest, or what is wrong with a filter
  // that was typed.
  to(typed) {
    try {
      return this.index.search(typed, this.filter());
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      return { hits: [], nearest: [], suggestion: "", ...noFork(), fault: error.message };
    }
  }

  // Hits up to where relevance ends: a much lower score than the first's is not an answer.
  relevant(hits) {
    const least = RELEVANT * (hits[0]?.score ?? 0);
    return hits.filter(({ score }) => score >= least);
  }

  filter() {
    return Object.fromEntries(Object.entries(this.chosen).filter(([, name]) => name));
  }

  // Those of some entries that were chosen.
  those(ids) {
    const allowed = this.index.allowed(this.index.filter(this.filter()));
    return ids.filter((id) => allowed(this.index.numbers.get(id)));
  }
}
