// The index as rulings_index/browser/export.py packs it, read as rulings_index/storage/segment.py reads it.

// Numbers of three bytes: the lowest bytes of all, the middle ones, the highest.
function numbersIn(bytes) {
  const size = bytes.length / 3, numbers = new Uint32Array(size);
  for (let at = 0; at < size; at += 1) {
    numbers[at] = bytes[at] | bytes[size + at] << 8 | bytes[2 * size + at] << 16;
  }
  return numbers;
}

// Lists of rising numbers, by their lengths and the gaps before the numbers: all numbers, and where
// each list starts and the last ends. Those of a list count from its base.
function listsIn([lengths, gaps], baseOf = () => 0) {
  const numbers = new Uint32Array(gaps.length), starts = new Uint32Array(lengths.length + 1);
  for (let list = 0, at = 0; list < lengths.length; list += 1) {
    const end = at + lengths[list];
    for (let next = baseOf(list); at < end; at += 1) {
      numbers[at] = next + gaps[at];
      next = numbers[at] + 1;
    }
    starts[list + 1] = end;
  }
  return { numbers, starts };
}

// What reads columns by where they begin and end among the bytes, and lists of them.
function columnsIn(bytes) {
  const read = (place) => (Array.isArray(place[0]) ? place.map(read) : numbersIn(bytes.subarray(...place)));
  return read;
}

// The words of the entries of a collection and those of their phrasings, whose owners are entries;
// forks come last, and do not count for what is rare.
function fieldsOf(game, owners, bytes) {
  const read = columnsIn(bytes);
  const endings = game.endings.split("\n");
  const terms = new Map();
  let term = "";
  read(game.shared).forEach((length, number) => {
    term = term.slice(0, length) + endings[number];
    terms.set(term, number);
  });
  const entries = listsIn(read(game.words.documents));
  const firsts = new Uint32Array(game.phrasings.length);
  for (let phrasing = owners.length - 1; phrasing >= 0; phrasing -= 1) firsts[owners[phrasing]] = phrasing;
  const phrasings = listsIn(read(game.asked.documents), (list) => firsts[entries.numbers[list]]);
  const ofTerms = { ...phrasings, starts: entries.starts.map((start) => phrasings.starts[start]) };
  const field = ({ step, impacts, places }, lists, sizes, heard) =>
    new Field(terms, lists, sizes, { step, heard, impacts: listsIn(read(impacts)), places: read(places) });
  const phrasingsOf = owners.filter((entry) => entry < game.entries).length;
  const heard = new Set(game.heard.match(/../gu)?.map((kana) => READING + kana));
  return [
    field(game.words, entries, { documents: game.phrasings.length, counted: game.entries }),
    field(game.asked, ofTerms, { documents: owners.length, counted: phrasingsOf }, heard),
  ];
}

class Field {
  // `lists` has the documents of each of the `terms`; each posting has its place among the impacts
  // of its document. Sounds that are `heard` are also in the documents with the same kana. Of all
  // `documents`, so many are `counted` for what is rare.
  constructor(terms, lists, { documents, counted }, { step, impacts, places, heard = new Set() }) {
    Object.assign(this, { terms, lists, documents, counted, step, impacts, places, heard });
    this.read = new Map();
  }

  // BM25's inverse document frequency, in Lucene's form, which is never negative; damped.
  rarity(matching) {
    return Math.log(1 + (this.counted - matching + 0.5) / (matching + 0.5)) ** DAMPING;
  }

  rarityOf(term) {
    return this.rarity(this.frequency(term));
  }

  // The number of documents that hold a term, without those of forks.
  frequency(term) {
    return this.postings(term)?.frequency ?? 0;
  }

  // What a term adds to a document before its rarity and weight; 0 where that does not hold it.
  impact(term, document) {
    const postings = this.postings(term);
    return postings?.impacts[postings.documents.indexOf(document)] ?? 0;
  }

  has(term) {
    return this.terms.has(term);
  }

  // The Latin words with a beginning.
  latinTerms(beginning) {
    const latin = /^[a-z]+$/;
    return [...this.terms.keys()].filter((term) => term.startsWith(beginning) && latin.test(term));
  }

  // The documents that hold a term, with what the term adds to each, and how many of them count:
  // {documents, impacts, frequency}.
  postings(term) {
    if (!this.read.has(term)) this.read.set(term, this.decoded(term));
    return this.read.get(term);
  }

  decoded(term) {
    const number = this.terms.get(term);
    const start = this.lists.starts[number], end = this.lists.starts[number + 1];
    const listed = this.lists.numbers.subarray(start ?? 0, end ?? 0);
    const spelt = this.heard.has(term) ? this.postings(term.slice(READING.length)).documents : [];
    const isListed = new Set(spelt.length ? listed : []);
    const documents = [...listed, ...spelt.filter((document) => !isListed.has(document))];
    const { starts, numbers } = this.impacts;
    const impacts = documents.map((document, at) => { // as the index holds it
      const place = at < listed.length ? this.places[start + at] : 0;
      return Math.fround(numbers[starts[document] + place] * this.step);
    });
    const frequency = documents.filter((document) => document < this.counted).length;
    return documents.length ? { documents, impacts, frequency } : null;
  }
}
