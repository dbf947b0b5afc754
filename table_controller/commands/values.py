"""Types of the arguments of commands, bounded: every such value can be journalled, folded, sent and shown.

The title is the noun for a value in errors and help; bounds and choices come from the type itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from msgspec import Meta, Struct, field

from config import ruleset_choices
from referee.encoding.bounded import Chair, Seat, TileName
from referee.encoding.codec import OBSERVATIONS
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import setting_names
from table_controller.machine.reactions import MOST_POINTS

MOST_NUMBER: Final = 2**53
"""The largest number that every JSON reader holds exactly (RFC 8259, 6)."""
MOST_CHANGE: Final = 2 * MOST_POINTS
"""The range that a display can show."""
MOST_MINUTES: Final = 24 * 60

Seats: TypeAlias = Annotated[tuple[Seat, ...], Meta(max_length=4)]
Die: TypeAlias = Annotated[int, Meta(title="number", ge=1, le=6)]
Dice: TypeAlias = tuple[Die, Die]
Change: TypeAlias = Annotated[int, Meta(ge=-MOST_CHANGE, le=MOST_CHANGE)]
Changes: TypeAlias = tuple[Change, Change, Change, Change]
EntryNumber: TypeAlias = Annotated[int, Meta(ge=1, le=MOST_NUMBER)]
FindingNumber: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Minutes: TypeAlias = Annotated[int, Meta(ge=-MOST_MINUTES, le=MOST_MINUTES)]

Words: TypeAlias = Annotated[str, Meta(title="text", max_length=2000)]
Name: TypeAlias = Annotated[str, Meta(title="text", max_length=100)]
"""Of a person; empty where nobody is named."""
Id: TypeAlias = Annotated[str, Meta(title="text", max_length=200)]
Time: TypeAlias = Annotated[str, Meta(title="time like 2026-11-21 or 2026-11-21T09:00", max_length=40)]
"""ISO 8601, empty for none."""

if TYPE_CHECKING:
    RuleName: TypeAlias = str
    RulesetName: TypeAlias = str
else:
    RuleName: TypeAlias = Annotated[
        Literal[tuple(CATALOGUE)], Meta(title="foul that jantaku rules fouls lists")
    ]
    RulesetName: TypeAlias = Literal[tuple(ruleset_choices())]

WholeRuleset: TypeAlias = Annotated[
    dict[str, Any],
    Meta(title="mapping of settings", extra_json_schema={"$ref": "#/components/schemas/Ruleset"}),
]
Settings: TypeAlias = Annotated[
    dict[str, Any],
    Meta(
        title="mapping of settings by dotted names",
        extra_json_schema={"propertyNames": {"enum": setting_names()}},
    ),
]
Fields: TypeAlias = Annotated[dict[str, Any], Meta(title="mapping of fields")]
Act: TypeAlias = Annotated[
    dict[str, Any],
    Meta(
        title="mapping with type and what belongs to it",
        extra_json_schema={"required": ["type"], "properties": {"type": {"enum": sorted(OBSERVATIONS)}}},
    ),
]
"""An observation as ``referee.encoding.codec`` encodes it, without time and source."""


class ClaimedWin(Struct, frozen=True, forbid_unknown_fields=True):
    """A win as the players said it."""

    seat: Annotated[Seat, Meta(description="who won")]
    source: Annotated[Seat, Meta(description="whose tile it was; the winner's own seat on tsumo")] = field(
        name="from"
    )
    han: Annotated[int, Meta(ge=0, le=99)] = 0
    fu: Annotated[int, Meta(ge=0, le=200)] = 0
    yakuman: Annotated[int, Meta(ge=0, le=20, description="how many")] = 0
    liable: Annotated[
        Seat | Literal["nobody"] | None,
        Meta(description="the liable seat of a yakuman, if not the one that the table saw feed its last set"),
    ] = None


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """The seat draw, as the rules have it: by wind tiles, or by dice and a line of tiles (Saikouisen 26)."""

    tiles: Annotated[
        Annotated[tuple[TileName, ...], Meta(max_length=4)] | None,
        Meta(description="wind tiles, in the order of names"),
    ] = None
    east_chair: Annotated[Chair, Meta(description="with tiles: the chair that is East's")] | None = None
    shuffler: Chair | None = None
    east_roll: Dice | None = None
    line: Annotated[
        Annotated[tuple[TileName, ...], Meta(max_length=6)] | None, Meta(description="six tiles")
    ] = None
    pick_roll: Dice | None = None
    dealer_rolls: tuple[Dice, Dice] | None = None
