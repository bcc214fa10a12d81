// What the page shows: contents, a section, one entry, the answers, rules in force, calculators.

const PAUSE_OF_TYPING = 100; // milliseconds, after which answers below the screen are made
const AREA_OF_ANSWER = 85_000; // pixels of the screen that a short one takes

// As it stands, where somebody wrote a % into the address by hand.
function placeInAddress() {
  const place = location.hash.slice(1);
  try {
    return decodeURIComponent(place);
  } catch {
    return place;
  }
}

class Views {
  constructor(data, speech, shelf, force, answers, calculators, calls) {
    Object.assign(this, { data, speech, shelf, force, answers, calculators, calls });
    this.title = () => "";
    this.status = () => "";
    speech.listeners.push(() => this.label());
    window.addEventListener("hashchange", () => this.route());
    byId("force").addEventListener("change", () => this.showForce());
  }

  // The address says what is shown, so that Back goes back.
  route() {
    const place = placeInAddress();
    if (place.startsWith("?")) {
      byId("query").value = place.slice(1);
      this.search();
      return;
    }
    byId("query").value = "";
    this.speech.follow("");
    this.goTo(place);
    window.scrollTo(0, 0);
  }

  goTo(place) {
    const target = this.shelf.at(place);
    if (place === "force") this.showForce();
    else if (place === "numbers") this.showNumbers();
    else if (target?.matches("article.entry")) this.showEntry(target);
    else if (target?.matches("section.group")) this.showUnder(target.querySelector("h2"), this.shelf.groups.get(target));
    else if (target?.matches(".about")) this.showUnder(this.shelf.headings.get(target), [target]);
    else if (target?.matches(".source")) this.present([target], { title: () => this.speech.say("sources") });
    else this.showHome(place);
  }

  // Filters changed: the same place with other entries.
  refresh() {
    if (byId("query").value.trim()) this.search();
    else this.goTo(placeInAddress());
  }

  // Typing begins a new question: all answers are shut again.
  startOver() {
    for (const node of byId("hits").childNodes) shut(node);
  }

  // Show nodes under a title, with what is said about them; `parts` are what else is seen. Nodes from
  // the `first` on are shown a moment later.
  present(nodes, { title = () => "", isSeen = true, isUnsure = false, status = () => "", parts = ["view"], first } = {}) {
    nodes.forEach((node) => this.shelf.taken(node));
    fill(byId("hits"), nodes, first);
    this.showRest();
    byId("view-title").classList.toggle("unseen", !isSeen);
    byId("hits").classList.toggle("unsure", isUnsure);
    byId("count").classList.toggle("attention", isUnsure);
    for (const id of ["home", "view", "force"]) byId(id).hidden = !parts.includes(id);
    this.title = title;
    this.status = status;
    this.label();
  }

  // Show what was left hidden, one node after the other, unless a key is typed meanwhile.
  async showRest() {
    const rest = byId("hits").querySelectorAll(":scope > [hidden]");
    this.rest = rest;
    if (rest.length) await new Promise((go) => { setTimeout(go, PAUSE_OF_TYPING); });
    for (const node of rest) {
      await idle();
      if (this.rest !== rest) return;
      node.hidden = false;
    }
  }

  // Lay out an entry unseen, as long as it is shut: letters that were drawn once are soon drawn again.
  layOut(id) {
    const article = this.shelf.article(id);
    if (!article) return;
    const summary = article.querySelector("summary").cloneNode(true);
    const copy = make("article", { className: `${article.className} unseen` }, summary);
    byId("main").append(copy);
    copy.getBoundingClientRect();
    copy.remove();
  }

  showHome(place) {
    const isKnown = !place || place === "home", isLink = place?.startsWith("calls=");
    const said = isLink && this.calls.keepFrom(place.slice(6)) ? "calls_merge" : "calls_cut";
    fill(byId("calls"), this.calls.list());
    this.present([], {
      status: () => (isKnown ? "" : this.speech.say(isLink ? said : "not_here")),
      parts: isKnown ? ["home"] : ["home", "view"],
    });
  }

  showEntry(article) {
    const title = article.querySelector(".id").textContent;
    const { question, ofCase = [] } = this.chosen?.entry === title ? this.chosen : {}; // a case that was tapped
    this.chosen = null;
    const forms = question ? this.callForms(question, title, false, this.rulesOf(title)) : [];
    this.present([...this.ofCase({ ofCase, hits: [] }), article, ...forms], { title: () => title });
    article.firstElementChild.open = true;
    byId("view-title").focus({ preventScroll: true });
  }

  // Nodes under the words of a heading that stands on the shelf.
  showUnder(heading, nodes) {
    this.present(nodes, { title: () => this.speech.wordsOf(heading) });
    byId("view-title").focus({ preventScroll: true });
  }

  showNumbers() {
    const ids = this.answers.those(Object.keys(this.data.formulas));
    const articles = ids.map((id) => this.shelf.article(id));
    const hint = make("p", { textContent: this.speech.say("numbers_hint") });
    this.present([hint, ...articles], { title: () => this.speech.say("numbers") });
  }

  showForce() {
    const lists = [
      ["force_changed", this.force.touchedClauses()],
      ["force_rulings", this.force.rulingsLeftOut()],
    ];
    const nodes = lists.filter(([, articles]) => articles.length).flatMap(([name, articles]) =>
      [make("h2", { textContent: this.speech.say(name) }), ...articles]);
    this.present(nodes, { parts: ["force", "view"] });
    byId("main").insertBefore(byId("force"), byId("view"));
  }

  // The answers to a key that was typed: first those on the screen, for others may follow at once.
  // To ask for the size of the window instead would lay it out once more.
  type() {
    this.search(Math.ceil(screen.width * screen.height / AREA_OF_ANSWER));
  }

  // The answers to what stands in the search field.
  search(first) {
    this.speech.follow(byId("query").value);
    const results = this.answers.to(byId("query").value);
    results.hits = this.answers.relevant(results.hits);
    const answers = [...results.hits, ...results.nearest].flatMap((hit) => this.answer(hit));
    answers.splice(1, 0, ...this.otherwise(results));
    const { value } = byId("query");
    const phoneCalls = this.callsOn(value, results);
    const calls = phoneCalls.map((call) => this.calls.ofThisPhone(call));
    const asked = this.isSettled(phoneCalls, results) ? []
      : [...this.askBack(results), ...this.ofCase(results), ...this.workedOut(results)];
    const before = [...this.suggested(results), ...asked, ...calls, ...this.nearestHead(results),
      ...this.otherFormat(results)];
    const below = results.fork ? "" : this.entryBelow(results), settles = results.certainty === "answer" && this.settles(value, below);
    const seen = [...before, ...answers].map((node) => this.asBefore(node));
    const isClear = results.certainty === "answer" && below;
    const named = new Set((results.cues ?? []).filter((cue) => cue.startsWith(RULESET)));
    const [rules] = named.size === 1 ? [...named].map((cue) => cue.replace(RULESET, "")) : [OWN_RULESET];
    this.present([...seen, ...this.callForms(value, below, settles, isClear ? this.rulesOf(below) : rules)], {
      first,
      title: () => this.speech.say("results"),
      isSeen: false, // the room below the keyboard belongs to the answer
      isUnsure: !results.lacking && results.certainty !== "answer" && !calls.length,
      status: () => (calls.length ? "" : this.count(results)),
    });
  }

  // The calls of this phone that answer a question. One on a worked example with other numbers does
  // not; beside a sure answer, a call that names no entry must hold the whole question.
  callsOn(question, results) {
    const { index } = this.answers;
    if (!index) return [];
    const below = this.entryBelow(results), about = below ? index.about(below) : {};
    const meant = results.calculation && about.examples.length ? "" : below;
    const isSure = results.certainty === "answer" && about.kind !== "open";
    return this.calls.answering(question, meant, (words) => index.shareOf(question, words) >= (isSure ? 1 : CALL_KNOWN));
  }

  // A node as it stands already among the answers, or else itself.
  asBefore(node) {
    if (node.id) return node; // an entry
    return [...byId("hits").childNodes].find((other) => node.isEqualNode(other)) ?? node;
  }

  // Whether calls of this phone leave nothing to ask back: they are on all cases of the fork, or, if
  // it asks which rules are played, on all these rules or on none.
  isSettled(calls, { fork }) {
    const ruled = calls.flatMap(({ call }) => call.overrules);
    if (!ruled.length || !fork) return calls.length > 0;
    if (fork.id) return fork.cases.every(({ entry }) => ruled.includes(entry));
    const settled = ruled.map((id) => this.rulesOf(id));
    return fork.cases.every(({ entry }) => settled.includes(this.rulesOf(entry)));
  }

  // What keeps a call: on the rules that were chosen by thumb, or else on those that the answer is of, or the question names.
  callForms(question, below, settles, ofAnswer) {
    const { index, chosen } = this.answers, [, typed] = question.match(/ ruleset:(\S+)$/) ?? []; // as `ask` puts it
    const rules = chosen.ruleset || (index?.data.rulesets[typed] ? typed : ofAnswer);
    const called = rules === OWN_RULESET ? undefined : index?.data.rulesets[rules];
    return this.calls.forms(question, below, settles, rules, called);
  }

  rulesOf(id) {
    return this.answers.index.rulesets[this.answers.index.numbers.get(id)];
  }

  // Whether a call on a question settles an entry: only an open point, where the question says
  // half of each thing that its title lists, as cli/rulings_cli/writing/keep_call.py.
  settles(question, below) {
    if (!below || this.answers.index.about(below).kind !== "open") return false;
    const weightsOf = (text) => new Map(tokensOf(fold(text)).map(([word, weight]) => [word, weight]));
    const asked = weightsOf(question);
    const title = this.shelf.article(below).querySelector("h3");
    const titles = title.children.length ? [...title.children] : [title]; // one for each language
    const lists = titles.map(({ textContent }) => textContent.split(/ and |[,、]/).map(weightsOf));
    const isSaid = (item) => [...item].reduce((left, [word, weight]) => left + (asked.has(word) ? weight : -weight), 0) >= 0;
    return lists.every(({ length }) => length === 1) || lists.some((items) => items.every(isSaid));
  }

  // The entry that a call on the question is about: the first hit, or what this overrules as a call.
  entryBelow({ hits: [first] }) {
    if (!first) return "";
    const { isCall, overrules } = this.answers.index.about(first.id);
    return isCall ? overrules[0] ?? "" : first.id;
  }

  // An entry, and links to those that say the same.
  answer({ id, same }) {
    const links = same.flatMap((other) => [" ", make("a", { href: `#${anchorOf(other)}`, textContent: other })]);
    const line = make("p", { className: "small" }, `${this.speech.say("same")}:`, ...links);
    return same.length ? [this.shelf.article(id), line] : [this.shelf.article(id)];
  }

  // What to ask back, with a button for each case that leads to its entry.
  askBack({ fork }) {
    return fork ? [this.cases(fork.ask, fork.cases, !fork.id)] : [];
  }

  // What the formula of the first entry comes to for the numbers of the question.
  workedOut({ calculation }) {
    const formula = calculation && this.data.formulas[calculation.entry];
    if (!formula) return [];
    const { given } = calculation, lines = this.calculators.lines(formula, given);
    const inputs = Object.entries(formula.inputs).map(([name, { text, default: usual }]) => [name in given, text, given[name] ?? usual]);
    const words = [["with_numbers", true], ["assumed", false]].map(([phrase, isGiven]) => {
      const named = inputs.filter(([isOfQuestion]) => isOfQuestion === isGiven)
        .flatMap(([, text, number], at) => [at ? ", " : " ", ...this.speech.spans(text), ` ${number}`]);
      return make("p", { hidden: !named.length }, `${this.speech.say(phrase)}:`, ...named);
    });
    const calls = this.shelf.article(calculation.entry)?.querySelectorAll("summary .called") ?? []; // one may change a number
    return [make("div", { className: "asked" }, ...words, ...[...calls].map((call) => make("p", {}, call.cloneNode(true))),
      make("ul", { className: "result" }, ...lines))];
  }

  // The verdict of the case that the question settles, where it has one of its own.
  ofCase({ ofCase = [], hits }) {
    const off = hits.length ? this.unsettled(this.shelf.article(hits[0].id)) : [];
    return ofCase.map(({ when, verdict, entry }) =>
      make("p", { className: "verdict" }, ...this.speech.spans(when), ": ", ...off,
        ...this.speech.spans(this.force.adopted(verdict, entry))));
  }

  // What stands before a verdict where the event does not use a variant that it rests on.
  unsettled(article) {
    const off = article?.querySelector(".needs.off");
    if (!off || !this.data.event) return [];
    return ["[", ...this.speech.spans(this.speech.phrases.unsettled), `: ${off.dataset.variant}] `];
  }

  // What stands before the verdict of an entry that is also a case of a fork which a call overrules.
  ofOverruledFork(entry) {
    const { index } = this.answers, forks = index.data.forks.of[entry] ?? [];
    const fork = forks.find((each) => index.calledOn(each));
    if (!fork) return [];
    const phrase = Object.entries(this.speech.phrases.part_overruled)
      .map(([language, words]) => [language, words.replace("{id}", fork)]);
    return ["[", ...this.speech.spans(Object.fromEntries(phrase)), "] "];
  }

  // What would be in the other cases, where the question settles its own.
  otherwise({ others }) {
    return others.length ? [this.cases(this.speech.phrases.otherwise, others)] : [];
  }

  // A line of words and a button for each case: its condition, and what is read first of its entry,
  // to which it leads, if that is on the page; where it `asksRules`, the question is put to those rules.
  cases(words, cases, asksRules = false) {
    const buttons = cases.map(({ when, verdict, entry: ofBook, forks = [] }) => {
      const above = [ofBook, ...[...forks].reverse()]; // the nearest fork first
      const ofPhone = this.calls.stored.findLast(({ call }) => call.overrules.some((id) => above.includes(id)));
      const [ofEvent] = ofPhone ? [] : above.map((id) => this.answers.index.calledOn(id)).filter(Boolean);
      const entry = ofEvent ?? ofBook;
      const marks = ofPhone || ofEvent ? [] : this.ofOverruledFork(ofBook);
      const article = this.shelf.article(entry);
      const first = article?.querySelector(".verdict, .rule, h3").cloneNode(true).childNodes;
      const ofCase = ofEvent ? {} : this.force.adopted(verdict ?? {}, entry), text = ofPhone?.verdict ?? ofCase;
      const shown = Object.keys(text).length ? this.speech.spans(text) : first ?? [entry]; // of a document that is not on the page
      const holds = make("span", { className: "small" }, ...this.unsettled(article), ...marks, ...shown);
      const button = make("button", { type: "button", value: entry, disabled: !article }, ...this.speech.spans(when), holds);
      button.addEventListener("click", () => {
        const question = byId("query").value, hasOwn = Object.keys(ofCase).length && !ofPhone;
        if (asksRules) return this.ask(`${question} ruleset:${this.rulesOf(entry)}`);
        this.chosen = { question, entry, ofCase: hasOwn ? [{ when, verdict, entry }] : [] };
        location.hash = anchorOf(entry);
      });
      return button;
    });
    return make("div", { className: "asked" }, make("p", {}, ...this.speech.spans(words)), ...buttons);
  }

  suggested({ suggestion, hits }) {
    if (!suggestion || hits.length) return [];
    const button = make("button", { type: "button", textContent: suggestion });
    button.addEventListener("click", () => this.ask(suggestion));
    return [make("p", { className: "suggested" }, `${this.speech.say("did_you_mean")}: `, button)];
  }

  ask(question) {
    byId("query").value = question;
    byId("query").dispatchEvent(new Event("input", { bubbles: true }));
  }

  nearestHead(results) {
    if (!results.nearest.length) return [];
    return [make("p", { className: "nearest-head" }, ...this.speech.spans(this.speech.phrases.nearest))];
  }

  // That the first entry is of a format which the event is not played by.
  otherFormat({ hits: [first] }) {
    const { not_played: elsewhere, rulesets } = this.answers.index?.data ?? {};
    if (!first || !elsewhere.includes(`ruleset:${first.ruleset}`)) return [];
    const words = [...this.speech.spans(this.speech.phrases.another_format), ": "];
    return [make("p", { className: "called" }, ...words, ...this.speech.spans(rulesets[first.ruleset]))];
  }

  count(results) {
    if (results.fault) return results.fault;
    if (results.lacking) return this.speech.say(results.lacking);
    const here = this.answers.index.data.expected.length ? "_here" : ""; // an event's rules are not the whole book
    if (results.nearest.length) return this.speech.say(`unclear${here}`);
    if (!results.hits.length) return this.speech.say(`nothing${here}`);
    if (results.certainty === "perhaps") return this.speech.say("perhaps");
    if (results.hits.length === 1) return this.speech.say("found_one");
    return this.speech.say("found_many", { "#": results.hits.length });
  }

  label() {
    byId("view-title").textContent = this.title();
    byId("view-title").hidden = !this.title();
    byId("count").textContent = this.status();
  }
}
