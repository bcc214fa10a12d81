// Numbers of a question for the inputs of a formula, as numbers.py.

const inDigits = ({ folded }) => folded.text
  .replace(new RegExp(LONE_KANJI_NUMBER, "g"), (number) => valueOf(number))
  .replace(new RegExp(TENS_AND_ONES, "g"), (_, tens, ones) => NUMBER_WORDS[tens][0] + NUMBER_WORDS[ones])
  .replace(/[a-z]+/g, (word) => NUMBER_WORDS[word] ?? word)
  .replace(new RegExp(HUNDREDS, "g"), (_, hundreds, rest = "") => `${parseInt(hundreds) || 1}${rest.padStart(2, "0")}`);

// The formula near to an entry for which a question gives the most numbers, if it gives any:
// {entry, name, given, isCorrected, possible, missing}.
function calculationOf(question, { id, clauses, examples }, formulas) {
  const text = inDigits(question);
  if (!new RegExp(AMOUNT).test(text)) return null;
  const asksAmount = new RegExp(AMOUNT_ASKED).test(text);
  const calculations = Object.entries(formulas).flatMap(([name, words]) => {
    const { entry, inputs } = words;
    const isWorkedHere = entry === id || examples.some(({ formula }) => formula === name);
    if (!isWorkedHere && !clauses.includes(entry)) return [];
    const { given, isCorrected, isClear } = givenIn(text, inputs);
    const keys = Object.keys(given);
    const missing = Object.keys(inputs).filter((key) => inputs[key].needs && !keys.includes(key));
    const isAsked = isClear && keys.length > 0 && (!missing.length || (isWorkedHere && asksAmount));
    if (!isAsked && !(isWorkedHere && examples.length)) return []; // it may be an example with other numbers
    const isWithin = (key) => inputs[key].bounds[0] <= given[key] && given[key] <= inputs[key].bounds[1];
    const possible = isAsked && keys.every(isWithin) && isMeant(words, question, text);
    return [{ entry, name, given, isCorrected, possible, missing }];
  });
  // the own formula of the entry goes before others
  const weight = ({ entry, given, missing }) =>
    2 * ((missing.length ? 0 : 100) + Object.keys(given).length) + Number(entry === id);
  return calculations.sort((left, right) => weight(right) - weight(left))[0];
}

// Whether a question is of the case of a formula, and nothing changes its numbers.
function isMeant({ cards, terms, unless }, question, text) {
  const named = question.mentions.flatMap(({ concepts }) => concepts.map((concept) => concept.replace(/^.*[:/]/, "")));
  const isNamed = !cards.length || cards.some((card) => named.includes(card));
  const says = (part, pattern) => new RegExp(pattern).test(part);
  const sentences = text.split(new RegExp(SENTENCE_END)).filter((each) => says(each, AMOUNT));
  const isChanged = [CHANGED, ...unless].some((pattern) => says(text, pattern))
    || sentences.some((each) => says(each, CHANGED_BESIDE));
  const isUndone = undoneIn(question).length > 0;
  return isNamed && terms.every((term) => named.includes(term)) && !(isChanged || isUndone);
}

// The numbers that a text gives for inputs, the last where it gives several; whether it corrects
// one, and whether it is clear: it gives each once ("2 and 2" may add up), corrects none and holds no
// number of unknown meaning. Of the phrases that a number stands in, the longest tells what it is
// ("5 damage counters"), unless there can't be so many: "3 players 250 damage".
function givenIn(text, inputs) {
  const readings = new Map();
  for (const [name, { patterns, bounds: [low, high] }] of Object.entries(inputs)) {
    for (const [pattern, times] of patterns) {
      for (const { index, 0: whole, 1: digits } of text.matchAll(new RegExp(pattern, "g"))) {
        const place = index + whole.indexOf(digits);
        const number = digits * times;
        const length = whole.length + (low <= number && number <= high ? text.length : 0);
        if (length > (readings.get(place)?.length ?? 0)) readings.set(place, { length, name, number });
      }
    }
  }
  const numbers = [...text.matchAll(new RegExp(AMOUNT, "g"))];
  const denied = new Set(numbers.filter(({ index, 0: number }) => isDenied(text, index, index + number.length))
    .map(({ index }) => index));
  const meant = [...readings].filter(([place]) => !denied.has(place))
    .sort(([left], [right]) => left - right).map(([, reading]) => reading);
  const given = Object.fromEntries(meant.map(({ name, number }) => [name, number]));
  const isOnce = Object.keys(given).length === meant.length;
  const isRead = numbers.every(({ index }) => readings.has(index) || denied.has(index));
  const isCorrected = readings.size > 0 && (denied.size > 0 || new RegExp(CORRECTED).test(text)
    || meant.some(({ name, number }) => given[name] !== number));
  // where it corrects one, the number that counts may be one of unknown meaning
  return { given: isCorrected && !isRead ? {} : given, isCorrected, isClear: isRead && !isCorrected && isOnce };
}

// Whether a question gives a number that the examples of an entry do not.
function hasOtherNumbers(examples, question) {
  const given = examples.flatMap((each) => Object.values(each.given));
  const outputs = examples.flatMap((each) => Object.values(each.expect));
  const known = new Set([...given, ...given.map((number) => number / 10), ...outputs].map(String));
  const numbers = [...inDigits(question).matchAll(new RegExp(AMOUNT, "g"))];
  return examples.length > 0 && numbers.some(([number]) => !known.has(number));
}

// Whether the numbers of a question are those of an entry's examples: as its inputs, or if they are
// none, anywhere: "8 Energy are on it, how many are discarded?"
function hasSameNumbers(examples, known, question) {
  const hasThem = examples.length > 0 && !hasOtherNumbers(examples, question);
  const isGiven = Object.keys(known.given).length > 0;
  return hasThem && !known.isCorrected && (!isGiven || isExampleOf(examples, known));
}

// What to ask back for inputs that a question does not give, by what they are called.
function askFor(names) {
  const inWords = (language) => names.map((name) => name[language]).join(", ");
  const asks = Object.entries(WHAT_IS).map(([language, ask]) => [language, ask.replace("{}", inWords(language))]);
  return { id: "", ask: Object.fromEntries(asks), cases: [] };
}

// Whether an example of an entry works the formula for the very numbers of the question.
function isExampleOf(examples, { name, given, missing }) {
  const isSame = (example) => Object.keys(given).every((key) => example[key] === given[key]);
  const isOf = ({ formula, given: example }) => (!formula || formula === name) && isSame(example);
  return Object.keys(given).length > 0 && !missing.length && examples.some(isOf);
}
