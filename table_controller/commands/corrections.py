"""An entry of the journal was misread or missed: put right, taken out or put in, and what followed decided again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.codec import CodecError, decode_observation, encode
from referee.judge_observations import Corrected, Inserted
from referee.refold import CorrectionRefusedError
from table_controller.commands.arguments import (
    Answer,
    CommandRefusedError,
    Topic,
    flag_in,
    number_in,
    number_or_none,
    who,
    why,
)

if TYPE_CHECKING:
    from table_controller.daemon import Daemon

FIXED = frozenset({"type", "at_ms", "within_ms", "source"})
"""What a correction leaves as it is: when and by what something was observed."""


class CorrectionCommands:
    """Corrections of the journal."""

    def __init__(self, daemon: Daemon) -> None:
        self._daemon = daemon

    def topic(self) -> Topic:
        """The commands by name."""
        return {"correct": self._correct, "undo": self._undo, "insert": self._insert}

    def _correct(self, arguments: Answer) -> Answer:
        """``entry``: its number; ``set``: fields as they should be, or ``tile`` alone; ``agreed`` by all players."""
        entry = number_in(arguments, "entry")
        wanted = arguments.get("set", {})
        if not isinstance(wanted, dict):
            raise CommandRefusedError("set must be a mapping of fields")
        if arguments.get("tile") is not None:
            wanted = {**wanted, "tile": arguments["tile"]}
        if not wanted:
            raise CommandRefusedError("what should it have been? give set or tile")
        if wanted.keys() & FIXED:
            raise CommandRefusedError(f"{', '.join(sorted(wanted.keys() & FIXED))} cannot be corrected")
        held = self._daemon.corrections.observation(entry)
        if held is None:
            raise CommandRefusedError(f"there is no entry {entry} in this hanchan to correct")
        try:
            right = encode(decode_observation({**encode(held), **wanted}))
        except CodecError as error:
            raise CommandRefusedError(str(error)) from None
        return self._ask(entry, right, arguments)

    def _undo(self, arguments: Answer) -> Answer:
        """Take the last action back, or the ``entry`` of a number."""
        entry = number_or_none(arguments, "entry")
        if entry is None:
            entry = self._daemon.corrections.last_action()
        if entry is None:
            raise CommandRefusedError("there is nothing to take back in this hand")
        return self._ask(entry, None, arguments) | {"entry": entry}

    def _insert(self, arguments: Answer) -> Answer:
        """``observation`` happened after the entry ``after``, by default the last action, and was not seen; ``agreed``."""
        after = number_or_none(arguments, "after")
        if after is None:
            after = self._daemon.corrections.last_action()
        if after is None:
            raise CommandRefusedError("nothing has happened in this hand yet: after which entry?")
        act = arguments.get("observation")
        if not isinstance(act, dict):
            raise CommandRefusedError("observation must be a mapping with type and what belongs to it")
        if act.keys() & (FIXED - {"type"}):
            raise CommandRefusedError(f"{', '.join(sorted(act.keys() & (FIXED - {'type'})))} cannot be said")
        inserted = Inserted(
            after=after,
            observation=act,
            agreed=flag_in(arguments, "agreed", default=False),
            judge=who(arguments),
            text=why(arguments),
        )
        return self._refold(inserted, arguments) | {"after": after}

    def _ask(self, entry: int, right: dict[str, Any] | None, arguments: Answer) -> Answer:
        corrected = Corrected(
            entry=entry,
            observation=right,
            agreed=flag_in(arguments, "agreed", default=False),
            judge=who(arguments),
            text=why(arguments),
        )
        return self._refold(corrected, arguments)

    def _refold(self, said: Corrected | Inserted, arguments: Answer) -> Answer:
        try:
            number, refolded = self._daemon.correct(said, who(arguments))
        except CorrectionRefusedError as error:
            raise CommandRefusedError(str(error)) from None
        return {
            "number": number,
            "withdrawn": [found["rule"] for found in refolded.withdrawn],
            "made": [found["rule"] for found in refolded.made],
        }
