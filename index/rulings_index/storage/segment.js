// The index as rulings_index/browser/export.py packs it, read as rulings_index/storage/segment.py reads it.

const LATIN_TERM = /^[a-z]+$/;

// Numbers of three bytes: the lowest bytes of all, the middle ones, the highest.
function numbersIn(bytes) {
  const size = bytes.length / 3, numbers = new Uint32Array(size);
  for (let at = 0; at < size; at += 1) {
    numbers[at] = bytes[at] | bytes[size + at] << 8 | bytes[2 * size + at] << 16;
  }
  return numbers;
}

// Lists of rising numbers, by their lengths and the gaps before the numbers, those of the shortest
// lists first: all numbers, and where each list starts and the last ends.
async function listsIn([lengths, gaps], pause) {
  const numbers = new Uint32Array(gaps.length), starts = new Uint32Array(lengths.length + 1);
  const places = []; // of the gaps of the next list of each length
  for (const length of lengths) places[length] = (places[length] ?? 0) + length;
  let before = 0;
  places.forEach((size, length) => {
    places[length] = before;
    before += size;
  });
  for (let list = 0; list < lengths.length; list += 1) {
    const length = lengths[list], start = starts[list];
    for (let at = 0, next = 0; at < length; at += 1) {
      numbers[start + at] = next + gaps[places[length] + at];
      next = numbers[start + at] + 1;
    }
    places[length] += length;
    starts[list + 1] = start + length;
    if (list % 1000 === 0) await pause(); // others may do something
  }
  return { numbers, starts };
}

// What reads columns by where they begin and end among the bytes, and lists of them.
function columnsIn(bytes) {
  const read = (place) => (Array.isArray(place[0]) ? place.map(read) : numbersIn(bytes.subarray(...place)));
  return read;
}

// The terms of a collection, with their numbers.
async function termsIn(game, read, pause) {
  const endings = game.endings.split("\n"), terms = new Map(), shared = read(game.shared);
  let term = "";
  for (let number = 0; number < shared.length; number += 1) {
    term = term.slice(0, shared[number]) + endings[number];
    terms.set(term, number);
    if (number % 1000 === 0) await pause();
  }
  return terms;
}

// The words of the entries of a collection and those of their phrasings, whose owners are entries;
// forks come last, and do not count for what is rare. With a `pause` after each part of the work.
async function fieldsOf(game, owners, bytes, pause) {
  const read = columnsIn(bytes), terms = await termsIn(game, read, pause);
  const columns = async (name) => {
    const [fixed, growing] = NORM[name];
    const norms = Array.from(read(game.lengths[name]), (length) => fixed + growing * length / 64);
    const lists = await listsIn(read(game[name].documents), pause);
    return { ...lists, weights: read(game[name].weights), norms, step: STEP[name] };
  };
  const entries = await columns("words"), phrasings = await columns("asked");
  await pause();
  entries.weights = entries.weights.map((rest, list) => { // which an entry weighs beside its phrasings
    let sum = rest;
    for (let at = phrasings.starts[list]; at < phrasings.starts[list + 1]; at += 1) sum += phrasings.weights[at];
    return sum % 2 ** 24;
  });
  await pause();
  const phrasingsOf = owners.filter((entry) => entry < game.entries).length;
  const words = new Words(terms, entries, game.entries);
  return [words, new Phrasings(terms, phrasings, phrasingsOf, words, owners)];
}

// The terms of documents, of which so many are `counted` for what is rare.
class Field {
  constructor(terms, columns, counted) {
    Object.assign(this, { terms, counted, ...columns });
    this.documents = this.norms.length;
    this.read = new Map();
  }

  // BM25's inverse document frequency, in Lucene's form, which is never negative; damped.
  rarity(matching) {
    return Math.log(1 + (this.counted - matching + 0.5) / (matching + 0.5)) ** DAMPING;
  }

  rarityOf(term) {
    return this.postings(term)?.rarity ?? this.rarity(0);
  }

  // The number of documents that hold a term, without those of forks.
  frequency(term) {
    return this.postings(term)?.frequency ?? 0;
  }

  // What a term adds to a document before its rarity and weight; 0 where that does not hold it.
  impact(term, document) {
    const weight = this.postings(term)?.weights.get(document);
    return weight ? this.impactOf(weight, document) : 0;
  }

  has(term) {
    return this.terms.has(term);
  }

  // The Latin words that begin with a letter.
  latinTerms(letter) {
    if (!this.latin) {
      this.latin = new Map(Array.from("abcdefghijklmnopqrstuvwxyz", (each) => [each, []]));
      for (const term of this.terms.keys()) if (LATIN_TERM.test(term)) this.latin.get(term[0]).push(term);
    }
    return this.latin.get(letter);
  }

  // The documents that hold a term, in rising order, with what the term adds to each, how many of them
  // count, and how rare that makes the term: {documents, impacts, frequency, rarity}.
  postings(term) {
    if (!this.read.has(term)) this.read.set(term, this.decoded(term));
    return this.read.get(term);
  }

  // A sound has half the weight of the same kana, where nothing else is listed.
  decoded(term) {
    const spelt = term.startsWith(READING) ? this.postings(term.slice(READING.length))?.weights : null;
    const weights = new Map(Array.from(spelt ?? [], ([document, weight]) => [document, weight / 2]));
    const [listed, first] = this.listed(term);
    listed.forEach((document, at) => weights.set(document, this.weights[first + at]));
    const documents = Uint32Array.from(weights.keys()).filter((document) => weights.get(document)).sort();
    const impacts = Float32Array.from(documents, (document) => this.impactOf(weights.get(document), document));
    const frequency = documents.filter((document) => document < this.counted).length;
    const rarity = this.rarity(frequency);
    return documents.length ? { documents, weights, impacts, frequency, rarity } : null;
  }

  // What BM25 makes of a weight, which is in quarters, as rulings_index/building/write.py.
  impactOf(quarters, document) {
    const weight = quarters / 4;
    return Math.fround(this.step * (Math.floor(STEPS * weight / (weight + this.norms[document]) + 0.5) || 1));
  }
}

class Words extends Field {
  // The entries that are listed for a term, in rising order, and where their weights begin.
  listed(term) {
    const number = this.terms.get(term), first = this.starts[number] ?? 0;
    return [this.numbers.subarray(first, this.starts[number + 1] ?? 0), first];
  }
}

class Phrasings extends Field {
  constructor(terms, columns, counted, words, owners) {
    super(terms, columns, counted);
    this.words = words;
    this.firsts = new Map(Array.from(owners, (entry, phrasing) => [entry, phrasing]).reverse());
  }

  // The phrasings that are listed for a term, by their places in each of the entries listed.
  listed(term) {
    const [entries, list] = this.words.listed(term), phrasings = [];
    entries.forEach((entry, number) => {
      const first = this.firsts.get(entry), end = this.starts[list + number + 1];
      for (let at = this.starts[list + number]; at < end; at += 1) phrasings.push(first + this.numbers[at]);
    });
    return [phrasings, this.starts[list]];
  }
}
