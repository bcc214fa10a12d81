// How a book is ranked: the measures of rulings_index/storage/document_weights.py.

function curated({ entries, owners, tables }) {
  const few = tables.get("few_phrasings");
  const each = owners.length / (entries || 1);
  return Math.min(1, Math.max(0, (each - few) / (tables.get("many_phrasings") - few)));
}

function mannerOf(searcher) {
  const { tables } = searcher;
  const measure = curated(searcher);
  const between = (plain, tuned) => plain + measure * (tuned - plain);
  return {
    damping: between(tables.get("plain_damping"), tables.get("damping")),
    bestPhrasing: between(tables.get("plain_best_phrasing"), tables.get("best_phrasing")),
    lift: between(tables.get("plain_lift"), 1),
    name: between(tables.get("plain_concept_weight"), tables.get("concept_weight")),
    openPoint: between(tables.get("plain_open_point"), tables.get("open_point")),
    aboutAnother: between(tables.get("plain_about_another"), tables.get("about_another")),
    grammar: between(tables.get("plain_grammar"), tables.get("grammar")),
    pair: between(0, tables.get("pair_of_words")),
  };
}
