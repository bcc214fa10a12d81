// What to ask back where rulesets are nearly tied, as rulings_index/asking_back/ties.py.

class Ties {
  // `about` gives what an entry rests on by its id and whether it is a call, `rules` what each
  // ruleset is called.
  constructor(about, rules) {
    this.about = about;
    this.rules = rules;
  }

  // What to ask back before the first hit is an answer; `isKnown` tells that the rules need not be
  // asked for.
  toAsk(hits, asking, isKnown) {
    if (asking.fork || isKnown || this.about(hits[0].id).isCall) return asking.fork;
    const tied = this.ofOtherRulesets(hits, asking);
    if (tied.every((hit) => this.isOn(hits[0], hit))) return null; // they say the same
    const cases = [hits[0], ...tied].map(({ id, ruleset }) => ({ when: this.rules[ruleset], entry: id }));
    return { id: "", ask: WHICH_RULES, cases };
  }

  // The first hit of each other ruleset that is as likely as the best and no case of a fork.
  ofOtherRulesets(hits, { others }) {
    const [best, ...rest] = hits.slice(0, MOST_TIED);
    const least = RULES_TIED * best.score;
    const isOffered = ({ id }) => others.some(({ entry }) => entry === id);
    const likely = rest.filter((hit) => hit.score >= least && hit.ruleset !== best.ruleset && !isOffered(hit));
    return likely.filter(({ ruleset }, at) => likely.findIndex((hit) => hit.ruleset === ruleset) === at);
  }

  // Whether one of two entries rests on the other.
  isOn(hit, other) {
    return this.about(other.id).restsOn.includes(hit.id) || this.about(hit.id).restsOn.includes(other.id);
  }
}
