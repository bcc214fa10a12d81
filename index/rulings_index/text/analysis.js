// Folding and tokens, step for step as rulings_index/text/analysis.py does it on the command line.
// The tables (what is dropped, what a token weighs) come with the page from that module.

const KATAKANA = "k", HIRAGANA = "h", KANJI = "j", LATIN = "l", DIGIT = "d", OTHER = " ";
const CLUSTER = /['’]s(?![a-zA-Z])|.[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*/gsu;
const ASCII = /^[\x00-\x7f]*$/;
const PIECES =
  /(\d{1,4}(?:\.\d{1,4})+[a-z]?(?![a-z]))|([a-z0-9]+)|([\u3041-\u309f\u3400-\u9fff\uf900-\ufaff]+)/g;

function scriptOf(character) {
  const code = character === "" ? 0 : character.codePointAt(0);
  if (code >= 0x3041 && code <= 0x309f) return HIRAGANA;
  if (code >= 0x30a1 && code <= 0x30ff) return KATAKANA;
  if ((code >= 0x3400 && code <= 0x9fff) || (code >= 0xf900 && code <= 0x3ffff && code <= 0xfaff)) {
    return KANJI;
  }
  if (code >= 0x20000 && code <= 0x3ffff) return KANJI;
  if (code >= 0x61 && code <= 0x7a) return LATIN;
  return code >= 0x30 && code <= 0x39 ? DIGIT : OTHER;
}

function foldKana(character, tables) {
  const plain = character >= "ァ" && character <= "ヶ"
    ? String.fromCharCode(character.charCodeAt(0) - 0x60)
    : character;
  return tables.small_kana[plain] ?? plain;
}

function withoutAccents(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

// The folded form of one character with its marks, and the script it was written in.
function foldCluster(cluster, tables) {
  if (cluster.length === 2 && cluster[1] === "s") return ["", OTHER]; // boss's is boss
  const plain = Array.from(cluster.normalize("NFKC").toLowerCase())
    .filter((one) => !tables.dropped.includes(one)).join("");
  if (plain === "") return ["", OTHER];
  const script = scriptOf(plain);
  if (ASCII.test(plain)) return [plain, script];
  if (script === OTHER) {
    const bare = withoutAccents(plain);
    return [bare, scriptOf(bare)];
  }
  return [Array.from(plain, (one) => foldKana(one, tables)).join(""), script];
}

// Folded text as a list of characters, with the script of each before folding and its old place.
function fold(text, tables) {
  const characters = [];
  const scripts = [];
  const offsets = [];
  for (const match of text.matchAll(CLUSTER)) {
    const [folded, script] = foldInPlace(match[0], text, match.index, characters, scripts, tables);
    for (const character of folded) {
      characters.push(character);
      scripts.push(script);
      offsets.push(match.index);
    }
  }
  offsets.push(text.length);
  digitsBeforeCounters(characters, scripts, tables);
  return { characters, scripts: scripts.join(""), offsets, text: characters.join("") };
}

function foldInPlace(cluster, text, at, characters, scripts, tables) {
  if (cluster === "々" && characters.length) {
    return [characters[characters.length - 1], scripts[scripts.length - 1]];
  }
  if (tables.dashes.includes(cluster) && !/^\p{Nd}/u.test(text.slice(at + cluster.length))) {
    return [" ", OTHER];
  }
  return foldCluster(cluster, tables);
}

// 二匹 is typed 2匹 as often as not.
function digitsBeforeCounters(characters, scripts, tables) {
  const shape = shapeOf(characters);
  for (const match of shape.matchAll(new RegExp(tables.counted_kanji, "g"))) {
    characters[match.index] = tables.kanji_digits[match[0]];
    scripts[match.index] = DIGIT;
  }
}

// One UTF-16 unit for each character, so that places in it are places in the list.
function shapeOf(characters) {
  return characters
    .map((one) => (one.length === 1 ? one : scriptOf(one) === KANJI ? "一" : " "))
    .join("");
}

// The tokens of folded text: [text, weight, start, end].
function tokensOf(folded, tables) {
  const out = [];
  for (const match of shapeOf(folded.characters).matchAll(PIECES)) {
    const start = match.index, end = start + match[0].length;
    if (match[1]) {
      out.push([match[1], tables.word, start, end]);
    } else if (match[2]) {
      out.push(...latinTokens(match[2], start, tables), ...countedToken(folded, start, end, tables));
    } else {
      out.push(...wideTokens(folded, start, end, tables));
    }
  }
  return out;
}

function latinTokens(word, start, tables) {
  const end = start + word.length;
  if (/^\d+$/.test(word)) return [[word.replace(/^0+/, "") || "0", tables.number, start, end]];
  const out = [[stem(word, tables), tables.word, start, end]];
  if (/\d/.test(word)) { // hp20 is also hp and 20
    for (const { 0: part, index } of word.matchAll(/\d+|[a-z]+/g)) {
      const place = [start + index, start + index + part.length];
      const digits = /\d/.test(part);
      out.push([digits ? part : stem(part, tables), digits ? tables.number : tables.word, ...place]);
    }
  }
  return out;
}

// A number with what it counts: 4人, 2匹.
function countedToken(folded, start, end, tables) {
  const number = folded.characters.slice(start, end).join("");
  const wide = [KANJI, HIRAGANA, KATAKANA].includes(folded.scripts[end]);
  if (!wide || !/^\d+$/.test(number)) return [];
  return [[number + folded.characters[end], tables.counted, start, end + 1]];
}

function wideTokens(folded, start, end, tables) {
  const { characters, scripts } = folded;
  const out = [];
  for (let at = start; at < end - 1; at += 1) {
    const weight = tables.bigrams[scripts.slice(at, at + 2)] ?? tables.mixed_bigram;
    out.push([characters[at] + characters[at + 1], weight, at, at + 2]);
  }
  if (end - start === 1) return [[characters[start], tables.word, start, end]];
  for (let at = start; at < end; at += 1) {
    if (scripts[at] !== KANJI) continue;
    const inflected = scripts[at + 1] === HIRAGANA && scripts[at - 1] !== KANJI;
    const weight = inflected ? tables.inflected_kanji : tables.single_kanji;
    out.push([characters[at], weight, at, at + 1]);
  }
  return [...out, ...wholeRuns(folded, start, end, tables)];
}

// Whole runs of katakana or kanji: names, mostly.
function wholeRuns(folded, start, end, tables) {
  const out = [];
  for (const run of folded.scripts.slice(start, end).matchAll(/k+|j+/g)) {
    const first = start + run.index, last = first + run[0].length;
    if (last - first < 3) continue;
    out.push([folded.characters.slice(first, last).join(""), tables.whole_run, first, last]);
  }
  return out;
}
