// What the page answers: the search, once it is unpacked, and what was chosen by thumb.

const SLICE = 8; // milliseconds of work, after which a key that was typed meanwhile is answered
const CHARACTERS_OF_SLICE = 2 ** 16;
const SAMPLES = 8; // entries whose words are asked for beforehand

const idle = () => new Promise((begin) => { (window.requestIdleCallback ?? setTimeout)(begin); });

// What long work awaits after each of its parts. An idle callback would wait longer than needed.
function slices(wait = () => new Promise((go) => { setTimeout(go); })) {
  let begun = performance.now();
  return async () => {
    if (performance.now() - begun < SLICE) return;
    await wait();
    begun = performance.now();
  };
}

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

// The data of an index as rulings_index/browser/export.py packs it: lines of JSON, then columns.
async function unpacked(text, pause) {
  const inflating = new DecompressionStream("deflate"), writer = inflating.writable.getWriter();
  const inflated = new Response(inflating.readable).arrayBuffer();
  for (let at = 0; at < text.length; at += CHARACTERS_OF_SLICE) {
    writer.write(bytesOf(text.slice(at, at + CHARACTERS_OF_SLICE)));
    await pause();
  }
  writer.close();
  const bytes = new Uint8Array(await inflated);
  const data = {}, newline = "\n".charCodeAt(0);
  let first = 0;
  for (let end; (end = bytes.indexOf(newline, first)) > first; first = end + 1) {
    await pause();
    Object.assign(data, JSON.parse(new TextDecoder().decode(bytes.subarray(first, end))));
  }
  return { ...data, columns: bytes.subarray(first + 1) };
}

class Answers {
  constructor() {
    this.index = null;
    this.lacking = window.DecompressionStream ? "search_is_read" : "search_is_lacking";
    this.chosen = { ruleset: "" };
  }

  async read(text, textsOf) {
    if (!window.DecompressionStream) return;
    const pause = slices();
    this.index = await Index.read(await unpacked(text, pause), textsOf, pause);
  }

  // What first questions need is done before they are asked, when the browser has nothing to do:
  // some words of the book are looked up, shorter ones first, and `layOut` is called with an entry of each.
  async warmUp(layOut) {
    if (!this.index) return;
    const { entries } = this.index.data;
    const pause = slices(idle);
    await this.index.sortTerms(pause);
    for (const length of [1, 4, 8, 40]) {
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        const entry = Math.floor(sample * entries.length / SAMPLES);
        const [, title = ""] = this.index.textsOf(entries[entry]);
        this.to(title.slice(0, length));
        await pause();
        layOut(entries[entry]);
        await pause();
      }
    }
    await this.index.foldTexts(pause);
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

  // Hits up to where relevance ends: a much lower score than the first's of the book is not an
  // answer. A call says little else than what is asked.
  relevant(hits) {
    const isCall = ({ id }) => this.index.about(id).isCall;
    const least = RELEVANT * (hits.find((hit) => !isCall(hit))?.score ?? 0);
    return hits.filter((hit) => isCall(hit) || hit.score >= least);
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
