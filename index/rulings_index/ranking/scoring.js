// Which entries answer, best first: the sums of rulings_index/ranking/scoring.py.

class Searcher {
  // `game` is one of those in `data`, an index as rulings_index/browser/export.py lays it out; `first` is
  // the number of its first entry among all.
  constructor(data, game, first, tables) {
    this.tables = tables;
    this.allFacets = data.facets;
    this.name = game.name;
    this.spoken = [this]; // the collections of its game, whose words are known
    this.forms = new Map(Object.entries(game.forms));
    this.first = first;
    this.entries = game.entries;
    const phrasings = data.phrasings.slice(first, first + game.entries);
    this.owners = Uint32Array.from(phrasings.flatMap((count, entry) => new Array(count).fill(entry)));
    this.words = new Field(game.words, this.entries, tables);
    this.asked = new Field(game.asked, this.owners.length, tables);
    this.manner = mannerOf(this);
    this.expected = data.expected;
  }

  // Whether an entry, by its number among all, is of this game.
  holds(entry) {
    return this.first <= entry && entry < this.first + this.entries;
  }

  // Those of some entries that are of this game, by their numbers here.
  own(entries) {
    return entries.filter((entry) => this.holds(entry)).map((entry) => entry - this.first);
  }

  // The entries with a value of a filter.
  facet(name) {
    return this.own(this.allFacets[name] ?? []);
  }

  question(text) {
    const isKnown = (word) => this.spoken.some(({ words }) => words.has(stem(word, this.tables)));
    const words = (beginning) =>
      [...new Set(this.spoken.flatMap((one) => one.words.latinTerms(beginning)))];
    const { forms, tables, manner } = this;
    return new AnalysedQuery(text, { forms, tables, isKnown, words, manner });
  }

  // The most that an entry could score by its words: one that says them and nothing else.
  most(question) {
    let sum = 0;
    for (const [term, weight] of question.terms) {
      if (this.tables.get("repeated").includes(term[0])) continue;
      const matching = this.words.postings(term)?.documents.length ?? 0;
      sum += weight * this.words.rarity(matching, this.manner.damping);
    }
    return this.tables.get("most_impact") * sum;
  }

  // The scores of all entries; 0 where nothing matches.
  scores(question) {
    const total = sumUp(this.words, question.terms, this.manner.damping);
    const selective = [...question.terms].filter(([, weight]) => weight >= this.tables.get("selective"));
    const best = this.bestPhrasings(sumUp(this.asked, selective, this.manner.damping));
    for (let entry = 0; entry < total.length; entry += 1) {
      total[entry] += this.manner.bestPhrasing * best[entry];
    }
    for (const [entries, factor] of this.factored(question)) {
      for (const entry of entries) total[entry] *= factor;
    }
    return total;
  }

  // Entries whose scores are multiplied, and by what.
  factored(question) {
    const { cues } = question;
    const weighed = (facets, factor) => [...facets].map((one) => [this.facet(one), factor]);
    const isSaid = [...cues].some((cue) => cue.startsWith("ruleset:"));
    return [
      ...weighed(cues, this.tables.get("cued_ruleset")),
      ...weighed([this.tables.get("open_points")], this.manner.openPoint),
      ...weighed(isSaid ? [] : this.expected, this.tables.get("expected_ruleset")),
      ...(this.manner.aboutAnother < 1 ? [[this.aboutOthers(question), this.manner.aboutAnother]] : []),
    ];
  }

  // The entries that are about cards of which the question names none.
  aboutOthers({ mentions }) {
    const about = this.tables.get("about");
    const ofCards = this.tables.get("of_cards");
    const named = mentions.flatMap(({ concepts }) => concepts)
      .filter((concept) => ofCards.some((beginning) => concept.startsWith(beginning)))
      .flatMap((concept) => this.facet(`${about}:${concept.split(":")[1].split("/")[0]}`));
    return this.facet(about).filter((entry) => !named.includes(entry));
  }

  bestPhrasings(scores) {
    const best = new Float64Array(this.entries);
    for (let phrasing = 0; phrasing < scores.length; phrasing += 1) {
      const entry = this.owners[phrasing];
      if (scores[phrasing] > best[entry]) best[entry] = scores[phrasing];
    }
    return best;
  }
}

function sumUp(field, terms, damping) {
  const sums = new Float64Array(field.documents);
  for (const [term, weight] of terms) {
    const found = field.postings(term);
    if (!found) continue;
    const factor = weight * field.rarity(found.documents.length, damping);
    const { documents, impacts } = found;
    for (let place = 0; place < documents.length; place += 1) {
      sums[documents[place]] += factor * impacts[place];
    }
  }
  return sums;
}
