// How kana sounds, as rulings_index/text/readings.py.

// The terms by which kana is found: two in a row.
function soundsOf(kana, tables) {
  const terms = [];
  for (const [run] of kana.matchAll(/[\u3041-\u309f]+/g)) {
    for (let at = 0; at + 1 < run.length; at += 1) {
      terms.push(tables.get("reading") + run.slice(at, at + 2));
    }
  }
  return terms;
}

// The terms of the words that may be in kana: everything of the length of a word.
function wordsHeard(kana, tables) {
  const terms = [];
  for (const [run] of kana.matchAll(/[\u3041-\u309f]+/g)) {
    for (let start = 0; start < run.length; start += 1) {
      const last = Math.min(start + tables.get("longest_sound"), run.length);
      for (let end = start + tables.get("shortest_sound"); end <= last; end += 1) {
        terms.push(tables.get("heard") + run.slice(start, end));
      }
    }
  }
  return terms;
}
