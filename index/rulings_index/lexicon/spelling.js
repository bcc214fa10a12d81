// Misspelt words, and the word of the book that was meant: rulings_index/lexicon/spelling.py.

const writtenIn = new Map(); // the words of texts of the book, once they were looked at

// [start, end, meant] for each Latin word of the folded text that the book does not know but nearly does.
function correctionsIn(folded, mentions, { isKnown, words }) {
  const corrections = [];
  for (const { 0: run, index: start } of folded.scripts.matchAll(/l+/g)) {
    const end = start + run.length;
    const word = written(folded, start, end);
    const isNamed = mentions.some((mention) => mention.start <= start && end <= mention.end);
    if (word.length < SHORTEST_WORD || isNamed || isKnown(word)) continue;
    const stemmed = stem(word);
    const slips = words(word[0]).filter((known) => isSlip(stemmed, known));
    const letters = (text) => [...text].sort().join("");
    const isReplaced = (known) => known.length === stemmed.length && letters(known) !== letters(stemmed);
    const meant = slips.find((known) => !isReplaced(known)) ?? slips[0]; // a replaced letter is the least likely
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
  if (!writtenIn.has(text)) writtenIn.set(text, wordsWritten(text));
  for (const [word, as] of writtenIn.get(text)) {
    if (meantWords.has(word) && !asWritten.has(word)) asWritten.set(word, as);
  }
}

// The Latin words of a text, each as a term and as it is written.
function wordsWritten(text) {
  const folded = fold(text);
  return Array.from(folded.scripts.matchAll(/l+/g), ({ 0: run, index }) => {
    const end = index + run.length;
    return [stem(written(folded, index, end)), text.slice(folded.offsets[index], folded.offsets[end])];
  });
}

// Whether one letter too much, too few, swapped with the next, or (of a long word) replaced makes
// one word of another.
function isSlip(word, meant) {
  if (Math.abs(word.length - meant.length) > 1) return false;
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at += 1;
  const left = word.slice(at), right = meant.slice(at);
  const isReplaced = word.length >= REPLACED_FROM && left.slice(1) === right.slice(1);
  const isSwapped = left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0];
  return left !== right && (left.slice(1) === right || left === right.slice(1) || isSwapped || isReplaced);
}
