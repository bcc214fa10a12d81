"""The commands, one thin file each: they parse, call a plain function, and print."""
