// Which entries answer, best first: the sums of rulings_index/ranking.py over the page's index.

const CONCEPT = "\u0002";

class Searcher {
  constructor(data) {
    this.tables = data.tables;
    this.forms = new Map(Object.entries(data.forms));
    this.entries = data.phrasings.length;
    this.owners = data.phrasings.flatMap((count, entry) => new Array(count).fill(entry));
    this.words = new Field(data.postings.words, this.entries);
    this.asked = new Field(data.postings.asked, this.owners.length);
  }

  // What is looked up for a query: its terms with their weights, and the rulesets it names.
  question(text) {
    const asked = { folded: fold(text, this.tables), terms: new Map(), cues: new Set() };
    this.addWords(asked, asked.folded, 1);
    this.addNames(asked, asked.folded);
    this.addSounds(asked);
    this.addRomaji(asked);
    return asked;
  }

  add(asked, term, weight) {
    if (!(asked.terms.get(term) >= weight)) asked.terms.set(term, weight);
  }

  addWords(asked, folded, factor) {
    for (const [text, weight] of tokensOf(folded, this.tables)) {
      this.add(asked, text, weight * factor);
    }
  }

  addNames(asked, folded) {
    const { nested_concept: nested, concept_weight: whole } = this.tables;
    for (const mention of mentionsIn(folded, this.forms, this.tables)) {
      for (const concept of mention.concepts) {
        if (/^(ruleset|game):/.test(concept)) asked.cues.add(concept);
        this.add(asked, CONCEPT + concept, mention.nested ? nested : whole);
      }
    }
  }

  // What is written in kana is also looked up by its sound, for it may stand in kanji.
  addSounds(asked) {
    const { sound, sound_beside_kanji: beside } = this.tables;
    const weight = asked.folded.scripts.includes(KANJI) ? beside : sound;
    for (const term of soundsOf(asked.folded.text)) this.add(asked, term, weight);
  }

  // Latin letters that spell Japanese are looked up by their sound and as names.
  addRomaji(asked) {
    if (/[hkj]/.test(asked.folded.scripts)) return;
    const spelt = spellOut(asked.folded.text, this.tables, (word) => this.isKnown(word));
    for (const version of new Set([spelt, withoutLongVowels(spelt, this.tables)])) {
      for (const term of soundsOf(fold(version, this.tables).text)) {
        this.add(asked, term, this.tables.romaji);
      }
      this.addNames(asked, fold(version.replaceAll(" ", ""), this.tables));
    }
  }

  isKnown(word) {
    return this.words.has(stem(word, this.tables));
  }

  // The scores of all entries; 0 where nothing matches. `facets` are the entries of each cue.
  scores(asked, facets) {
    const total = sumUp(this.words, asked.terms);
    const phrasings = sumUp(this.asked, asked.terms);
    const best = new Float64Array(this.entries);
    phrasings.forEach((score, document) => {
      const entry = this.owners[document];
      if (score > best[entry]) best[entry] = score;
    });
    for (let entry = 0; entry < total.length; entry += 1) {
      total[entry] += this.tables.best_phrasing * best[entry];
    }
    for (const cue of asked.cues) {
      for (const entry of facets.get(cue) ?? []) total[entry] *= this.tables.cued_ruleset;
    }
    return total;
  }
}

function sumUp(field, terms) {
  const sums = new Float64Array(field.documents);
  for (const [term, weight] of terms) {
    const found = field.postings(term);
    if (!found) continue;
    const factor = weight * rarity(found.documents.length, field.documents);
    found.documents.forEach((document, place) => {
      sums[document] += factor * found.impacts[place];
    });
  }
  return sums;
}

// BM25's inverse document frequency, in Lucene's form, which is never negative.
function rarity(matching, total) {
  return Math.log(1 + (total - matching + 0.5) / (matching + 0.5));
}
