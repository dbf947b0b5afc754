"""The arguments that texts have: functions that are never called, from which types are checked and kinds are read.

Annotations are read while the program runs, so they are not put off here (no ``from __future__ import annotations``).
"""

from collections.abc import Sequence

from referee.texts.kinds import Broken, Call, Letter, Meld, Rule, Tile, Wind
from referee.texts.message import Message


def nothing() -> None:
    """No arguments."""


def of_text(text: str) -> None:
    """Somebody's own words."""


def of_message(what: Message) -> None:
    """Another text within."""


def of_number(number: int) -> None:
    """A number."""


def of_tile(tile: Tile) -> None:
    """A tile."""


def of_known_tile(tile: Tile | None) -> None:
    """A tile, None where it is not known."""


def of_two_tiles(tile: Tile, drawn: Tile) -> None:
    """A tile and the one that was drawn."""


def of_wind(wind: Wind) -> None:
    """A seat."""


def of_letters(wind: Letter, first: Letter) -> None:
    """Two seats, in short."""


def of_call(call: Call) -> None:
    """A call."""


def of_calls(call: Call, then: Call) -> None:
    """Two calls."""


def of_call_by(call: Call, wind: Wind) -> None:
    """A call of a seat."""


def of_call_in(call: Call, number: int) -> None:
    """A call and a time."""


def of_call_shown(call: Call, *, shown: bool) -> None:
    """A call, and whether tiles were shown before it."""


def of_meld(meld: Meld) -> None:
    """A meld."""


def of_meld_of(meld: Meld, tiles: Sequence[Tile]) -> None:
    """A meld and its tiles."""


def of_meld_called(meld: Meld, wind: Wind, call: Call) -> None:
    """A meld, and whose call went before it."""


def of_tile_in_turn(tile: Tile, wind: Wind) -> None:
    """A tile, in the turn of a seat."""


def of_tile_from(tile: Tile, wind: Wind) -> None:
    """A tile of a seat."""


def of_tile_for(tile: Tile, call: Call) -> None:
    """A tile and a call."""


def of_broken(what: Broken) -> None:
    """What was knocked over."""


def of_opened(tiles: int, melds: int) -> None:
    """Numbers of tiles and melds."""


def of_foul(rule: Rule) -> None:
    """A foul."""


def of_rule(rule: Rule, text: str) -> None:
    """A foul and somebody's own words."""


def tenpai_or_not(*, tenpai: bool) -> None:
    """Whether tenpai was said."""


def called_or_not(*, called: bool) -> None:
    """Whether the judge was called."""


def chi_or_not(*, chi: bool) -> None:
    """Whether it is a chi, or else a draw."""


def late_or_not(*, late: bool) -> None:
    """Whether it came after something."""


def concealed_or_not(*, concealed: bool) -> None:
    """Whether it is a concealed kan."""
