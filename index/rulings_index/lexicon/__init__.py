"""The names and words that questions are understood with."""
