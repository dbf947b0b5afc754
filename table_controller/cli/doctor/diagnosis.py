"""Findings about one part of an installation."""

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from referee.texts.language import Language
from referee.texts.message import Message, to_json

Grade: TypeAlias = Literal["fine", "warning", "wrong", "unknown"]
"""``wrong``: the table cannot run. ``warning``: it can, for now. ``unknown``: could not be checked."""
Part: TypeAlias = Literal[
    "settings",
    "service",
    "table",
    "state",
    "disk",
    "clock",
    "computer",
    "journal",
    "backup",
    "unit",
    "panel",
    "camera",
    "second_camera",
    "broker",
    "calls",
    "page",
]


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The condition of a part.

    Attributes:
        says: the finding.
        remedy: what to do about it; None if nothing has to be done.
        commands: commands to paste for that, in this order.
    """

    part: Part
    grade: Grade
    says: Message
    remedy: Message | None = None
    commands: tuple[str, ...] = ()

    def as_json(self, spoken: Language) -> dict[str, Any]:
        """Return the diagnosis for programs: part, grade, messages with code, arguments and words, and commands."""
        return {
            "part": self.part,
            "grade": self.grade,
            "says": {**to_json(self.says), "text": spoken.say(self.says)},
            "remedy": None
            if self.remedy is None
            else {**to_json(self.remedy), "text": spoken.say(self.remedy)},
            "commands": list(self.commands),
        }


def fine(part: Part, says: Message) -> Diagnosis:
    """Return the diagnosis of a part for which nothing has to be done."""
    return Diagnosis(part, "fine", says)


def wrong(part: Part, says: Message, remedy: Message, *commands: str) -> Diagnosis:
    """Return the diagnosis of a part without which the table cannot run."""
    return Diagnosis(part, "wrong", says, remedy, commands)


def warning(part: Part, says: Message, remedy: Message, *commands: str) -> Diagnosis:
    """Return the diagnosis of a part that somebody should see to, although the table can run."""
    return Diagnosis(part, "warning", says, remedy, commands)
