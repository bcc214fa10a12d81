// Misspelt words, and the word of the book that was meant: rulings_index/lexicon/spelling.py.

// [start, end, meant] for each Latin word of the folded text that the book does not know but nearly does.
function correctionsIn(folded, mentions, { isKnown, words }) {
  const corrections = [];
  for (const { 0: run, index: start } of folded.scripts.matchAll(/l+/g)) {
    const end = start + run.length;
    const word = written(folded, start, end);
    const isNamed = mentions.some((mention) => mention.start <= start && end <= mention.end);
    if (word.length < SHORTEST_WORD || isNamed || isKnown(word)) continue;
    const stemmed = stem(word);
    const meant = words(word[0]).find((known) => isSlip(stemmed, known));
    if (meant) corrections.push([start, end, meant]);
  }
  return corrections;
}

function applied(characters, corrections) {
  const out = [...characters];
  for (const [start, end, meant] of [...corrections].reverse()) out.splice(start, end - start, meant);
  return out.join("");
}

// What was typed with its misspelt words put right, as `texts` write them; words
// that they do not contain stay. Empty if they contain none.
function asTyped(typed, { folded, meant }, texts) {
  const meantWords = new Set(meant.map(([, , word]) => word));
  const asWritten = new Map();
  for (const text of texts) {
    noteWritten(text, meantWords, asWritten);
    if (asWritten.size === meantWords.size) break;
  }
  let right = typed;
  for (const [start, end, word] of [...meant].reverse()) {
    if (asWritten.has(word)) right = right.slice(0, folded.offsets[start]) + asWritten.get(word) + right.slice(folded.offsets[end]);
  }
  return asWritten.size ? right : "";
}

// Look in a text for how the words of the book that were meant are really written.
function noteWritten(text, meantWords, asWritten) {
  const folded = fold(text);
  for (const { 0: run, index } of folded.scripts.matchAll(/l+/g)) {
    const end = index + run.length;
    const word = stem(written(folded, index, end));
    const as = text.slice(folded.offsets[index], folded.offsets[end]);
    if (meantWords.has(word) && !asWritten.has(word)) asWritten.set(word, as);
  }
}

// Whether one letter too much, too few, swapped with the next, or (of a long word) replaced makes
// one word of another.
function isSlip(word, meant) {
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at += 1;
  const left = word.slice(at), right = meant.slice(at);
  const isReplaced = word.length >= REPLACED_FROM && left.slice(1) === right.slice(1);
  const isSwapped = left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
  return left !== right && (left.slice(1) === right || left === right.slice(1) || isSwapped || isReplaced);
}
