"""The journal entry behind each tile on the table, and the place in the journal of a discard that was missed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from referee.folding.state import evolve
from referee.game.events import HanchanStarted, HandStarted
from referee.game.observations import (
    IndicatorSeen,
    MeldShown,
    Observation,
    TileDiscarded,
    TileDrawn,
    TilesShown,
    UraSeen,
)
from referee.journal.corrections.slots import Slot, slots_of

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.journal.journal import Entry
    from referee.melds import Meld

Zone: TypeAlias = Literal["pond", "meld", "opened", "indicator", "ura"]
"""A part of the table; ``opened`` is a hand that lies open."""


def _of_each_player() -> tuple[list[int], list[int], list[int], list[int]]:
    return [], [], [], []


@dataclass(slots=True)
class TileEntries:
    """The numbers of the entries that placed the tiles of the newest hand.

    Attributes:
        pond, meld, opened: by seat, then by place; an opened hand and the ura dora indicators have one entry.
    """

    pond: tuple[list[int], ...] = field(default_factory=_of_each_player)
    meld: tuple[list[int], ...] = field(default_factory=_of_each_player)
    opened: tuple[list[int], ...] = field(default_factory=_of_each_player)
    indicator: list[int] = field(default_factory=list)
    ura: list[int] = field(default_factory=list)

    def number(self, zone: Zone, seat: int | None, place: int) -> int | None:
        """Return the entry that placed a tile; None if no tile lies there."""
        if zone in {"indicator", "ura"}:
            row = self.ura if zone == "ura" else self.indicator
        elif seat is None:
            return None
        else:
            row = {"pond": self.pond, "meld": self.meld, "opened": self.opened}[zone][seat]
        return row[place] if place < len(row) else None


def tile_entries(hanchan: Iterable[Entry]) -> tuple[TileEntries, list[Slot]]:
    """Return the entries that placed the tiles on the table, and all entries after corrections.

    Args:
        hanchan: the hanchan's entries, from the one that begins it.
    """
    slots = slots_of((entry.number, entry.observation, entry.events) for entry in hanchan)
    found = TileEntries()
    newest: dict[tuple[type[Observation], int | None], int] = {}
    state: GameState | None = None
    for slot in slots:
        seen = slot.observation
        if seen is not None and slot.events:
            newest[type(seen), getattr(seen, "seat", None)] = slot.number
        for event in slot.events:
            if isinstance(event, HandStarted):
                found = TileEntries()
            before = state
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
            if state is not None:
                _note(found, before, state, newest, slot.number)
    return found, slots


def _note(
    found: TileEntries,
    before: GameState | None,
    after: GameState,
    newest: dict[tuple[type[Observation], int | None], int],
    number: int,
) -> None:
    """Note the tiles that an event has put down or taken away."""
    for seat, player in enumerate(after.seats):
        _fit(found.pond[seat], len(player.pond), newest.get((TileDiscarded, seat), number))
        melds: Sequence[Meld] = () if before is None else before.seats[seat].melds
        same = sum(one == other for one, other in zip(melds, player.melds, strict=False))
        del found.meld[seat][same:]
        _fit(found.meld[seat], len(player.melds), newest.get((MeldShown, seat), number))
        _fit(found.opened[seat], int(player.shown is not None), newest.get((TilesShown, seat), number))
    _fit(found.indicator, len(after.indicators), newest.get((IndicatorSeen, None), number))
    _fit(found.ura, int(bool(after.ura)), newest.get((UraSeen, None), number))


def _fit(numbers: list[int], many: int, number: int) -> None:
    del numbers[many:]
    numbers.extend([number] * (many - len(numbers)))


def next_discard(slots: Sequence[Slot], entry: int) -> tuple[int | None, int]:
    """Return the seat that discards next after an entry, and the entry that its discard follows.

    The latter is the seat's draw or meld if one was seen, else the given entry. The seat is None if it is unknown.
    """
    at = next(place for place, slot in enumerate(slots) if slot.number == entry)
    first = slots[at].observation
    seat = (first.seat + 1) % 4 if isinstance(first, TileDiscarded) else getattr(first, "seat", None)
    after = entry
    for slot in slots[at + 1 :]:
        seen = slot.observation
        if isinstance(seen, TileDiscarded) or (
            isinstance(seen, TileDrawn) and seat is not None and seen.seat != seat
        ):
            break
        if isinstance(seen, TileDrawn | MeldShown) and slot.events:
            seat, after = seen.seat, slot.number
    return seat, after
