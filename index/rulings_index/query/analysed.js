// What was asked, as it is looked up: the steps of rulings_index/query/analysed.py.

class AnalysedQuery {
  // `isKnown` says whether a word occurs in the book, `words` gives those that begin with a letter,
  // `manner` says what a name is worth, a word that is mostly grammar, and a pair of words.
  constructor(text, { forms, tables, isKnown, words, manner }) {
    this.forms = forms;
    this.tables = tables;
    this.isKnown = isKnown;
    this.words = words;
    this.manner = manner;
    this.folded = fold(text, tables);
    this.terms = new Map();
    this.cues = new Set();
    this.topics = new Set();
    this.mentions = [];
    this.interpretations = [];
    this.keys = [];
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
    this.keys.push(keyOf(folded, this.tables));
    const found = [...mentionsIn(folded, this.forms, this.tables)];
    const games = this.cued(folded, found, [this.tables.get("game_cue")]);
    for (const mention of found) {
      this.mentions.push(mention);
      const within = games.some(({ start, end }) => start <= mention.start && mention.end <= end);
      const common = isCommon(mention, this.tables);
      for (const concept of mention.concepts) {
        if (!common && concept.startsWith(this.tables.get("common"))) continue; // the book's own goes first
        const term = this.tables.get("concept") + concept;
        if (this.isCue(concept)) this.cues.add(concept);
        else if (concept.startsWith(this.tables.get("topic"))) this.topics.add(term);
        const isOfGame = within && !this.isCue(concept);
        this.add(term, isOfGame ? this.tables.get("name_of_game") : this.weightOf(mention, common));
      }
    }
  }

  weightOf(mention, common) {
    if (common) return this.tables.get("common_concept");
    return mention.nested ? this.tables.get("nested_concept") : this.manner.name;
  }

  isCue(concept) {
    return this.tables.get("cues").some((cue) => concept.startsWith(cue));
  }

  // Words as they are, and kana by its sound as well, for it may stand in kanji.
  addWords() {
    const asked = new Map();
    const cued = this.cued(this.folded, this.mentions, this.tables.get("cues"));
    const grammatical = this.tables.get("grammatical");
    const found = tokensOf(this.folded, this.tables)
      .filter(([, , start, end]) => !cued.some((cue) => cue.start <= start && end <= cue.end));
    for (const [text, own, start, end] of found) {
      const weight = grammatical.includes(text) ? this.manner.grammar : own;
      asked.set(text, { ...this.add(text, weight), written: written(this.folded, start, end) });
    }
    this.addPairs(found);
    const hasKanji = this.folded.scripts.includes(KANJI);
    const weight = this.tables.get(hasKanji ? "sound_beside_kanji" : "sound_weight");
    const kana = without(this.folded.characters, cued);
    for (const sound of soundsOf(kana, this.tables)) {
      asked.set(sound, { ...this.add(sound, weight), written: sound.slice(1) });
    }
    if (!hasKanji) this.addHeard(kana);
    this.interpretations = [[...asked.values()]];
  }

  // Words of the book by their whole sound; none of them must be held for an answer.
  addHeard(kana) {
    for (const word of wordsHeard(kana, this.tables)) {
      if (this.isKnown(word)) this.add(word, this.tables.get("heard_word"));
    }
  }

  // Where a text names rulesets and games, unless nothing else is asked.
  cued(folded, mentions, cues) {
    const isCue = (concept) => cues.some((cue) => concept.startsWith(cue));
    const spans = mentions.filter((mention) => mention.concepts.some(isCue));
    return without(folded.characters, spans).trim() ? spans : [];
  }

  // Words side by side tell siblings apart; none of them must be held for an answer.
  addPairs(found) {
    const { pair } = this.manner;
    if (pair) for (const text of pairsOf(found, this.tables)) this.add(text, pair);
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
    const corrected = tokensOf(folded, this.tables);
    for (const [text, weight] of corrected) {
      if (!asked.has(text)) asked.set(text, this.add(text, weight * this.tables.get("meant_factor")));
    }
    this.addPairs(corrected);
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
      const sounds = soundsOf(kana, this.tables).map((sound) => this.add(sound, this.tables.get("spelt_weight")));
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

// The kana of the words, or nothing where they are not Japanese in Latin letters: one word at
// least must be romaji and no word of the book, and there must be more romaji than other words.
function spellOut(text, tables, isKnown) {
  const words = text.match(/[a-z]+/g) ?? [];
  const kana = words.map((word) => kanaOf(word, tables) ?? "");
  const sure = words.some((word, place) => kana[place] && !isKnown(word));
  const other = words.filter((word, place) => !kana[place] && word.length > 2).length;
  return sure && kana.filter(Boolean).length > 2 * other ? kana.join(" ") : "";
}
