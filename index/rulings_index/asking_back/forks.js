// Which case of a fork a question is, as rulings_index/asking_back/forks.py.

class Forks {
  // `data` is what is exported of the forks, `score` gives the score of an entry or fork by its id;
  // `event` says which variants are in force, if any event is set, and which entries are variants.
  constructor({ of, records }, score, event) {
    this.event = event;
    this.of = of;
    this.records = records;
    this.score = score;
  }

  // What to ask back if the best entry is one of several cases, or if a fork is `nearer` to the
  // question than any entry: {fork, others, first, settled}.
  asking(question, best, [nearest]) {
    if (nearest) {
      const leaves = leavesOf(this.branches(nearest, question)).map(({ entry }) => entry);
      const scores = leaves.map((entry) => this.score(entry));
      const first = leaves[scores.indexOf(Math.max(...scores))];
      const asking = this.aroundBest(question, first);
      if (asking.fork && !leaves.includes(best)) return { ...asking, first };
    }
    return this.aroundBest(question, best);
  }

  // What to ask back if the best entry is one of several cases.
  aroundBest(question, best) {
    const forks = this.around(best).map((id) => ({ id, ...this.assess(id, question, best) }));
    const moved = forks.find(({ first }) => first);
    if (moved) return moved;
    const settled = forks.filter((each) => each.settled);
    const follows = (id) => settled.every((other) => this.around(id).includes(other.id));
    const [put] = forks.filter(({ fork, id }) => fork && follows(id))
      .sort((left, right) => this.score(right.id) - this.score(left.id));
    if (put) return { fork: put.fork, others: [], first: "" };
    const others = new Map(forks.flatMap((each) => each.others.map((leaf) => [leaf.entry, leaf])));
    return { fork: null, others: [...others.values()], first: "", settled: settled[0]?.settled };
  }

  // The forks that an entry is a case of, the nearest first, then those that lead to them.
  around(id) {
    const around = [];
    const left = [id];
    while (left.length) {
      const above = (this.of[left.shift()] ?? []).filter((fork) => !around.includes(fork));
      around.push(...above);
      left.push(...above);
    }
    return around;
  }

  // What is known of the case of one fork: a `fork` to put, the case that is `settled`, and `first`
  // where that is another than that of the best.
  assess(id, question, best) {
    const branches = this.branches(id, question);
    const ofBest = branches.filter((branch) => branch.leaves.some((leaf) => leaf.entry === best));
    const bestCase = ofBest.find(({ named }) => named) ?? ofBest[0]; // words alone tell them apart
    const rivals = branches.filter((branch) => branch !== bestCase && branch.score
      && (branch.named || !ofBest.includes(branch) || ofBest.length === branches.length));
    if (!bestCase || !rivals.length) return { others: [] };
    const whole = this.score(best) || 1;
    const others = leavesOf(bestCase.decided ? [] : rivals);
    const named = [bestCase, ...rivals].filter((branch) => branch.named);
    const meant = named.length === 1 ? named[0] : null;
    if (meant === bestCase) return { others, settled: meant.leaves.find(({ entry }) => entry === best) };
    if (meant && (meant.decided || meant.score >= STILL_MEANT * whole)) {
      const rest = leavesOf([bestCase, ...rivals].filter((branch) => branch !== meant));
      const first = meant.leaves.find(({ entry }) => this.score(entry) === meant.score);
      const { decided } = meant;
      return { others: decided ? [] : rest, first: first.entry, settled: first, decided };
    }
    const isOpen = named.length > 0 || this.score(id) >= FORK_MEANT * whole;
    const cases = leavesOf(branches.filter((branch) => branch === bestCase || branch.score));
    return { others, fork: isOpen ? { id, ask: this.records[id].ask, cases } : null };
  }

  // The cases of a fork, which stands in those `above` it.
  branches(id, question, above = []) {
    const within = [...above, id];
    const { cases } = this.records[id];
    const concepts = question.mentions.flatMap((mention) => mention.concepts);
    const cardOf = (concept) => concept.replace(/^move:([^/]*).*/, "card:$1"); // whose attack it is
    const mentioned = [...concepts, ...concepts.map(cardOf)];
    const decided = this.decided(cases);
    const named = decided ?? namedIn(question, cases.map(({ phrases }) => phrases));
    return cases.map(({ cards, ...condition }, at) => {
      const leaves = this.leaves(condition, question, within);
      const isOfOtherCards = cards.length > 0 && !cards.some((card) => mentioned.includes(card));
      const isOut = isOfOtherCards || this.isOff(condition.entry);
      const scores = isOut ? [] : leaves.map((leaf) => this.score(leaf.entry));
      return { leaves, score: Math.max(0, ...scores), named: named[at], decided: decided !== null };
    });
  }

  // For each case whether the event says that it is meant; nothing where it does not say, as where a
  // variant is in force on which another case rests too.
  decided(cases) {
    const isOn = cases.map(({ entry }) => Boolean(this.event.inForce?.includes(entry)));
    const isLeft = cases.map(({ entry }) => !this.isOff(entry));
    const needed = new Set(cases.flatMap(({ variants }) => variants));
    if (isOn.includes(true)) return cases.some(({ entry }) => needed.has(entry)) ? null : isOn;
    return isLeft.filter(Boolean).length === 1 ? isLeft : null;
  }

  // Whether a case rests on a variant that is not in force at the event.
  isOff(entry) {
    const { inForce, isVariant } = this.event;
    return Boolean(inForce) && isVariant(entry) && !inForce.includes(entry);
  }

  // The entries that a case leads to; if that is a fork, those that may be meant there.
  leaves({ when, verdict, entry }, question, within) {
    if (!(entry in this.records) || within.includes(entry)) return [{ when, verdict, entry }];
    const branches = this.branches(entry, question, within);
    const named = branches.filter((branch) => branch.named);
    return leavesOf(named.length ? named : branches)
      .map((leaf) => ({ ...leaf, when: joinedConditions(when, leaf.when) }));
  }
}

function leavesOf(branches) {
  return branches.flatMap((branch) => branch.leaves);
}

function joinedConditions(outer, inner) {
  const both = Object.keys(outer).filter((language) => language in inner);
  return Object.fromEntries(both.map((language) => [language, `${outer[language]}: ${inner[language]}`]));
}

// For each case whether the question says a phrase of it, outside a longer one of another; of two
// cases also whether it denies the other.
function namedIn(question, cases) {
  const places = cases.map((keys) => keys.flatMap((key) => placesOf(key, question)));
  const outside = places.map((ofCase) => ofCase.filter((place) => !isInside(place, places.flat())));
  const named = outside.map((ofCase) => ofCase.some(([, , , denied]) => !denied));
  const isOfTwo = named.length === 2 && !named.includes(true);
  return isOfTwo ? outside.map((ofCase) => ofCase.length > 0).reverse() : named;
}

// Where a question says a phrase: in which of its spellings, from where, to where, and whether it
// denies it there.
function placesOf(key, question) {
  const joins = (left = "", right = "") => /^[a-z0-9]{2}$/.test(left + right);
  const places = [];
  question.keys.forEach((text, number) => {
    for (let at = text.indexOf(key); at >= 0; at = text.indexOf(key, at + 1)) {
      const end = at + key.length;
      const isCut = joins(text[at - 1], key[0]) || joins(key[key.length - 1], text[end]);
      if (!isCut) places.push([number, at, end, isDenied(text, at, end)]);
    }
  });
  return places;
}

function isInside([number, start, end], places) {
  return places.some(([spelling, first, last]) =>
    spelling === number && first <= start && end <= last && last - first > end - start);
}
