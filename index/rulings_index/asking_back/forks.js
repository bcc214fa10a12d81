// Which case of a fork a question is, as rulings_index/asking_back/forks.py.

// The shares of the best score from which on something else may be meant as well.
function sharesIn(searcher, level) {
  const [measure, { tables }] = [curated(searcher), searcher];
  const less = level === "answer" ? 1 : 1 - measure * (1 - tables.get("unsure"));
  const plain = tables.get("plain_nearly_tied");
  const other = plain + measure * (tables.get("nearly_tied") - plain);
  const [ofCase, named] = [tables.get("case_tied"), tables.get("both_meant")];
  return { ofCase: ofCase * less, other: other * less, named: named * less };
}

class Forks {
  // `data` is what is exported of the forks, `score` gives the score of an entry by its id.
  constructor({ of, records }, score, { forms, tables }, shares) {
    this.of = of;
    this.records = records;
    this.score = score;
    this.forms = forms;
    this.tables = tables;
    this.shares = shares;
  }

  // What to ask back where the best entry is one of several cases: {fork, others, named, first}.
  asking(question, best) {
    let known = this.onceAsking(question, best);
    const seen = new Set([best]);
    while (known.first && !known.fork) {
      seen.add(known.first);
      const further = this.onceAsking(question, known.first);
      if (!further.fork && (!further.first || seen.has(further.first))) break;
      const others = [...further.others, ...known.others];
      known = { ...further, others, named: true, first: further.first || known.first };
    }
    return known;
  }

  // What the forks of one entry come to.
  onceAsking(question, best) {
    const found = this.around(best).map((one) => ({ ...this.assess(one, question, best), one }));
    found.sort((one, other) => other.share - one.share);
    const settled = found.filter(({ named }) => named).map(({ one }) => one);
    const isFree = (one) => settled.every((other) => this.around(one).includes(other));
    const isPut = ({ fork, share, one }) => fork && (share >= this.shares.named || isFree(one));
    const moved = found.find(({ first }) => first);
    if (moved) return moved;
    const put = found.find(isPut);
    if (put) return { ...put, others: [] };
    const others = new Map(found.flatMap((one) => one.others.map((leaf) => [leaf.entry, leaf])));
    return this.known(0, { others: [...others.values()], named: settled.length > 0 });
  }

  known(share, { fork = null, others = [], named = false, first = "" } = {}) {
    return { share, fork, others, named, first };
  }

  // The forks that an entry is a case of, the nearest first, then those that lead to them.
  around(id) {
    const found = [];
    const left = [id];
    while (left.length) {
      const above = (this.of[left.shift()] ?? []).filter((one) => !found.includes(one));
      found.push(...above);
      left.push(...above);
    }
    return found;
  }

  // How near the nearest other case comes, and what follows from it.
  assess(id, question, best) {
    const branches = this.branches(id, question);
    const own = branches.find((one) => one.leaves.some((leaf) => leaf.entry === best));
    const rivals = branches.filter((one) => one !== own && one.possible && one.score);
    if (!own || !rivals.length) return this.known(0);
    const whole = this.score(best) || 1;
    let share = Math.max(...rivals.map((one) => one.score)) / whole;
    const named = [own, ...rivals].filter((one) => one.named);
    const isNamed = named.length === 1 && named[0] === own;
    let isOpen = false;
    if (named.length === 1 && named[0] !== own) {
      const meant = named[0].score / whole;
      if (meant >= this.tables.get("still_meant")) {
        const others = leavesOf([own, ...rivals].filter((one) => one !== named[0]));
        return this.known(share, { others, named: true, first: this.highest(named[0].leaves).entry });
      }
      isOpen = meant >= this.tables.get("perhaps_meant");
      share = isOpen ? 1 : share; // words speak for it: no other fork settles that
    } else if (!isNamed) {
      const least = (one) => (named.includes(own) ? this.shares.named : this.least(one, best));
      isOpen = rivals.some((one) => one.score >= whole * least(one));
    }
    if (!isOpen) return this.known(share, { others: leavesOf(rivals), named: isNamed });
    const cases = leavesOf(branches.filter((one) => one === own || one.possible));
    return this.known(share, { fork: { id, ask: this.records[id].ask, cases }, others: leavesOf(rivals) });
  }

  // The share of the best score that a case needs to be meant as well.
  least({ leaves }, best) {
    const prefixOf = (id) => id.split(/[ -]/)[0];
    const isOfBest = leaves.some(({ entry }) => prefixOf(entry) === prefixOf(best));
    return isOfBest ? this.shares.ofCase : this.shares.other;
  }

  highest(leaves) {
    return leaves.reduce((one, other) => (this.score(other.entry) > this.score(one.entry) ? other : one));
  }

  // The cases of a fork, which stands in those `above` it.
  branches(id, question, above = []) {
    const within = [...above, id];
    const { cases } = this.records[id];
    const said = saidOf(cases.map((one) => one.said), question, this.tables);
    return cases.map((one, at) => {
      const leaves = this.leaves(one, question, within);
      const scores = leaves.map((leaf) => this.score(leaf.entry));
      const possible = scores.some(Boolean) && !this.namesOtherCards(one.when, question);
      return { leaves, score: Math.max(0, ...scores), named: said[at], possible };
    });
  }

  // The entries that a case leads to; of another fork, those that the question leaves.
  leaves({ when, entry }, question, within) {
    if (!(entry in this.records) || within.includes(entry)) return [{ when, entry }];
    const branches = this.branches(entry, question, within);
    const named = branches.filter((one) => one.named);
    return leavesOf(named.length ? named : branches)
      .map((leaf) => ({ ...leaf, when: joinedConditions(when, leaf.when) }));
  }

  // Whether a condition names a card, and the question does not.
  namesOtherCards(when, question) {
    const ofCards = this.tables.get("of_cards");
    const mentioned = new Set(question.mentions.flatMap((mention) => mention.concepts));
    const named = Object.values(when)
      .flatMap((text) => mentionsIn(fold(text, this.tables), this.forms, this.tables))
      .flatMap((mention) => mention.concepts)
      .filter((concept) => ofCards.some((kind) => concept.startsWith(kind)));
    return named.length > 0 && !named.some((concept) => mentioned.has(concept));
  }
}

function leavesOf(branches) {
  return branches.flatMap((one) => one.leaves);
}

function joinedConditions(outer, inner) {
  const both = Object.keys(outer).filter((language) => language in inner);
  return Object.fromEntries(both.map((language) => [language, `${outer[language]}: ${inner[language]}`]));
}

// For each case whether the question says a phrase of it, outside a longer one of another.
function saidOf(cases, question, tables) {
  const places = cases.map((phrases) => phrases.flatMap((one) => placesOf(one, question, tables)));
  return places.map((own) => own.some((one) => !isInside(one, places.flat())));
}

// Where a question says a phrase: in which of its spellings, from where, to where.
function placesOf(phrase, question, tables) {
  const key = keyOf(fold(phrase, tables), tables);
  const isLetter = (character) => /^[a-z0-9]$/.test(character ?? "");
  const found = [];
  question.keys.forEach((text, number) => {
    for (let at = key ? text.indexOf(key) : -1; at >= 0; at = text.indexOf(key, at + 1)) {
      const end = at + key.length;
      if (!(isLetter(key[key.length - 1]) && isLetter(text[end]))) found.push([number, at, end]);
    }
  });
  return found;
}

function isInside([number, start, end], places) {
  return places.some(([one, first, last]) =>
    one === number && first <= start && end <= last && last - first > end - start);
}
