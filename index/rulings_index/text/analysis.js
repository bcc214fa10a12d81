// Folding and tokens, step for step as rulings_index/text/analysis.py.

const KATAKANA = "k", HIRAGANA = "h", KANJI = "j", LATIN = "l", DIGIT = "d", OTHER = " ";
const MARKS = "[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*";
const CLUSTER = new RegExp(`['’]s(?![a-zA-Z])${MARKS}|.${MARKS}`, "gsu");
const ASCII = /^[\x00-\x7f]*$/;
const folds = new Map();

function isBetween(character, first, last) {
  const code = character.codePointAt(0);
  return code >= first.codePointAt(0) && code <= last.codePointAt(0);
}

function scriptOf(character, tables) {
  if (!character) return OTHER;
  if (isBetween(character, "ぁ", "ゟ")) return HIRAGANA;
  if (isBetween(character, "ァ", "ヿ") && !tables.get("long_marks").includes(character)) return KATAKANA;
  if (isBetween(character, "㐀", "鿿") || isBetween(character, "豈", "\ufaff")) return KANJI;
  if (isBetween(character, "\u{20000}", "\u{3ffff}")) return KANJI;
  if (isBetween(character, "a", "z")) return LATIN;
  return isBetween(character, "0", "9") ? DIGIT : OTHER;
}

function foldKana(character, tables) {
  const plain = isBetween(character, "ァ", "ヶ")
    ? String.fromCharCode(character.charCodeAt(0) - 0x60)
    : character;
  return tables.get("small_kana")[plain] ?? plain;
}

// The folded characters of one character with its marks: [character, script it was written in].
function foldCluster(cluster, tables) {
  if (!folds.has(cluster)) folds.set(cluster, foldNew(cluster, tables));
  return folds.get(cluster);
}

function foldNew(cluster, tables) {
  if (/^.s$/s.test(cluster)) return []; // boss's is boss
  let plain = Array.from(cluster.normalize("NFKC").toLowerCase())
    .filter((one) => !tables.get("dropped").includes(one)).join("");
  if (!plain) return [];
  if (!ASCII.test(plain) && scriptOf(plain, tables) === OTHER) {
    plain = plain.normalize("NFD").replace(/\p{M}/gu, "");
  }
  return Array.from(plain, (one) => [foldKana(one, tables), scriptOf(one, tables)]);
}

// Folded text as a list of characters, with the script of each before folding and its old place.
function fold(text, tables) {
  const characters = [], scripts = [], offsets = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    let folded = foldCluster(cluster, tables);
    if (cluster === "々" && characters.length) {
      folded = [[characters[characters.length - 1], scripts[scripts.length - 1]]];
    } else if (tables.get("dashes").includes(cluster) && !/^\p{Nd}/u.test(text.slice(index + 1))) {
      folded = [[" ", OTHER]];
    }
    for (const [character, script] of folded) {
      characters.push(character);
      scripts.push(script);
      offsets.push(index);
    }
  }
  offsets.push(text.length);
  digitsBeforeCounters(characters, scripts, tables);
  return { characters, scripts: scripts.join(""), offsets, text: characters.join("") };
}

// 二匹 is typed 2匹 as often as not.
function digitsBeforeCounters(characters, scripts, tables) {
  for (const { 0: digit, index } of shapeOf(characters).matchAll(tables.pattern("counted_kanji"))) {
    characters[index] = tables.get("kanji_digits")[digit];
    scripts[index] = DIGIT;
  }
}

// One UTF-16 unit for each character, so that places in it are places in the list.
function shapeOf(characters) {
  return characters.map((one) => (one.length === 1 ? one : "\ufffd")).join("");
}

// The tokens of folded text: [text, weight, start, end].
function tokensOf(folded, tables) {
  const numbers = Array.from(
    shapeOf(folded.characters).matchAll(tables.pattern("rule_number")),
    ({ 0: text, index }) => [text, tables.get("word"), index, index + text.length],
  );
  const out = [...numbers];
  for (const { 0: run, index: start } of folded.scripts.matchAll(/[ld]+|[hkj]+/g)) {
    if (numbers.some(([, , first, last]) => first <= start && start < last)) continue;
    const end = start + run.length;
    const cut = isWord(run[0])
      ? [...latinTokens(folded, start, end, tables), ...countedToken(folded, start, end, tables)]
      : wideTokens(folded, start, end, tables);
    out.push(...cut);
  }
  return out;
}

function isWord(script) {
  return script === LATIN || script === DIGIT;
}

function written(folded, start, end) {
  return folded.characters.slice(start, end).join("");
}

// The Latin words among tokens that stand side by side, two by two.
function pairsOf(found, tables) {
  const latin = found.filter(([text]) => ASCII.test(text));
  return latin.slice(1).flatMap(([text, , start], place) => {
    const [before, , , end] = latin[place];
    return start === end + 1 ? [`${tables.get("pair")}${before} ${text}`] : [];
  });
}

function latinTokens(folded, start, end, tables) {
  const whole = written(folded, start, end);
  const word = tables.get("word"), number = tables.get("number");
  if (/^\d+$/.test(whole)) return [[whole.replace(/^0+/, "") || "0", number, start, end]];
  const out = [[stem(whole, tables), word, start, end]];
  if (/\d/.test(whole)) { // hp20 is also hp and 20
    for (const { 0: part, index } of whole.matchAll(/\d+|[a-z]+/g)) {
      const place = [start + index, start + index + part.length];
      out.push(/\d/.test(part) ? [part, number, ...place] : [stem(part, tables), word, ...place]);
    }
  }
  return out;
}

// A number with what it counts: 4人, 2匹.
function countedToken(folded, start, end, tables) {
  const number = written(folded, start, end);
  const wide = [KANJI, HIRAGANA, KATAKANA].includes(folded.scripts[end]);
  if (!wide || !/^\d+$/.test(number)) return [];
  return [[number + folded.characters[end], tables.get("counted"), start, end + 1]];
}

function wideTokens(folded, start, end, tables) {
  const { characters, scripts } = folded;
  const out = [];
  for (let at = start; at < end - 1; at += 1) {
    const weight = tables.get("bigram_weights")[scripts.slice(at, at + 2)] ?? tables.get("mixed_bigram");
    out.push([characters[at] + characters[at + 1], weight, at, at + 2]);
  }
  if (end - start === 1) {
    const weight = tables.get(scripts[start] === KANJI ? "word" : "single_kana");
    return [[characters[start], weight, start, end]];
  }
  for (let at = start; at < end; at += 1) {
    if (scripts[at] !== KANJI) continue;
    const inflected = scripts[at + 1] === HIRAGANA && scripts[at - 1] !== KANJI;
    const weight = inflected ? tables.get("inflected_kanji") : tables.get("single_kanji");
    out.push([characters[at], weight, at, at + 1]);
  }
  return [...out, ...wholeRuns(folded, start, end, tables)];
}

// Whole runs of katakana or kanji: names, mostly.
function wholeRuns(folded, start, end, tables) {
  const out = [];
  for (const { 0: run, index } of folded.scripts.slice(start, end).matchAll(/k+|j+/g)) {
    const first = start + index, last = first + run.length;
    if (last - first < 3) continue;
    out.push([written(folded, first, last), tables.get("whole_run"), first, last]);
  }
  return out;
}
