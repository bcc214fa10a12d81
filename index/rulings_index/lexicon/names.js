// Names of cards, terms, rulesets and games in what was asked, as rulings_index/lexicon/names.py.

// Latin words (their stems) and single wide characters; punctuation falls out.
const unitsOf = remembering((folded) => {
  const { characters, scripts } = folded;
  const units = [];
  let at = 0;
  while (at < characters.length) {
    let end = at + 1;
    if (isWord(scripts[at])) {
      while (end < characters.length && isWord(scripts[end])) end += 1;
      units.push({ key: ` ${stem(written(folded, at, end))}`, start: at, end });
    } else if (scripts[at] !== OTHER) {
      units.push({ key: characters[at], start: at, end });
    }
    at = end;
  }
  return units;
});

// Every name in a text, from the left, the longest first.
function mentionsIn(folded, forms) {
  const units = unitsOf(folded);
  let free = 0; // where other words end, in which no name begins
  return units.flatMap((_, first) => namesAt(units, first, forms)).filter((mention) => {
    const { concepts, start, end } = mention;
    if (concepts.length === 1 && concepts[0] === OTHER_WORDS) {
      free = folded.scripts.slice(start, end).includes(KATAKANA) ? start : end;
      return false;
    }
    return start >= free && !cutsKatakana(folded.scripts, mention);
  });
}

// Whether it is only a word of card players in general, not a name in the book.
function isCommon(mention) {
  return mention.concepts.every((concept) => concept.startsWith(COMMON));
}

// Whether a span reaches from hiragana into the middle of a katakana word, or out of it.
function cutsKatakana(scripts, { start, end }) {
  const inside = scripts.slice(start, end);
  if (!inside.includes(HIRAGANA) || !inside.includes(KATAKANA)) return false;
  const bothKatakana = (at) => scripts[at] === KATAKANA && scripts[at + 1] === KATAKANA;
  return bothKatakana(start - 1) || bothKatakana(end - 1);
}

function namesAt(units, first, forms) {
  const names = [];
  let key = "";
  for (const unit of units.slice(first, first + LONGEST_NAME)) {
    key += unit.key;
    const concepts = forms.get(key);
    if (concepts) names.unshift({ concepts, start: units[first].start, end: unit.end });
  }
  return names;
}

// Whether a folded text denies what it says from `start` to `end`.
const isDenied = (text, start, end) =>
  text.slice(0, start).search(NEGATED_BEFORE) >= 0 || text.slice(end).search(NEGATED_AFTER) >= 0;
