"""The event of the evening, and the log of what was asked at it."""
