// Misspelt words, and the word of the book or the name that was meant: rulings_index/lexicon/spelling.py.

// [start, end, meant] for each word of the folded text that the book does not know but nearly does.
function correctionsIn(folded, mentions, { forms, isKnown, words, tables }) {
  const found = [];
  const consider = (script, shortest, choices) => {
    for (const run of folded.scripts.matchAll(script)) {
      const start = run.index, end = start + run[0].length;
      const word = folded.characters.slice(start, end).join("");
      const named = mentions.some((mention) => mention.start <= start && end <= mention.end);
      if (word.length < shortest || named || isKnown(word)) continue;
      const meant = nearest(stem(word, tables), choices(word), tables);
      if (meant) found.push([start, end, meant]);
    }
  };
  consider(/l+/g, tables.get("shortest_word"), (word) => words(word[0]));
  consider(/k+/g, tables.get("shortest_name"), (name) => kanaNames(forms, name));
  return found.sort((one, other) => one[0] - other[0]);
}

function applied(characters, corrections) {
  const out = [...characters];
  for (const [start, end, meant] of [...corrections].reverse()) out.splice(start, end - start, meant);
  return out.join("");
}

// What was typed with its misspelt words put right, as `texts` write them; those that
// they do not hold stay. Nothing where none does.
function asTyped(typed, { folded, meant }, texts, tables) {
  const wanted = new Set(meant.map(([, , word]) => word));
  const found = new Map();
  for (const text of texts) {
    noteWritten(text, wanted, found, tables);
    if (found.size === wanted.size) break;
  }
  let right = typed;
  for (const [start, end, word] of [...meant].reverse()) {
    if (found.has(word)) right = right.slice(0, folded.offsets[start]) + found.get(word) + right.slice(folded.offsets[end]);
  }
  return found.size ? right : "";
}

// Look in a text for how the words of the book that were meant are really written.
function noteWritten(text, wanted, found, tables) {
  const plain = text.toLowerCase();
  const beginning = (word) => word.slice(0, tables.get("word_beginning"));
  if ([...wanted].every((word) => ASCII.test(word) && !plain.includes(beginning(word)))) return;
  const folded = fold(text, tables);
  const note = (word, start, end) => {
    const as = text.slice(folded.offsets[start], folded.offsets[end]).trim();
    if (!found.has(word)) found.set(word, as);
  };
  for (const { 0: run, index } of folded.scripts.matchAll(/l+/g)) {
    const word = stem(written(folded, index, index + run.length), tables);
    if (wanted.has(word)) note(word, index, index + run.length);
  }
  for (const word of wanted) {
    const at = shapeOf(folded.characters).indexOf(word);
    if (at >= 0 && !ASCII.test(word)) note(word, at, at + word.length);
  }
}

// The names of the book, up to where Latin letters begin, that are about as long and alike.
function kanaNames(forms, like) {
  const letters = new Set(like);
  const names = Array.from(forms.keys(), (key) => key.split(" ", 1)[0]);
  return names.filter((name) => {
    if (Math.abs(name.length - like.length) > 2) return false;
    const own = new Set(name);
    return [...letters].filter((letter) => own.has(letter)).length >= letters.size - 2;
  });
}

function nearest(word, choices, tables) {
  const replaced = word.length >= tables.get("replaced_from") ? 1 : 2;
  let best = "", fewest = word.length >= tables.get("two_slips_from") ? 3 : 2;
  for (const choice of choices) {
    if (choice === word || Math.abs(choice.length - word.length) >= fewest) continue;
    const slips = distance(word, choice, replaced, tables);
    if (slips < fewest) [best, fewest] = [choice, slips];
  }
  return best;
}

// How many letters are dropped, added, swapped with their neighbour, or (at a cost) replaced.
function distance(one, other, replaced, tables) {
  const plain = (letter) => tables.get("unvoiced")[letter] ?? letter;
  let previous = [], before = [], row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    [previous, before, row] = [before, row, [i]];
    for (let j = 1; j <= other.length; j += 1) {
      const letter = one[i - 1], against = other[j - 1];
      const marked = plain(letter) === plain(against) ? 1 : replaced;
      let cost = before[j - 1] + (letter === against ? 0 : marked);
      cost = Math.min(cost, before[j] + 1, row[j - 1] + 1);
      if (i > 1 && j > 1 && letter === other[j - 2] && one[i - 2] === against) {
        cost = Math.min(cost, previous[j - 2] + 1);
      }
      row.push(cost);
    }
  }
  return row[row.length - 1];
}
