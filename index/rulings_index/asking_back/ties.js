// What to ask back where hits are nearly tied, as rulings_index/asking_back/ties.py.

class Ties {
  // `about` gives the title of an entry by its id and what it rests on, and whether it is a call,
  // `rules` what each ruleset is called, `shares` of the best score make a tie.
  constructor(about, rules, shares) {
    this.about = about;
    this.rules = rules;
    this.shares = shares;
  }

  // What to ask back before the first hit is an answer; `isCued` tells that the rules are known.
  toAsk(hits, asking, isCued) {
    const tied = this.tied(hits, asking, isCued);
    const meant = [hits[0], ...tied];
    if (asking.fork) {
      const beside = tied.map((hit) =>
        this.case(hit, joinedConditions(ANOTHER_QUESTION, this.name(hit, meant))));
      return { ...asking.fork, cases: [...asking.fork.cases, ...beside] };
    }
    if (tied.every((hit) => this.isOn(hits[0], hit))) return null; // they say the same
    const isOneOfEach = new Set(meant.map(({ ruleset }) => ruleset)).size === meant.length;
    const whenOf = (hit) => (isOneOfEach ? this.rules[hit.ruleset] : this.name(hit, meant));
    const ask = isOneOfEach ? WHICH_RULES : WHICH_CASE;
    return { id: "", ask, cases: meant.map((hit) => this.case(hit, whenOf(hit))) };
  }

  // Hits as likely as the first that none of its forks offers.
  tied(hits, { fork, others, named }, isCued) {
    const [best, ...rest] = hits.slice(0, MOST_TIED);
    if (this.about(best.id).isCall) return []; // a call settles the question
    const least = best.score * (named ? this.shares.named : this.shares.other);
    const known = new Set([...others, ...(fork ? fork.cases : [])].map(({ entry }) => entry));
    const isCalledOtherwise = ({ id }) =>
      JSON.stringify(this.about(id).title) !== JSON.stringify(this.about(best.id).title);
    const mayBe = (hit) => (hit.ruleset === best.ruleset ? !named && isCalledOtherwise(hit) : !isCued);
    return rest.filter((hit) => mayBe(hit) && hit.score >= least && !known.has(hit.id));
  }

  // Whether one of two entries rests on the other.
  isOn(hit, other) {
    return this.about(other.id).restsOn.includes(hit.id) || this.about(hit.id).restsOn.includes(other.id);
  }

  // The title of a hit; behind the name of its rules if the hits are of several.
  name({ id, ruleset }, hits) {
    const { title } = this.about(id);
    const isAlone = hits.every((hit) => hit.ruleset === ruleset);
    return isAlone ? title : joinedConditions(this.rules[ruleset], title);
  }

  case({ id }, when) {
    return { when: Object.keys(when).length ? when : this.about(id).title, entry: id };
  }
}
