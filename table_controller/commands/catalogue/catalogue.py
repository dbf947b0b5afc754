"""All commands by name: every declaration of the modules named here. Adding one is adding its class to one of them."""

from types import ModuleType
from typing import Final

from table_controller.commands.catalogue import (
    attending,
    clips,
    corrections,
    evaluate,
    game,
    hands,
    jury,
    past,
    records,
    rulings,
    sheet,
    table,
)
from table_controller.commands.declaration import Command
from wording.wanted import name_of

MODULES: Final = (
    game,
    sheet,
    rulings,
    jury,
    attending,
    corrections,
    table,
    records,
    past,
    hands,
    evaluate,
    clips,
)


def declared_in(*modules: ModuleType) -> dict[str, type[Command]]:
    """The commands that are declared in modules, by name, in their order."""
    return {
        name_of(value): value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Command)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
    }


COMMANDS: Final = declared_in(*MODULES)


def only_reads(name: str) -> bool:
    """Return whether there is a command of this name that only reads."""
    kind = COMMANDS.get(name)
    return kind is not None and kind.reads
