// A question as each game understands it, and what is found in all: rulings_index/games.py.

class Asked {
  constructor(searchers, text) {
    this.searchers = searchers;
    this.questions = new Map();
    for (const searcher of searchers) {
      if (!this.questions.has(searcher.name)) this.questions.set(searcher.name, searcher.question(text));
    }
  }

  of({ name }) {
    return this.questions.get(name);
  }

  // The rulesets and games that it names.
  get cues() {
    return [...this.questions.values()].flatMap((question) => [...question.cues]);
  }

  // The searchers that hold an entry that may be found.
  holding(isAllowed) {
    return this.searchers.filter(({ first, size }) =>
      Array.from({ length: size }, (_, at) => first + at).some(isAllowed));
  }

  // Tells in how many entries of a game a term occurs, of those that hold an entry that may be found.
  frequencies(isAllowed) {
    const names = new Set(this.holding(isAllowed).map(({ name }) => name));
    const asked = this.searchers.filter(({ name }) => names.has(name));
    return (term) => Math.max(0, ...asked.map(({ words }) => words.frequency(term)));
  }

  // The scores of all entries, by their numbers among all; 0 for those that are not found.
  scores() {
    return this.searchers.flatMap((searcher) => {
      const question = this.of(searcher);
      const factor = searcher.scale(question);
      return Array.from(searcher.scores(question), (score) => factor * score);
    });
  }
}
