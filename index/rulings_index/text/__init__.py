"""What is done to the characters and words of a text, alike for books and for questions."""
