// What to ask back where rulesets are nearly tied, as rulings_index/asking_back/ties.py.

class Ties {
  // `about` gives what is known of an entry by its id, such as what it rests on, `rules` what each
  // ruleset is called, `together` the pairs of them that are played together.
  constructor(about, rules, together) {
    this.about = about;
    this.rules = rules;
    this.together = together;
  }

  // What to ask back before the first hit is an answer; `isKnown` tells that it is known which
  // rules are played, `isSure` whether a hit is or would be a sure answer. A ruling on the same
  // card need not be as near as others, nor an entry that would be sure, at a mixed event, of several
  // rulesets, or where one of the two says no and no fork is asked; at the event this goes before a fork. `knows`
  // tells whether a hit knows what the question names: rules that do not, as the best hit does, are not meant.
  // `restingOn` gives the formats of the event that rest on the rules of a hit, `askingOf` what is known of its case.
  toAsk(hits, asking, { isKnown, isSure, isMixed, knows, restingOn, askingOf }) {
    const [best] = hits;
    if (isKnown || best.ruleset === OWN_RULESET) return asking.fork;
    const least = isMixed ? RULES_PLAYED : RULES_TIED, share = isSure(best) ? least : 1;
    const isTied = (hit) => {
      if (knows(best) && !knows(hit)) return false;
      if (this.areOnOneCard(best, hit)) return hit.score >= RULINGS_TIED * best.score;
      if (hit.score >= share * best.score) return true;
      const isLikely = isMixed || (isSure(best) && !asking.fork && this.differ(best, hit));
      const areOpen = [best, hit].every(({ id }) => this.about(id).kind === "open"); // which are no sure answers
      return isLikely && hit.score >= SURE_TIED * best.score && (areOpen || isSure(hit));
    };
    const tiedHits = this.ofOtherRulesets(hits, asking, isTied);
    const formats = tiedHits.flatMap(restingOn).filter((each) => !tiedHits.some(({ ruleset }) => ruleset === each));
    const isNear = (hit) => formats.includes(hit.ruleset) && hit.score >= SURE_TIED * best.score;
    const others = [...tiedHits, ...this.ofOtherRulesets(hits, asking, isNear)];
    const answering = [best, ...others].map(({ ruleset }) => ruleset);
    const isOverlaid = (formats) => formats.length > 0 && formats.every((each) => answering.includes(each));
    const tied = others.filter((hit) => !isOverlaid(restingOn(hit)));
    if (tied.every((hit) => this.isOn(best, hit))) return asking.fork; // they say the same
    const cases = [[best, asking], ...tied.map((hit) => [hit, askingOf(hit)])].map(this.caseOf.bind(this));
    return { id: "", ask: WHICH_RULES, cases };
  }

  // What the rules of a hit say: what they ask back, the case that is settled, or its verdict.
  caseOf([{ id, ruleset }, { settled, fork }]) {
    const rules = { when: this.rules[ruleset], entry: id };
    return settled ? { ...settled, ...rules, entry: settled.entry } : fork ? { ...rules, verdict: fork.ask } : rules;
  }

  // The first hit of each other ruleset that is tied, and no case of a fork.
  ofOtherRulesets(hits, { fork, others }, isTied) {
    const [best, ...rest] = hits.slice(0, MOST_TIED);
    const isOffered = ({ id }) => [...others, ...(fork?.cases ?? [])].some(({ entry }) => entry === id);
    const withIt = [best.ruleset, ...this.together.filter((pair) => pair.includes(best.ruleset)).flat()];
    const isOther = ({ ruleset }) => !withIt.includes(ruleset);
    const likely = rest.filter((hit) => isOther(hit) && !isOffered(hit) && isTied(hit));
    return likely.filter(({ ruleset }, at) => likely.findIndex((hit) => hit.ruleset === ruleset) === at);
  }

  // Whether one of two verdicts denies and the other does not, in each language of both.
  differ(hit, other) {
    const [denied, deniedThere] = [hit, other].map(({ id }) => this.about(id).denials);
    const both = Object.keys(denied).filter((code) => code in deniedThere);
    return both.length > 0 && both.every((code) => denied[code] !== deniedThere[code]);
  }

  areOnOneCard(hit, other) {
    const [cards, others] = [hit, other].map(({ id }) => this.about(id).cards);
    return cards.some((card) => others.includes(card));
  }

  // Whether one of two entries rests on the other.
  isOn(hit, other) {
    return this.about(other.id).restsOn.includes(hit.id) || this.about(hit.id).restsOn.includes(other.id);
  }
}
