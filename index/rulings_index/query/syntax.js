// What was typed: filters (ruleset:BR authority:event+), quoted words, ids, and what to rank by.

const FILTER = /(?<!\S)([A-Za-z][A-Za-z_-]{0,40})(>=|<=|:|=)("[^"]*"|[^\s"]+)/g;
const KINDS_OF_ID = ["card", "term", "source"];
const QUOTED = /["“”]([^"“”]{1,200})["“”]/g;
const RULE_WORDS = "(?:総合ルール|ルール|rules?|clause|section|§|第)";
const LOOSE_ENTRY = /^(.*?)[\s-]*([vqnf])[\s.-]*(\d{1,6})$/;
const LOOSE_CLAUSE = new RegExp(
  `^(${RULE_WORDS})?\\s*([^\\d\\s]\\D*?)?[\\s-]*(${RULE_WORDS})?\\s*` +
  "(\\d{1,6}(?:\\.\\d{1,6}){0,4})\\s?([a-z])?\\.?$",
);

const MENTIONED = new RegExp(
  "(?<![a-z0-9])([a-z][a-z0-9]*)" +
  "(?:[ -]?([vqnf])-?(\\d{1,6})|[ -]?(\\d{1,6}(?:\\.\\d{1,6}){1,4}[a-z]?))(?![a-z0-9])", "g",
);

// Raises FilterError for a field or a name that nothing is called by, as rulings.filters does.
function parseQuery(typed, choices, tables) {
  const filter = {};
  let text = typed.slice(0, tables.longest_query).replace(FILTER, (whole, field, sign, value) => {
    const name = field.toLowerCase();
    if (!isFilter(name, value, tables)) return whole;
    filter[name] = resolve(name, value.replaceAll('"', ""), choices, tables, sign);
    return " ";
  });
  const phrases = Array.from(text.matchAll(QUOTED), (match) => match[1].trim()).filter(Boolean);
  text = text.replace(/["“”]/g, " ").trim();
  return { text, phrases: phrases.slice(0, 8), filter };
}

class FilterError extends Error {}

function isFilter(field, value, tables) {
  const counted = field.length <= 2 && /^\d/.test(value);
  return tables.filter_fields.includes(field) || !(KINDS_OF_ID.includes(field) || counted);
}

// The values of a field that a name stands for; event+ and >=event are that one and all above it.
function resolve(field, name, choices, tables, sign = ":") {
  if (!tables.filter_fields.includes(field)) {
    throw new FilterError(`no field '${field}'; there are ${tables.filter_fields.join(", ")}`);
  }
  const order = tables.filter_orders[field];
  let asked = plainOf(name);
  if (order && asked.endsWith("+")) [sign, asked] = [">=", asked.slice(0, -1)];
  if (!order && (sign === ">=" || sign === "<=")) throw new FilterError(`${field} has no order`);
  const known = choices[field] ?? {};
  if (!Object.hasOwn(known, asked)) {
    const there = [...new Set(Object.values(known))].join(", ");
    throw new FilterError(`no ${field} '${name}'; there are ${there}`);
  }
  const at = order ? order.indexOf(known[asked]) : 0;
  if (sign === ">=") return order.slice(0, at + 1);
  return sign === "<=" ? order.slice(at) : [known[asked]];
}

function plainOf(text) {
  return text.normalize("NFKC").replace(/[‐‑‒–—―−_]/g, "-").trim().toLowerCase()
    .replace(/(?<=[a-z0-9])ー/g, "-");
}

// The ids that a text as a whole may stand for (br q22, ＢＲ－Ｑ２２, 8.1a), or that it mentions.
function idsIn(text, prefixes) {
  const plain = plainOf(text);
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
