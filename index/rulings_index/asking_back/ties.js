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
  // rules are played, `isSure` whether the first hit is a sure answer.
  toAsk(hits, asking, isKnown, isSure) {
    if (asking.fork || isKnown || this.about(hits[0].id).isCall) return asking.fork;
    const tied = this.ofOtherRulesets(hits, asking, isSure ? RULES_TIED : 1);
    if (tied.every((hit) => this.isOn(hits[0], hit))) return null; // they say the same
    const cases = [hits[0], ...tied].map(({ id, ruleset }) => ({ when: this.rules[ruleset], entry: id }));
    return { id: "", ask: WHICH_RULES, cases };
  }

  // The first hit of each other ruleset with such a share of the best score and no case of a fork.
  ofOtherRulesets(hits, { others }, share) {
    const [best, ...rest] = hits.slice(0, MOST_TIED);
    const least = share * best.score;
    const isOffered = ({ id }) => others.some(({ entry }) => entry === id);
    const withIt = [best.ruleset, ...this.together.filter((pair) => pair.includes(best.ruleset)).flat()];
    const isOther = ({ ruleset }) => !withIt.includes(ruleset);
    const likely = rest.filter((hit) => hit.score >= least && isOther(hit) && !isOffered(hit));
    return likely.filter(({ ruleset }, at) => likely.findIndex((hit) => hit.ruleset === ruleset) === at);
  }

  // Whether one of two entries rests on the other.
  isOn(hit, other) {
    return this.about(other.id).restsOn.includes(hit.id) || this.about(hit.id).restsOn.includes(other.id);
  }
}
