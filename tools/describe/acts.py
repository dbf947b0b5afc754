"""The page's list of acts at the table: the fields of each, from which it makes the forms of corrections and insertions."""

from collections.abc import Mapping
from types import NoneType
from typing import Any, Final, Literal, get_args, get_origin

from msgspec.structs import fields

from referee.encoding.codec import TILE_FIELDS, shape
from referee.game.judge_observations import HandEntered
from referee.game.observations import HandDealt, Observation, TileDiscarded
from referee.journal.corrections.refold import NEVER_MISSED
from referee.journal.corrections.slots import ACTS
from tools.describe.game_schemas import SEAT_FIELDS

BY_ITSELF: Final = frozenset(Observation.__struct_fields__)
"""The fields for the time and source of an observation, which nobody enters."""
NOT_ASKED: Final[Mapping[type, frozenset[str]]] = {
    HandDealt: frozenset({"hands", "standing"}),
    TileDiscarded: frozenset({"confidence_pm"}),
}
"""The fields that nobody at a table can know."""
MOST_TILES: Final = 14
MOST: Final = 136
DIE: Final = 6


def act_forms() -> list[dict[str, Any]]:
    """Return each kind of act with its fields, without those that a judge enters by a command."""
    return [_form(kind) for kind in ACTS if kind is not HandEntered]


def _form(kind: type[Observation]) -> dict[str, Any]:
    needed = {each.name for each in fields(kind) if each.required}
    left_out = BY_ITSELF | NOT_ASKED.get(kind, frozenset())
    return {
        "type": kind.__name__,
        "missed": not issubclass(kind, NEVER_MISSED),
        "fields": [
            {
                "name": name,
                "needed": name in needed,
                "preset": None,
                **_taken(name, hint),
            }
            for name, hint in shape(kind)
            if name not in left_out
        ],
    }


def _taken(name: str, hint: Any) -> dict[str, Any]:
    """Return a field's kind and bounds, as for a command's field."""
    choices = [each for each in get_args(hint) if each is not NoneType]
    if name in TILE_FIELDS:
        many = get_origin(hint) is tuple
        return {"kind": "some", "most": MOST_TILES, "of": {"kind": "tile"}} if many else {"kind": "tile"}
    if name in SEAT_FIELDS:
        return {"kind": "seat"}
    if name == "dice":
        return {"kind": "row", "count": 2, "of": {"kind": "whole", "least": 1, "most": DIE}}
    if get_origin(hint) is Literal:
        return {"kind": "choice", "choices": list(get_args(hint))}
    if hint is bool or choices == [bool]:
        return {"kind": "yes_no"}
    assert int in {hint, *choices}, (name, hint)
    return {"kind": "whole", "least": 0, "most": MOST}
