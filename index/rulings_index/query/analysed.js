// What was asked, as it is looked up: the steps of rulings_index/query/analysed.py.

class AnalysedQuery {
  // `isKnown` says whether a word occurs in the book, `words` gives those that begin with a letter.
  constructor(text, { forms, inflected, isKnown, words, expected }) {
    this.forms = forms;
    this.inflected = inflected ?? new Map();
    this.isKnown = isKnown;
    this.expected = expected;
    this.words = words;
    this.folded = withoutTalk(fold(text), forms);
    this.terms = new Map();
    this.essential = [];
    this.cues = new Set();
    this.topics = new Set();
    this.mentions = [];
    this.keys = [];
    this.meant = [];
    this.compared = new Map(); // phrasings of entries, as confidence.js compares them
    this.addNames(this.folded);
    this.cued = cuedIn(this.folded, this.mentions, CUES);
    this.rest = without(this.folded.characters, this.cued);
    this.addWords();
    const scripts = [...this.rest].map((each, at) => each.trim() && this.folded.scripts[at]).join("");
    if (/[hkj]/.test(scripts) || !this.addSpelt()) this.addMeant();
  }

  add(text, weight, written = "") {
    if (!(this.terms.get(text) >= weight)) this.terms.set(text, weight);
    return { text, weight, written };
  }

  // Names within names count less. Where the game is named, what else is called so is not asked for.
  // A number of players names a ruleset only where nothing else says what is played.
  addNames(folded) {
    this.keys.push(unitsOf(folded).map(({ key }) => key).join(""));
    const mentions = mentionsIn(folded, this.forms);
    this.mentions.push(...mentions);
    const games = cuedIn(folded, mentions, [GAME]);
    const whole = mentions.filter((mention) => !isCommon(mention));
    const counts = mentions.filter(({ start, end }) => written(folded, start, end).search(HOW_MANY_PLAY) >= 0);
    const rulesets = mentions.filter((name) => !counts.includes(name)
      && name.concepts.some((concept) => isCue(concept, [RULESET])));
    const isTold = this.expected.length > 0
      || rulesets.some(({ start, end }) => !isDenied(folded.text, start, end));
    for (const mention of mentions) {
      const { start, end, concepts } = mention;
      const common = isCommon(mention);
      const isGame = isWithin(start, end, games);
      const longer = whole.filter((name) => name.start !== start || name.end !== end);
      const isNested = !common && isWithin(start, end, longer);
      for (const concept of concepts) {
        if (!common && concept.startsWith(COMMON)) continue; // the book's own meaning goes first
        let weight = isNested ? NESTED_NAME : NAME_WEIGHT;
        if (isCue(concept)) {
          if (isDenied(folded.text, start, end)) continue; // it does not ask about that
          if (isTold && counts.includes(mention)) continue;
          this.cues.add(concept);
          weight = CUE_WEIGHT;
        } else if (concept.startsWith(TOPIC)) this.topics.add(CONCEPT + concept);
        else if (isGame) continue;
        this.add(CONCEPT + concept, weight);
      }
    }
  }

  // The tokens of folded text; those that are inflected forms of a term have its text, and words
  // of grammar are left out.
  tokensOf(folded) {
    return tokensOf(folded).map(([text, ...rest]) => [this.inflected.get(text) ?? text, ...rest])
      .filter(([text]) => text);
  }

  // Add the words, and kana by its sound too, because the book may write it in kanji.
  addWords() {
    const words = this.tokensOf(this.folded).filter(([, , start, end]) => !isWithin(start, end, this.cued));
    const asked = this.addTokens(this.folded, words);
    if (!this.folded.scripts.includes(KANJI)) {
      for (const sound of soundsOf(this.rest)) {
        asked.set(sound, this.add(sound, SOUND_WEIGHT, sound.slice(1)));
      }
    }
    this.essential = [...asked.values()];
  }

  // Add tokens, and pairs of them, which tell siblings apart; the tokens alone.
  addTokens(folded, words) {
    const added = words.map(([text, weight, start, end]) =>
      [text, this.add(text, weight, written(folded, start, end))]);
    for (const pair of pairsOf(words)) this.add(pair, PAIR_OF_WORDS);
    return new Map(added);
  }

  // Look up misspelt words as they were probably meant.
  addMeant() {
    this.meant = correctionsIn(this.folded, this.mentions, this);
    if (!this.meant.length) return;
    const folded = fold(applied(this.folded.characters, this.meant));
    const spans = this.meant.map(([start, end]) => ({ start, end }));
    const isWrong = ([, , start, end]) => isWithin(start, end, spans);
    const wrong = new Set(this.tokensOf(this.folded).filter(isWrong).map(([text]) => text));
    const cued = cuedIn(folded, mentionsIn(folded, this.forms), CUES);
    const isCued = ([, , start, end]) => isWithin(start, end, cued);
    const tokens = this.tokensOf(folded);
    for (const token of tokens) if (isCued(token)) wrong.add(token[0]);
    const asked = this.addTokens(folded, tokens.filter((token) => !isCued(token)));
    for (const term of this.essential) if (!wrong.has(term.text)) asked.set(term.text, term);
    this.essential = [...asked.values()];
    this.addNames(folded);
  }

  // Look up Latin letters that spell Japanese by their sound and as names.
  addSpelt() {
    const spellings = spellOut(this.rest, this.isKnown);
    if (!spellings.length) return false;
    const plain = this.essential.filter((term) => this.isPlain(term));
    for (const term of this.essential) if (!plain.includes(term)) this.terms.delete(term.text);
    for (const kana of spellings) {
      const spelt = soundsOf(fold(kana).text).map((sound) => this.add(sound, SPELT_WEIGHT));
      this.essential = [...plain, ...spelt];
      this.addNames(fold(kana.replaceAll(" ", "")));
    }
    return true;
  }

  // A number of a spelt question means what it says, and a known word that is no romaji.
  isPlain({ text, written }) {
    const letters = (written.match(/[a-z]+/g) || []).join("");
    if (letters.length < 2) return true;
    return !kanaOf(letters) && (letters !== written || this.isKnown(text));
  }
}

function isCue(concept, cues = CUES) {
  return cues.some((cue) => concept.startsWith(cue));
}

function isWithin(first, last, spans) {
  return spans.some(({ start, end }) => start <= first && last <= end);
}

// A text with blanks for what is only said around a question, but not within a name of the book.
function withoutTalk(folded, forms) {
  const mentions = mentionsIn(folded, forms);
  const isOfBook = (concept) => !concept.startsWith(COMMON) && !concept.startsWith(TOPIC);
  const own = mentions.filter(({ concepts }) => concepts.some(isOfBook));
  const talk = cuedIn(folded, mentions.filter(({ start, end }) => !isWithin(start, end, own)), [TALK]);
  if (!talk.length) return folded;
  const text = without(folded.characters, talk);
  return { ...folded, text, characters: [...text], scripts: without(folded.scripts, talk) };
}

// Where a text says what begins with one of `cues`; empty if it says nothing else.
function cuedIn({ characters }, mentions, cues) {
  const spans = mentions.filter(({ concepts }) => concepts.some((concept) => isCue(concept, cues)));
  return without(characters, spans).trim() ? spans : [];
}

function without(characters, spans) {
  const left = [...characters];
  for (const { start, end } of spans) left.fill(" ", start, end);
  return left.join("");
}

// The kana of the words without long vowels and as they are, or nothing where they are not Japanese
// in Latin letters: one word at least must be romaji and no word of the book, and there must be more
// romaji than other words.
function spellOut(text, isKnown) {
  const words = text.match(/[a-z]+/g) ?? [];
  const kana = words.map((word) => kanaOf(word) ?? "");
  const sure = words.some((word, place) => kana[place] && !isKnown(word));
  const other = words.filter((word, place) => !kana[place] && word.length > 2).length;
  if (!sure || kana.filter(Boolean).length <= 2 * other) return [];
  const short = words.map((word) => kanaOf(word.replace(LONG_VOWEL, "")) ?? "");
  return [...new Set([short.join(" "), kana.join(" ")])];
}

// The last sentence with a question mark, or the last; empty where there is only one.
function clauseThatAsks(text) {
  const sentences = text.split(new RegExp(SENTENCE_END)).filter((each) => each.trim());
  const asking = sentences.filter((each) => /[?？]$/.test(each.trim()));
  return sentences.length > 1 ? (asking.length ? asking : sentences).pop() : "";
}
