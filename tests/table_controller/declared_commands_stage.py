"""Helpers that the tests of declared commands share."""

from types import ModuleType
from typing import Annotated, Any, ClassVar, Literal, TypedDict

from msgspec import Meta

from referee.encoding.bounded import Seat
from table_controller.commands.catalogue.catalogue import declared_in
from table_controller.commands.declaration import Command
from table_controller.commands.desk import CommandDesk
from table_controller.mqtt.roles import Role

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("warn", {"seat": 4}, "seat must be a seat 0 to 3"),
    ("warn", {"seat": True}, "seat must be a seat 0 to 3"),
    ("warn", {"colour": "red"}, "warn has no colour; it has seat, finding, force, replace, resume, by, text, dry_run, at"),
    ("acknowledge", {}, "seat must be a seat 0 to 3; it is missing"),
    ("stop", {"by": "x" * 201}, "by must be a text of at most 200 characters"),
    ("stop", {"text": 7}, "text must be a text of at most 2,000 characters"),
    ("stop", {"dry_run": "yes"}, "dry_run must be true or false"),
    ("stop", {"at": 0}, "at must be a whole number, counted from 1"),
    ("machine", {"do": "jump"}, "do must be one of set, dice, stop, retry, open_lid, not 'jump'"),
    ("enter_hand", {"result": "ron", "wins": [{"seat": 1}]}, "wins[0].from must be a seat 0 to 3; it is missing"),
    ("enter_hand", {"result": "ron", "wins": [{"seat": 1, "from": 2, "dora": 1}]}, "wins[0] has no dora"),
    ("enter_hand", {"result": "exhaustive", "tenpai": [0, 4]}, "tenpai must be a list of seats 0 to 3"),
    ("begin_hand", {"dice": [3, 7]}, "dice must be a list of two numbers 1 to 6"),
    ("begin_hanchan", {"draw": {"tiles": ["1z", "8z"]}}, "draw.tiles must be a list of tiles"),
    ("extend_clock", {"minutes": 10**400}, "minutes must be -1,440 to 1,440, a whole number"),
    ("correct", {"entry": 3, "tile": "5x"}, "tile must be a tile, not '5x'"),
]  # fmt: skip


class Counted(TypedDict):
    """The result of a count."""

    sticks: int


class CountSticks(Command, frozen=True):
    """Count the sticks that lie before a player."""

    roles: ClassVar[tuple[Role, ...]] = ("technician",)
    sections: ClassVar[tuple[str, ...]] = ("WRC 3.1",)

    seat: Seat
    kind: Annotated[Literal["thousand", "hundred"], Meta(description="which of them")] = "thousand"
    twice: Annotated[bool, Meta(description="and once more")] = False

    def do(self, desk: CommandDesk) -> Counted:
        assert desk.state is None
        return {"sticks": self.seat + (2 if self.twice else 1)}


def one_more() -> dict[str, type[Command]]:
    module = ModuleType(__name__)
    module.__dict__["CountSticks"] = CountSticks
    return declared_in(module)
