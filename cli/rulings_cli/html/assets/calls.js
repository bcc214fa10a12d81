// Calls that were made on this phone: kept on it, shown first, handed over as a file or a link.

class Calls {
  constructor(data, speech, shelf) {
    Object.assign(this, { data, speech, shelf });
    this.key = `calls-${data.event}`;
    // what was merged stands on the page, which knows what became of it
    this.stored = (memory.get(this.key) ?? []).filter(({ id }) => !shelf.article(id));
    this.changed = () => {};
  }

  store(calls) {
    this.stored = calls;
    memory.set(this.key, calls);
    this.changed();
  }

  // A call as `rulings calls merge` takes it; `below` is the id of what it overrules, if anything. Else
  // it is on the `chosen` ruleset, or on the event.
  add(question, verdict, below, chosen) {
    const language = JAPANESE.test(question + verdict) ? "ja" : "en", now = new Date();
    const made = new Date(now - now.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
    const { editions } = this.data, ofChosen = Object.keys(editions).find((each) => editions[each][0] === chosen);
    const prefix = below ? below.split(/[ -]/)[0] : ofChosen ?? "EVENT";
    const [ruleset, edition] = editions[prefix];
    const number = 2000 + Math.floor(Math.random() * 8000);
    const texts = { verdict, question, answer: verdict };
    const named = Object.entries({ title: question.slice(0, 80), ...texts }).map(([key, text]) => [key, { [language]: text }]);
    this.store([...this.stored, {
      id: `${prefix}-Q${number}`, ...Object.fromEntries(named), authority: "house", status: "active",
      sources: [{ id: "table-calls" }], checked_against: { [ruleset]: edition },
      history: [{ date: made.slice(0, 10), status: "active" }],
      call: { made, event: this.data.event, overrules: below ? [below] : [] },
    }]);
  }

  // The calls that answer a question, the latest first: those made on the very question, those that
  // overrule the entry `meant`, and those that overrule nothing, if `shareIn` says that their words
  // hold enough of the question.
  answering(text, meant, shareIn) {
    return this.stored.filter(({ question, verdict, call }) => {
      if (Object.values(question).some((asked) => lettersOf(asked) === lettersOf(text))) return true;
      if (call.overrules.length) return call.overrules.includes(meant);
      return shareIn([question, verdict].flatMap(Object.values).join(" "));
    }).reverse();
  }

  link() {
    const written = new TextEncoder().encode(JSON.stringify({ calls: this.stored }));
    const digits = btoa(Array.from(written, (byte) => String.fromCharCode(byte)).join(""))
      .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, ""); // a chat may end the link before it
    return `${location.href.split("#")[0]}#calls=${digits}`;
  }

  // By the phone's own menu; where a browser has none, the link is copied.
  async handOver(link) {
    if (!navigator.share) await copyText(link.href, link, this.speech);
    else await navigator.share({ text: link.href }).catch(() => {}); // who changes their mind shares nothing
  }

  // Keep the calls of this event that a link of another phone holds; whether it holds any.
  keepFrom(digits) {
    let calls;
    try {
      const signs = atob(digits.replaceAll("-", "+").replaceAll("_", "/"));
      const written = new TextDecoder().decode(Uint8Array.from(signs, (sign) => sign.charCodeAt(0)));
      calls = JSON.parse(written).calls.filter((call) => this.isWhole(call));
    } catch {
      return false;
    }
    const isNew = ({ id }) => !this.shelf.article(id) && this.stored.every((call) => call.id !== id);
    if (calls.some(isNew)) this.store([...this.stored, ...calls.filter(isNew)]);
    return calls.length > 0;
  }

  // Whether a call of a link is one of this event, with all that this page reads of it.
  isWhole({ id, question, verdict, call }) {
    const texts = [question, verdict].flatMap((text) => Object.values(text));
    const others = [id, call.made, ...call.overrules];
    return call.event === this.data.event && texts.length > 1 && [...texts, ...others].every((each) => typeof each === "string");
  }

  ofThisPhone(call) {
    const remove = make("button", { type: "button", textContent: this.speech.say("call_forget") });
    remove.addEventListener("click", () => this.store(this.stored.filter(({ id }) => id !== call.id)));
    return this.article(call, this.speech.say("call_here", { "#": call.call.made.slice(11) }), [remove]);
  }

  article(call, when, buttons) {
    const below = call.call.overrules.join(", ");
    return make("article", { className: "entry mine" }, make("details", {},
      make("summary", {}, make("b", { className: "id", textContent: call.id }),
        make("span", { className: "called", textContent: [when, below].filter(Boolean).join(" > ") }),
        make("span", { className: "verdict" }, ...this.speech.spans(call.verdict)),
        make("h3", {}, ...this.speech.spans(call.question))),
      make("div", { className: "body" }, ...buttons)));
  }

  // At an event: what keeps a call on a question, in place of the entry `below` if that is ticked,
  // which it is at first for an open point that the call `settles`; else on the `rules`, called so.
  forms(question, below, settles, rules, called) {
    if (!this.data.event) return [];
    const verdict = make("input", { type: "text", maxLength: 120, required: true, ariaLabel: this.speech.say("call_verdict") });
    verdict.placeholder = this.speech.say("call_verdict");
    const above = make("input", { type: "checkbox", checked: settles });
    const box = make("label", { hidden: !below }, above, ` ${this.speech.say("call_above", { "#": below })}`);
    const { call_on: words, call_on_event: whole } = this.speech.phrases;
    const on = make("p", { className: "small" }, ...this.speech.spans(words), ...this.speech.spans(called ?? whole));
    const form = make("form", {}, verdict, box, on, make("button", { textContent: this.speech.say("call_keep") }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add(question, verdict.value.trim(), above.checked ? below : "", rules);
      scrollTo(0, 0); // where the call stands now
    });
    return [make("details", { className: "calling" }, make("summary", { textContent: this.speech.say("call") }), form)];
  }

  // The calls of this phone, with what hands them over.
  list() {
    if (!this.stored.length) return [];
    const content = URL.createObjectURL(new Blob([JSON.stringify({ calls: this.stored })], { type: "application/json" }));
    const file = make("a", { href: content, download: "calls.json", textContent: this.speech.say("calls_file") });
    const link = make("a", { href: this.link(), textContent: this.speech.say("calls_link") });
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.handOver(link);
    });
    return [make("h2", { textContent: this.speech.say("calls_here") }), ...this.stored.map((call) => this.ofThisPhone(call)),
      make("p", { className: "handed" }, file, " ", link)];
  }
}
