"""The limit on the tables of a hall on trial, apart from what runs them, which takes long to import."""

from typing import Final

MOST_ON_TRIAL: Final = 16
