// What the page shows: contents, a section, one entry, the answers, rules in force, calculators.

const AT_ONCE = 10;

class Views {
  constructor(data, speech, force, answers) {
    this.data = data;
    this.speech = speech;
    this.force = force;
    this.answers = answers;
    this.shelf = new Shelf();
    this.limit = AT_ONCE;
    this.title = () => "";
    this.status = () => "";
    speech.listeners.push(() => this.label());
    window.addEventListener("hashchange", () => this.route());
    byId("force").addEventListener("change", () => this.showForce());
  }

  // The address says what is shown, so that Back goes back.
  route() {
    const place = decodeURIComponent(location.hash.slice(1));
    if (place.startsWith("?")) {
      byId("query").value = place.slice(1);
      this.search();
      return;
    }
    byId("query").value = "";
    this.goTo(place);
    window.scrollTo(0, 0);
  }

  goTo(place) {
    const target = byId(place);
    if (place === "force") this.showForce();
    else if (place === "numbers") this.showNumbers();
    else if (target?.matches("article.entry")) this.showEntry(target);
    else if (target?.matches("section.group")) this.showGroup(target);
    else if (target?.matches(".source")) this.showView(() => this.speech.say("sources"), [target]);
    else this.showHome(place);
  }

  // Filters changed: the same place with other entries.
  refresh() {
    if (byId("query").value.trim()) this.search();
    else this.goTo(decodeURIComponent(location.hash.slice(1)));
  }

  clear() {
    this.shelf.takeBack();
    byId("hits").replaceChildren();
    for (const id of ["home", "view", "force"]) byId(id).hidden = true;
    this.title = () => "";
    this.status = () => "";
  }

  showHome(place) {
    this.clear();
    byId("home").hidden = false;
    if (place && place !== "home") {
      byId("view").hidden = false;
      this.status = () => this.speech.say("not_here");
    }
    this.label();
  }

  showView(title, articles) {
    this.clear();
    byId("view").hidden = false;
    this.title = title;
    this.shelf.lend(articles, byId("hits"));
    this.label();
  }

  showEntry(article) {
    const title = article.querySelector(".id").textContent;
    this.showView(() => title, [article]);
    article.firstElementChild.open = true;
    byId("view-title").focus({ preventScroll: true });
  }

  showGroup(group) {
    const heading = group.querySelector("h2");
    const spoken = () => [...heading.querySelectorAll("b, span:not(.small)")]
      .filter((one) => !one.matches(".t") || one.lang === this.speech.language)
      .map((one) => one.textContent).join("");
    this.showView(spoken, [...group.querySelectorAll("article")]);
    byId("view-title").focus({ preventScroll: true });
  }

  showNumbers() {
    const articles = Object.keys(this.data.formulas)
      .filter((id) => this.answers.passes(id))
      .map(articleOf);
    this.showView(() => this.speech.say("numbers"), articles);
    articles.forEach((article) => { article.firstElementChild.open = true; });
    byId("hits").prepend(make("p", { textContent: this.speech.say("numbers_hint") }));
  }

  showForce() {
    this.clear();
    const parts = [
      ["force_changed", this.force.touchedClauses()],
      ["force_rulings", this.force.rulingsLeftOut()],
    ];
    for (const [name, articles] of parts) {
      if (!articles.length) continue;
      byId("hits").append(make("h2", { textContent: this.speech.say(name) }));
      this.shelf.lend(articles, byId("hits"));
    }
    byId("force").hidden = false;
    byId("view").hidden = false;
    byId("main").insertBefore(byId("force"), byId("view"));
    this.label();
  }

  // The answers to what stands in the search field.
  search() {
    const typed = byId("query").value;
    const found = this.answers.to(typed);
    this.clear();
    byId("view").hidden = false;
    this.title = () => this.speech.say("results");
    this.status = () => this.count(found);
    const shown = found.hits.slice(0, this.limit);
    if (!shown.length) this.offerNearest(found);
    this.shelf.lend(shown.map(articleOf), byId("hits"));
    if (shown.length < found.hits.length) byId("hits").append(this.moreButton());
    this.label();
  }

  offerNearest(found) {
    if (!found.nearest.length) return;
    const head = make("p", { className: "nearest-head", textContent: this.speech.say("nearest") });
    byId("hits").append(head);
    this.shelf.lend(found.nearest.map(articleOf), byId("hits"));
  }

  count(found) {
    if (!found.hits.length) return this.speech.say("nothing");
    if (found.hits.length === 1) return this.speech.say("found_one");
    return this.speech.say("found_many", { "#": found.hits.length });
  }

  moreButton() {
    const more = make("button", { type: "button", className: "more" });
    more.textContent = this.speech.say("more_hits");
    more.addEventListener("click", () => {
      this.limit += AT_ONCE;
      this.search();
    });
    return more;
  }

  label() {
    byId("view-title").textContent = this.title();
    byId("view-title").hidden = !this.title();
    byId("count").textContent = this.status();
  }
}
