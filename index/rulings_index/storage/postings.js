// The index as it travels: terms and postings as two long texts, read when a term is first wanted.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Uint8Array(128);
[...DIGITS].forEach((digit, value) => { VALUES[digit.charCodeAt(0)] = value; });

class Field {
  constructor(data, documents, damping) {
    this.documents = documents;
    this.damping = damping;
    this.top = data.top;
    const terms = data.terms.split("\n");
    const written = data.postings.split("\n");
    this.written = new Map(terms.map((term, number) => [term, written[number]]));
    this.read = new Map();
  }

  // BM25's inverse document frequency, in Lucene's form, which is never negative; damped.
  rarity(matching) {
    return Math.log(1 + (this.documents - matching + 0.5) / (matching + 0.5)) ** this.damping;
  }

  has(term) {
    return this.written.has(term);
  }

  // The Latin words with a beginning.
  latinTerms(beginning) {
    const latin = /^[a-z]+$/;
    return [...this.written.keys()].filter((term) => term.startsWith(beginning) && latin.test(term));
  }

  // The documents that hold a term, with what the term adds to each: {documents, impacts}.
  postings(term) {
    let found = this.read.get(term);
    if (found === undefined) {
      const written = this.written.get(term);
      found = written ? readPostings(written, this.top) : null;
      this.read.set(term, found);
    }
    return found;
  }
}

function readPostings(written, step) {
  const documents = [];
  const impacts = [];
  let document = -1;
  let at = 0;
  while (at < written.length) {
    let gap = 0, scale = 1, digit;
    do {
      digit = VALUES[written.charCodeAt(at)];
      gap += (digit & 31) * scale;
      scale *= 32;
      at += 1;
    } while (digit & 32);
    document += gap + 1;
    documents.push(document);
    const high = VALUES[written.charCodeAt(at)], low = VALUES[written.charCodeAt(at + 1)];
    impacts.push((64 * high + low) * step);
    at += 2;
  }
  return { documents: Uint32Array.from(documents), impacts: Float64Array.from(impacts) };
}
