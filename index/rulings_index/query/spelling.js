// Misspelt words, and the word of the book or the name that was meant: rulings_index/query/spelling.py.

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
  consider(/l+/g, tables.shortest_word, (word) => words(word[0]));
  consider(/k+/g, tables.shortest_name, (name) => kanaNames(forms, name));
  return found.sort((one, other) => one[0] - other[0]);
}

function applied(characters, corrections) {
  const out = [...characters];
  for (const [start, end, meant] of [...corrections].reverse()) out.splice(start, end - start, meant);
  return out.join("");
}

// What was typed with its misspelt words put right, as the book writes them.
function asTyped(typed, { folded, meant }, written) {
  let right = typed;
  for (const [start, end, word] of [...meant].reverse()) {
    const before = right.slice(0, folded.offsets[start]), after = right.slice(folded.offsets[end]);
    right = before + (Object.hasOwn(written, word) ? written[word] : word) + after;
  }
  return right;
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
  const replaced = word.length >= tables.replaced_from ? 1 : 2;
  let best = "", fewest = word.length >= tables.two_slips_from ? 3 : 2;
  for (const choice of choices) {
    if (choice === word || Math.abs(choice.length - word.length) >= fewest) continue;
    const slips = distance(word, choice, replaced, tables);
    if (slips < fewest) [best, fewest] = [choice, slips];
  }
  return best;
}

// How many letters are dropped, added, swapped with their neighbour, or (at a cost) replaced.
function distance(one, other, replaced, tables) {
  const plain = (letter) => tables.unvoiced[letter] ?? letter;
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
