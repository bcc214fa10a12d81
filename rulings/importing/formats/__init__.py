"""One module for each format that can be imported; each declares its `IMPORTER`."""

from importlib import import_module
from pkgutil import iter_modules

from rulings.importing.importer import Importer


def importers() -> dict[str, Importer]:
    """The importers of all modules of this folder, by their names."""
    modules = [import_module(f"{__name__}.{each.name}") for each in iter_modules(__path__)]
    declared = [module.IMPORTER for module in modules if hasattr(module, "IMPORTER")]
    return {importer.name: importer for importer in declared}
