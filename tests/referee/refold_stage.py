"""Helpers that the tests of refold share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from referee.encoding.codec import canonical, encode
from referee.encoding.snapshot import encode_state
from referee.game import judge_observations
from referee.game import observations as seen
from referee.game.judge_events import Refolded
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.corrections.refold import refold
from referee.journal.corrections.slots import slots_of
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.judging.decide import advance
from tests.referee.conftest import Table


class Kept:
    """A table's entries in a journal, corrected there."""

    def __init__(self, table: Table, path: Path) -> None:
        path.mkdir(exist_ok=True)
        self.journal = Journal(path / "journal.sqlite", wall=lambda: "2026-11-21T12:00:00.000+00:00")
        self.table = table
        self.kept = 0
        self.keep()

    def keep(self) -> Kept:
        """Journal what the table has seen since."""
        state: GameState | None = None
        for number, (observation, _) in enumerate(self.table.entries):
            if number < self.kept:
                continue
            decided, state = advance(self.state if self.kept else None, observation)
            self.journal.append(observation, decided, state=state)
            self.state = state
            self.kept += 1
        return self

    state: GameState | None = None

    def entry(self, kind: type[Observation], **fields: Any) -> int:
        """Number of the newest entry of such an observation."""
        return max(
            entry.number
            for entry in self.journal.entries()
            if isinstance(entry.observation, kind)
            and all(getattr(entry.observation, name) == value for name, value in fields.items())
        )

    def correct(self, entry: int, *, agreed: bool = False, **fields: Any) -> Refolded:
        held = next(self.journal.entries(entry, entry)).observation
        return self._correct(entry, encode(replace(held, **fields)), agreed=agreed)

    def drop(self, entry: int, *, agreed: bool = False) -> Refolded:
        return self._correct(entry, None, agreed=agreed)

    def _correct(self, entry: int, right: dict[str, Any] | None, *, agreed: bool) -> Refolded:
        at_ms = self.table.at_ms
        correction = judge_observations.Corrected(
            at_ms=at_ms, entry=entry, observation=right, agreed=agreed, judge="anna", text="misread"
        )
        refolded, state = refold(self.slots, correction)
        self.journal.append(correction, (refolded,), state=state)
        self.state = self.table.state_or_none = state
        return refolded

    @property
    def slots(self) -> Any:
        return slots_of((entry.number, entry.observation, entry.events) for entry in self.journal.hanchan())

    def loaded(self) -> GameState | None:
        """The state, which every way of reading the journal must give."""
        whole, quick = verify(self.journal).state, self.journal.load().state
        assert whole is not None
        assert quick is not None
        assert canonical(encode_state(whole)) == canonical(encode_state(quick))
        return whole

    def assert_reloads(self) -> None:
        loaded = self.loaded()
        assert loaded is not None
        assert self.state is not None
        assert canonical(encode_state(loaded)) == canonical(encode_state(self.state))


def rules(**fields: Any) -> seen.RulingGiven:
    return seen.RulingGiven(judge="anna", **fields)
