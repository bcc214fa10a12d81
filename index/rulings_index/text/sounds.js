// How text sounds, as rulings_index/text/sounds.py.

// The terms by which kana is found: two in a row.
function soundsOf(kana) {
  const terms = [];
  for (const [run] of kana.matchAll(/[\u3041-\u309f]+/g)) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      terms.push(READING + run.slice(at, at + 2));
    }
  }
  return terms;
}

// Hiragana for a Latin word in small letters, or null if it is not romaji.
function kanaOf(word) {
  let kana = "";
  let at = 0;
  while (at < word.length) {
    const [syllable, size] = nextKana(word, at);
    if (!size) return null;
    kana += syllable;
    at += size;
  }
  return kana;
}

function nextKana(word, at) {
  const letter = word[at], after = word[at + 1] ?? "";
  if (letter === "n" && (after === "" || !"aiueoy".includes(after))) {
    const third = word[at + 2] ?? "";
    return ["ん", after === "n" && (third === "" || !"aiueoy".includes(third)) ? 2 : 1];
  }
  const doubled = letter === after || word.slice(at, at + 3) === "tch";
  if (!"aiueon".includes(letter) && doubled) return ["っ", 1];
  for (let size = Math.min(LONGEST_SYLLABLE, word.length - at); size > 0; size -= 1) {
    const syllable = SYLLABLES[word.slice(at, at + size)];
    if (typeof syllable === "string") return [syllable, size];
  }
  return ["", 0];
}
