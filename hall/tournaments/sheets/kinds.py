"""The kinds of sheets and the papers, apart from the printing, so that they can be listed without its libraries."""

from typing import Final, Literal, TypeAlias, get_args

Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
SHEET_KINDS: Final = ("scores", "standings", "seating", "report", "cards", "lists")
