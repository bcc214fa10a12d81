"""How well the search answers, and what to do about it."""
