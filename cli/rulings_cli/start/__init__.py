"""From the command line to the command that runs."""
