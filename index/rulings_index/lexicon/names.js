// Names of cards, terms, rulesets and games in what was asked, as rulings_index/lexicon/names.py.

// Latin words (their stems) and single wide characters; punctuation falls out.
function unitsOf(folded, tables) {
  const { characters, scripts } = folded;
  const units = [];
  let at = 0;
  while (at < characters.length) {
    let end = at + 1;
    if (isWord(scripts[at])) {
      while (end < characters.length && isWord(scripts[end])) end += 1;
      units.push({ key: ` ${stem(written(folded, at, end), tables)}`, start: at, end });
    } else if (scripts[at] !== OTHER) {
      units.push({ key: characters[at], start: at, end });
    }
    at = end;
  }
  return units;
}

// What a text is compared by.
function keyOf(folded, tables) {
  return unitsOf(folded, tables).map((unit) => unit.key).join("");
}

// Every name: longest first from the left, then those nested inside them.
function mentionsIn(folded, forms, tables) {
  const units = unitsOf(folded, tables);
  const out = [];
  let coveredTo = 0;
  units.forEach((_, first) => {
    const whole = namesAt(units, first, forms, tables).filter((name) => !cutsKatakana(folded.scripts, name));
    whole.forEach((mention, rank) => {
      const nested = mention.end <= coveredTo;
      if (rank === 0 && !nested && !isCommon(mention, tables)) coveredTo = mention.end;
      out.push({ ...mention, nested });
    });
  });
  return out;
}

// Whether it is only what players of any card game say, and no name of the book.
function isCommon(mention, tables) {
  return mention.concepts.every((concept) => concept.startsWith(tables.get("common")));
}

// Whether a span reaches from hiragana into the middle of a katakana word, or out of it.
function cutsKatakana(scripts, { start, end }) {
  const inside = scripts.slice(start, end);
  if (!inside.includes(HIRAGANA) || !inside.includes(KATAKANA)) return false;
  const bothKatakana = (at) => scripts[at] === KATAKANA && scripts[at + 1] === KATAKANA;
  return bothKatakana(start - 1) || bothKatakana(end - 1);
}

function namesAt(units, first, forms, tables) {
  const found = [];
  let key = "";
  for (const unit of units.slice(first, first + tables.get("longest_name"))) {
    key += unit.key;
    const concepts = forms.get(key);
    if (concepts) found.unshift({ concepts, start: units[first].start, end: unit.end });
  }
  return found;
}
