// What was typed: filters (ruleset:BR authority:event+), quoted words, ids, and what to rank by, as
// rulings_index/query/syntax.py, rulings/lookup/filters.py and rulings/ids.py read it.

// Raises FilterError for an unknown field or name.
function parseQuery(typed, choices) {
  const filter = {};
  const read = Array.from(typed).slice(0, LONGEST_QUERY).join("");
  const rest = read.replace(INLINE, (whole, field, sign, value) => {
    const name = field.toLowerCase();
    if (!isFilter(name, sign, value)) return whole;
    filter[name] = resolve(name, value.replaceAll('"', ""), choices, sign);
    return " ";
  });
  const quoted = Array.from(rest.matchAll(new RegExp(QUOTED, "g")), (match) => match[1].trim());
  const phrases = quoted.slice(0, MOST_PHRASES).filter(Boolean);
  return { text: rest.replace(/["“”]/g, " ").trim(), phrases, filter };
}

class FilterError extends Error {}

// Whether this is a filter, not an id (card:escape-rope), a number (X=3, HP:40), an address or a
// letter before a question (Q:who).
function isFilter(field, sign, value) {
  const isProse = field.length <= 2 || value.startsWith("/") || (sign === "=" && /^\d/.test(value));
  return FIELDS.includes(field) || !(KINDS_WITH_SLUG.includes(field) || isProse);
}

// The values of a field that a name stands for; event+ and >=event are that one and all above it.
function resolve(field, name, choices, sign = ":") {
  const fields = FIELDS;
  if (!fields.includes(field)) {
    throw new FilterError(`no field '${field}' to filter by; there are ${fields.join(", ")}`);
  }
  const order = ORDERED[field];
  let asked = plainOf(name);
  if (order && asked.endsWith("+")) [sign, asked] = [">=", asked.slice(0, -1)];
  if (!order && (sign === ">=" || sign === "<=")) throw new FilterError(`${field} has no order; write ${field}:${name}`);
  const known = choices[field] ?? {};
  if (!Object.hasOwn(known, asked)) {
    const there = [...new Set(Object.values(known))].join(", ");
    throw new FilterError(`no ${field} '${name}'; there are ${there}`);
  }
  const at = order ? order.indexOf(known[asked]) : 0;
  if (sign === ">=") return order.slice(0, at + 1);
  return sign === "<=" ? order.slice(at) : [known[asked]];
}

const wholePatterns = new Map();

// The groups of a pattern that a text as a whole must match, or nothing.
function wholly(pattern, text) {
  if (!wholePatterns.has(pattern)) wholePatterns.set(pattern, new RegExp(`^(?:${pattern.source})$`));
  return text.match(wholePatterns.get(pattern))?.groups;
}

function plainOf(text) {
  return text.normalize("NFKC").replace(/[‐‑‒–—―−_]/g, "-").trim().toLowerCase()
    .replace(/(?<=[a-z0-9])ー/g, "-");
}

// The ids that a text as a whole may stand for (br q22, ＢＲ－Ｑ２２, 8.1a), or that it mentions.
function idsIn(text, prefixes) {
  return idsMeant(text, prefixes) ?? idsMentioned(text, prefixes);
}

// The ids that a text as a whole may stand for; undefined if it is not an id.
function idsMeant(text, prefixes) {
  if (Array.from(text).length > LONGEST_LOOSE_ID) return undefined;
  const typed = plainOf(text);
  const named = typed.replaceAll(" ", "");
  if (wholly(NAMED, named)) return [named];
  const ids = idsOfEntry(typed, prefixes);
  return ids.length ? ids : idsOfClause(typed, prefixes);
}

function idsOfEntry(typed, prefixes) {
  const entry = wholly(LOOSE_ENTRY, typed);
  if (!entry) return [];
  const ending = `${entry.kind.toUpperCase()}${Number(entry.number)}`;
  return knownPrefixes(entry.prefix, prefixes).map((known) => `${known}-${ending}`);
}

function idsOfClause(typed, prefixes) {
  const pointed = ({ above, named, bare }) => `${above}.${named ?? bare}`; // § 7 Abs. 1 as § 7.1
  const numbered = typed.replace(ARTICLE, (...match) => numberOf(match.at(-1)));
  const clause = wholly(LOOSE_CLAUSE, numbered.replace(PARAGRAPH, (...match) => pointed(match.at(-1))));
  if (!clause) return undefined;
  const { word, prefix, again, letter } = clause;
  const number = clause.number.replace(/[,-]/g, ".");
  if (!(word || prefix || again) && !number.includes(".")) return undefined; // 310 alone is a number
  const ids = knownPrefixes(prefix, prefixes).map((known) => `${known} ${number}${letter ?? ""}`);
  return ids.length ? ids : undefined;
}

// 第3条第2項第1号 as 第3.2.1, and 第3条の2 as 第3b.
function numberOf({ article, inserted, paragraph, item }) {
  const parts = [article, paragraph, item].filter(Boolean).map(counted);
  const place = inserted ? counted(inserted) : 0;
  const letter = place > 0 && place <= 26 ? String.fromCharCode(96 + place) : "";
  return `第${parts.join(".")}${letter}`;
}

// The value of 12, 十二 or 一二.
function counted(written) {
  if (/^\d+$/.test(written)) return Number(written);
  let total = 0, digit = 0;
  for (const mark of written) {
    const tens = { 十: 10, 百: 100 }[mark];
    if (tens) [total, digit] = [total + (digit || 1) * tens, 0];
    else digit = 10 * digit + "〇一二三四五六七八九".indexOf(mark);
  }
  return total + digit;
}

function idsMentioned(text, prefixes) {
  const ids = [];
  for (const { groups } of plainOf(text).matchAll(MENTIONED)) {
    const prefix = Object.hasOwn(prefixes, groups.prefix) ? prefixes[groups.prefix] : "";
    if (prefix && groups.kind) ids.push(`${prefix}-${groups.kind.toUpperCase()}${Number(groups.entry)}`);
    else if (prefix) ids.push(`${prefix} ${groups.number}`);
  }
  return [...new Set(ids)];
}

function knownPrefixes(written, prefixes) {
  if (!written) return [...new Set(Object.values(prefixes))];
  const bare = written.replace(BETWEEN, "").replace(/^[ -]+|[ -]+$/g, "");
  return Object.hasOwn(prefixes, bare) ? [prefixes[bare]] : [];
}
