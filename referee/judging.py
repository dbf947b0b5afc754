"""One observation being judged: the state as it becomes, and the events so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.events import Event, FoulFound
from referee.fouls import SECTIONS
from referee.state import evolve

if TYPE_CHECKING:
    from referee.observations import Observation
    from referee.position import GameState


class Judging:
    """Collects events; each is folded at once, so that what follows is judged on what has happened.

    Attributes:
        events: the events put so far.
        state_or_none: the state after them, None before the first hanchan.
    """

    def __init__(self, state: GameState | None, observation: Observation) -> None:
        """Start from a state."""
        self.state_or_none = state
        self.observation = observation
        self.events: list[Event] = []

    @property
    def state(self) -> GameState:
        """The state after the events so far; only for handlers that need a hanchan."""
        assert self.state_or_none is not None
        return self.state_or_none

    def put(self, event: Event) -> None:
        """Let this have happened."""
        self.events.append(event)
        self.state_or_none = evolve(self.state_or_none, event)

    def foul(self, rule: str, seat: int, text: str) -> None:
        """Put a finding before the judge, with the observation as evidence."""
        grade = getattr(self.state.ruleset.fouls, rule)
        source = (self.observation.source,) if self.observation.source else ()
        self.put(FoulFound(rule, SECTIONS[rule], seat, grade, text, source))
