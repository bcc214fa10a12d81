// From what was typed to the entries that answer, step for step as rulings_index/index.py.

const lettersOf = (text) => fold(text).text.replace(/[^\p{L}\p{N}]/gu, "");

// A number by which a text is known, as rulings_index/browser/export.py: 24 bits of its CRC-32.
function markOf(letters) {
  let mark = -1;
  for (let at = 0; at < letters.length; at += 1) {
    mark ^= letters.charCodeAt(at);
    for (let bit = 0; bit < 16; bit += 1) mark = (mark >>> 1) ^ (mark & 1 ? 0xedb88320 : 0);
  }
  return ~mark & 0xffffff;
}

const noFork = () => ({ fork: null, others: [] });

class Index {
  // `data` is an index as rulings_index/browser/export.py lays it out; a `pause` comes after each part
  // of the work, for it takes long.
  // `textsOf` gives the texts of an entry by its id: what the page shows need not be in the data too.
  static async read(data, textsOf, pause) {
    const searchers = [];
    let first = 0;
    for (const game of data.games) {
      searchers.push(await Searcher.read(data, game, first, pause));
      first += game.phrasings.length;
    }
    return new Index(data, textsOf, searchers, await listsIn(columnsIn(data.columns)(data.wordings), pause));
  }

  constructor(data, textsOf, searchers, wordings) {
    this.data = data;
    this.textsOf = textsOf;
    this.searchers = searchers;
    this.wordings = wordings; // marks of texts
    this.texts = []; // of entries, once they were folded
    for (const searcher of this.searchers) {
      const isOfAny = searcher.name === OWN_RULESET; // calls on an event may be in the words of any game
      searcher.spoken = this.searchers.filter(({ name }) => isOfAny || name === searcher.name);
    }
    this.rulesets = this.byEntry("ruleset");
    this.kinds = this.byEntry("kind");
    const called = data.entries.map((id, number) => [id, number]);
    this.numbers = new Map([...Object.entries(data.formerly), ...called]);
  }

  // The hits, or the nearest where nothing answers: [{id, same, …}] with those that say the same; the
  // `fork` to ask back, or the `others` of the case that is settled; the `suggestion`; and the `cues`, which rules
  // and games the question names. The names
  // `chosen` for a field hold where nothing is typed for it. Raises FilterError.
  search(typed, chosen = {}) {
    const parsed = this.parse(typed);
    return this.results({ ...parsed, filter: { ...this.filter(chosen), ...parsed.filter } });
  }

  parse(typed) {
    return parseQuery(typed, this.data.choices);
  }

  filter(chosen) {
    return Object.fromEntries(Object.entries(chosen).map(([field, name]) =>
      [field, resolve(field, name, this.data.choices)]));
  }

  // The results; those for the kanji that may be meant if these are surer.
  results(parsed) {
    const results = this.resultsAs(parsed);
    if (results.certainty === "answer" || parsed.phrases.length) return results;
    const frequency = new Asked(this.searchers, parsed.text).frequencies(this.allowed(parsed.filter));
    const text = respelt(parsed.text, frequency);
    if (text === parsed.text) return results;
    const again = this.resultsAs({ ...parsed, text });
    const isBetter = LEVELS.indexOf(again.certainty) < LEVELS.indexOf(results.certainty);
    return isBetter ? { ...again, suggestion: again.suggestion || text } : results;
  }

  // The results for a text, as Index._results in index.py.
  resultsAs({ text, phrases, filter }) {
    const asked = new Asked(this.searchers, text);
    const scores = this.ranked(asked, filter, phrases);
    const byId = this.putIdsFirst(text, scores);
    const best = this.best(scores, CONSIDERED);
    if (!best.length) {
      const isPart = phrases.join("").length < text.length;
      return phrases.length ? this.nearestUnquoted(text, filter, isPart) : this.nothing();
    }
    if (!byId) this.putSureRuleFirst(best, asked);
    const verbatim = !byId && this.putVerbatimFirst(best, scores, text, asked);
    // what is asked by id, or in the very words of an entry, is answered without asking back
    const meant = this.inPlaceOf(best[0], scores);
    let asking = byId ? noFork() : this.asking(asked, scores, meant);
    if (verbatim && !asking.decided) asking = { ...(asking.first ? { others: [] } : asking), fork: null };
    const answered = asking.first || this.data.entries[meant];
    const isFirst = (entry) => Number(this.data.entries[entry] === asking.first);
    best.sort((left, right) => isFirst(right) - isFirst(left));
    const question = asked.of(this.gameOf(best[0]));
    const forks = (this.data.facets[FORKS] ?? []).filter((fork) => this.data.entries[fork] === asking.fork?.id);
    const isExact = byId || verbatim, sureness = isExact ? ["answer", false] : asked.sureness(best, forks);
    const offered = [...asking.others, ...(asking.fork?.cases ?? [])].map(({ entry }) => entry);
    const rest = offered.filter((id) => id !== answered);
    const [listed, sure, isFar] = this.belowCalls(best, scores, asked, rest, this.forksAnswered(asking, answered), sureness, isExact);
    if (listed[0] in this.data.overruled) asking = this.askingBelow(listed[0], asking, answered, rest);
    const hits = this.grouped(listed, scores);
    const suggestion = this.suggestion(text, question, hits);
    if (sure === "none") {
      const none = { ...this.nothing(), nearest: isFar ? [] : this.nearest(hits), suggestion, cues: asked.cues };
      return isFar ? none : this.calculated(none, question, false);
    }
    const others = asking.others.slice(0, MOST_OTHERS);
    const { settled } = asking;
    const isOfCase = settled?.entry === hits[0].id && Object.keys(settled.verdict).length > 0;
    const ofCase = isOfCase ? [settled] : [];
    const askingOf = ({ id }) => this.asking(asked, scores, this.inPlaceOf(this.numbers.get(id), scores));
    const fork = byId ? null : this.toAsk(hits, asking, asked, listed, sure, askingOf);
    const results = { hits, nearest: [], suggestion, certainty: sure, fork, others, ofCase, cues: asked.cues };
    return byId ? results : this.calculated(results, question, verbatim);
  }

  // The forks that a call may answer: the one to ask back, or those of which the entry that answers
  // is a case. A clause says more than its case, which must be meant.
  forksAnswered({ fork, settled, others }, answered) {
    const isOwnCase = settled || (others.length > 0 && this.kinds[this.numbers.get(answered)] !== "clause");
    const names = [...(fork ? [fork.id] : []), ...((isOwnCase && this.data.forks.of[answered]) || [])];
    return names.map((name) => this.numbers.get(name));
  }

  // What to ask back: the fork, or which rules are played.
  toAsk(hits, asking, asked, listed, sure, askingOf) {
    const ties = new Ties((id) => this.about(id), this.data.rulesets, this.data.together);
    const isOfOne = this.data.expected.length === 2; // its ruleset, and that of its own calls
    const isKnown = asked.cues.length > 0 || isOfOne;
    const isMixed = this.data.expected.length > 2;
    const isSure = ({ id }) => {
      const number = this.numbers.get(id);
      if (number === listed[0]) return sure === "answer";
      return asked.sureness([number, ...listed.filter((entry) => entry !== number)])[0] === "answer";
    };
    const knows = ({ id }) => knowsThings(...asked.candidate(this.numbers.get(id)));
    const restingOn = ({ id }) => this.data.expected.map((facet) => facet.replace(RULESET, ""))
      .filter((name) => this.data.facets[BASE + name]?.includes(this.numbers.get(id)));
    return ties.toAsk(hits, asking, { isKnown, isSure, isMixed, knows, restingOn, askingOf });
  }

  // A rule or ruling that is sure by itself before a call that neither overrules it nor answers by its own words.
  putSureRuleFirst(best, asked) {
    const { overruled } = this.data, [call] = best, rules = best.filter((entry) => !(entry in overruled));
    if (!(call in overruled) || !rules.length || overruled[call].includes(rules[0])) return;
    if (this.isAsked(asked, call) || asked.sureness(rules)[0] !== "answer") return;
    best.sort((left, right) => Number(left !== rules[0]) - Number(right !== rules[0]));
  }

  // The best entries with calls in front, how sure it is that the first answers, and whether it is far
  // from that. `rest` are the entries of other cases; a call on nothing else does not answer. `answeredForks`
  // are those that a call may answer.
  belowCalls(best, scores, asked, rest, answeredForks, [sure, isFar], isExact) {
    const isOnRest = ({ overrules }) => overrules.length && overrules.every((id) => rest.includes(id));
    const isSure = sure === "answer" && !this.data.facets[OPEN_POINTS]?.includes(best[0]);
    const answers = (entry, least, on = entry) => entry in this.data.overruled
      && !isOnRest(this.about(this.data.entries[entry])) && this.shareIn(asked, entry, on) >= least;
    const [listed, isCalled] = this.callsFirst(best, scores, answers, isSure, answeredForks);
    if (!(listed[0] in this.data.overruled)) return [listed, sure, isFar];
    const overruled = this.data.overruled[listed[0]];
    if (!overruled.length && isCalled) return [listed, "answer", false];
    if (listed[0] === best[0] && !isCalled && !this.isAsked(asked, listed[0])) { // found by the words of its verdict
      const rules = best.filter((entry) => !(entry in this.data.overruled));
      const isRuled = overruled.includes(rules[0]) && asked.sureness(rules)[0] !== "none";
      if (!isRuled) return [listed, sure === "answer" && !isExact ? "perhaps" : sure, isFar];
    }
    if (!overruled.length || sure === "answer") return [listed, sure, isFar];
    const base = this.data.facets[BASE + this.rulesets[listed[0]]] ?? []; // no rivals of a call
    const others = listed.filter((entry) => !overruled.includes(entry) && !base.includes(entry));
    const [ofCall, isFarCall, isWorthALook] = asked.sureness(others);
    return isWorthALook ? [listed, "answer", false] : [listed, ofCall, isFarCall];
  }

  // What is still shown below a call: the cases that it does not overrule, if it overrules the entry
  // that answers.
  askingBelow(call, asking, answered, rest) {
    const isLeft = (id) => !this.data.overruled[call].includes(this.numbers.get(id));
    if (isLeft(answered) || !rest.some(isLeft)) return noFork();
    return { ...asking, settled: undefined, others: asking.others.filter(({ entry }) => isLeft(entry)) };
  }

  // The results with the formula of the best entry worked out, or its missing inputs asked for, as
  // `calculate` in asking_back/numbers.py.
  calculated(results, question, verbatim) {
    const listed = results.hits.length ? results.hits : results.nearest;
    const best = listed.find(({ id }) => !this.about(id).isCall);
    if (!best) return results;
    const { kind, examples, ...about } = this.about(best.id);
    const known = calculationOf(question, { ...about, examples, id: best.id }, this.data.formulas);
    const isClear = known?.possible && !known.missing.length;
    const isRuling = kind === "ruling";
    if (!known || (verbatim && (isRuling || !isClear))) return results;
    const numbers = Object.keys(known.given).length;
    if (!results.hits.length && !(isClear && numbers > 1)) return results;
    const isSame = hasSameNumbers(examples, known, question);
    const { entry, missing, possible } = known;
    const isHome = ({ id }) => id === entry;
    const hits = results.hits.length ? [best, ...listed.filter((hit) => hit !== best)] : [best];
    const home = { id: entry, ruleset: this.rulesets[this.numbers.get(entry)], score: 0, same: [] };
    const isOnOthers = isRuling && !isSame;
    const same = hits.find(({ id }) => isExampleOf(this.about(id).examples, known));
    const first = isOnOthers ? same ?? hits.find(isHome) ?? home : best;
    const isOfCase = this.about(entry).kind === "ruling"; // and no rule for all numbers
    const isOfOthers = isRuling && examples.length && isClear && !isSame;
    const worksWithout = isOfOthers && this.about(listed[0].id).overrules.includes(best.id);
    const call = this.callOnRule(isOfCase ? [first.id] : [first.id, entry], worksWithout ? best.id : "");
    if (call) {
      const others = results.hits.filter(({ id }) => id !== call.id);
      return { ...results, hits: [call, ...others].slice(0, results.hits.length) };
    }
    if (best !== listed[0] && !worksWithout) return results;
    const isOther = (each) => each.entry !== first.id;
    const found = { ...results, hits: [first, ...hits.filter(({ id }) => id !== first.id)].slice(0, hits.length) };
    if (isClear) {
      const cases = results.fork?.cases ?? results.others;
      const others = cases.filter(isOther).slice(0, MOST_OTHERS);
      const calculation = !isRuling || (isOnOthers && isHome(first)) ? known : null;
      return { ...found, others, nearest: [], certainty: "answer", fork: null, calculation };
    }
    const { inputs } = this.data.formulas[known.name];
    const isAsked = possible && missing.length > 0;
    const fork = isAsked ? askFor(missing.map((name) => inputs[name].text)) : results.fork;
    if (!isOnOthers) return { ...found, fork };
    const isUnsure = numbers > 0 || known.isCorrected || hasOtherNumbers(examples, question);
    const isHedged = isUnsure && this.about(first.id).kind === "ruling";
    const certainty = isHedged ? "perhaps" : results.certainty;
    return { ...found, fork, certainty, others: results.others.filter(isOther) };
  }

  // The call on the first of these entries to be overruled, or else on the nearest rule above the last; not on `worked`.
  callOnRule(ids, worked) {
    const home = ids.at(-1), isAbove = (id) => home.startsWith(id) && !/\d/.test(home[id.length]); // 9.1 of 9.1a
    const above = Object.keys(this.data.calls).filter(isAbove).sort((left, right) => right.length - left.length);
    const callOn = (id) => (this.data.calls[id] ?? []).filter(([, touch]) => touch === OVERRULES).at(-1);
    const [call] = [...ids, ...above].filter((id) => id !== worked).map(callOn).find(Boolean) ?? [];
    return call === undefined ? null : { id: this.data.entries[call], ruleset: this.rulesets[call], score: 0, same: [] };
  }

  // Puts the entry first whose title, question or phrasing is the very text; says whether there is one.
  // Of some 50,000 texts one has the mark of another: the entry must hold all its words too.
  putVerbatimFirst(best, scores, text, asked) {
    const holdsAll = (entry) => {
      const game = this.gameOf(entry), words = [...asked.of(game).terms.keys()].filter((term) => term > " ");
      return words.every((word) => !game.words.has(word) || game.words.impact(word, entry - game.first) > 0);
    };
    const at = best.slice(0, HITS).findIndex((entry) => this.isWorded(entry, text) && holdsAll(entry));
    if (at < 0) return false;
    const score = scores[best[0]];
    best.unshift(...best.splice(at, 1));
    scores[best[0]] = score;
    return true;
  }

  about(id) {
    const number = this.numbers.get(id);
    const { rests_on: restsOn, overruled } = this.data;
    const [, ...clauses] = restsOn[number];
    const examples = this.data.examples[number] ?? [];
    const cards = this.data.cards[number] ?? [];
    const kind = this.kinds[number], isCall = number in overruled;
    const overrules = (overruled[number] ?? []).map((entry) => this.data.entries[entry]);
    return { kind, cards, restsOn: restsOn[number], clauses, examples, isCall, overrules, denials: this.data.denials[number] };
  }

  // The id of the call in force that stands above an entry in a case of a fork: none where the
  // entry needs a variant that is off and the book leaves open what holds without it.
  calledOn(id) {
    const { calls, entries, forks, in_force: inForce } = this.data;
    const above = (calls[id] ?? []).filter(([, touch]) => touch === OVERRULES);
    const [latest] = above.sort(([, , made], [, , other]) => other.localeCompare(made));
    const ofEntry = ({ entry }) => entry === id;
    const isOpen = ({ entry }) => this.kinds[this.numbers.get(entry)] === "open";
    const around = Object.values(forks.records).map(({ cases }) => cases).filter((cases) => cases.some(ofEntry));
    const isOff = around.flat().filter(ofEntry).some(({ variants }) => variants.some((each) => !inForce?.includes(each)));
    const isLeftOpen = around.some((cases) => cases.every((each) => ofEntry(each) || isOpen(each)));
    return latest && !(isOff && isLeftOpen) ? entries[latest[0]] : undefined;
  }

  nothing() {
    return { hits: [], nearest: [], suggestion: "", certainty: "none", ...noFork() };
  }

  // The nearest entries if none contains the quoted words.
  nearestUnquoted(text, filter, isPart) {
    const results = this.results({ text, phrases: [], filter });
    const { hits, nearest, suggestion } = results;
    if (isPart && hits.length && this.isWorded(this.numbers.get(hits[0].id), text)) return results;
    return { ...this.nothing(), nearest: nearest.length ? nearest : this.nearest(hits), suggestion };
  }

  // Whether the title, question or a phrasing of an entry is the very text.
  isWorded(entry, text) {
    const { numbers, starts } = this.wordings;
    return numbers.subarray(starts[entry], starts[entry + 1]).includes(markOf(lettersOf(text)));
  }

  // The hits that are named where nothing answers: the first few of the first's game.
  nearest(hits) {
    const gameOfHit = ({ id }) => this.gameOf(this.numbers.get(id));
    return hits.filter((hit) => gameOfHit(hit) === gameOfHit(hits[0])).slice(0, NEAREST);
  }

  gameOf(entry) {
    return this.searchers.find((searcher) => searcher.holds(entry));
  }

  // The best of the entries that a call overrules, in place of which it answers; or an entry itself.
  inPlaceOf(best, scores) {
    const [first = best, ...others] = this.data.overruled[best] ?? [];
    return others.reduce((most, each) => (scores[each] > scores[most] ? each : most), first);
  }

  // The best entries with calls in front, as Calls.first in asking_back/calls.py; `answers` tells
  // whether a call holds enough of the question.
  callsFirst(best, scores, answers, isSure, forks) {
    const touching = new Map();
    const [meant] = best, least = CALL_SHARE * scores[meant], { overruled } = this.data;
    const likely = best.slice(0, LOOKED_AT_FOR_CALLS).filter((entry) => scores[entry] >= least);
    [...likely, ...forks].forEach((entry, rank) => {
      for (const [call, touch, made] of this.data.calls[this.data.entries[entry]] ?? []) {
        const stands = touch === OVERRULES || rank === 0 || rank >= likely.length;
        if (stands && !touching.has(call)) touching.set(call, [-rank, touch, made]);
      }
    });
    const order = ([call, [rank, touch, made]], [otherCall, [rankOther, touchOther, madeOther]]) =>
      rankOther - rank || touchOther - touch || madeOther.localeCompare(made) || call - otherCall;
    const ordered = [...touching].sort(order).map(([call]) => call);
    const [clause] = this.about(this.data.entries[meant]).clauses, deciding = this.numbers.get(clause);
    const isReplaced = (entry) => entry === meant || forks.includes(entry) || (entry === deciding && likely.includes(entry));
    const above = ordered.filter((call) => overruled[call]?.some(isReplaced));
    const ofMeant = new Map(this.data.calls[this.data.entries[meant]]);
    const on = (entry) => (this.kinds[meant] === "clause" && ofMeant.get(entry) >= NEAR_RULE ? meant : entry);
    const isKnown = (entry) => !isSure && !overruled[entry]?.length && answers(entry, CALL_KNOWN, on(entry));
    const isNear = (entry) => likely.includes(entry) || on(entry) === meant;
    const isCovering = (entry) => isNear(entry) && answers(entry, CALL_COVERED, on(entry));
    const answering = [...best.filter(isCovering), ...best.filter(isKnown)];
    const front = new Set([...above, ...answering, ...answering.flatMap((call) => overruled[call]), meant, ...ordered]);
    const [first] = front, replaced = best.filter((entry) => overruled[first]?.includes(entry));
    const score = replaced.length ? Math.max(...replaced.map((entry) => scores[entry])) : scores[meant];
    for (const entry of front) scores[entry] = score;
    return [[...front, ...best.filter((entry) => !front.has(entry))], answering.includes(first)];
  }

  // The share of a question that a call holds, which is on a rule, or itself; 0 where it is not asked.
  shareIn(asked, call, on) {
    return this.isAsked(asked, call) ? shareIn(asked.candidate(call), asked.candidate(on), this.largest) : 0;
  }

  // Whether a question says half of the question of a call, or of one of its phrasings.
  isAsked(asked, call) {
    const [, question] = asked.candidate(call);
    return this.data.asked[call].some((text) => saysHalf(question, this.largest, text));
  }

  // The searcher of most entries, which tells how rare a word is: calls are few.
  get largest() {
    return this.searchers.reduce((most, each) => (each.entries > most.entries ? each : most));
  }

  // The share of a question's weight that some words hold; most entries tell how rare each is.
  shareOf(question, words) {
    const spoken = this.largest, held = new Set(tokensOf(fold(words)).map(([word]) => word));
    const asked = new Map(tokensOf(fold(question)).map(([word, weight]) => [word, spoken.worthOf(word, weight)]));
    const weigh = (terms) => terms.reduce((sum, [, worth]) => sum + worth, 0);
    return weigh([...asked].filter(([word]) => held.has(word))) / (weigh([...asked]) || 1);
  }

  // Which case of a fork is meant, where the best entry is one of several.
  asking(asked, scores, best) {
    const least = 1e-9; // of an entry that the page leaves out, or without a word of the question
    const scoreOf = (entry) => scores[entry] || (scores.mayFind(entry) ? least : 0);
    const score = (id) => scores.forks.get(id) ?? (this.numbers.has(id) ? scoreOf(this.numbers.get(id)) : least);
    const event = { inForce: this.data.in_force, kindOf: (id) => this.kinds[this.numbers.get(id)] };
    const ruleset = (id) => this.rulesets[this.numbers.get(id)], id = this.data.entries[best];
    const namesMore = (fork) => unsaid(...asked.candidate(this.numbers.get(fork))) >= FORK_UNSAID;
    const nearer = [...scores.forks].filter(([fork, of]) => of > scores[best] && ruleset(fork) === ruleset(id))
      .filter(([fork]) => !namesMore(fork)).sort(([, left], [, right]) => right - left).map(([fork]) => fork);
    const worded = nearer.filter((fork) => this.isWorded(this.numbers.get(fork), asked.text));
    const forks = new Forks(asked.of(this.gameOf(best)), this.data.forks, score, event, worded);
    return forks.asking(id, nearer);
  }

  // The value of a filter's field that each entry has.
  byEntry(field) {
    const values = [];
    for (const [facet, entries] of Object.entries(this.data.facets)) {
      const [name, value] = facet.split(":");
      if (name === field) entries.forEach((entry) => { values[entry] = value; });
    }
    return values;
  }

  // The scores of all entries, 0 for those that are not found; and those of `forks`, by their ids.
  ranked(asked, filter, phrases) {
    const scores = asked.scores();
    const allowed = this.allowed(filter, phrases);
    const entriesOf = (facets) => new Set(facets.flatMap((facet) => this.data.facets[facet] ?? []));
    const isNamed = "ruleset" in filter || "game" in filter;
    const elsewhere = isNamed ? new Set() : entriesOf(this.data.not_played), named = entriesOf(asked.cues);
    const isPlayed = (entry) => !elsewhere.has(entry) || named.has(entry);
    const isAsked = this.inGames(asked, allowed);
    scores.mayFind = (entry) => allowed(entry) && isPlayed(entry);
    scores.forEach((_, entry) => {
      if (!(scores.mayFind(entry) && isAsked(entry))) scores[entry] = 0;
    });
    const used = new Set((this.data.in_force ?? []).map((id) => this.numbers.get(id)));
    for (const variant of this.data.expected.length ? this.data.facets[VARIANTS] ?? [] : []) {
      if (!used.has(variant)) scores[variant] *= UNUSED_VARIANT;
    }
    const forks = this.data.facets[FORKS] ?? [];
    scores.forks = new Map(forks.map((fork) => [this.data.entries[fork], scores[fork]]));
    for (const fork of forks) scores[fork] = 0;
    if (!phrases.length) return scores;
    const folded = phrases.map((phrase) => fold(phrase).text);
    const read = this.best(scores, MOST_READ);
    const saying = new Set(read.filter((entry) => this.says(entry, folded)));
    const those = scores.map((score, entry) => (saying.has(entry) ? score : 0));
    return Object.assign(those, { forks: scores.forks, mayFind: (entry) => saying.has(entry) });
  }

  // Tells whether an entry is of a game that the question names, or a call of the event; all are
  // where it names none, or only games of which nothing may be found.
  inGames(asked, allowed) {
    const games = asked.cues.filter((cue) => cue.startsWith(GAME));
    if (!games.length) return () => true;
    const gamesWith = (facet) => (this.data.facets[facet] ?? []).map((entry) => this.gameOf(entry));
    const withAny = new Set(games.flatMap(gamesWith));
    const named = asked.holding(allowed).filter((game) => withAny.has(game));
    const meant = new Set([...named, ...gamesWith(`ruleset:${OWN_RULESET}`)]);
    return (entry) => !named.length || meant.has(this.gameOf(entry));
  }

  // Whether an entry contains these words.
  says(entry, phrases) {
    const text = this.folded(entry);
    return phrases.every((phrase) => text.includes(phrase));
  }

  // The texts of an entry, folded.
  folded(entry) {
    this.texts[entry] ??= this.textsOf(this.data.entries[entry]).map((each) => fold(each).text).join("\n");
    return this.texts[entry];
  }

  // What misspelt and quoted words need, done before they are asked for: with a `pause` after each part.
  async sortTerms(pause) {
    for (const { words } of this.searchers) {
      words.latinTerms("a");
      await pause();
    }
  }

  async foldTexts(pause) {
    for (const entry of this.data.entries.keys()) {
      this.folded(entry);
      await pause();
    }
  }

  // Tells whether the filters and quoted words let an entry through.
  allowed(filter, phrases = []) {
    const sets = Object.entries(filter).map(([field, values]) => this.those(field, values));
    for (const term of this.certain(phrases)) {
      sets.push(new Set(this.searchers.flatMap(({ words, first }) =>
        Array.from(words.postings(term)?.documents ?? [], (entry) => first + entry))));
    }
    const ended = "status" in filter ? new Set() : this.those("status", ENDED);
    return (entry) => !ended.has(entry) && sets.every((set) => set.has(entry));
  }

  those(field, values) {
    return new Set(values.flatMap((value) => this.data.facets[`${field}:${value}`] ?? []));
  }

  // The terms that an entry holds if it says these phrases.
  certain(phrases) {
    return phrases.flatMap((phrase) => tokensOf(fold(phrase))).map(([text]) => text);
  }

  // Puts entries whose id was typed first; returns whether there are any.
  putIdsFirst(text, scores) {
    const isFound = (id) => this.numbers.has(id) && !(id in this.data.forks.records);
    const named = idsIn(text, this.data.prefixes).filter(isFound);
    for (const id of named) scores[this.numbers.get(id)] += EXACT_ID;
    return named.length > 0;
  }

  // The best entries; ties fall in reading order.
  best(scores, count) {
    const entries = Array.from(scores.keys()).filter((entry) => scores[entry] > 0);
    return entries.sort((left, right) => scores[right] - scores[left] || left - right).slice(0, count);
  }

  // The first entries that differ; those that only repeat one are named in its `same`.
  grouped(best, scores) {
    const groups = new Map();
    for (const entry of best) {
      const substance = this.data.substances[entry], id = this.data.entries[entry];
      const hit = { id, ruleset: this.rulesets[entry], score: scores[entry], same: [] };
      if (groups.has(substance)) groups.get(substance).same.push(id);
      else if (groups.size < HITS) groups.set(substance, hit);
      else break;
    }
    return [...groups.values()];
  }

  // What was probably meant, where words seem misspelt.
  suggestion(text, question, hits) {
    if (!question.meant.length) return "";
    const texts = hits.flatMap(({ id }) => this.textsOf(id));
    return asTyped(text, question, texts);
  }
}
