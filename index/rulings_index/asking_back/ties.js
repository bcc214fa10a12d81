// What to ask back where rulesets are nearly tied, as rulings_index/asking_back/ties.py.

class Ties {
  // `about` gives what an entry rests on by its id and whether it is a call, `rules` what each
  // ruleset is called, `together` the pairs of them that are played together.
  constructor(about, rules, together) {
    this.about = about;
    this.rules = rules;
    this.together = together;
  }

  // What to ask back before the first hit is an answer; `isKnown` tells that it is known which
  // rules are played, `isSure` whether the first hit is a sure answer. At a mixed event, of several
  // rulesets, rulings on a card need not be as near as others.
  toAsk(hits, asking, isKnown, isSure, isMixed) {
    if (asking.fork || isKnown || this.about(hits[0].id).isCall) return asking.fork;
    const share = isSure ? RULES_TIED : 1;
    const tied = this.ofOtherRulesets(hits, asking, share, isMixed ? RULINGS_TIED : share);
    if (tied.every((hit) => this.isOn(hits[0], hit))) return null; // they say the same
    const cases = [hits[0], ...tied].map(({ id, ruleset }) => ({ when: this.rules[ruleset], entry: id }));
    return { id: "", ask: WHICH_RULES, cases };
  }

  // The first hit of each other ruleset with such a share of the best score and no case of a fork.
  ofOtherRulesets(hits, { others }, share, ofCards) {
    const [best, ...rest] = hits.slice(0, MOST_TIED);
    const least = (hit) => best.score * (this.areOnOneCard(best, hit) ? ofCards : share);
    const isOffered = ({ id }) => others.some(({ entry }) => entry === id);
    const withIt = [best.ruleset, ...this.together.filter((pair) => pair.includes(best.ruleset)).flat()];
    const isOther = ({ ruleset }) => !withIt.includes(ruleset);
    const likely = rest.filter((hit) => hit.score >= least(hit) && isOther(hit) && !isOffered(hit));
    return likely.filter(({ ruleset }, at) => likely.findIndex((hit) => hit.ruleset === ruleset) === at);
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
