// English words without their endings, as rulings_index/text/stems.py.

function stem(word) {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  const known = IRREGULAR[word] ?? NUMBERS[word];
  if (typeof known === "string") return known;
  const bare = withoutSuffix(withoutPlural(word));
  return bare.endsWith("e") && bare.length > 3 ? bare.slice(0, -1) : bare;
}

function withoutPlural(word) {
  if (!word.endsWith("s") || /(ss|us|is)$/.test(word) || word.length < 4) return word;
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  return word.slice(0, /(ches|shes|sses|xes|zes)$/.test(word) ? -2 : -1);
}

function withoutSuffix(word) {
  for (const suffix of ["ing", "ed"]) {
    const rest = word.slice(0, -suffix.length);
    if (word.endsWith(suffix) && rest.length > 2 && /[aeiouy]/.test(rest)) return undoubled(rest);
  }
  return word;
}

function undoubled(rest) {
  if (rest.endsWith("i")) return `${rest.slice(0, -1)}y`; // carried -> carri
  const last = rest[rest.length - 1];
  return last === rest[rest.length - 2] && !"lsz".includes(last) ? rest.slice(0, -1) : rest;
}
