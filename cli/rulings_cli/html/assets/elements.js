// The few ways in which the script touches the page; text only ever goes in as text.

const anchorOf = (id) => id.replaceAll(/[ :]/g, "-");

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const OWN_TEXTS = ["summary > h3", ".verdict", ".rule", ".body > section", ".examples > li", ".cases :is(caption, th, td)"];

// Entries live on the shelf, outside the document, so that what is not seen costs a key press
// nothing. A view shows some of them.
class Shelf {
  constructor() {
    this.root = byId("shelf");
    this.places = new Map(Array.from(this.root.querySelectorAll("[id]"), (node) => [node.id, node]));
    this.groups = new Map(Array.from(this.root.querySelectorAll(".group"), (group) =>
      [group, [...group.querySelectorAll("article")]]));
    this.headings = new Map(Array.from(this.root.querySelectorAll(".about"), (about) =>
      [about, about.previousSibling])); // a node that a view shows has left its place
    this.root.remove();
  }

  at(place) {
    return this.places.get(place);
  }

  article(id) {
    return this.at(anchorOf(id));
  }

  // A node of the shelf as a view shows it. What stands once above all entries of a ruleset, and who
  // is the first of its sources, is then said in the head of an entry, where that does not say more.
  taken(node) {
    const heading = node.closest?.(".ruleset")?.querySelector("h2"), summary = node.querySelector?.("summary");
    if (!heading || !summary || summary.querySelector(".trust")) return;
    const parts = [heading, node.querySelector(".sources a")].filter(Boolean).map((part) => [...part.cloneNode(true).childNodes]);
    summary.append(make("span", { className: "trust" }, ...parts.flatMap((words, at) => (at ? [" · ", ...words] : words))));
  }

  // The id and the texts of an entry itself, in all languages: not who says so, nor what it cites.
  textsOf(id) {
    const parts = OWN_TEXTS.flatMap((each) => [...this.article(id).querySelectorAll(each)]);
    const inLanguages = (part) => (part.querySelector("[lang]") ? [...part.querySelectorAll("[lang]")] : [part]);
    return [id, ...parts.flatMap(inLanguages).map((text) => text.textContent)];
  }

  all(selector) {
    return [...this.root.querySelectorAll(selector)];
  }
}

// Put nodes into a place. Those that stand there already, in this order, are left alone, for moving
// is slow; what else comes from the place `first` on is hidden.
function fill(place, nodes, first = nodes.length) {
  const before = [...place.childNodes], wanted = new Set(nodes);
  let same = 0;
  while (same < nodes.length && before[same] === nodes[same]) same += 1;
  before.slice(same).forEach(shut);
  for (const node of before) if (!wanted.has(node)) node.remove();
  nodes.forEach((node, at) => {
    const isMoved = put(place, node, at);
    node.hidden = at >= first && (isMoved || node.hidden);
  });
}

// Put a node at its place among others; says whether it stood elsewhere.
function put(place, node, at) {
  const stands = place.childNodes[at] ?? null;
  if (stands === node) return false;
  if (stands?.nextSibling === node) {
    stands.remove(); // it comes later, most often alone
    return false;
  }
  place.insertBefore(node, stands);
  return true;
}

function shut(node) {
  if (node.firstElementChild?.open) node.firstElementChild.open = false;
}
