"""The types of the messages that a table publishes besides its state and its entries."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta

from referee.game.position import Phase
from referee.texts.language import Language, LanguageName, language
from referee.texts.message import Message, from_json, to_json
from wording.alerts.declaration import DeclaredAlert, Severity, Trouble
from wording.table_status import TableStatus

StatusName: TypeAlias = Literal["init", "ready", "lost", "stopped"]
MachinePhase: TypeAlias = Literal[
    "waiting", "opening", "collecting", "closing", "raising", "ready", "dealing", "playing"
]
UpdateState: TypeAlias = Literal["none", "installing", "done", "back", "failed"]
STANDING: Final[Mapping[StatusName, Message]] = {
    "init": TableStatus.init(),
    "ready": TableStatus.ready(),
    "lost": TableStatus.lost(),
    "stopped": TableStatus.stopped(),
}


class Status(TypedDict):
    """The table's status; ``lost`` is its last will. Older tables send no codes."""

    status: StatusName
    text: Annotated[str, Meta(description="for people, in the table's language")]
    code: NotRequired[Annotated[str, Meta(description="of the text")]]
    arguments: NotRequired[Annotated[dict[str, Any], Meta(description="of the text, by name")]]


class Alert(TypedDict):
    """Something a person should see to; an empty payload when it is resolved. Older tables send no codes."""

    id: str
    severity: Severity
    text: Annotated[str, Meta(description="in the table's language")]
    advice: Annotated[str, Meta(description="what to do")]
    code: NotRequired[Annotated[str, Meta(description="of the text")]]
    arguments: NotRequired[Annotated[dict[str, Any], Meta(description="of the text, by name")]]
    advice_code: NotRequired[Annotated[str, Meta(description="of the advice")]]
    advice_arguments: NotRequired[Annotated[dict[str, Any], Meta(description="of the advice, by name")]]
    at_ms: int


class StopBrief(TypedDict):
    """The reason why play is stopped."""

    reason: Annotated[str, Meta(description="as in the state")]
    seat: int | None
    by: NotRequired[Annotated[str, Meta(description="as in the state")]]
    since_wall_ms: Annotated[int | None, Meta(description="wall time, milliseconds since 1970")]


class ClockBrief(TypedDict):
    """The time of a hanchan."""

    ends_wall_ms: Annotated[
        int | None, Meta(description="wall time at which it is over; null while it stands still")
    ]
    left_ms: Annotated[int | None, Meta(description="what is left while it stands still")]
    called: Annotated[bool, Meta(description="the gong has sounded and the running hand is the last")]


class Card(TypedDict):
    """A table in brief, for a hall of many."""

    phase: Phase
    ruleset: str
    hand: Annotated[str | None, Meta(description="E1 to N4; null before the first hanchan")]
    honba: int
    names: Annotated[list[str], Meta(max_length=4, description="by seat")]
    scores: Annotated[list[int], Meta(max_length=4)]
    open_findings: Annotated[int, Meta(ge=0, description="without a ruling")]
    points_off: Annotated[int, Meta(description="more (or less) points than were handed out")]
    stopped: Annotated[StopBrief | None, Meta(description="null while play goes on")]
    attendant: Annotated[str | None, Meta(description="the judge who goes there")]
    waited_ms: Annotated[int | None, Meta(description="how long the call waited until a judge took it")]
    clock: Annotated[ClockBrief | None, Meta(description="null without a limit")]


class CameraReport(TypedDict):
    """The camera's condition, for a technician."""

    hidden: Annotated[
        dict[str, str], Meta(description="why a zone cannot be read, by its name: pond/2, meld/0, table")
    ]
    calibrated_px: Annotated[
        float | None, Meta(description="how far the markers were from their places when it was calibrated")
    ]
    residual_px: Annotated[float | None, Meta(description="how far they are now, while that is too far")]
    moved_mm: Annotated[
        float | None, Meta(description="how far the picture has moved on the felt, while that is too far")
    ]


class MachineReport(TypedDict):
    """The condition of machine and camera."""

    phase: Annotated[
        MachinePhase,
        Meta(description="of the cycle"),
    ]
    sets: Annotated[
        list[Literal["drum", "shuffling", "stacked", "lifting", "table"]],
        Meta(min_length=2, max_length=2, description="where each set of tiles is, set 1 first"),
    ]
    paused: Annotated[str, Meta(description="who stopped all motions, empty if nobody did")]
    held: Annotated[
        str, Meta(description="why play is stopped, so that nothing moves; empty while it goes on")
    ]
    camera: CameraReport
    alerts: NotRequired[
        Annotated[
            list[str],
            Meta(description="what needs a person, by the names of its alerts; older tables do not say"),
        ]
    ]
    computer_c: NotRequired[
        Annotated[
            int | None,
            Meta(
                description="temperature of the table's computer in degrees Celsius, null where it measures none"
            ),
        ]
    ]
    update: NotRequired[Annotated[UpdateReport | None, Meta(description="null where there are no updates")]]


class UpdateReport(TypedDict):
    """The version of the package that is installed, and the newest that is offered."""

    installed: str
    newest: str
    state: Annotated[
        UpdateState,
        Meta(description="result of the last update; back: the version before was installed again"),
    ]
    version: Annotated[str, Meta(description="the version of the last update; empty if there was none")]


class ClipKept(TypedDict):
    """The newest clip kept for a judge, in the table's state folder."""

    journal: Annotated[int, Meta(description="number of the entry that it was kept for, and of the clip")]
    at_ms: int
    why: str
    file: str


def status_of(words: Language, status: StatusName) -> dict[str, Any]:
    """Return a status in its published form (``Status``), in a language."""
    text = STANDING[status]
    return {"status": status, "text": words.say(text), **to_json(text)}


def alert_of_message(
    words: Language, alert: DeclaredAlert, trouble: Trouble, at_ms: int = 0
) -> dict[str, Any]:
    """Return an alert in its published form (``Alert``), in a language."""
    text, advice = trouble
    return {
        "id": alert.name,
        "severity": alert.severity,
        "text": words.say(text),
        "advice": words.say(advice),
        **to_json(text),
        **{f"advice_{part}": value for part, value in to_json(advice).items()},
        "at_ms": at_ms,
    }


def said_anew(words: Language, value: dict[str, Any]) -> dict[str, Any]:
    """Return an alert or status with its texts made again from its codes and arguments, if those were changed."""
    anew = dict(value)
    for text, code, arguments in (
        ("text", "code", "arguments"),
        ("advice", "advice_code", "advice_arguments"),
    ):
        if text in value and code in value:
            anew[text] = words.say(from_json({"code": value[code], "arguments": value[arguments]}))
    return anew


def refusing(why: Message, words: LanguageName, **more: Any) -> dict[str, Any]:
    """Return the answer to a refused command: the reason, in a language and as a message."""
    return {"ok": False, "error": language(words).say(why), **to_json(why), **more}


def noting(what: Message, words: LanguageName) -> dict[str, Any]:
    """Return the note of an answer, in a language and as a message."""
    note = to_json(what)
    return {
        "note": language(words).say(what),
        "note_code": note["code"],
        "note_arguments": note["arguments"],
    }
