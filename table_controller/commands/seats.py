"""The seats when a hanchan begins: given, or by the seat draw of the rules (WRC 4.4, MJ 2.3, SAI 26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

from referee.game.observations import HanchanBegun
from referee.tiles import parse_tile
from referee.tournament.seating import Seating, SeatingError, by_article_26, by_wind_tiles
from table_controller.commands.refused import CommandRefusedError
from wording.declined import Declined

if TYPE_CHECKING:
    from referee.game.events import Four
    from referee.rules.ruleset import Ruleset
    from table_controller.commands.values import Draw
    from table_controller.settings.settings import Settings

Names: TypeAlias = "tuple[str, str, str, str]"


class Seated(Protocol):
    """The arguments of ``begin_hanchan`` that say who sits where."""

    @property
    def names(self) -> Names | None: ...
    @property
    def chairs(self) -> Four | None: ...
    @property
    def first_dealer(self) -> int | None: ...
    @property
    def draw(self) -> Draw | None: ...


DRAWS = {
    "wind_tiles": ("tiles", "east_chair"),
    "article_26": ("shuffler", "east_roll", "line", "pick_roll", "dealer_rolls"),
}
"""The arguments of each kind of draw."""


def seats_of(begun: Seated, ruleset: Ruleset) -> tuple[Names | None, Four]:
    """The names by seat (None if not given) and the chair of each seat.

    There are three ways. With ``chairs``, the chair of each seat, ``names`` are by seat. With ``first_dealer``, the
    chair of the first dealer, they are by chair. With ``draw``, a draw of the ruleset's kind, they are by person: in
    the order of ``tiles`` for wind tiles, by the chair where each sat down for article 26.

    Raises:
        CommandRefusedError: the arguments contradict each other, or give no seating.
    """
    names = _told_apart(begun.names)
    given = [name for name in ("chairs", "first_dealer", "draw") if getattr(begun, name) is not None]
    if len(given) > 1:
        raise CommandRefusedError(Declined.either(given))
    if begun.chairs is not None:
        if begun.chairs != _from(begun.chairs[0]):
            raise CommandRefusedError(Declined.chairs_in_order())
        return names, begun.chairs
    if begun.first_dealer is not None:
        chairs = _from(begun.first_dealer)
        return _of_people(names, chairs), chairs
    if begun.draw is not None:
        seating = _drawn(begun.draw, ruleset)
        return _of_people(names, seating.seat_people), seating.seat_chairs
    return names, (0, 1, 2, 3)


def hanchan_of(settings: Settings, chairs: Four = (0, 1, 2, 3)) -> HanchanBegun:
    """Return how a hanchan begins by the table's settings, with the chair of each seat."""
    first, second, third, fourth = (settings.names[chair] for chair in chairs)
    return HanchanBegun(
        ruleset=settings.ruleset.to_mapping(),
        names=(first, second, third, fourth),
        chairs=chairs,
        senses=settings.senses,
    )


def _told_apart(names: Names | None) -> Names | None:
    for name in filter(None, names or ()):
        if names is not None and names.count(name) > 1:
            # Overall scores identify people by name.
            raise CommandRefusedError(Declined.name_twice(name))
    return names


def _from(chair: int) -> Four:
    return chair % 4, (chair + 1) % 4, (chair + 2) % 4, (chair + 3) % 4


def _of_people(names: Names | None, people: Four) -> Names | None:
    if names is None:
        return None
    first, second, third, fourth = people
    return names[first], names[second], names[third], names[fourth]


def _drawn(draw: Draw, ruleset: Ruleset) -> Seating:
    kind = ruleset.flow.seat_draw
    others = [name for each, names in DRAWS.items() if each != kind for name in names]
    if any(getattr(draw, name) is not None for name in others):
        raise CommandRefusedError(Declined.other_draw(kind, DRAWS[kind]))
    try:
        if kind == "wind_tiles":
            tiles = tuple(parse_tile(name) for name in draw.tiles or ())
            return by_wind_tiles(tiles, draw.east_chair or 0)
        if (
            draw.shuffler is None
            or draw.east_roll is None
            or draw.line is None
            or draw.pick_roll is None
            or draw.dealer_rolls is None
        ):
            raise CommandRefusedError(Declined.draw_needs(DRAWS[kind]))
        line = tuple(parse_tile(name) for name in draw.line)
        return by_article_26(draw.shuffler, draw.east_roll, line, draw.pick_roll, draw.dealer_rolls)
    except SeatingError as error:
        raise CommandRefusedError(error.why) from None
