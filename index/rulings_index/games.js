// A question as each game understands it, and what is found in all: rulings_index/games.py.

class Asked {
  constructor(searchers, text) {
    this.searchers = searchers;
    this.text = text;
    this.questions = new Map();
    for (const searcher of searchers) {
      if (!this.questions.has(searcher.name)) this.questions.set(searcher.name, searcher.question(text));
    }
  }

  of({ name }) {
    return this.questions.get(name);
  }

  // An entry by its number among all, and the question as its game understands it.
  candidate(entry) {
    const searcher = this.searchers.find((each) => each.holds(entry));
    return [searcher, this.of(searcher), entry - searcher.first];
  }

  // How sure it is that the first of the best entries answers, or one of the `forks` that ask back: by
  // the whole question, or by its sentence that asks.
  sureness(best, forks = []) {
    const surest = this.judged(best, forks, SURE).reduce((left, right) =>
      (LEVELS.indexOf(right[0]) < LEVELS.indexOf(left[0]) ? right : left));
    const clause = clauseThatAsks(this.text);
    const [level, , , isOpen] = surest;
    if (level === "answer" || isOpen || !clause) return surest;
    const asked = new Asked(this.searchers, clause);
    const games = (each) => [...each.questions.values()].flatMap(({ cues, topics }) =>
      [...cues, ...[...topics].filter((topic) => [OTHER_GAME, UNDONE].some((kind) => topic.startsWith(CONCEPT + kind)))]);
    // The story may say what is played, or that something else holds.
    if (!games(this).every((game) => games(asked).includes(game))) return surest;
    if (!asked.candidate(best[0])[1].essential.length) return surest;
    return asked.judged(best, forks, SURE_CLAUSE).find(([sure]) => sure === "answer") ?? surest;
  }

  judged(best, forks, sure) {
    const [first, ...rivals] = best.slice(0, 1 + RIVALS).map((entry) => this.candidate(entry));
    return [first, ...forks.map((fork) => this.candidate(fork))].map((each) => certainty(each, rivals, sure));
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
