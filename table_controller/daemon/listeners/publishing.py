"""Publishes entries and the state after them."""

import time
from collections.abc import Callable

from referee.encoding.public import public_state
from referee.game.events import FoulFound
from referee.game.position import GameState
from referee.journal.entry import Entry
from referee.tournament.sheet import add_results
from table_controller.broker.broker import Broker
from table_controller.broker.delays import Origin
from table_controller.daemon.game.current_game import CurrentGame
from table_controller.daemon.listeners.card import Cards
from table_controller.mqtt.topics import CARD, STATE
from wording.events.lines import lines_of


class Publishing:
    """Publishes the game at the broker.

    Args:
        current: the journalled game.
        broker: sends it.
        seen_at_s: returns ``time.monotonic()`` of the frame at a table time; None if it is not among the newest.
        clip_of: returns the name of a finding's clip; empty if there is none.
    """

    def __init__(
        self,
        current: CurrentGame,
        broker: Broker,
        *,
        seen_at_s: Callable[[int], float | None] = lambda _: None,
        clip_of: Callable[[FoulFound], str] = lambda _: "",
    ) -> None:
        self._current = current
        self._broker = broker
        self._seen_at_s = seen_at_s
        self._clip_of = clip_of
        self._cards = Cards()

    def entry(self, entry: Entry, state: GameState | None) -> None:
        self._broker.entry(entry, lines_of(entry.events, state), self._origin(entry))

    def changes(self, entry: Entry, _state: GameState | None) -> None:
        if entry.events:
            self.state()

    def state(self) -> None:
        current = self._current
        settings, state = current.settings, current.state
        public = public_state(
            state, current.journal.number, current.last_ms, settings.mqtt.table, settings.language
        )
        if state is not None:
            add_results(public, current.corrections.results()[-1])
            for shown, found in zip(public["findings"], state.findings, strict=True):
                if clip := self._clip_of(found):
                    shown["evidence"].append(clip)
        self._broker.show(STATE, public)
        card = self._cards.card(state, now_ms=current.inputs.now_ms(), wall_ms=int(time.time() * 1000))
        self._broker.show(CARD, card)

    def _origin(self, entry: Entry) -> Origin:
        """Return the earliest moment at which an entry's content could be known."""
        kind, settled_ms, real_s = type(entry.observation).__name__, None, None
        if entry.observation.source.startswith("frame:"):
            settled_ms = self._current.settled_ms
        if settled_ms is not None:
            real_s = self._seen_at_s(settled_ms)
        return Origin(kind, entry.at_ms, settled_ms, time.monotonic() if real_s is None else real_s)
