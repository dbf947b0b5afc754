"""A table that senses everything, and a clock that gives each act its millisecond."""

from __future__ import annotations

from typing import Any

from referee.game import events
from referee.game import observations as seen
from referee.tiles import UNKNOWN, parse_tiles
from tests.referee.conftest import Table

ALL = (
    "call_buttons",
    "curtains",
    "exposed",
    "sticks",
    "tile_taken",
    "tsumogiri",
    "wall_place",
    "wall_touch",
)


class Timed:
    """A hand in which every act has a time in milliseconds since the deal, and a number as its source.

    Observations are exact to ``within`` ms.
    """

    def __init__(
        self, ruleset: str, within: int = 5, senses: tuple[str, ...] = ALL, **overrides: Any
    ) -> None:
        table = self.table = Table(ruleset, senses=senses, **overrides)
        self.within = within
        self.number = 0
        self.place = 52
        table.deals()
        self.start = table.at_ms + 1000

    def at(self, ms: int, kind: type[seen.Observation], /, within: int | None = None, **fields: Any) -> Timed:
        """Observe something ``ms`` after the deal; its source is ``observation:`` and a number from 1."""
        self.number += 1
        self.table.sees(
            kind(
                at_ms=self.start + ms,
                within_ms=self.within if within is None else within,
                source=f"observation:{self.number}",
                **fields,
            )
        )
        return self

    def draws(self, ms: int, seat: int, place: int | None = None, **more: Any) -> Timed:
        """The next tile of the wall, or another one."""
        if place is None:
            place, self.place = self.place, self.place + 1
        return self.at(ms, seen.TileDrawn, seat=seat, tile=UNKNOWN, place=place, **more)

    def discards(self, ms: int, seat: int, name: str, **more: Any) -> Timed:
        return self.at(ms, seen.TileDiscarded, seat=seat, tile=parse_tiles(name)[0], **more)

    def hand(self, ms: int, seat: int, *, across: bool, **more: Any) -> Timed:
        return self.at(ms, seen.HandMoved, seat=seat, across=across, **more)

    def calls(self, ms: int, seat: int, call: str, **more: Any) -> Timed:
        return self.at(ms, seen.CallHeard, seat=seat, call=call, **more)

    def melds(self, ms: int, seat: int, kind: str, names: str, *, source: int = 0) -> Timed:
        """A meld with the dealer's 5p; ``source`` is whom the sideways tile points to."""
        return self.at(
            ms,
            seen.MeldShown,
            seat=seat,
            kind=kind,
            tiles=parse_tiles(names),
            claimed=parse_tiles("5p")[0],
            source_seat=source,
        )

    def first_discard(self, name: str = "5p", *, back: int | None = 2300) -> Timed:
        """The dealer draws at 0, his tile touches the mat at 2000, his hand is back at ``back``."""
        self.draws(0, 0).hand(1800, 0, across=True).discards(2000, 0, name)
        return self if back is None else self.hand(back, 0, across=False)

    @property
    def found(self) -> list[tuple[str, int, int]]:
        """Rule, seat and number of the act of each finding."""
        return [
            (event.rule, event.seat, int(event.evidence[0].removeprefix("observation:")))
            for event in self.table.events
            if isinstance(event, events.FoulFound)
        ]
