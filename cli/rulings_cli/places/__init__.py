"""Where the books are, what the user always wants, and the index of the books in use."""
