"""The languages that the program speaks, by name; without their words, which are slow to read."""

from typing import Final, Literal, TypeAlias, get_args

LanguageName: TypeAlias = Literal["en", "ja"]
LANGUAGES: Final[tuple[LanguageName, ...]] = get_args(LanguageName)
