"""The desk at which commands work: the parts of the table that judges and technicians may change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from referee.journal.corrections.refold import CorrectionRefusedError
from referee.judging.decide import advance
from referee.judging.rulings.topics import refusal
from referee.texts.refused import Refused
from table_controller.alerts.listeners import HEARS_S
from table_controller.commands.past import Past
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.machine.machine import OrderRefusedError
from table_controller.machine.reactions import MOST_POINTS
from table_controller.wording.alerts.declared import TableAlert
from table_controller.wording.alerts.texts import Place
from table_controller.wording.declined import Declined

if TYPE_CHECKING:
    from referee.game.events import Four
    from referee.game.judge_events import Refolded
    from referee.game.judge_observations import Corrected, Inserted
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.journal.journal import Journal
    from referee.rules.ruleset import Ruleset
    from referee.texts.language import LanguageName
    from table_controller.commands.daemon_table import DaemonTable
    from table_controller.commands.hanchans import Hanchans
    from table_controller.commands.instead import Instead
    from table_controller.commands.seats import Names
    from table_controller.journal.corrections import Corrections
    from table_controller.machine.machine import MachineCommand
    from table_controller.mqtt.address import Address
    from table_controller.web.doors.clip_door import ClipDoor


class CommandDesk:
    """The table of a daemon. Every change that a command makes goes through here, so that it can be rehearsed.

    Args:
        daemon: of the table.
        hanchans: the results of those in its journal.
    """

    def __init__(self, daemon: DaemonTable, hanchans: Hanchans) -> None:
        self._daemon = daemon
        self.hanchans = hanchans
        self._past: Past | None = None

    @property
    def parts(self) -> tuple[DaemonTable, Hanchans]:
        """The parts from which another desk of the same table can be made."""
        return self._daemon, self.hanchans

    # What holds now

    @property
    def state(self) -> GameState | None:
        """The game, None before the first hanchan."""
        return self._daemon.state

    @property
    def journal(self) -> Journal:
        """All that happened."""
        return self._daemon.journal

    @property
    def corrections(self) -> Corrections:
        """The hanchan as it counts, after corrections."""
        return self._daemon.corrections

    @property
    def past(self) -> Past:
        """The table as it was after any entry."""
        if self._past is None:
            self._past = Past(self.journal)
        return self._past

    @property
    def house_rules(self) -> Ruleset:
        """The ruleset of the table's settings."""
        return self._daemon.settings.ruleset

    @property
    def words(self) -> LanguageName:
        """The language of the table."""
        return self._daemon.settings.language

    @property
    def senses(self) -> tuple[str, ...]:
        """The organs with which the table senses, by its settings."""
        return self._daemon.settings.senses

    @property
    def phase(self) -> str:
        """The phase of the machine's cycle."""
        return self._daemon.machine.phase.value

    @property
    def dice_seen(self) -> tuple[int, int] | None:
        """The dice as the camera saw them thrown."""
        watching = self._daemon.watching
        return None if watching is None else watching.dice

    @property
    def dice_begin(self) -> bool:
        """True if this table's hands begin with dice that its unit reports."""
        return "dice" in self._daemon.unit.capabilities.senses

    @property
    def clips(self) -> ClipDoor:
        """The clips kept for a judge."""
        return self._daemon.clip_door

    async def look(self) -> bool:
        """Have the camera's newest picture kept for a judge; False if there is none."""
        return await self._daemon.evidence.look(self._daemon.now_ms())

    @property
    def page_port(self) -> int:
        """The port of the page, 0 where none is served."""
        return self._daemon.settings.http_port

    @property
    def page_listens(self) -> str:
        """The address at which the page is served."""
        return self._daemon.settings.http_listen

    @property
    def page_encrypted(self) -> bool:
        """True if the page is encrypted."""
        return self._daemon.settings.http_tls is not None

    @property
    def broker(self) -> Address:
        """The address of the broker."""
        return self._daemon.settings.mqtt

    def running(self) -> GameState:
        """The game that is running.

        Raises:
            CommandRefusedError: there is none.
        """
        if self.state is None or self.state.phase == "ended":
            raise CommandRefusedError(Refused.no_hanchan())
        return self.state

    def after(self) -> GameState:
        """The game after an observation."""
        assert self.state is not None
        return self.state

    # What is said

    def say(self, observation: Observation, by: str) -> Numbered:
        """Enter a judge's observation, unless the rules or the present game refuse it.

        Raises:
            CommandRefusedError: it makes no sense now.
        """
        reason = refusal(self.state, observation)
        if reason:
            raise CommandRefusedError(reason)
        _, after = advance(self.state, replace(observation, at_ms=self._daemon.now_ms()))
        if after is not None and any(abs(score) > MOST_POINTS for score in after.scores):
            raise CommandRefusedError(Declined.score_too_large(MOST_POINTS))
        return {"number": self.observe(observation, by)}

    def correct(self, said: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        """Correct or insert an entry.

        Raises:
            CommandRefusedError: it makes no sense or comes too late.
        """
        try:
            return self._correct(said, by)
        except CorrectionRefusedError as error:
            raise CommandRefusedError(error.why) from None

    def move(self, command: MachineCommand) -> None:
        """Have the machine do something.

        Raises:
            CommandRefusedError: it has no meaning in the table's present state.
        """
        try:
            self._move(command)
        except OrderRefusedError as error:
            raise CommandRefusedError(error.why) from None

    def seen_to(self, alert: str) -> None:
        """Resolve an alert that a person has seen to.

        Raises:
            CommandRefusedError: none of this name stands.
        """
        health = self._daemon.health
        if not health.may_resolve(alert):
            raise CommandRefusedError(Declined.no_alert(alert, health.standing))
        self._resolve(alert)

    def judge_came(self) -> None:
        """Resolve the call for the judge, if there is one."""
        if self._daemon.health.may_resolve(TableAlert.JUDGE.name):
            self._resolve(TableAlert.JUDGE.name)

    # What changes the table: all of it is rehearsed by ``Rehearsal``

    def observe(self, observation: Observation, by: str) -> int:
        """Enter a person's observation; returns the number of its entry."""
        return self._daemon.person_observes(observation, by)

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
        """Begin a hanchan, throwing away one that is running; returns the number of its entry."""
        return self._daemon.begin_hanchan(
            ruleset,
            names,
            chairs=chairs,
            senses=senses,
            source=f"judge:{by}",
            instead=instead,
            awaits_signal=awaits_signal,
            awaits_signature=awaits_signature,
        )

    def begin_hand(self, dice: tuple[int, int], by: str) -> int:
        """Begin a hand; returns the number of its entry."""
        return self._daemon.begin_hand(dice, by)

    def pause(self, by: str) -> None:
        """Pause the machine; an empty reason lets it move."""
        self._daemon.machine.pause(by)

    def call_judge(self, by: str) -> bool:
        """Alert people to somebody's call for a judge; returns whether a judge hears it."""
        self._daemon.health.judge_called(Place.elsewhere(by))
        return self._daemon.health.listeners.any

    def judge_hears(self) -> int:
        """Note that a judge hears calls; returns for how many seconds that holds."""
        self._daemon.health.listeners.hear()
        return int(HEARS_S)

    async def reset_faults(self) -> None:
        """Let a latched unit move again."""
        await self._daemon.unit.reset_faults()
        self._daemon.machine.try_again()

    def _correct(self, said: Corrected | Inserted, by: str) -> tuple[int, Refolded]:
        return self._daemon.correct(said, by)

    def _resolve(self, alert: str) -> None:
        self._daemon.health.resolve(alert)

    def _move(self, command: MachineCommand) -> None:
        self._daemon.machine.command(command)
