"""Rehearses a command: it runs on a copy of the game, and nothing is journalled, moved or shown."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypedDict

from msgspec.structs import replace

from referee.encoding.codec import decode_event
from referee.game import observations
from referee.game.events import FoulFound, HanchanStarted
from referee.game.judge_events import Refolded
from referee.judging.decide import advance
from referee.texts.message import to_json
from referee.tiles import UNKNOWN
from table_controller.commands.commanded_table import anything
from table_controller.commands.desk import CommandDesk
from table_controller.commands.instead import Instead
from table_controller.wording.wording import in_one_line, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from referee.game.events import Event, Four
    from referee.game.judge_observations import Corrected, Inserted
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from table_controller.commands.commanded_table import Check
    from table_controller.commands.seats import Names
    from table_controller.machine.machine import MachineCommand


class ProposedFinding(TypedDict):
    """A finding that would be made or withdrawn."""

    rule: str
    section: str
    seat: int
    grade: str


class HandPlace(TypedDict):
    """A place in the hanchan."""

    hand: str
    honba: int
    bets: int
    dealer: int


class Would(TypedDict):
    """The effect that a command would have; lists about players are by seat."""

    entries: int
    """The number of journal entries that it would write."""
    text: str
    lines: list[dict[str, Any]]
    """The text as messages."""
    points: list[int]
    """Moved, by seat; empty where the players change."""
    scores: list[int]
    """After it."""
    dead_hands: list[int]
    """Seats whose hands would become dead."""
    made: list[ProposedFinding]
    withdrawn: list[ProposedFinding]
    stopped: str | None
    """The reason why play would be stopped after it."""
    phase: str
    next: HandPlace | None
    """The hand that is played then, or comes next; none where the hanchan is over."""


class Rehearsed(TypedDict):
    """The answer to a command that was rehearsed."""

    dry_run: bool
    at: int
    """The newest entry: with this as ``at`` the command is done only if nothing that matters came since."""
    would: Would


class Rehearsal(CommandDesk):
    """A desk at which no change lasts."""

    def __init__(self, desk: CommandDesk) -> None:
        super().__init__(*desk.parts)
        self._before = desk.state
        self._after = desk.state
        self._events: list[Event] = []
        self._entries = 0

    @property
    def state(self) -> GameState | None:
        return self._after

    def would(self) -> Rehearsed:
        """Return the changes in the copy."""
        return {"dry_run": True, "at": self.journal.number, "would": self._would()}

    def observe(self, observation: Observation, by: str, check: Check = anything) -> int:
        stamped = replace(observation, at_ms=self._game.now_ms(), source=f"judge:{by}")
        events, after = advance(self._after, stamped)
        check(after)
        return self._hold(events, after)

    def begin_hanchan(
        self,
        ruleset: dict[str, Any] | None,
        names: Names | None,
        chairs: Four,
        senses: tuple[str, ...],
        *,
        by: str,
        instead: Instead | None = None,
        awaits_signal: bool = False,
        awaits_signature: bool = False,
    ) -> int:
        thrown_away = instead or Instead()
        begun = observations.HanchanBegun(
            ruleset=ruleset or self.house_rules.to_mapping(),
            names=names or ("", "", "", ""),
            chairs=chairs,
            senses=senses,
            keeps=thrown_away.keeps,
            judge=thrown_away.judge,
            text=thrown_away.text,
            awaits_signal=awaits_signal,
            awaits_signature=awaits_signature,
        )
        return self.observe(begun, by)

    def begin_hand(self, dice: tuple[int, int], by: str) -> int:
        hand = (UNKNOWN,) * 13
        return self.observe(observations.HandDealt(dice=dice, hands=(hand, hand, hand, hand)), by)

    def pause(self, by: str) -> None:
        del by

    def _resolve(self, alert: str) -> None:
        del alert

    def call_judge(self, by: str) -> bool:
        del by
        return self._table.health.listeners.any

    def judge_hears(self) -> int:
        return 0

    async def reset_faults(self) -> None:
        """Only the unit can tell whether it allows a reset."""

    def _correct(self, said: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        stamped = replace(said, at_ms=self._game.now_ms(), source=f"judge:{by}")
        refolded, state = self.corrections.refold(stamped)
        return self._hold((refolded,), state), refolded

    def _move(self, command: MachineCommand) -> None:
        self._machine().refuse(command)

    def _hold(self, events: tuple[Event, ...], state: GameState | None) -> int:
        self._events += events
        self._after = state
        self._entries += 1
        return self.journal.number + self._entries

    def _would(self) -> Would:
        before, after = self._before, self._after
        begun = any(_another_hanchan(event) for event in self._events)
        earlier = () if before is None or begun else before.findings
        later = () if after is None else after.findings
        made = list((Counter(later) - Counter(earlier)).elements())
        withdrawn = list((Counter(earlier) - Counter(later)).elements())
        refolded = next((event for event in self._events if isinstance(event, Refolded)), None)
        if refolded is not None and begun:
            made, withdrawn = _found(refolded.made), _found(refolded.withdrawn)
        moved = before is not None and after is not None and not begun
        lines = lines_of(self._events, after)
        return {
            "entries": self._entries,
            "text": in_one_line(lines, self.words),
            "lines": [to_json(line) for line in lines],
            "points": [new - old for new, old in zip(after.scores, before.scores, strict=True)]
            if moved and after is not None and before is not None
            else [],
            "scores": [] if after is None else list(after.scores),
            "dead_hands": _dead(None if begun else before, after),
            "made": _proposed(made),
            "withdrawn": _proposed(withdrawn),
            "stopped": None if after is None else after.desk.stopped or None,
            "phase": "waiting" if after is None else after.phase,
            "next": _place(after),
        }


def _another_hanchan(event: Event) -> bool:
    """Return whether a different hanchan is running afterwards."""
    return isinstance(event, HanchanStarted) or (isinstance(event, Refolded) and event.hanchan is not None)


def _found(told: Iterable[dict[str, Any]]) -> list[FoulFound]:
    return [event for each in told if isinstance(event := decode_event(each), FoulFound)]


def _dead(before: GameState | None, after: GameState | None) -> list[int]:
    if after is None:
        return []
    already = {seat for seat in range(4) if before is not None and before.seats[seat].dead}
    return [seat for seat in range(4) if after.seats[seat].dead and seat not in already]


def _proposed(found: Iterable[FoulFound]) -> list[ProposedFinding]:
    return [
        {"rule": each.rule, "section": each.section, "seat": each.seat, "grade": each.grade} for each in found
    ]


def _place(state: GameState | None) -> HandPlace | None:
    if state is None or state.phase == "ended":
        return None
    return {"hand": state.hand_name, "honba": state.honba, "bets": state.bets, "dealer": state.dealer}
