"""Changing the files of a book as text, so that all that their authors wrote stays as it is."""
