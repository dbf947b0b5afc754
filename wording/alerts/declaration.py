"""Declares an alert once; what may be raised, withdrawn and resolved, and the docs' list of alerts follow from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, NamedTuple, ParamSpec, Self, TypeAlias, TypeVar

from referee.texts import signatures as of
from referee.texts.declaration import TEXTS, Text
from referee.texts.language import english
from referee.texts.message import Message

P = ParamSpec("P")
M = TypeVar("M", bound=str)
Severity: TypeAlias = Literal["info", "warning", "error"]
Subject: TypeAlias = Literal["machine", "camera", "people", "other"]


def _advice(name: str) -> Message:
    """Return advice without arguments, declaring it at its first use: several texts may give the same."""
    code = f"advice.{name}"
    return (TEXTS.get(code) or Text(of.nothing).named(code))()


NO_ADVICE: Final = _advice("none")


class Trouble(NamedTuple):
    """The text of an alert, which says what is wrong, and the advice on what to do about it."""

    text: Message
    advice: Message = NO_ADVICE

    @property
    def line(self) -> str:
        """Both in English, for the log."""
        return f"{english(self.text)}. {english(self.advice)}".rstrip()


class AlertText(Generic[P]):
    """A text of an alert, with its advice; calling it with its arguments gives the trouble to raise.

    The attribute ``hand_lost`` of a class has the code ``alert.hand_lost``.
    """

    def __init__(self, alert: DeclaredAlert, signature: Callable[P, None], advice: str) -> None:
        self.alert = alert
        self.text = Text(signature)
        self._advice = _advice(advice)

    def __set_name__(self, _owner: type, name: str) -> None:
        self.text.named(f"alert.{name}")

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Trouble:
        return Trouble(self.text(*args, **kwargs), self._advice)


@dataclass(frozen=True, slots=True)
class DeclaredAlert:
    """An alert.

    Attributes:
        name: the end of its topic.
        severity: an alert that is only ``info`` needs nobody.
        about: the part of a table with which the page shows it.
        stays: it is about the past, so it stands until a person resolves it, even through a restart. The others are about
            the present: the program withdraws them when their cause is gone, and also when it starts.
        calls: the times at which it calls people who are not there: always, or while no judge hears it. An error always
            does.
    """

    name: str
    severity: Severity = "error"
    about: Subject = "machine"
    stays: bool = False
    calls: Literal["always", "unheard"] | None = None

    def calls_people(self, *, heard: bool) -> bool:
        """Return whether people who are not there are called; ``heard``: a judge would hear a call now."""
        return self.severity == "error" or self.calls == "always" or (self.calls == "unheard" and not heard)

    def says(self, signature: Callable[P, None], advice: str = "none") -> AlertText[P]:
        """Declare a text with its arguments, and the name of its advice; other advice may take its place when the alert is raised."""
        return AlertText(self, signature, advice)

    def saying(self, signature: Callable[P, None], advice: str = "none") -> tuple[Self, AlertText[P]]:
        return self, self.says(signature, advice)


@dataclass(frozen=True, slots=True)
class AlertFamily(Generic[M]):
    """Alerts that differ only in a part of their names.

    Attributes:
        pattern: an alert whose name has a place for the part: ``task-{}``. The texts are declared with it.
        members: all parts that there may be; empty if nobody can know them.
    """

    pattern: DeclaredAlert
    members: tuple[M, ...] = ()

    def __call__(self, member: M) -> DeclaredAlert:
        return replace(self.pattern, name=self.pattern.name.format(member))


def alerts_of(table: type) -> list[DeclaredAlert]:
    """List every alert that a class has as an attribute, and the known members of its families."""
    found: list[DeclaredAlert] = []
    for each in vars(table).values():
        if isinstance(each, AlertFamily):
            found += map(each, each.members)
        elif isinstance(each, DeclaredAlert):
            found.append(each)
    return found


RaiseAlert: TypeAlias = Callable[[DeclaredAlert, Trouble | None], None]
"""Raises an alert; without a trouble it is withdrawn."""
