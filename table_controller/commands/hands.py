"""The hands of a hanchan as they count after all corrections, each with what it was worth and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from referee.folding.state import evolve
from referee.game.events import Event, HanchanStarted, HandEnded, HandStarted, Win, WinShown
from referee.game.observations import HandClosed, TilesShown
from referee.hands.explain import Explanation, explain
from referee.hands.score import score
from referee.journal.corrections.slots import Slot, slots_of
from referee.judging.decide import advance
from referee.judging.ending.settlement import describe, likeliest

if TYPE_CHECKING:
    from referee.game.position import GameState
    from referee.journal.journal import Entry


@dataclass(frozen=True, slots=True)
class Opened:
    """An opened hand, with the entry that records it, which can be corrected."""

    entry: int
    shown: TilesShown


@dataclass(frozen=True, slots=True)
class WinExplained:
    """A win as shown and as it counts; ``why`` is None if this program would score it differently."""

    win: Win
    shown: WinShown | None
    why: Explanation | None


@dataclass(frozen=True, slots=True)
class HandRecounted:
    """A hand of a hanchan.

    Attributes:
        began, ended: the numbers of the entries that begin and end it; ``ended`` is None during play.
        before: the position just before its end, or the present one during play.
        end: its end; during play the end if it were closed now, or None if it is not over.
    """

    began: int
    ended: int | None
    before: GameState
    end: HandEnded | None
    opened: tuple[Opened, ...]
    worth: tuple[WinExplained, ...]


def hands_of(hanchan: Iterable[Entry]) -> list[HandRecounted]:
    """The hands of a hanchan, in order; the last one may still be played.

    Args:
        hanchan: the hanchan's entries, from the one that begins it.
    """
    slots = slots_of((entry.number, entry.observation, entry.events) for entry in hanchan)
    return list(_hands(slots))


def _hands(slots: Iterable[Slot]) -> Iterator[HandRecounted]:
    state: GameState | None = None
    began: int | None = None
    opened: dict[int, Opened] = {}
    for slot in slots:
        if isinstance(slot.observation, TilesShown):
            opened[slot.observation.seat] = Opened(slot.number, slot.observation)
        for event in slot.events:
            if isinstance(event, HandStarted):
                began, opened = slot.number, {}
            if isinstance(event, HandEnded) and state is not None:
                yield _played(began or slot.number, slot.number, state, event, opened)
                began, opened = None, {}
            if state is not None or isinstance(event, HanchanStarted):
                state = evolve(state, event)
    if state is not None and began is not None:
        before, end = _if_closed(state)
        yield _played(began, None, before, end, opened)


def _if_closed(state: GameState) -> tuple[GameState, HandEnded | None]:
    """Return the hand's last state and its end if it were closed now; the state itself and None if it is not over."""
    if not state.wins:
        return state, None
    decided: tuple[Event, ...]
    decided, _ = advance(state, HandClosed())
    before = state
    for event in decided:
        if isinstance(event, HandEnded):
            return before, event
        before = evolve(before, event)
    return state, None


def _played(
    began: int, ended: int | None, before: GameState, end: HandEnded | None, opened: dict[int, Opened]
) -> HandRecounted:
    worth = () if end is None else tuple(_worth(before, win) for win in end.wins)
    return HandRecounted(began, ended, before, end, tuple(opened.values()), worth)


def _worth(before: GameState, win: Win) -> WinExplained:
    shown = next((each for each in before.wins if each.seat == win.seat and not each.void), None)
    if shown is None:
        return WinExplained(win, None, None)
    shown = likeliest(before, shown)
    found = score(describe(before, shown), before.ruleset)
    if found is None or (found.yaku, found.yakuman, found.fu) != (win.yaku, win.yakuman, win.fu):
        return WinExplained(win, shown, None)
    return WinExplained(win, shown, explain(found, before.ruleset))
