// A question as each game understands it, and what is found in all: rulings_index/games.py.

class Asked {
  constructor(searchers, text) {
    this.searchers = searchers;
    this.questions = new Map();
    for (const one of searchers) {
      const key = this.key(one);
      if (!this.questions.has(key)) this.questions.set(key, one.question(text));
    }
  }

  // What a name is worth may differ between the collections of a game.
  key({ name, manner }) {
    return `${name} ${manner.name}`;
  }

  of(searcher) {
    return this.questions.get(this.key(searcher));
  }

  // Whether it names a ruleset or a game.
  isCued() {
    return [...this.questions.values()].some((question) => question.cues.size > 0);
  }

  // Tells in how many entries of a game a term occurs, of those that hold an entry that may be found.
  frequencies(isAllowed) {
    const holding = this.searchers.filter(({ first, entries }) =>
      Array.from({ length: entries }, (_, at) => first + at).some(isAllowed));
    const names = new Set(holding.map(({ name }) => name));
    const asked = this.searchers.filter(({ name }) => names.has(name));
    return (term) => Math.max(0, ...asked.map(({ words }) => words.postings(term)?.documents.length ?? 0));
  }

  // The scores of all entries, by their numbers among all; 0 for those that are not found.
  scores() {
    return this.searchers.flatMap((searcher) => {
      const question = this.of(searcher);
      const whole = searcher.tables.get("whole_score") * searcher.manner.lift;
      const factor = whole / (searcher.most(question) || 1);
      return Array.from(searcher.scores(question), (score) => factor * score);
    });
  }
}
