// What the page answers: the search, once it is unpacked, and what was chosen by thumb.

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;,=>?@^_`{|}~";

// The bytes of a text that has five digits for each four, and fewer for the last.
function bytesOf(text) {
  const values = new Uint8Array(128);
  Array.from(DIGITS, (digit, value) => { values[digit.charCodeAt(0)] = value; });
  const groups = Math.ceil(text.length / 5), whole = text.padEnd(5 * groups, "~");
  const bytes = new DataView(new ArrayBuffer(4 * groups));
  for (let group = 0, at = 0; group < groups; group += 1) {
    let number = 0;
    for (const end = at + 5; at < end; at += 1) number = 85 * number + values[whole.charCodeAt(at)];
    bytes.setUint32(4 * group, number);
  }
  return bytes.buffer.slice(0, Math.floor(text.length * 4 / 5));
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
