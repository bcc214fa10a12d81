"""One module for each format that can be imported; each declares its `IMPORTER`."""
