"""Which case of a fork is meant, and what to ask back."""
