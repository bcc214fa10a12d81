// Misspelt words, and the word of the book that was meant: rulings_index/lexicon/spelling.py.

// [start, end, meant] for each Latin word of the folded text that the book does not know but nearly does.
function correctionsIn(folded, mentions, { isKnown, words }) {
  const found = [];
  for (const { 0: run, index: start } of folded.scripts.matchAll(/l+/g)) {
    const end = start + run.length;
    const word = written(folded, start, end);
    const isNamed = mentions.some((mention) => mention.start <= start && end <= mention.end);
    if (word.length < SHORTEST_WORD || isNamed || isKnown(word)) continue;
    const meant = words(word[0]).find((one) => isSlip(stem(word), one));
    if (meant) found.push([start, end, meant]);
  }
  return found;
}

function applied(characters, corrections) {
  const out = [...characters];
  for (const [start, end, meant] of [...corrections].reverse()) out.splice(start, end - start, meant);
  return out.join("");
}

// What was typed with its misspelt words put right, as `texts` write them; those that
// they do not hold stay. Nothing where none does.
function asTyped(typed, { folded, meant }, texts) {
  const wanted = new Set(meant.map(([, , word]) => word));
  const found = new Map();
  for (const text of texts) {
    noteWritten(text, wanted, found);
    if (found.size === wanted.size) break;
  }
  let right = typed;
  for (const [start, end, word] of [...meant].reverse()) {
    if (found.has(word)) right = right.slice(0, folded.offsets[start]) + found.get(word) + right.slice(folded.offsets[end]);
  }
  return found.size ? right : "";
}

// Look in a text for how the words of the book that were meant are really written.
function noteWritten(text, wanted, found) {
  const folded = fold(text);
  for (const { 0: run, index } of folded.scripts.matchAll(/l+/g)) {
    const end = index + run.length;
    const word = stem(written(folded, index, end));
    const as = text.slice(folded.offsets[index], folded.offsets[end]);
    if (wanted.has(word) && !found.has(word)) found.set(word, as);
  }
}

// Whether one letter too much, too few, swapped with the next, or (of a long word) replaced makes
// one word of another.
function isSlip(word, meant) {
  let at = 0;
  while (at < word.length && word[at] === meant[at]) at += 1;
  const one = word.slice(at), other = meant.slice(at);
  const isReplaced = word.length >= REPLACED_FROM && one.slice(1) === other.slice(1);
  const isSwapped = one.slice(2) === other.slice(2) && one[0] === other[1] && one[1] === other[0];
  return one !== other && (one.slice(1) === other || one === other.slice(1) || isSwapped || isReplaced);
}
