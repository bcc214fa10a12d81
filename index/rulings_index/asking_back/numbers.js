// Numbers of a question for the inputs of a formula, as numbers.py.

const NUMBER_WORD = /[a-z]+|(?<![一-鿿])[〇一二三四五六七八九](?![一-鿿])/g;

// The formula of an entry for which a question gives the most numbers:
// {entry, name, given, possible, missing}.
function calculationOf(question, { id, clauses, examples }, formulas) {
  const text = question.folded.text.replace(NUMBER_WORD, (word) => NUMBER_WORDS[word] ?? word);
  if (!new RegExp(AMOUNT).test(text)) return null;
  const asksAmount = new RegExp(AMOUNT_ASKED).test(text);
  const calculations = Object.entries(formulas).flatMap(([name, words]) => {
    const { entry, inputs } = words;
    const isOwn = entry === id || examples.some(({ formula }) => formula === name);
    const { given, isCorrected, isClear } = isOwn || clauses.includes(entry) ? givenIn(text, inputs) : { given: {} };
    const keys = Object.keys(given);
    const missing = Object.keys(inputs).filter((key) => inputs[key].needs && !keys.includes(key));
    const isAsked = isClear && keys.length && (!missing.length || (isOwn && asksAmount));
    if (!isAsked && !(isOwn && examples.length)) return []; // it may work other numbers
    const within = (key) => inputs[key].bounds[0] <= given[key] && given[key] <= inputs[key].bounds[1];
    return [{ entry, name, given, isCorrected, possible: isAsked && keys.every(within) && !undoneIn(question).length && isMeant(words, question, text), missing }];
  });
  // the own formula of the entry goes before others
  const weight = ({ entry, given, missing }) =>
    2 * ((missing.length ? 0 : 100) + Object.keys(given).length) + Number(entry === id);
  return calculations.sort((left, right) => weight(right) - weight(left))[0];
}

// Whether a question is of the case of a formula, and nothing changes its numbers.
function isMeant({ cards, terms, unless }, { mentions }, text) {
  const named = mentions.flatMap(({ concepts }) => concepts.map((concept) => concept.replace(/^.*[:/]/, "")));
  const isNamed = !cards.length || cards.some((card) => named.includes(card));
  const says = (part, pattern) => new RegExp(pattern).test(part);
  const sentences = text.split(new RegExp(SENTENCE_END)).filter((each) => says(each, AMOUNT));
  const isChanged = [CHANGED, ...unless].some((pattern) => says(text, pattern))
    || sentences.some((each) => says(each, CHANGED_BESIDE));
  return isNamed && !isChanged && terms.every((term) => named.includes(term));
}

// The numbers that a text gives for inputs, the last where it gives several; whether it corrects
// one, and whether it is clear: it corrects none and holds no number of unknown meaning. Of the
// phrases that a number stands in, the longest tells what it is: "5 damage counters".
function givenIn(text, inputs) {
  const readings = new Map();
  for (const [name, { patterns }] of Object.entries(inputs)) {
    for (const [pattern, times] of patterns) {
      for (const { index, 0: whole, 1: number } of text.matchAll(new RegExp(pattern, "g"))) {
        const place = index + whole.indexOf(number);
        if (whole.length > (readings.get(place)?.length ?? 0))
          readings.set(place, { length: whole.length, name, number: number * times });
      }
    }
  }
  const numbers = [...text.matchAll(new RegExp(AMOUNT, "g"))];
  const denied = new Set(numbers.filter(({ index, 0: number }) => isDenied(text, index, index + number.length))
    .map(({ index }) => index));
  const meant = [...readings].filter(([place]) => !denied.has(place))
    .sort(([left], [right]) => left - right).map(([, reading]) => reading);
  const given = Object.fromEntries(meant.map(({ name, number }) => [name, number]));
  const isRead = numbers.every(({ index }) => readings.has(index) || denied.has(index));
  const isCorrected = readings.size > 0 && (denied.size > 0 || new RegExp(CORRECTED).test(text)
    || meant.some(({ name, number }) => given[name] !== number));
  // where it corrects one, the number that counts may be one of unknown meaning
  return { given: isCorrected && !isRead ? {} : given, isCorrected, isClear: isRead && !isCorrected };
}

// Whether a question gives a number that the worked examples of an entry do not.
function hasOtherNumbers(examples, { folded }) {
  const given = examples.flatMap((each) => Object.values(each.given));
  const outputs = examples.flatMap((each) => Object.values(each.expect));
  const known = new Set([...given, ...given.map((number) => number / 10), ...outputs].map(String));
  const text = folded.text.replace(NUMBER_WORD, (word) => NUMBER_WORDS[word] ?? word);
  return examples.length > 0 && [...text.matchAll(new RegExp(AMOUNT, "g"))].some(([number]) => !known.has(number));
}

// What to ask back for inputs that a question does not give, by what they are called.
function askFor(names) {
  const inWords = (language) => names.map((name) => name[language]).join(", ");
  const asks = Object.entries(WHAT_IS).map(([language, ask]) => [language, ask.replace("{}", inWords(language))]);
  return { id: "", ask: Object.fromEntries(asks), cases: [] };
}

// Whether an entry works the formula for the very numbers of the question.
function isExampleOf(examples, { name, given, missing }) {
  const isSame = (example) => Object.keys(given).every((key) => example[key] === given[key]);
  const isOf = ({ formula, given: example }) => (!formula || formula === name) && isSame(example);
  return Object.keys(given).length > 0 && !missing.length && examples.some(isOf);
}
