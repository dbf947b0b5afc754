"""The options of commands that use a hall's store: its place, and its password, so that the address need not hold it."""

import argparse
from typing import Any

from config import ConfigError
from hall.store.places import POSTGRES, StorePlace
from wording.terminal.passwords import add_password_file, password_for


def add_store(parser: Any, **more: Any) -> None:
    """Add the options; ``more`` are arguments of the one for the place."""
    parser.add_argument("--store", metavar="FILE|URL", **more)
    add_password_file(parser, "store", "the password of a postgresql:// store's user")


def store_of(options: argparse.Namespace) -> StorePlace:
    """Return the store that the options name.

    Raises:
        ConfigError: the file of the password cannot be used, or is given for a store that has none.
    """
    if not options.store.startswith(POSTGRES):
        if options.store_password_file is not None:
            raise ConfigError("--store-password-file is for a store postgresql://USER@HOST/DATABASE")
        return StorePlace(options.store)
    return StorePlace(options.store, password_for(options, "store"))
