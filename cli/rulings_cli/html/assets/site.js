// A site is seen in one language at a time, which is known before anything is drawn.

document.documentElement.dataset.language = Speech.wished();
document.addEventListener("DOMContentLoaded", () => {
  const radios = [...document.querySelectorAll("input[name=language]")];
  const languages = radios.map(({ value }) => value);
  if (languages.length) new Speech({ phrases: {}, languages }).apply();
});
