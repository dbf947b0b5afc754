"""Rehearses a command: it runs on a copy of the game, and nothing is journalled, moved or shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import Meta
from msgspec.structs import replace

from referee.game import observations
from referee.game.events import Event, FoulFound
from referee.game.judge_events import HanchanVoided, Refolded
from referee.game.judge_observations import Corrected, Inserted, JuryVote
from referee.game.observations import Observation
from referee.game.position import GameState, Jury
from referee.game.texts import person
from referee.judging.decide import advance
from referee.texts.language import language
from referee.texts.message import Message, to_json
from referee.tiles import UNKNOWN
from table_controller.commands.commanded_table import Check, anything
from table_controller.commands.declaration import Ends
from table_controller.commands.desk import CommandDesk
from table_controller.commands.service.difference import (
    ComparedState,
    Difference,
    HandPlace,
    OverallPoints,
    PlannedEntry,
    ProposedFinding,
    Settlement,
)
from table_controller.commands.service.effects import changes_of
from table_controller.machine.machine import MachineCommand
from wording.events.lines import in_one_line, lines_of
from wording.ordered import Destroyed


class Effect(TypedDict):
    """One thing that would change, in words."""

    text: str
    """In the table's language."""
    code: str
    arguments: dict[str, Any]


class Would(TypedDict):
    """The effect that a command would have; lists about players are by seat."""

    entries: int
    """The number of journal entries that it would write."""
    text: str
    """The lines that it would write in the journal."""
    lines: list[dict[str, Any]]
    """The text as messages."""
    changes: NotRequired[list[Effect]]
    """Everything that would change, in words; older tables do not say."""
    ends: NotRequired[Ends]
    """The part of the game that would end by it; older tables do not say."""
    points: list[int]
    """The points that would move, by seat; empty where the players change."""
    scores: list[int]
    """The scores afterwards."""
    penalties: list[OverallPoints]
    disqualified: list[int]
    """Seats whose players would no longer play and not be ranked."""
    dead_hands: list[int]
    """Seats whose hands would become dead."""
    destroys: NotRequired[
        Annotated[
            list[Effect], Meta(description="what would be lost, to be confirmed; older tables do not say")
        ]
    ]
    made: list[ProposedFinding]
    withdrawn: list[ProposedFinding]
    stopped: str | None
    """The reason why play would then be stopped."""
    phase: str
    next: HandPlace | None
    """The hand that is played then, or comes next; none where the hanchan is over."""
    settlement: Settlement | None
    """The settlement of the hand if it were closed now; null unless the command would change it."""


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
        self._planned: tuple[PlannedEntry, ...] = ()
        self._opens_lid = False

    @property
    def state(self) -> GameState | None:
        return self._after

    def would(self) -> Rehearsed:
        """Return the changes in the copy, including everything that the table would then do by itself."""
        now_ms = self._game.now_ms()
        follows = self._game.follows(self._after, now_ms, now_ms) if self._planned else None
        if follows is not None:
            self._hold(follows, *advance(self._after, follows))
        return {"dry_run": True, "at": self.journal.number, "would": self._would()}

    def observe(self, observation: Observation, by: str, check: Check = anything) -> int:
        stamped = replace(observation, at_ms=self._game.now_ms(), source=f"judge:{by}")
        events, after = advance(self._after, stamped)
        check(after)
        return self._hold(stamped, events, after)

    def keep_vote(self, jury: Jury, vote: JuryVote) -> None:
        del jury, vote

    def close_jury(self, by: str, text: str = "") -> None:
        """Do nothing: the outcome would reveal the votes."""
        del by, text

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

    def update(self) -> None:
        """Install nothing."""

    async def reset_faults(self) -> None:
        """Do nothing: only the unit can tell whether it allows a reset."""

    def _correct(self, correction: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        stamped = replace(correction, at_ms=self._game.now_ms(), source=f"judge:{by}")
        refolded, state = self.corrections.refold(stamped)
        return self._hold(stamped, (refolded,), state), refolded

    def _move(self, command: MachineCommand) -> None:
        self._machine().refuse(command)
        self._opens_lid = command.do == "open_lid"

    def _hold(self, seen: Observation, events: tuple[Event, ...], state: GameState | None) -> int:
        number = self.journal.number + len(self._planned) + 1
        self._planned += (PlannedEntry(number, seen, events),)
        self._after = state
        return number

    def _would(self) -> Would:
        results = self.corrections.results()
        made = Difference(
            ComparedState(self._before, results),
            ComparedState(
                self._after,
                self.corrections.results(self._planned) if self._planned else results,
                self._planned,
            ),
            self.corrections,
            newest=self.journal.number,
            now_ms=self._game.now_ms(),
        )
        state = self._after
        lines = lines_of(made.events, state)
        return {
            "entries": len(self._planned),
            "text": in_one_line(lines, self.settings.language),
            "lines": [to_json(line) for line in lines],
            "changes": [self._worded(each) for each in changes_of(made)],
            "ends": made.ends,
            "points": made.points,
            "scores": [] if state is None else list(state.scores),
            "penalties": made.penalties,
            "disqualified": sorted(made.after.disqualified - made.before.disqualified),
            "dead_hands": sorted(made.after.dead - (frozenset() if made.begun else made.before.dead)),
            "destroys": [self._worded(each) for each in self._lost(made.events)],
            "made": _proposed(made.made),
            "withdrawn": _proposed(made.withdrawn),
            "stopped": None if state is None else state.desk.stopped or None,
            "phase": "waiting" if state is None else state.phase,
            "next": made.after.place,
            "settlement": made.closing[1].settlement if made.settles and made.closing[1] else None,
        }

    def _lost(self, events: Iterable[Event]) -> Iterator[Message]:
        before, after = self._before, self._after
        void = next((event for event in events if isinstance(event, HanchanVoided)), None)
        if void is not None and before is not None and before.hands:
            yield Destroyed.hands(before.hands, penalties=void.keeps == "penalties")
        if before is not None and after is not None:
            for seat in sorted({*after.desk.disqualified} - {*before.desk.disqualified}):
                yield Destroyed.player(person(after, seat))
        if self._opens_lid:
            yield Destroyed.lid()

    def _worded(self, change: Message) -> Effect:
        message = to_json(change)
        return {
            "text": language(self.settings.language).say(change),
            "code": message["code"],
            "arguments": message["arguments"],
        }


def _proposed(found: Iterable[FoulFound]) -> list[ProposedFinding]:
    return [
        {"rule": each.rule, "section": each.section, "seat": each.seat, "grade": each.grade} for each in found
    ]
