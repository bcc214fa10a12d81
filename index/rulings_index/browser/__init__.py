"""The index and the search as the phone page takes them."""
