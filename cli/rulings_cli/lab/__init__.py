"""Measuring the search by files of questions."""
