// What was asked, as it is looked up: the steps of rulings_index/query/analysed.py.

const CONCEPT = "\u0002";
const CUE = /^(ruleset|game):/;

class AnalysedQuery {
  // `isKnown` says whether a word occurs in the book, `words` gives those that begin with a letter.
  constructor(text, { forms, tables, isKnown, words }) {
    this.forms = forms;
    this.tables = tables;
    this.isKnown = isKnown;
    this.words = words;
    this.folded = fold(text, tables);
    this.terms = new Map();
    this.cues = new Set();
    this.topics = new Set();
    this.mentions = [];
    this.interpretations = [];
    this.meant = [];
    this.addNames(this.folded);
    this.addWords();
    if (/[hkj]/.test(this.folded.scripts) || !this.addSpelt()) this.addMeant();
  }

  add(text, weight) {
    if (!(this.terms.get(text) >= weight)) this.terms.set(text, weight);
    return { text, weight };
  }

  addNames(folded) {
    const { nested_concept: nested, concept_weight: whole } = this.tables;
    for (const mention of mentionsIn(folded, this.forms, this.tables)) {
      this.mentions.push(mention);
      for (const concept of mention.concepts) {
        if (CUE.test(concept)) this.cues.add(concept);
        else if (concept.startsWith(this.tables.topic)) this.topics.add(CONCEPT + concept);
        this.add(CONCEPT + concept, mention.nested ? nested : whole);
      }
    }
  }

  // Words as they are, and kana by its sound as well, for it may stand in kanji.
  addWords() {
    const asked = new Map();
    const cued = this.cued();
    for (const [text, weight, start, end] of tokensOf(this.folded, this.tables)) {
      if (cued.some((cue) => cue.start <= start && end <= cue.end)) continue;
      const written = this.folded.characters.slice(start, end).join("");
      asked.set(text, { ...this.add(text, weight), written });
    }
    const { sound_beside_kanji: beside, sound_weight: alone } = this.tables;
    const weight = this.folded.scripts.includes(KANJI) ? beside : alone;
    for (const sound of soundsOf(without(this.folded.characters, cued))) {
      asked.set(sound, this.add(sound, weight));
    }
    this.interpretations = [[...asked.values()]];
  }

  // Where rulesets and games are named, unless nothing else is asked.
  cued() {
    const spans = this.mentions.filter((mention) => mention.concepts.some((one) => CUE.test(one)));
    return without(this.folded.characters, spans).trim() ? spans : [];
  }

  // What seems misspelt is looked up as it was probably meant, a little less surely.
  addMeant() {
    const found = correctionsIn(this.folded, this.mentions, this);
    if (!found.length) return;
    this.meant = found;
    const folded = fold(applied(this.folded.characters, found), this.tables);
    const wrong = new Set(tokensOf(this.folded, this.tables)
      .filter(([, , first, last]) => found.some(([start, end]) => start <= first && last <= end))
      .map(([text]) => text));
    const kept = this.interpretations[0].filter(({ text }) => !wrong.has(text));
    const asked = new Map(kept.map((term) => [term.text, term]));
    for (const [text, weight] of tokensOf(folded, this.tables)) {
      if (!asked.has(text)) asked.set(text, this.add(text, weight * this.tables.meant_factor));
    }
    this.interpretations = [[...asked.values()]];
    this.addNames(folded);
  }

  // Latin letters that spell Japanese are looked up by their sound and as names.
  addSpelt() {
    const spelt = spellOut(this.folded.text, this.tables, this.isKnown);
    if (!spelt) return false;
    const plain = this.interpretations[0].filter((term) => this.isPlain(term));
    for (const term of this.interpretations[0]) if (!plain.includes(term)) this.terms.delete(term.text);
    this.interpretations = [];
    for (const version of new Set([spelt, withoutLongVowels(spelt, this.tables)])) {
      const kana = fold(version, this.tables).text;
      const sounds = soundsOf(kana).map((sound) => this.add(sound, this.tables.spelt_weight));
      this.interpretations.push([...plain, ...sounds]);
      this.addNames(fold(version.replaceAll(" ", ""), this.tables));
    }
    return true;
  }

  // A number of a spelt question means what it says, and a known word that is no romaji.
  isPlain({ text, written }) {
    const letters = (written.match(/[a-z]+/g) || []).join("");
    if (letters.length < 2) return true;
    return !kanaOf(letters, this.tables) && (letters !== written || this.isKnown(text));
  }
}

function without(characters, spans) {
  const left = [...characters];
  for (const { start, end } of spans) left.fill(" ", start, end);
  return left.join("");
}
