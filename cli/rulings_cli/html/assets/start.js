// Puts the page together once it has been read.

// An answer as text, with its citation.
function citationOf(article, speech) {
  const line = (selector) => {
    const part = article.querySelector(selector);
    return part ? speech.wordsOf(part) : "";
  };
  const id = article.querySelector(".id").textContent;
  const trust = [".authority", ".status", ".trust"].map(line).filter(Boolean).join(" · ");
  const parts = [`${id}: ${line("h3")}`, line(".verdict"), line(".rule"), trust];
  return parts.filter(Boolean).join("\n");
}

async function copyText(text, button, speech) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make("textarea", { value: text });
    button.after(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  button.textContent = speech.say("copied");
}

// Entries get their button when they are opened; most never are.
function addCopyButton(article, speech) {
  if (article.querySelector(".copy")) return;
  const button = make("button", { type: "button", className: "copy" });
  button.textContent = speech.say("copy");
  button.addEventListener("click", () => copyText(citationOf(article, speech), button, speech));
  article.querySelector(".body").append(button);
}

// What an entry says stands once on the page; beside the links to it, it is shown when these are seen.
function sayWhatIsLinked(article, speech, shelf) {
  for (const link of article.querySelectorAll(".cited > li > a, .cited_by > li > a")) {
    const linked = shelf.article(link.textContent);
    if (!linked?.matches("article") || link.children.length) continue;
    const wordsOf = (selector) => linked.querySelector(selector)?.cloneNode(true).childNodes ?? [];
    link.append(make("span", {}, ...wordsOf("h3")));
    const role = link.rel;
    if (role) link.append(make("span", { className: "small" }, ...speech.spans(speech.phrases[`role_${role}`])));
    else {
      const says = wordsOf(linked.querySelector(".rule") ? ".rule" : ".verdict");
      link.after(make("p", {}, ...says), make("p", { className: "small" }, ...wordsOf(".authority")));
    }
  }
}

// On phones whose keyboard covers the page, the bar rides on top of the keyboard.
function rideOnKeyboard() {
  const seen = window.visualViewport;
  if (!seen) return;
  const place = () => {
    const covered = window.innerHeight - seen.height - seen.offsetTop;
    byId("bar").style.transform = covered > 1 && seen.scale === 1 ? `translateY(${-covered}px)` : "";
  };
  seen.addEventListener("resize", place);
  seen.addEventListener("scroll", place);
}

// The address follows what is typed, so that Back comes back to it; browsers want it unhurried.
class SearchAddress {
  constructor(query) {
    this.query = query;
    document.addEventListener("click", () => this.write(), true);
  }

  follow() {
    setTimeout(() => this.begin()); // after the answers, for it takes its time
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.write(), 400);
  }

  begin() {
    if (!location.hash.startsWith("#?")) history.pushState(null, "", "#?");
  }

  write() {
    if (!this.waiting) return;
    clearTimeout(this.waiting);
    this.waiting = 0;
    this.begin();
    const { value } = this.query;
    history.replaceState(null, "", value ? `#?${encodeURIComponent(value)}` : "#home");
  }
}

function listen(views, answers) {
  const query = byId("query");
  const address = new SearchAddress(query);
  query.addEventListener("input", () => {
    views.startOver();
    address.follow();
    if (query.value.trim()) views.type();
    else views.goTo("home");
    window.scrollTo(0, 0);
  });
  byId("bar").addEventListener("submit", () => query.blur());
  for (const control of document.querySelectorAll("input[name=ruleset]")) {
    control.addEventListener("change", () => {
      answers.chosen.ruleset = control.value;
      views.refresh();
    });
  }
}

// A question that another page of a site was asked: ``search.html?q=…``.
function takeQuestion() {
  const asked = new URLSearchParams(location.search).get("q");
  if (asked && !location.hash) {
    history.replaceState(null, "", `${location.pathname}#?${encodeURIComponent(asked)}`);
  }
}

// The page is there at once, its search a moment later: what was typed before is answered then.
async function readIndex(answers, views, shelf) {
  await idle();
  await answers.read(byId("index").textContent, (id) => shelf.textsOf(id));
  if (byId("query").value.trim()) views.search();
}

function start() {
  const data = JSON.parse(byId("data").textContent);
  const speech = new Speech(data);
  const shelf = new Shelf();
  const answers = new Answers();
  const force = new RulesInForce(data, speech, shelf);
  const calculators = new Calculators(data, speech);
  const calls = new Calls(data, speech, shelf);
  const views = new Views(data, speech, shelf, force, answers, calculators, calls);
  force.calls = calls;
  calls.changed = () => {
    force.apply();
    views.refresh();
  };
  speech.listeners.push(() => { byId("query").placeholder = speech.say("what_asked"); });
  document.addEventListener("toggle", (event) => {
    const article = event.target.parentElement;
    if (!event.target.open || !article?.matches("article.entry")) return;
    addCopyButton(article, speech);
    sayWhatIsLinked(article, speech, shelf);
    article.querySelectorAll("form.calc").forEach((form) => calculators.show(form));
  }, true);
  listen(views, answers);
  rideOnKeyboard();
  force.apply();
  speech.apply();
  takeQuestion();
  views.route();
  // A browser goes to the entry that the address names, past its heading; every view begins on top.
  window.addEventListener("load", () => setTimeout(() => window.scrollTo(0, 0)), { once: true });
  const ready = readIndex(answers, views, shelf);
  window.rulings = {
    ready,
    warm: ready.then(() => answers.warmUp((id) => views.layOut(id))),
    search: (text) => answers.to(text),
    get index() { return answers.index; },
    fold, tokensOf, stem, kanaOf, mentionsIn, correctionsIn, applied, respelt, idsMeant, phrased,
    workOut, showValue,
  };
}

start();
