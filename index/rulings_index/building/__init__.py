"""From a book to the documents and files of an index."""
