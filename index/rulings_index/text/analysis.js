// Folding and tokens, step for step as rulings_index/text/analysis.py.

const MARKS = "[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*";
const CLUSTER = new RegExp(`['’]s(?![a-zA-Z])${MARKS}|.${MARKS}`, "gsu");
const ASCII = /^[\x00-\x7f]*$/;
const folds = new Map();

function isBetween(character, first, last) {
  const code = character.codePointAt(0);
  return code >= first.codePointAt(0) && code <= last.codePointAt(0);
}

function scriptOf(character) {
  if (!character) return OTHER;
  if (isBetween(character, "ぁ", "ゟ")) return HIRAGANA;
  if (isBetween(character, "ァ", "ヿ") && !LONG_MARKS.includes(character)) return KATAKANA;
  if (isBetween(character, "㐀", "鿿") || isBetween(character, "豈", "\ufaff")) return KANJI;
  if (isBetween(character, "\u{20000}", "\u{3ffff}")) return KANJI;
  if (isBetween(character, "a", "z")) return LATIN;
  return isBetween(character, "0", "9") ? DIGIT : OTHER;
}

function foldKana(character) {
  const plain = isBetween(character, "ァ", "ヶ")
    ? String.fromCharCode(character.charCodeAt(0) - 0x60)
    : character;
  return SMALL_KANA[plain] ?? plain;
}

// The folded characters of one character with its marks: [character, script it was written in].
function foldCluster(cluster) {
  if (!folds.has(cluster)) folds.set(cluster, foldNew(cluster));
  return folds.get(cluster);
}

function foldNew(cluster) {
  if (/^.s$/s.test(cluster)) return []; // boss's is boss
  let plain = Array.from(cluster.normalize("NFKC").toLowerCase().replace("ß", "ss"))
    .filter((character) => !DROPPED.includes(character)).join("");
  if (!plain) return [];
  if (!ASCII.test(plain) && scriptOf(plain) === OTHER) {
    plain = plain.normalize("NFD").replace(/\p{M}/gu, "");
  }
  return Array.from(plain, (character) => [foldKana(character), scriptOf(character)]);
}

// A function that remembers what it made last, for each game asks it about what was typed.
function remembering(make) {
  let last, made;
  return (given) => {
    if (given !== last) [last, made] = [given, make(given)];
    return made;
  };
}

// Folded text as a list of characters, with the script of each before folding and its old place.
const fold = remembering((text) => {
  const characters = [], scripts = [], offsets = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    let folded = foldCluster(cluster);
    if (cluster === "々" && characters.length) {
      folded = [[characters[characters.length - 1], scripts[scripts.length - 1]]];
    } else if (DASHES.includes(cluster) && !/^\p{Nd}/u.test(text.slice(index + 1))) {
      folded = [[" ", OTHER]];
    }
    for (const [character, script] of folded) {
      characters.push(character);
      scripts.push(script);
      offsets.push(index);
    }
  }
  offsets.push(text.length);
  digitsBeforeCounters(characters, scripts, offsets);
  return { characters, scripts: scripts.join(""), offsets, text: characters.join("") };
});

// 二匹 is typed 2匹 as often as not.
function digitsBeforeCounters(characters, scripts, offsets) {
  const numbers = [...shapeOf(characters).matchAll(new RegExp(COUNTED_KANJI, "g"))];
  for (const { 0: number, index } of numbers.reverse()) {
    const digits = [...String(valueOf(number))];
    characters.splice(index, number.length, ...digits);
    scripts.splice(index, number.length, ...digits.map(() => DIGIT));
    offsets.splice(index, number.length, ...digits.map(() => offsets[index]));
  }
}

// The number below 1,000 that kanji spell: 38 for 三十八; 0 for none.
function valueOf(kanji) {
  for (const [unit, worth] of [["百", 100], ["十", 10]]) {
    const at = kanji.indexOf(unit);
    if (at >= 0) return (valueOf(kanji.slice(0, at)) || 1) * worth + valueOf(kanji.slice(at + 1));
  }
  return Number(KANJI_DIGITS[kanji] ?? 0);
}

// One UTF-16 unit for each character, so that places in it are places in the list.
function shapeOf(characters) {
  return characters.map((character) => (character.length === 1 ? character : "\ufffd")).join("");
}

// The tokens of folded text: [text, weight, start, end].
const tokensOf = remembering((folded) => {
  const numbers = Array.from(
    shapeOf(folded.characters).matchAll(new RegExp(RULE_NUMBER, "g")),
    ({ 0: text, index }) => [text, WORD, index, index + text.length],
  );
  const out = [...numbers];
  for (const { 0: run, index: start } of folded.scripts.matchAll(/[ld]+|[hkj]+/g)) {
    if (numbers.some(([, , first, last]) => first <= start && start < last)) continue;
    const end = start + run.length;
    const cut = isWord(run[0])
      ? [...latinTokens(folded, start, end), ...countedToken(folded, start, end)]
      : wideTokens(folded, start, end);
    out.push(...cut);
  }
  return out;
});

function isWord(script) {
  return script === LATIN || script === DIGIT;
}

function written(folded, start, end) {
  return folded.characters.slice(start, end).join("");
}

// The Latin words among tokens that stand side by side, two by two.
function pairsOf(words) {
  const latin = words.filter(([text]) => ASCII.test(text));
  return latin.slice(1).flatMap(([text, , start], place) => {
    const [before, , , end] = latin[place];
    return start === end + 1 ? [`${PAIR}${before} ${text}`] : [];
  });
}

function latinTokens(folded, start, end) {
  const whole = written(folded, start, end);
  if (/^\d+$/.test(whole)) return [[whole.replace(/^0+/, "") || "0", NUMBER, start, end]];
  const out = [[stem(whole), WORD, start, end]];
  if (/\d/.test(whole)) { // hp20 is also hp and 20
    for (const { 0: part, index } of whole.matchAll(/\d+|[a-z]+/g)) {
      const place = [start + index, start + index + part.length];
      out.push(/\d/.test(part) ? [part, NUMBER, ...place] : [stem(part), WORD, ...place]);
    }
  }
  return out;
}

// A number with what it counts: 4人, 2匹.
function countedToken(folded, start, end) {
  const number = written(folded, start, end);
  const wide = [KANJI, HIRAGANA, KATAKANA].includes(folded.scripts[end]);
  if (!wide || !/^\d+$/.test(number)) return [];
  return [[number + folded.characters[end], COUNTED, start, end + 1]];
}

function wideTokens(folded, start, end) {
  const { characters, scripts } = folded;
  const out = [];
  for (let at = start; at < end - 1; at += 1) {
    const weight = BIGRAM_WEIGHTS[scripts.slice(at, at + 2)] ?? MIXED_BIGRAM;
    out.push([characters[at] + characters[at + 1], weight, at, at + 2]);
  }
  if (end - start === 1) {
    return [[characters[start], scripts[start] === KANJI ? WORD : SINGLE_KANA, start, end]];
  }
  for (let at = start; at < end; at += 1) {
    if (scripts[at] !== KANJI) continue;
    const inflected = scripts[at + 1] === HIRAGANA && scripts[at - 1] !== KANJI;
    const weight = inflected ? INFLECTED_KANJI : SINGLE_KANJI;
    out.push([characters[at], weight, at, at + 1]);
  }
  return out;
}
