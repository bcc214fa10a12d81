// How sure it is that what was found answers, whether it has nothing to do with what was asked,
// whether it is worth a look as a call that stands above another entry, and whether it is an open
// point: the sums of rulings_index/ranking/confidence.py.

// Candidates are a searcher, the question as its game understands it, and the number of an entry.
function certainty(best, rivals, sure) {
  const [searcher, question, entry] = best;
  if (!question.essential.length) return ["answer", false, true];
  if (isOfOtherGame(searcher, question, entry)) return ["none", true, false, false];
  const { covered, unknown, whole } = measure(searcher, question, entry);
  const features = {
    constant: 1,
    covered: covered / whole,
    unknown: unknown / whole,
    length: Math.log(whole / ORDINARY),
    reached: reached(...best),
    unmet: unmet(...best),
    held: phrased(searcher) * Math.max(0, ...phrasings(...best).map(({ share }) => share)),
    rivalled: phrased(searcher) * Math.max(0, ...rivals.map((rival) => nearness(...rival))),
    unsaid: unsaid(...best),
    is_elsewhere: Number(isElsewhere(...best) || isOnAnotherCard(...best) || isUndone(...best)),
    is_open: Number(searcher.facet(OPEN_POINTS).includes(entry)),
  };
  const weighed = (names) => names.reduce((sum, name) => sum + COEFFICIENTS[name] * features[name], 0);
  const all = weighed(Object.keys(COEFFICIENTS));
  const score = Math.max(all, Math.min(all - weighed(DOUBTS), THRESHOLD));
  if (score >= sure) return ["answer", false, true];
  const threshold = thresholdOf(searcher);
  const hasAllWords = covered >= whole; // an entry with every word of it is worth a look
  const isWorthALook = hasAllWords || score > Math.max(threshold, THRESHOLD);
  return [hasAllWords || score >= threshold ? "perhaps" : "none", score < threshold - FAR, isWorthALook, Boolean(features.is_open)];
}

// The score below which the book holds nothing on a question.
function thresholdOf(searcher) {
  const each = searcher.phrasings / (searcher.entries || 1);
  return THRESHOLD - Math.max(0, Math.log(WELL_PHRASED / Math.max(1, each)));
}

// The share that an entry reaches of the best score that the question could have.
function reached(searcher, question, entry) {
  let sum = 0, most = 0;
  for (const [term, weight] of question.terms) {
    const isPair = term[0] === PAIR;
    const factor = searcher.worthOf(term, weight);
    if (!isPair) most += factor * MOST_IMPACT;
    sum += (isPair ? PAIR_HELD : 1) * factor * searcher.words.impact(term, entry);
  }
  return sum / (most || 1);
}

// Whether a question names a game of which the entry does not speak, and none of the book.
function isOfOtherGame(searcher, { cues, topics }, entry) {
  const others = cues.size ? [] : [...topics].filter((topic) => topic.startsWith(CONCEPT + OTHER_GAME));
  return others.some((game) => !searcher.words.impact(game, entry));
}

// What a question tells of an agreement or the like.
const undoneIn = ({ topics }) => [...topics].filter((topic) => topic.startsWith(CONCEPT + UNDONE));

// Whether a question tells of an agreement or the like that the entry does not know.
const isUndone = (searcher, question, entry) =>
  undoneIn(question).some((topic) => !searcher.words.impact(topic, entry));

// Whether an entry belongs to none of the rulesets of its game that a question names, nor to what they
// rest on.
function isElsewhere(searcher, { cues }, entry) {
  const named = [...cues].filter((cue) => cue.startsWith(RULESET) && searcher.facet(cue).length);
  const facets = named.flatMap((cue) => [cue, cue.replace(RULESET, BASE)]);
  return named.length > 0 && !facets.some((facet) => searcher.facet(facet).includes(entry));
}

// Whether an entry rules on cards none of which, and no attack of which, a question names. One with
// few phrasings is found by its text alone, which may not name them.
function isOnAnotherCard(searcher, { mentions }, entry) {
  const isPhrased = searcher.sizesOf(entry).sizes.length > FEW_PHRASINGS;
  if (!isPhrased || !searcher.facet(ON_CARDS).includes(entry)) return false;
  return !cardsNamed(mentions).some((card) => searcher.words.impact(card, entry));
}

// How far the share of an entry's phrasings is above most that name a thing which the question does not.
function unsaid(searcher, { terms }, entry) {
  const things = Object.entries(searcher.constants[entry]);
  return Math.max(0, ...things.filter(([thing]) => !terms.has(thing)).map(([, share]) => share));
}

// The share of each long phrasing of an entry that the question holds, and of the question that the
// phrasing holds.
function phrasings(searcher, question, entry) {
  const { compared } = question, number = searcher.first + entry;
  if (!compared.has(number)) compared.set(number, comparedPhrasings(searcher, question, entry));
  return compared.get(number);
}

// Whether a term is a word that tells phrasings apart: no grammar, name, sound or pair.
const isTelling = (term) => term >= " " && !UNSELECTIVE.includes(Array.from(term, scriptOf).join(""));

function comparedPhrasings(searcher, question, entry) {
  const { first, sizes } = searcher.sizesOf(entry);
  const counts = new Uint32Array(sizes.length), held = new Float64Array(sizes.length);
  let whole = 0;
  for (const [term, weight] of question.terms) {
    if (!isTelling(term)) continue;
    const worth = searcher.worthOf(term, weight);
    whole += worth;
    const documents = searcher.asked.postings(term)?.documents ?? [];
    for (let at = placeOf(first, documents); documents[at] < first + sizes.length; at += 1) {
      counts[documents[at] - first] += 1;
      held[documents[at] - first] += worth;
    }
  }
  return [...sizes.keys()]
    .filter((phrasing) => sizes[phrasing] >= SHORTEST_PHRASING)
    .map((phrasing) => ({ share: counts[phrasing] / sizes[phrasing], held: held[phrasing] / (whole || 1) }));
}

// Where a number, or the next, stands among rising ones.
function placeOf(number, rising) {
  let start = 0, end = rising.length;
  while (start < end) {
    const middle = (start + end) >> 1;
    if (rising[middle] < number) start = middle + 1;
    else end = middle;
  }
  return start;
}

// How near a phrasing of an entry comes to the question, from 0 to 1.
function nearness(...candidate) {
  return Math.sqrt(Math.max(0, ...phrasings(...candidate).map(({ share, held }) => share * held)));
}

// The share of the cards and terms that a question names of which an entry does not know.
function unmet(searcher, question, entry) {
  let sum = 0, named = 0;
  for (const [term, weight] of question.terms) {
    if (!term.startsWith(CONCEPT) || NO_THINGS.some((beginning) => term.startsWith(beginning))) continue;
    const whole = searcher.worthOf(term, weight);
    named += whole;
    if (!searcher.words.impact(term, entry)) sum += whole;
  }
  return sum / (named || 1);
}

// The weight of the question that is covered, unknown, and there in all.
function measure(searcher, question, entry) {
  const { words } = searcher;
  const weights = new Map();
  for (const { text, weight } of question.essential) weights.set(text, searcher.worthOf(text, weight));
  const sum = (terms) => terms.reduce((total, [, weight]) => total + weight, 0);
  const unknown = sum([...weights].filter(([term]) => !words.frequency(term)));
  for (const topic of question.topics) weights.set(topic, TOPIC_WEIGHT * words.rarity(0));
  return { covered: coveredBy(searcher, question, weights, entry), unknown, whole: sum([...weights]) || 1 };
}

// The share of a question's weight, grammar aside, that a call holds; 0 where it and what it is `on` are on other
// things, or it is on other rules. The entries of `spoken` tell how rare a word is.
function shareIn([searcher, question, entry], on, spoken) {
  const isOnIt = knowsThings(searcher, question, entry) || knowsThings(...on);
  if (!isOnIt || isElsewhere(searcher, question, entry)) return 0;
  const telling = question.essential.filter(({ text }) => isTelling(text));
  const weights = new Map((telling.length ? telling : question.essential).map(({ text, weight }) => [text, spoken.worthOf(text, weight)]));
  const whole = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  return coveredBy(searcher, question, weights, entry) / (whole || 1);
}

// Whether an entry knows each card and term that a question names. Hiragana within a run of hiragana
// may be no name.
function knowsThings({ words }, { mentions, folded }, entry) {
  const isOther = (concept) => isCue(concept) || concept.startsWith(TOPIC);
  const isWithin = ({ start, end }) => start > 0 && [...folded.scripts.slice(start - 1, end)].every((script) => script === HIRAGANA);
  const things = mentions.filter((mention) => !mention.concepts.some(isOther) && !isWithin(mention));
  return things.every(({ concepts }) => concepts.some((concept) => words.impact(CONCEPT + concept, entry)));
}

// Whether a question says at least half of the weight of a text, its rarest word included.
function saysHalf(question, spoken, text) {
  const worths = new Map(tokensOf(fold(text)).map(([word, weight]) => [word, spoken.worthOf(word, weight)]));
  const all = [...worths.values()], held = [...worths].filter(([word]) => question.terms.has(word)).map(([, worth]) => worth);
  const weigh = (those) => those.reduce((sum, worth) => sum + worth, 0);
  return 2 * weigh(held) >= weigh(all) && Math.max(0, ...held) === Math.max(0, ...all);
}

// The weight of the terms that an entry holds, as they are or under another name.
function coveredBy({ words }, question, weights, entry) {
  const named = question.mentions
    .filter((mention) => mention.concepts.some((concept) => words.impact(CONCEPT + concept, entry)))
    .map((mention) => written(question.folded, mention.start, mention.end))
    .join("\n");
  let sum = 0;
  for (const [term, weight] of weights) {
    if (words.impact(term, entry) || (!term.startsWith(CONCEPT) && named.includes(term))) sum += weight;
  }
  return sum;
}
