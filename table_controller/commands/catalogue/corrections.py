"""Corrections of the journal: an entry is corrected, removed or inserted, and everything after it is decided again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final

from msgspec import Meta, field

from referee.encoding.bounded import TileName
from referee.encoding.codec import CodecError, decode_observation, encode
from referee.game.judge_observations import Corrected, Inserted
from referee.journal.corrections.undecodable import explain_undecodable
from referee.texts.refused import Refused
from table_controller.commands.declaration import Command
from table_controller.commands.refused import CommandRefusedError, Numbered
from table_controller.commands.values import Act, EntryNumber, Fields
from wording.declined import Declined
from wording.events.lines import in_one_line

if TYPE_CHECKING:
    from referee.texts.message import Message
    from table_controller.commands.desk import CommandDesk
    from table_controller.journal.corrections import Corrections

SECTIONS: Final = ("WRC 6", "SAI 45.14")
FIXED: Final = frozenset({"type", "at_ms", "within_ms", "source", "confidence_pm"})
"""Fields that a correction never changes: when, by what and how surely something was observed."""
Agreed = Annotated[bool, Meta(description="all players agree")]


class RefoldedAnswer(Numbered):
    """The result of deciding again."""

    withdrawn: list[str]
    """Rules of findings that no longer stand."""
    made: list[str]
    """Rules of findings that are new."""


class TakenBack(RefoldedAnswer):
    """An entry was taken back."""

    entry: int
    undone: str
    """The entry's text."""


class PutIn(RefoldedAnswer):
    """Something was put in."""

    after: int


class Correct(Command, frozen=True):
    """Put a misread entry right: say what it should have held."""

    sections: ClassVar[tuple[str, ...]] = SECTIONS

    entry: Annotated[EntryNumber, Meta(description="its number, as events shows it")]
    fields: Annotated[Fields, Meta(description="fields of the observation as they should be")] = field(
        name="set", default_factory=dict
    )
    tile: Annotated[TileName | None, Meta(description="which tile it was")] = None
    agreed: Agreed = False

    def do(self, desk: CommandDesk) -> RefoldedAnswer:
        wanted = self.fields if self.tile is None else {**self.fields, "tile": self.tile}
        if not wanted:
            raise CommandRefusedError(Declined.what_instead())
        if wanted.keys() & FIXED:
            raise CommandRefusedError(Declined.stays_as_it_is(sorted(wanted.keys() & FIXED)))
        held = desk.corrections.observation(self.entry)
        if held is None:
            raise CommandRefusedError(Refused.no_entry(self.entry))
        none = sorted(wanted.keys() - encode(held).keys())
        if none:
            has = sorted(encode(held).keys() - FIXED)
            raise CommandRefusedError(Declined.entry_has_no(self.entry, type(held).__name__, none, has))
        try:
            right = encode(decode_observation({**encode(held), **wanted}))
        except CodecError as error:
            raise CommandRefusedError(explain_undecodable({**encode(held), **wanted}, error)) from None
        return _correct(desk, self, self.entry, right, agreed=self.agreed)


class Undo(Command, frozen=True):
    """Undo an entry (an act at the table, a judge's entry, a correction) as if it had never been made.

    Without a number nothing is undone: the answer names the newest entry.
    """

    sections: ClassVar[tuple[str, ...]] = SECTIONS

    entry: Annotated[EntryNumber | None, Meta(description="its number, as events shows it")] = None
    agreed: Agreed = False
    also: Annotated[
        tuple[EntryNumber, ...],
        Meta(max_length=8, description="the other entries of the same command, as its answer names them"),
    ] = ()

    def heeds_play(self) -> bool:
        return self.entry is None

    def do(self, desk: CommandDesk) -> TakenBack:
        if self.entry is None:
            raise CommandRefusedError(_which(desk.corrections))
        lines = [line for entry in (self.entry, *self.also) for line in desk.corrections.lines(entry)]
        undone = in_one_line(lines, desk.settings.language)
        return {
            **_correct(desk, self, self.entry, None, agreed=self.agreed, also=self.also),
            "entry": self.entry,
            "undone": undone,
        }


class Insert(Command, frozen=True):
    """Insert what was not seen, after an entry."""

    sections: ClassVar[tuple[str, ...]] = SECTIONS

    observation: Annotated[Act, Meta(description="what happened")]
    after: Annotated[EntryNumber | None, Meta(description="by default the newest act at the table")] = None
    agreed: Agreed = False

    def heeds_play(self) -> bool:
        return self.after is None

    def do(self, desk: CommandDesk) -> PutIn:
        after = desk.corrections.last_action() if self.after is None else self.after
        if after is None:
            raise CommandRefusedError(Declined.after_which())
        fixed = self.observation.keys() & (FIXED - {"type"})
        if fixed:
            raise CommandRefusedError(Declined.is_not_said(sorted(fixed)))
        inserted = Inserted(
            after=after, observation=self.observation, agreed=self.agreed, judge=self.by, text=self.text
        )
        return {**_refolded(desk, inserted, self.by), "after": after}


def _which(corrections: Corrections) -> Message:
    """Name the entries that could be undone: the newest and, if different, the newest act at the table."""
    newest, act = corrections.newest(), corrections.last_action()
    if newest is None:
        return Declined.nothing_to_undo()
    lines = [Declined.newest_entry(newest, corrections.lines(newest))]
    if act is not None and act != newest:
        lines.append(Declined.newest_act(act, corrections.lines(act)))
    return Declined.undo_which(lines)


def _correct(
    desk: CommandDesk,
    command: Command,
    entry: int,
    right: dict[str, Any] | None,
    *,
    agreed: bool,
    also: tuple[int, ...] = (),
) -> RefoldedAnswer:
    corrected = Corrected(
        entry=entry, observation=right, agreed=agreed, also=also, judge=command.by, text=command.text
    )
    return _refolded(desk, corrected, command.by)


def _refolded(desk: CommandDesk, correction: Corrected | Inserted, by: str) -> RefoldedAnswer:
    number, refolded = desk.correct(correction, by)
    return {
        "number": number,
        "withdrawn": [found["rule"] for found in refolded.withdrawn],
        "made": [found["rule"] for found in refolded.made],
    }
