// Latin letters to kana, as rulings_index/text/romaji.py.

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
  for (let size = Math.min(tables.get("longest_syllable"), word.length - at); size > 0; size -= 1) {
    const syllable = tables.get("syllables")[word.slice(at, at + size)];
    if (typeof syllable === "string") return [syllable, size];
  }
  return ["", 0];
}

// Kana without the second half of its long vowels: katakana's ー is dropped in folding.
function withoutLongVowels(kana, tables) {
  let out = "";
  for (const character of kana) {
    const before = tables.get("vowel_of")[out[out.length - 1]] ?? "";
    const pair = before + (tables.get("vowels")[character] ?? "");
    if (!tables.get("long_vowels").includes(pair)) out += character;
  }
  return out;
}
