// What was typed: filters (ruleset:BR authority:event+), quoted words, ids, and what to rank by.

const AUTHORITIES = ["official", "event", "author", "interpretation", "proposal", "house"];
const FILTER = /(?<!\S)(ruleset|game|kind|authority|status)(>=|<=|:|=)("[^"]*"|[^\s"]+)/gi;
const QUOTED = /["“”]([^"“”]{1,200})["“”]/g;
const RULE_WORDS = "(?:総合ルール|ルール|rules?|clause|section|§|第)";
const LOOSE_ENTRY = /^(.*?)[\s-]*([vqn])[\s.-]*(\d{1,6})$/;
const LOOSE_CLAUSE = new RegExp(
  `^(${RULE_WORDS})?\\s*([^\\d\\s]\\D*?)?[\\s-]*(${RULE_WORDS})?\\s*` +
  "(\\d{1,6}(?:\\.\\d{1,6}){0,4})\\s?([a-z])?\\.?$",
);

const MENTIONED = new RegExp(
  "(?<![a-z0-9])([a-z][a-z0-9]*)" +
  "(?:[ -]?([vqn])-?(\\d{1,6})|[ -]?(\\d{1,6}(?:\\.\\d{1,6}){1,4}[a-z]?))(?![a-z0-9])", "g",
);

function parseQuery(typed, longest) {
  const filters = {};
  let text = typed.slice(0, longest).replace(FILTER, (_, field, sign, value) => {
    const plain = value.replaceAll('"', "").trim().toLowerCase();
    const name = field.toLowerCase();
    filters[name] = name === "authority" ? authoritiesOf(plain, sign) : plain;
    return " ";
  });
  const phrases = Array.from(text.matchAll(QUOTED), (match) => match[1].trim()).filter(Boolean);
  text = text.replace(/["“”]/g, " ").trim();
  return { text, phrases, filters };
}

// event is that one; event+ and >=event are that one and all above it.
function authoritiesOf(value, sign = ":") {
  const at = AUTHORITIES.indexOf(value.replace(/\+$/, ""));
  if (at < 0) return AUTHORITIES;
  if (value.endsWith("+") || sign === ">=") return AUTHORITIES.slice(0, at + 1);
  return sign === "<=" ? AUTHORITIES.slice(at) : [AUTHORITIES[at]];
}

// The ids that a text as a whole may stand for (br q22, ＢＲ－Ｑ２２, 8.1a), or that it mentions.
function idsIn(text, prefixes) {
  const plain = text.normalize("NFKC").replace(/[‐‑‒–—―−_]/g, "-").trim().toLowerCase()
    .replace(/(?<=[a-z0-9])ー/g, "-");
  for (const find of text.length > 60 ? [] : [entriesIn, clausesIn]) {
    const found = find(plain, prefixes);
    if (found.length) return found;
  }
  return mentionedIn(plain, prefixes);
}

function entriesIn(plain, prefixes) {
  const entry = plain.match(LOOSE_ENTRY);
  return entry
    ? knownPrefixes(entry[1], prefixes).map((one) => `${one}-${entry[2].toUpperCase()}${+entry[3]}`)
    : [];
}

function mentionedIn(plain, prefixes) {
  const found = Array.from(plain.matchAll(MENTIONED), ([, written, letter, entry, number]) =>
    knownPrefixes(written, prefixes).map((one) =>
      letter ? `${one}-${letter.toUpperCase()}${+entry}` : `${one} ${number}`));
  return [...new Set(found.flat())];
}

function clausesIn(plain, prefixes) {
  const clause = plain.match(LOOSE_CLAUSE);
  if (!clause) return [];
  const [, word, prefix, again, number, letter] = clause;
  if (!(word || prefix || again) && !number.includes(".")) return []; // 310 alone is a number
  return knownPrefixes(prefix, prefixes).map((one) => `${one} ${number}${letter ?? ""}`);
}

function knownPrefixes(written, prefixes) {
  if (!written) return [...new Set(Object.values(prefixes))];
  const known = prefixes[written.replace(/(?:\s|-|:|の|'s)+$/, "").replace(/^[ -]+/, "")];
  return typeof known === "string" ? [known] : [];
}
