"""Shows each state on the table's displays once its entry is on disk: honba, hand, points and dealer."""

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from config.log_line import TROUBLE, Say
from firmware_bridge.drivers.capabilities import EVERYTHING, Display
from firmware_bridge.drivers.port import DisplayDriver
from firmware_bridge.messages.errors import RefusedError, UnitError, UnitStoppedError
from referee.game.position import GameState
from referee.journal.entry import Entry

HIGHEST_ROUND = 20
HIGHEST_HONBA = 99


MOST_POINTS: Final = 9_999_999
"""The largest number a points display can show, positive or negative."""


Shown = tuple[tuple[str, int], ...]


def shown_for(state: GameState | None) -> Shown:
    """Return the values that the displays should show in a state, as (display, value)."""
    if state is None or state.phase == "ended":
        scores = () if state is None else tuple(enumerate(state.scores))
        chairs = (0, 1, 2, 3) if state is None else state.chairs
        return (
            ("round", 0),
            ("dealer", -1),
            *((f"points{chairs[seat]}", _shown(score)) for seat, score in scores),
        )
    return (
        ("honba", min(state.honba, HIGHEST_HONBA)),
        ("round", min(state.round + 1, HIGHEST_ROUND)),
        ("dealer", state.chairs[state.dealer]),
        *((f"points{state.chairs[seat]}", _shown(score)) for seat, score in enumerate(state.scores)),
    )


def _shown(score: int) -> int:
    return max(-MOST_POINTS, min(score, MOST_POINTS))


class Reactions:
    """Keeps the displays in line with the state, and sends only changes.

    Args:
        unit: shows them.
        say: takes lines for the log.
        shows: the displays that this table has.
        also: shows the state at the panel too.
    """

    def __init__(
        self,
        unit: DisplayDriver,
        say: Say,
        shows: Collection[Display] = EVERYTHING.shows,
        also: Callable[[GameState | None], None] = lambda _: None,
    ) -> None:
        self._also = also
        self._unit = unit
        self._say = say
        self._shows = shows
        self._wanted: dict[str, int] = {}
        self._shown: dict[str, int] = {}
        self._changed = asyncio.Event()

    def changes(self, entry: Entry, state: GameState | None) -> None:
        """Show the state after an entry, if it has changed."""
        if entry.events:
            self.state(state)

    def state(self, state: GameState | None) -> None:
        self._also(state)
        wanted = {
            display: value for display, value in shown_for(state) if display.rstrip("0123") in self._shows
        }
        if wanted != self._wanted:
            self._wanted = wanted
            self._changed.set()

    async def run(self) -> None:
        """Send changes until cancelled."""
        while True:
            await self._changed.wait()
            self._changed.clear()
            for display, value in list(self._wanted.items()):
                if self._shown.get(display) == value:
                    continue
                try:
                    await self._show(display, value)
                except UnitStoppedError:
                    return
                except RefusedError as error:
                    self._say(f"display {display} does not show {value}: {error}", TROUBLE)
                except UnitError:
                    # The unit is away. Once it is back, it gets the values of that moment.
                    await self._unit.connected()
                    self._changed.set()
                    break
                self._shown[display] = value

    async def _show(self, display: str, value: int) -> None:
        if display == "honba":
            await self._unit.show_honba(value)
        elif display == "round":
            await self._unit.show_round(value)
        elif display == "dealer":
            await self._unit.show_dealer(None if value < 0 else value)
        else:
            await self._unit.show_points(int(display.removeprefix("points")), value)
