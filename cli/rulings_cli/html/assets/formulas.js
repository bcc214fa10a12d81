// Formulas: the trees that rulings/text/formulas.py reads, walked as `work` there walks them; nothing
// of the book is ever run as code.

const LARGEST_NUMBER = 1e15;

class FormulaFault extends Error {}

const BINARY = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => a / divisor(b),
  "//": (a, b) => Math.floor(bounded(a / divisor(b))),
  "%": (a, b) => a - b * Math.floor(bounded(a / divisor(b))),
};
const COMPARISONS = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => comparable(a, b) && a < b,
  "<=": (a, b) => comparable(a, b) && a <= b,
  ">": (a, b) => comparable(a, b) && a > b,
  ">=": (a, b) => comparable(a, b) && a >= b,
};

const isString = (value) => typeof value === "string";

function comparable(a, b) {
  if (isString(a) !== isString(b)) throw new FormulaFault("no_word");
  return true;
}

function divisor(value) {
  if (Number(value) === 0) throw new FormulaFault("no_zero");
  return value;
}

function bounded(value) {
  if (typeof value === "number" && !(Math.abs(value) <= LARGEST_NUMBER)) {
    throw new FormulaFault("too_large");
  }
  return value;
}

function work(tree, names) {
  const [kind, ...parts] = tree;
  if (kind === "value") return parts[0];
  if (kind === "name") return names.get(parts[0]);
  if (kind === "if") return work(parts[work(parts[0], names) ? 1 : 2], names);
  if (kind === "compare") return compare(parts, names);
  if (kind === "and") return parts.every((part) => work(part, names));
  if (kind === "or") return parts.some((part) => work(part, names));
  const values = parts.map((part) => work(part, names));
  if (values.some(isString)) throw new FormulaFault("no_word");
  if (kind === "not") return !values[0];
  if (kind === "min") return Math.min(...values);
  if (kind === "max") return Math.max(...values);
  if (kind === "negative") return -values[0];
  return bounded(BINARY[kind](values[0], values[1]));
}

function compare([signs, ...operands], names) {
  const values = operands.map((operand) => work(operand, names));
  return signs.every((sign, place) => COMPARISONS[sign](values[place], values[place + 1]));
}

// The outputs of a formula in order: [name, value, working].
function workOut(formula, given) {
  const names = new Map(given);
  return formula.outputs.map(([name, expression, tree]) => {
    const value = work(tree, names);
    names.set(name, value);
    return [name, value, `${name} = ${filledIn(expression, names)} = ${showValue(value)}`];
  });
}

function filledIn(expression, names) {
  return expression.replace(/'[^']*'|"[^"]*"|[A-Za-z_]\w*/g, (word) =>
    names.has(word) ? showValue(names.get(word)) : word);
}

// 9, 4.5, true, attacker: as the command line shows it.
function showValue(value) {
  if (typeof value !== "number" || Number.isInteger(value)) return String(value);
  return String(Math.floor(value * 10000 + 0.5) / 10000);
}

// What is wrong with an input: the name of a phrase, or nothing.
function faultIn(wanted, text) {
  const value = Number(text);
  if (text.trim() === "" || !Number.isFinite(value)) return "needs_number";
  if (wanted.whole && !Number.isInteger(value)) return "bad_whole";
  return value < wanted.min || value > wanted.max ? "bad_range" : "";
}
