"""What `search` and `show` print: verdict, deciding clause, who says so."""
