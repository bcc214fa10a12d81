"""The terminal: its output, its progress line, the words of the program."""
