"""The terminal: its output, the words of the program."""
