// Which entries answer, best first: the sums of rulings_index/ranking/scoring.py.

class Searcher {
  // `game` is one of those in `data`, an index as rulings_index/browser/export.py lays it out; `first` is
  // the number of its first entry among all; a `pause` comes after each part of the work.
  static async read(data, game, first, pause) {
    const owners = Uint32Array.from(game.phrasings.flatMap((count, entry) => new Array(count).fill(entry)));
    return new Searcher(data, game, first, owners, await fieldsOf(game, owners, data.columns, pause));
  }

  constructor(data, game, first, owners, [words, asked]) {
    this.allFacets = data.facets;
    this.name = game.name;
    this.spoken = [this]; // the collections of its game, whose words are known
    this.forms = new Map(Object.entries(game.forms));
    this.inflected = new Map(Object.entries(game.inflected));
    this.first = first;
    this.entries = game.entries;
    this.size = game.phrasings.length; // with the forks
    Object.assign(this, { owners, words, asked });
    this.sizes = columnsIn(data.columns)(game.sizes);
    this.starts = [0]; // of the phrasings of each entry
    for (const count of game.phrasings) this.starts.push(this.starts.at(-1) + count);
    this.facets = new Map(); // once they were asked for
    this.constants = game.constants;
    this.phrasings = this.asked.counted;
    this.expected = data.expected;
  }

  // Whether an entry, by its number among all, is of this game.
  holds(entry) {
    return this.first <= entry && entry < this.first + this.size;
  }

  // How many telling words each phrasing of an entry has, and the number of its first phrasing.
  sizesOf(entry) {
    const first = this.starts[entry];
    return { first, sizes: this.sizes.subarray(first, this.starts[entry + 1]) };
  }

  // The entries with a value of a filter.
  facet(name) {
    if (!this.facets.has(name)) {
      const entries = (this.allFacets[name] ?? []).filter((entry) => this.holds(entry));
      this.facets.set(name, entries.map((entry) => entry - this.first));
    }
    return this.facets.get(name);
  }

  question(text) {
    const isKnown = (word) => {
      const stemmed = stem(word), term = this.inflected.get(stemmed) ?? stemmed;
      const inNames = !term || this.forms.has(` ${stemmed}`);
      return inNames || this.spoken.some(({ words }) => words.has(term));
    };
    const words = (letter) => this.spoken.flatMap((searcher) => searcher.words.latinTerms(letter));
    return new AnalysedQuery(text, { forms: this.forms, inflected: this.inflected, isKnown, words, expected: this.expected });
  }

  // What the sums are multiplied by to be scores: 100 for an entry that says all of the question and
  // nothing else, and more in a book without phrasings.
  scale(question) {
    const words = [...question.terms].filter(([term]) => term[0] !== PAIR);
    const most = words.reduce((sum, [term, weight]) => sum + this.worthOf(term, weight), 0);
    return (WHOLE_SCORE * inManner(this, PLAIN_LIFT, 1)) / (MOST_IMPACT * most || 1);
  }

  // What a term weighs here, times how rare it is in the entries.
  worthOf(term, weight) {
    return weightIn(this, weight) * this.words.rarityOf(term);
  }

  // The scores of all entries; 0 where nothing matches.
  scores(question) {
    const total = this.sumUp(this.words, question.terms);
    const selective = [...question.terms].filter(([, weight]) => weight >= SELECTIVE);
    const best = this.bestPhrasings(this.sumUp(this.asked, selective));
    const share = inManner(this, PLAIN_BEST_PHRASING, BEST_PHRASING);
    for (let entry = 0; entry < total.length; entry += 1) total[entry] += share * best[entry];
    for (const [entries, factor] of this.factored(question)) {
      for (const entry of new Set(entries)) total[entry] *= factor;
    }
    return total;
  }

  // Entries whose scores are multiplied once, and by what.
  factored({ cues, mentions }) {
    const weighed = (facets, factor) => [...facets].map((facet) => [this.facet(facet), factor]);
    const named = [...cues].filter((cue) => cue.startsWith("ruleset:"));
    const cards = cardsNamed(mentions);
    const isOnNamed = (entry) => cards.some((card) => this.words.impact(card, entry));
    return [
      [(named.length ? named : this.expected).flatMap((each) => this.facet(each.replace("ruleset:", "base:"))),
        named.length ? BASE_OF_CUED : BASE_OF_EXPECTED],
      ...weighed(cues, CUED_RULESET),
      ...weighed([OPEN_POINTS], OPEN_POINT),
      ...weighed(named.length ? [] : this.expected, EXPECTED_RULESET),
      [this.facet(ON_CARDS).filter((entry) => !isOnNamed(entry)), inManner(this, 1, UNNAMED_CARD)],
    ];
  }

  sumUp(field, terms) {
    const sums = new Float64Array(field.documents);
    for (const [term, weight] of terms) {
      const postings = field.postings(term);
      if (!postings) continue;
      const { documents, impacts, rarity } = postings;
      const factor = weightIn(this, weight) * rarity;
      for (let place = 0; place < documents.length; place += 1) {
        sums[documents[place]] += factor * impacts[place];
      }
    }
    return sums;
  }

  bestPhrasings(scores) {
    const best = new Float64Array(this.size);
    for (let phrasing = 0; phrasing < scores.length; phrasing += 1) {
      const entry = this.owners[phrasing];
      if (scores[phrasing] > best[entry]) best[entry] = scores[phrasing];
    }
    return best;
  }
}

// The terms of the cards that a question names, and of what these do.
function cardsNamed(mentions) {
  const named = mentions.flatMap(({ concepts }) => concepts);
  return named.filter((name) => OF_CARDS.some((kind) => name.startsWith(kind))).map((name) => CONCEPT + name);
}

// How richly the entries of a collection are phrased, from 0 to 1.
function phrased({ entries, phrasings }) {
  const each = phrasings / (entries || 1);
  return Math.min(1, Math.max(0, (each - FEW_PHRASINGS) / (MANY_PHRASINGS - FEW_PHRASINGS)));
}

// A weight between those for a book without phrasings and for one with many.
function inManner(searcher, plain, rich) {
  const share = phrased(searcher);
  return (1 - share) * plain + share * rich;
}

function weightIn(searcher, weight) {
  return inManner(searcher, PLAIN_WEIGHTS[weight] ?? weight, weight);
}
