"""The live desk: results while typing, in a terminal."""
