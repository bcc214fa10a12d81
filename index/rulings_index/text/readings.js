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
