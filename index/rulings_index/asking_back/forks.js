// Which case of a fork a question is, as rulings_index/asking_back/forks.py.

class Forks {
  // `of` and `records` are what is exported of the forks, `score` gives the score of an entry or fork
  // by its id; `event` says which variants are in force, if an event is set, and of which kind an entry is;
  // `worded` are the forks by whose own words it is asked: they may ask for a card.
  constructor(question, { of, records }, score, event, worded) {
    this.worded = worded;
    this.question = question;
    this.event = event;
    this.of = of;
    this.records = records;
    this.score = score;
  }

  // What to ask back if the best entry is one of several cases, or if a fork is `nearer` to the
  // question than any entry: {fork, others, first, settled}.
  asking(best, [nearest]) {
    if (nearest) {
      const leaves = leavesOf(this.branches(nearest)).map(({ entry }) => entry);
      const scores = leaves.map((entry) => this.score(entry));
      const first = leaves[scores.indexOf(Math.max(...scores))];
      const asking = this.aroundBest(first);
      if (asking.fork && !leaves.includes(best)) return { ...asking, first };
    }
    return this.aroundBest(best);
  }

  // What to ask back if the best entry is one of several cases: the fork nearest to the question,
  // unless words of it settle a case for another entry, around which it is then asked. If they settle one
  // for the best entry, a fork is asked only within that case, or if it is nearer to the question than that entry,
  // or if words of it are of another case.
  aroundBest(best, isMoved = false) {
    const forks = this.around(best).map((id) => ({ id, ...this.assess(id, best) }));
    const moved = forks.find(({ first }) => first);
    if (moved) {
      const ofCase = isMoved || moved.decided ? {} : this.aroundBest(moved.first, true);
      return ofCase.fork ? { ...ofCase, first: moved.first } : moved;
    }
    const settled = forks.filter((asking) => asking.settled);
    const isWithin = (id) => settled.every((other) => this.around(id).includes(other.id));
    const isNearer = ({ id, isContrary }) => isContrary || this.score(id) > this.score(best);
    const [nearest] = forks.filter((asking) => asking.fork && (isNearer(asking) || isWithin(asking.id)))
      .sort((left, right) => this.score(right.id) - this.score(left.id));
    if (nearest) return { fork: nearest.fork, others: [], first: "" };
    const others = new Map(forks.flatMap((asking) => asking.others.map((leaf) => [leaf.entry, leaf])));
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

  // What is known of the case of one fork, if the best entry is one of its cases: a `fork` to ask back,
  // the case that is `settled`, and `first` if that is a case of another entry.
  assess(id, best) {
    const branches = this.branches(id, [], best);
    const leadsToBest = (branch) => branch.leaves.some(({ entry }) => entry === best);
    const ofBest = branches.filter(leadsToBest);
    const bestCase = ofBest.find(({ isNamed }) => isNamed) ?? ofBest[0];
    // more cases of the best entry count only if named
    const isOther = (branch) => branch.isNamed || !leadsToBest(branch) || ofBest.length === branches.length;
    const rivals = branches.filter((branch) => branch !== bestCase && branch.score && isOther(branch));
    if (!bestCase || !rivals.length) return { others: [] };
    const whole = this.score(best) || 1;
    const named = [bestCase, ...rivals].filter(({ isNamed }) => isNamed);
    const meant = named.length === 1 ? named[0] : null;
    if (meant && (meant === bestCase || meant.isDecided || meant.score >= STILL_MEANT * whole)) {
      const rest = [bestCase, ...rivals].filter((branch) => branch !== meant);
      return this.settled(meant, meant.isDecided ? [] : leavesOf(rest), best);
    }
    const isOpen = named.length > 0 || this.score(id) >= FORK_MEANT * whole;
    const cases = leavesOf(branches.filter((branch) => branch === bestCase || branch.score));
    const others = bestCase.isDecided ? [] : leavesOf(rivals);
    return { others, fork: isOpen ? { id, ask: this.records[id].ask, cases } : null, isContrary: Boolean(meant) };
  }

  // What is known if one case is meant; `first` is its best entry, if it lacks the best. A variant that
  // nobody put in force settles nothing: the rule without it stands beside it.
  settled(meant, others, best) {
    const { inForce, kindOf } = this.event;
    const isUnused = ({ entry }) => kindOf(entry) === "variant" && !inForce?.includes(entry);
    const [unused, plain] = [meant.leaves.filter(isUnused), meant.leaves.filter((leaf) => !isUnused(leaf))];
    const ofBest = meant.leaves.filter(({ entry }) => entry === best);
    const [settled] = ofBest;
    if (unused.includes(settled) && meant.leaves.length > 1) {
      return { others: [...meant.leaves.filter((leaf) => leaf !== settled), ...others] };
    }
    // A fork within the case may be left open.
    const isSettled = ofBest.every(({ verdict }) => JSON.stringify(verdict) === JSON.stringify(settled.verdict));
    if (settled) return { others, settled: isSettled ? settled : null };
    const [first] = [...(plain.length ? plain : unused)]
      .sort((left, right) => this.score(right.entry) - this.score(left.entry));
    const rest = plain.length ? [...unused, ...others] : others;
    return { others: rest, first: first.entry, settled: first, decided: meant.isDecided };
  }

  // The cases of a fork; `above` are the forks that lead to it. A case on a card that the question
  // does not name is ruled out, unless the `best` entry is such a case and no rule.
  branches(id, above = [], best = "") {
    const within = [...above, id];
    const { cases } = this.records[id];
    const concepts = this.question.mentions.flatMap((mention) => mention.concepts);
    const cardOf = (concept) => concept.replace(/^move:([^/]*).*/, "card:$1"); // an attack names its card too
    const mentioned = [...concepts, ...concepts.map(cardOf)];
    const decided = this.decided(cases);
    const named = decided ?? namedIn(this.question, cases.map(({ phrases }) => phrases));
    const isUnnamed = ({ cards }) => cards.length > 0 && !cards.some((card) => mentioned.includes(card));
    const isOfBest = cases.some((each) => each.entry === best && isUnnamed(each));
    const isRule = this.event.kindOf(best) === "clause";
    const mayBeAnyCard = (isOfBest && !isRule) || this.worded.includes(id);
    return cases.map(({ cards, ...condition }, at) => {
      const leaves = this.leaves(condition, within);
      const isOut = (isUnnamed({ cards }) && !mayBeAnyCard) || this.isOff(condition.entry);
      const scores = isOut ? [] : leaves.map((leaf) => this.score(leaf.entry));
      return { leaves, score: Math.max(0, ...scores), isNamed: named[at], isDecided: decided !== null };
    });
  }

  // For each case whether the event decides on it; nothing if the event does not decide. A variant on
  // which another case rests decides nothing.
  decided(cases) {
    const isInForce = cases.map(({ entry }) => Boolean(this.event.inForce?.includes(entry)));
    const isLeft = cases.map(({ entry }) => !this.isOff(entry));
    const needed = new Set(cases.flatMap(({ variants }) => variants));
    if (isInForce.includes(true)) return cases.some(({ entry }) => needed.has(entry)) ? null : isInForce;
    return isLeft.filter(Boolean).length === 1 ? isLeft : null;
  }

  // Whether the entry of a case is a variant that is not in force at the event.
  isOff(entry) {
    const { inForce, kindOf } = this.event;
    return Boolean(inForce) && kindOf(entry) === "variant" && !inForce.includes(entry);
  }

  // The entries that a case leads to; if that is a fork, those that may be meant there.
  leaves({ when, verdict, entry }, within) {
    if (!(entry in this.records) || within.includes(entry)) return [{ when, verdict, entry, forks: within }];
    const branches = this.branches(entry, within);
    const named = branches.filter(({ isNamed }) => isNamed);
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

// For each case whether the question says one of its phrases, and not only within a longer one of
// another case. If there are two cases, to deny one is to name the other.
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
