// Wrong kanji, and the one of the same sound that was meant: rulings_index/lexicon/homophones.py.

// A text with its wrong kanji put right; `frequency` says in how many entries a term occurs.
function respelt(text, frequency) {
  const folded = fold(text);
  const right = [...folded.characters];
  const { compounds } = SOUND_ALIKES;
  for (let at = 0; at < right.length - 1; at++) {
    const scripts = folded.scripts.slice(at, at + 2);
    if (right[at] in KANJI_DIGITS || right[at + 1] in KANJI_DIGITS) continue;
    if (scripts === KANJI + KANJI) {
      [right[at], right[at + 1]] = pairMeant(right, folded.scripts, at, compounds, frequency);
    } else if (scripts === KANJI + HIRAGANA && folded.scripts[at - 1] !== KANJI) {
      right[at] = beforeKana(right[at], right[at + 1], frequency);
    }
  }
  let put = text;
  for (let at = right.length - 1; at >= 0; at--) {
    if (right[at] === folded.characters[at]) continue;
    put = put.slice(0, folded.offsets[at]) + right[at] + put.slice(folded.offsets[at + 1]);
  }
  return put;
}

function pairMeant(right, scripts, at, groups, frequency) {
  const first = right[at], second = right[at + 1];
  if (frequency(first + second)) return [first, second];
  const firstStays = at > 0 && scripts[at - 1] === KANJI && frequency(right[at - 1] + first) > 0;
  const goesOn = [KANJI, HIRAGANA].includes(scripts[at + 2]) && !PARTICLES.includes(right[at + 2]);
  const secondStays = goesOn && frequency(second + right[at + 2]) > 0;
  const firsts = firstStays ? [] : soundAlike(first, groups);
  const seconds = secondStays ? [] : soundAlike(second, groups);
  const single = [...firsts.map((alike) => [alike, second]), ...seconds.map((alike) => [first, alike])];
  const both = firsts.flatMap((left) => seconds.map((right) => [left, right]));
  return likeliest(single, LIKELY_KANJI, frequency)
    ?? likeliest(both, LIKELY_PAIR, frequency) ?? [first, second];
}

// The kanji of a verb, or of a word before a particle, or the one meant.
function beforeKana(kanji, follows, frequency) {
  if (frequency(kanji + follows)) return kanji;
  const { compounds, stems } = SOUND_ALIKES;
  const isWord = PARTICLES.includes(follows);
  const least = frequency(kanji) || isWord ? LIKELY_PAIR : LIKELY_KANJI;
  const groups = isWord ? [...stems, ...compounds] : stems;
  const meant = soundAlike(kanji, groups).map((alike) => [alike, follows]);
  return likeliest(meant, least, frequency)?.[0] ?? kanji;
}

// The most frequent pair (the first of equals) of those that occur `least` times.
function likeliest(pairs, least, frequency) {
  let best = null, most = least - 1;
  for (const pair of pairs) {
    const count = frequency(pair.join(""));
    if (count > most) [best, most] = [pair, count];
  }
  return best;
}

function soundAlike(kanji, groups) {
  const alike = new Set(groups.filter((group) => group.includes(kanji)).flatMap((group) => [...group]));
  alike.delete(kanji);
  return [...alike];
}
