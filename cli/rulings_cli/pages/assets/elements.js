// The few ways in which the script touches the page; text only ever goes in as text.

const byId = (id) => document.getElementById(id);
const anchorOf = (id) => id.replaceAll(/[ :]/g, "-");
const articleOf = (id) => byId(anchorOf(id));

function make(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

// Entries live on the shelf, in the order of the book. A view borrows them and gives them back.
class Shelf {
  constructor() {
    this.lent = [];
  }

  lend(articles, into) {
    for (const article of articles) {
      const place = document.createComment("");
      article.replaceWith(place);
      this.lent.push([place, article]);
    }
    into.append(...articles);
  }

  takeBack() {
    for (const [place, article] of this.lent) {
      place.replaceWith(article);
      if (article.firstElementChild?.open) article.firstElementChild.open = false;
    }
    this.lent = [];
  }
}

// What a reader chose before; a browser may refuse to remember for a file, and that is all right.
const memory = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(`rulings-${key}`));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem(`rulings-${key}`, JSON.stringify(value));
    } catch {
      // nothing is lost but the memory
    }
  },
};
