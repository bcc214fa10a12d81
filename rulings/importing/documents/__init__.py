"""Documents of others as plain lines: text, Markdown, HTML, PDF."""
