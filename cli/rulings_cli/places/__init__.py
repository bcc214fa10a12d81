"""Where the books are, the user's defaults, and the index of the books in use."""
