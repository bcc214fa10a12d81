// English inflection (rulings_index/text/stems.py), Latin letters to kana (rulings_index/text/romaji.py), and
// how kana sounds (rulings_index/text/readings.py).

function stem(word, tables) {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = tables.irregular[word] ?? tables.number_words[word];
  if (typeof known === "string") return known;
  const bare = withoutSuffix(withoutPlural(word));
  return bare.endsWith("e") && bare.length > 3 ? bare.slice(0, -1) : bare;
}

function withoutPlural(word) {
  if (!word.endsWith("s") || /(ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(ches|shes|sses|xes|zes)$/.test(word) ? -2 : -1);
}

function withoutSuffix(word) {
  for (const suffix of ["ing", "ed"]) {
    const rest = word.slice(0, -suffix.length);
    if (word.endsWith(suffix) && rest.length > 2 && /[aeiouy]/.test(rest)) return undoubled(rest);
  }
  return word;
}

function undoubled(rest) {
  if (rest.endsWith("i")) return `${rest.slice(0, -1)}y`; // carried -> carri
  const last = rest[rest.length - 1];
  return last === rest[rest.length - 2] && !"lsz".includes(last) ? rest.slice(0, -1) : rest;
}

// Hiragana for a Latin word in small letters, or null where it is no romaji.
function kanaOf(word, tables) {
  let kana = "";
  let at = 0;
  while (at < word.length) {
    const [syllable, size] = nextKana(word, at, tables);
    if (!size) return null;
    kana += syllable;
    at += size;
  }
  return kana;
}

function nextKana(word, at, tables) {
  const letter = word[at], after = word[at + 1] ?? "";
  if (letter === "n" && (after === "" || !"aiueoy".includes(after))) {
    const third = word[at + 2] ?? "";
    return ["ん", after === "n" && (third === "" || !"aiueoy".includes(third)) ? 2 : 1];
  }
  const doubled = letter === after || word.slice(at, at + 3) === "tch";
  if (!"aiueon".includes(letter) && doubled) return ["っ", 1];
  for (let size = Math.min(4, word.length - at); size > 0; size -= 1) {
    const syllable = tables.syllables[word.slice(at, at + size)];
    if (typeof syllable === "string") return [syllable, size];
  }
  return ["", 0];
}

const LONG_VOWELS = new Set(["aa", "ii", "uu", "ee", "oo", "ou"]);
const VOWELS = { あ: "a", い: "i", う: "u", え: "e", お: "o" };

// Kana without the second half of its long vowels: katakana's ー is dropped in folding.
function withoutLongVowels(kana, tables) {
  const vowelOf = { ゃ: "a", ゅ: "u", ょ: "o" };
  for (const [syllable, one] of Object.entries(tables.syllables)) {
    if (one.length === 1) vowelOf[one] = syllable[syllable.length - 1];
  }
  let out = "";
  for (const character of kana) {
    const pair = (vowelOf[out[out.length - 1]] ?? "") + (VOWELS[character] ?? "");
    if (!(VOWELS[character] && LONG_VOWELS.has(pair))) out += character;
  }
  return out;
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

const READING = "\u0003";

// The terms by which kana is found by its sound: two in a row.
function soundsOf(kana) {
  const terms = [];
  for (const [run] of kana.matchAll(/[\u3041-\u309f]+/g)) {
    for (let at = 0; at + 1 < run.length; at += 1) terms.push(READING + run.slice(at, at + 2));
  }
  return terms;
}
