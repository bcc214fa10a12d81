"""What a book may hold, key for key: the model, its kinds of values, and the schema for editors."""
