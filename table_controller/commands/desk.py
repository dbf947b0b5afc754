"""The desk at which commands work: the parts of the table that judges and technicians may change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import json

from referee.game.judge_observations import Corrected, Inserted, JuryClosed, JuryVote
from referee.journal.corrections.refold import CorrectionRefusedError
from referee.judging.rulings.topics import refusal
from referee.texts.refused import Refused
from table_controller.commands.commanded_table import Camera, Check, CommandedTable, anything
from table_controller.commands.past import Past
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.health.listeners import HEARS_S
from table_controller.machine.cycle import Phase
from table_controller.machine.machine import MachineCommand, OrderRefusedError, TableMachine
from table_controller.machine.reactions import MOST_POINTS
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Place
from wording.declined import Declined

if TYPE_CHECKING:
    from referee.game.judge_events import Refolded
    from referee.game.observations import Observation
    from referee.game.position import GameState, Jury
    from referee.journal.journal import Journal
    from table_controller.commands.hanchans import Hanchans
    from table_controller.journal.corrections import Corrections
    from table_controller.settings.settings import Settings
    from table_controller.web.doors.clip_door import ClipDoor


class CommandDesk:
    """A table at which commands work. Every change goes through here, so that it can be rehearsed.

    Args:
        table: the table's game and its parts.
        hanchans: the results of the hanchans in its journal.
    """

    def __init__(self, table: CommandedTable, hanchans: Hanchans) -> None:
        self._table = table
        self._game = table.game
        self.hanchans = hanchans
        self._past: Past | None = None

    @property
    def parts(self) -> tuple[CommandedTable, Hanchans]:
        """The parts from which another desk of the same table can be made."""
        return self._table, self.hanchans

    # The present state

    @property
    def state(self) -> GameState | None:
        """The game, None before the first hanchan."""
        return self._game.state

    @property
    def journal(self) -> Journal:
        return self._game.journal

    @property
    def corrections(self) -> Corrections:
        """The hanchan after corrections."""
        return self._game.corrections

    @property
    def past(self) -> Past:
        """The states of the table after any entry."""
        if self._past is None:
            self._past = Past(self.journal)
        return self._past

    @property
    def settings(self) -> Settings:
        return self._game.settings

    @property
    def phase(self) -> str:
        """The phase of the machine's cycle."""
        return (Phase.WAITING if self._table.machine is None else self._table.machine.phase).value

    @property
    def camera(self) -> Camera | None:
        """The camera's sightings; None if there is none."""
        return self._table.camera

    @property
    def dice_seen(self) -> tuple[int, int] | None:
        """The dice that the camera saw thrown."""
        camera = self._table.camera
        return None if camera is None else camera.dice

    @property
    def dice_begin(self) -> bool:
        """True if this table's hands begin with dice that its unit reports."""
        unit = self._table.unit
        return unit is not None and "dice" in unit.capabilities.senses

    @property
    def clips(self) -> ClipDoor | None:
        """The clips kept for a judge; None if nothing is filmed."""
        return self._table.clips

    async def look(self) -> bool:
        """Order the camera's newest picture to be kept for a judge; return False if there is none."""
        evidence = self._table.evidence
        return evidence is not None and await evidence.look(self._game.now_ms())

    def running(self) -> GameState:
        """The game that is running.

        Raises:
            CommandRefusedError: no game is running.
        """
        if self.state is None or self.state.phase == "ended":
            raise CommandRefusedError(Refused.no_hanchan())
        return self.state

    def after(self) -> GameState:
        assert self.state is not None
        return self.state

    # Observations and orders of judges

    def say(self, observation: Observation, by: str) -> Numbered:
        """Enter a judge's observation, unless the rules or the present game refuse it.

        Raises:
            CommandRefusedError: the observation makes no sense now.
        """
        reason = refusal(self.state, observation)
        if reason:
            raise CommandRefusedError(reason)
        return {"number": self.observe(observation, by, _refuse_large_scores)}

    def correct(self, correction: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        """Correct or insert an entry.

        Raises:
            CommandRefusedError: the correction makes no sense or comes too late.
        """
        try:
            return self._correct(correction, by)
        except CorrectionRefusedError as error:
            raise CommandRefusedError(error.why) from None

    def move(self, command: MachineCommand) -> None:
        """Give the machine an order.

        Raises:
            CommandRefusedError: the order has no meaning in the table's present state.
        """
        try:
            self._move(command)
        except OrderRefusedError as error:
            raise CommandRefusedError(error.why) from None

    def seen_to(self, alert: str) -> None:
        """Resolve an alert that a person has seen to.

        Raises:
            CommandRefusedError: no alert of this name is open.
        """
        health = self._table.health
        if not health.may_resolve(alert):
            raise CommandRefusedError(Declined.no_alert(alert, health.standing))
        self._resolve(alert)

    @property
    def judge_is_called(self) -> bool:
        """Return whether a call for a judge is still open."""
        return TableAlert.JUDGE.name in self._table.health.standing

    def judge_came(self) -> None:
        """Resolve the call for the judge, if there is one."""
        if self._table.health.may_resolve(TableAlert.JUDGE.name):
            self._resolve(TableAlert.JUDGE.name)

    # What changes the table: all of it is rehearsed by ``Rehearsal``

    def observe(self, observation: Observation, by: str, check: Check = anything) -> int:
        """Enter a person's observation; returns the number of its entry.

        Raises:
            CommandRefusedError: ``check``, which is called with the state that would follow, refuses it.
        """
        return self._game.person_observes(observation, by, check)

    def keep_vote(self, jury: Jury, vote: JuryVote) -> None:
        """Keep a vote where no client can read it."""
        self.journal.keep_vote(jury.since_ms, vote.judge, json.encode(vote).decode())

    def close_jury(self, by: str, text: str = "") -> Numbered | None:
        """Count the votes cast; return None if a rehearsal must not reveal them."""
        jury = self.after().desk.jury
        assert jury is not None
        kept = self.journal.votes(jury.since_ms)
        votes = tuple(json.decode(kept[each], type=JuryVote) for each in jury.voted if each in kept)
        return self.say(JuryClosed(votes=votes, judge=by, text=text), by)

    def begin_hand(self, dice: tuple[int, int], by: str) -> int:
        """Begin a hand; returns the number of its entry."""
        if self._table.machine is not None:
            self._table.machine.rolled()
        return self._game.begin_hand(dice, by)

    def pause(self, by: str) -> None:
        """Pause the machine; an empty reason lets it move."""
        if self._table.machine is not None:
            self._table.machine.pause(by)

    def call_judge(self, by: str) -> bool:
        """Alert people to somebody's call for a judge; returns whether a judge hears it."""
        self._table.health.judge_called(Place.elsewhere(by))
        return self._table.health.listeners.any

    def judge_hears(self) -> int:
        """Note that a judge hears calls; return the number of seconds for which that is valid."""
        self._table.health.listeners.hear()
        return int(HEARS_S)

    def newer_version(self) -> str:
        """Return the newer version of the program that is offered.

        Raises:
            CommandRefusedError: no newer version is offered.
        """
        updates = self._table.updates
        if updates is None or not updates.newer:
            raise CommandRefusedError(Declined.no_update())
        return updates.newer

    def update(self) -> None:
        """Request the installation of the newer version."""
        if self._table.updates is not None:
            self._table.updates.ask()

    async def reset_faults(self) -> None:
        """Let a latched unit move again."""
        if self._table.unit is not None:
            await self._table.unit.reset_faults()
        if self._table.machine is not None:
            self._table.machine.try_again()

    def _correct(self, correction: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        return self._game.correct(correction, by)

    def _resolve(self, alert: str) -> None:
        self._table.health.resolve(alert)

    def _move(self, command: MachineCommand) -> None:
        self._machine().command(command)

    def _machine(self) -> TableMachine:
        """The machine.

        Raises:
            OrderRefusedError: the table has no machine.
        """
        if self._table.machine is None:
            raise OrderRefusedError(Declined.no_machine())
        return self._table.machine


def _refuse_large_scores(after: GameState | None) -> None:
    """Refuse points that no display can show.

    Raises:
        CommandRefusedError: a player would have such points.
    """
    if after is not None and any(abs(score) > MOST_POINTS for score in after.scores):
        raise CommandRefusedError(Declined.score_too_large(MOST_POINTS))
