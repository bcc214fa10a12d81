// The index as rulings_index/browser/export.py lays it out, read as rulings_index/storage/segment.py reads it:
// terms and postings as two long texts, each read when a term is first looked up.

class Field {
  constructor(data, documents) {
    this.documents = documents;
    this.digits = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));
    this.step = data.step;
    const terms = data.terms.split("\n");
    const written = data.postings.split("\n");
    this.written = new Map(terms.map((term, number) => [term, written[number]]));
    this.read = new Map();
  }

  // BM25's inverse document frequency, in Lucene's form, which is never negative; damped.
  rarity(matching) {
    return Math.log(1 + (this.documents - matching + 0.5) / (matching + 0.5)) ** DAMPING;
  }

  rarityOf(term) {
    return this.rarity(this.postings(term)?.documents.length ?? 0);
  }

  // What a term adds to a document before its rarity and weight; 0 where that does not hold it.
  impact(term, document) {
    const postings = this.postings(term);
    return postings?.impacts[postings.documents.indexOf(document)] ?? 0;
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
    let postings = this.read.get(term);
    if (postings === undefined) {
      const written = this.written.get(term);
      postings = written ? this.decoded(written) : null;
      this.read.set(term, postings);
    }
    return postings;
  }

  decoded(written) {
    const documents = [], impacts = [];
    const half = this.digits.size / 2; // a digit from there on says that the number goes on
    let document = -1, at = 0;
    const next = () => this.digits.get(written[at++]);
    while (at < written.length) {
      let gap = 0, scale = 1, digit;
      do {
        digit = next();
        gap += (digit % half) * scale;
        scale *= half;
      } while (digit >= half);
      document += gap + 1;
      documents.push(document);
      const steps = next() * this.digits.size + next();
      impacts.push(Math.fround(steps * this.step)); // as the index holds it
    }
    return { documents: Uint32Array.from(documents), impacts: Float64Array.from(impacts) };
  }
}
