// What the page answers: the search, once it is unpacked, and what was chosen by thumb.

// The bytes of a text that has seven bits in each character.
function bytesOf(text) {
  const bytes = new Uint8Array(Math.floor(text.length * 7 / 8));
  const bitsAt = (at) => text.charCodeAt(at) & 127;
  for (let place = 0; place < bytes.length; place += 1) {
    const at = Math.floor(place * 8 / 7), used = place * 8 - at * 7 + 1;
    bytes[place] = bitsAt(at) << used | bitsAt(at + 1) >> 7 - used;
  }
  return bytes;
}

// The data of an index as rulings_index/browser/export.py packs it: a line of JSON, then columns.
async function unpacked(text) {
  const stream = new Blob([bytesOf(text)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const end = bytes.indexOf("\n".charCodeAt(0));
  const data = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
  return { ...data, columns: bytes.subarray(end + 1) };
}

class Answers {
  constructor() {
    this.index = null;
    this.lacking = window.DecompressionStream ? "search_is_read" : "search_is_lacking";
    this.chosen = { ruleset: "" };
  }

  async read(text) {
    if (window.DecompressionStream) this.index = new Index(await unpacked(text));
  }

  // The entries that answer; without any, those that come nearest, or what is wrong with a filter
  // that was typed.
  to(typed) {
    if (!this.index) return { hits: [], nearest: [], suggestion: "", ...noFork(), lacking: this.lacking };
    try {
      return this.index.search(typed, this.filter());
    } catch (error) {
      if (!(error instanceof FilterError)) throw error;
      return { hits: [], nearest: [], suggestion: "", ...noFork(), fault: error.message };
    }
  }

  // Hits up to where relevance ends: a much lower score than the first's is not an answer.
  relevant(hits) {
    const least = RELEVANT * (hits[0]?.score ?? 0);
    return hits.filter(({ score }) => score >= least);
  }

  filter() {
    return Object.fromEntries(Object.entries(this.chosen).filter(([, name]) => name));
  }

  // Those of some entries that were chosen.
  those(ids) {
    if (!this.index) return ids;
    const allowed = this.index.allowed(this.index.filter(this.filter()));
    return ids.filter((id) => allowed(this.index.numbers.get(id)));
  }
}
