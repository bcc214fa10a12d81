// How sure it is that what was found answers: the sums of rulings_index/ranking/confidence.py.

function certainty(searcher, question, best) {
  if (!best.length || !question.interpretations.some((one) => one.length)) {
    return best.length ? "answer" : "none";
  }
  const { tables } = searcher;
  const first = firstOfTheCued(searcher, question, best);
  const { covered, unknown, whole } = question.interpretations
    .map((reading) => measure(searcher, question, reading, first))
    .reduce((one, other) => (other.covered / other.whole > one.covered / one.whole ? other : one));
  const length = Math.log(whole / tables.get("ordinary"));
  const features = [
    ...[1, covered / whole, unknown / whole, length, reached(searcher, question, first)],
    unmet(searcher, question, first),
  ];
  const coefficients = tables.get("coefficients");
  const settled = features.reduce((sum, one, at) => sum + one * coefficients[at], 0);
  const isOpen = searcher.facet(tables.get("open_points")).includes(first);
  const leftOpen = isOpen ? coefficients.at(-1) : 0;
  const score = Math.max(settled + leftOpen, Math.min(settled, tables.get("threshold")));
  const [answer, perhaps] = linesOf(searcher, first);
  if (score >= answer) return "answer";
  const held = covered >= whole; // an entry with every word of it is worth a look
  return held || score >= perhaps ? "perhaps" : "none";
}

// The lines that hold for an entry: those fitted to its book, or those that ship.
function linesOf(searcher, entry) {
  const beginning = searcher.tables.get("fitted");
  const facets = Object.keys(searcher.allFacets).filter((facet) => facet.startsWith(beginning));
  const own = facets.find((facet) => searcher.facet(facet).includes(entry));
  if (own) return own.slice(beginning.length).split("/").map(Number);
  return [searcher.tables.get("sure"), threshold(searcher)];
}

// Below it a book holds nothing on a question.
function threshold(searcher) {
  const plain = searcher.tables.get("plain_threshold");
  return plain + curated(searcher) ** 2 * (searcher.tables.get("threshold") - plain);
}

// The share that an entry reaches of the best score that the question could have.
function reached({ words, tables }, question, entry) {
  let sum = 0, most = 0;
  for (const [term, weight] of question.terms) {
    const found = words.postings(term);
    const isRepeated = tables.get("repeated").includes(term[0]);
    const factor = weight * words.rarity(found?.documents.length ?? 0);
    if (!isRepeated) most += factor * tables.get("most_impact");
    const at = found?.documents.indexOf(entry) ?? -1;
    if (at >= 0) sum += (isRepeated ? tables.get("repeated_held") : 1) * factor * found.impacts[at];
  }
  return sum / (most || 1);
}

// The share of the cards and terms that a question names of which an entry does not know.
function unmet({ words, tables }, question, entry) {
  let sum = 0, named = 0;
  for (const [term, weight] of question.terms) {
    const isThing = term.startsWith(tables.get("concept"));
    if (!isThing || tables.get("no_things").some((one) => term.startsWith(one))) continue;
    const found = words.postings(term);
    const whole = weight * words.rarity(found?.documents.length ?? 0);
    named += whole;
    if (!found?.documents.includes(entry)) sum += whole;
  }
  return sum / (named || 1);
}

// The weight of the question that is covered, unknown, and there in all.
function measure(searcher, question, reading, entry) {
  const { words, tables } = searcher;
  const weights = new Map();
  let unknown = 0;
  for (const { text, weight } of reading) {
    const matching = words.postings(text)?.documents.length ?? 0;
    weights.set(text, weight * words.rarity(matching));
    if (!matching) unknown += weights.get(text);
  }
  for (const topic of question.topics) weights.set(topic, tables.get("topic_weight") * words.rarity(0));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  return { covered: coveredBy(searcher, question, weights, entry), unknown, whole };
}

// The weight of the terms that an entry holds, as they are or under another name.
function coveredBy({ words, tables }, question, weights, entry) {
  const concept = tables.get("concept");
  const holds = (term) => words.postings(term)?.documents.includes(entry) ?? false;
  const named = question.mentions
    .filter((mention) => mention.concepts.some((one) => holds(concept + one)))
    .map((mention) => written(question.folded, mention.start, mention.end))
    .join("\n");
  let sum = 0;
  for (const [term, weight] of weights) {
    if (holds(term) || (!term.startsWith(concept) && named.includes(term))) sum += weight;
  }
  return sum;
}

// The best entry; where a ruleset is named, the best of its own, for no other can answer.
function firstOfTheCued(searcher, question, best) {
  const cued = [...question.cues].flatMap((cue) => searcher.facet(cue));
  return best.find((entry) => cued.includes(entry)) ?? best[0];
}
