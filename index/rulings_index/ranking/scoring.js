// Which entries answer, best first: the sums of rulings_index/ranking/scoring.py.

class Searcher {
  // `data` is an index as rulings_index/exporting.py lays it out.
  constructor(data) {
    this.tables = new Tables(data.tables);
    this.facets = new Map(Object.entries(data.facets));
    this.forms = new Map(Object.entries(data.forms));
    this.entries = data.phrasings.length;
    this.owners = Uint32Array.from(
      data.phrasings.flatMap((count, entry) => new Array(count).fill(entry)),
    );
    this.words = new Field(data.postings.words, this.entries, this.tables);
    this.asked = new Field(data.postings.asked, this.owners.length, this.tables);
    this.manner = mannerOf(this);
    this.expected = data.expected;
  }

  question(text) {
    const isKnown = (word) => this.words.has(stem(word, this.tables));
    const words = (beginning) => this.words.latinTerms(beginning);
    return new AnalysedQuery(text, { forms: this.forms, tables: this.tables, isKnown, words });
  }

  // The scores of all entries; 0 where nothing matches.
  scores(question) {
    const total = sumUp(this.words, question.terms, this.manner.damping);
    const selective = [...question.terms].filter(([, weight]) => weight >= this.tables.get("selective"));
    const best = this.bestPhrasings(sumUp(this.asked, selective, this.manner.damping));
    for (let entry = 0; entry < total.length; entry += 1) {
      total[entry] += this.manner.bestPhrasing * best[entry];
    }
    for (const [cue, factor] of this.factors(question)) {
      for (const entry of this.facets.get(cue) ?? []) total[entry] *= factor;
    }
    return total;
  }

  // By what the scores of the entries with a facet are multiplied.
  factors({ cues }) {
    const weighed = (facets, weight) => [...facets].map((one) => [one, this.tables.get(weight)]);
    const kinds = Object.entries(this.tables.get("kind_factors"));
    const found = [...weighed(cues, "cued_ruleset"), ...kinds];
    if ([...cues].some((cue) => cue.startsWith("ruleset:"))) return found;
    return [...found, ...weighed(this.expected, "expected_ruleset")];
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
