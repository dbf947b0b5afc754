"""Who sits where as a hanchan begins: told, or by the seat draw that the rules have (WRC 4.4, MJ 2.3, SAI 26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from referee.seating import Seating, SeatingError, by_article_26, by_wind_tiles
from referee.tiles import parse_tile
from table_controller.commands.arguments import Answer, CommandRefusedError, four_in, number_in

if TYPE_CHECKING:
    from referee.dice import Dice
    from referee.events import Four
    from referee.ruleset import Ruleset
    from referee.tiles import Tile

Names: TypeAlias = "tuple[str, str, str, str]"
DRAWS = {
    "wind_tiles": frozenset({"tiles", "east_chair"}),
    "article_26": frozenset({"shuffler", "east_roll", "line", "pick_roll", "dealer_rolls"}),
}
"""What each draw is told with."""


def seats_of(arguments: Answer, ruleset: Ruleset) -> tuple[Names | None, Four]:
    """The names by seat (None if not given) and the chair of each seat.

    ``chairs`` gives the chair of each seat and ``names`` are by seat; or ``first_dealer`` gives the chair of the first dealer
    and ``names`` are by chair; or ``draw`` tells the draw of the ruleset's kind and ``names`` are by person: in the order of
    ``tiles`` for wind tiles, by the chair where each sat down for article 26.

    Raises:
        CommandRefusedError: it contradicts itself, or gives no seating.
    """
    names = _names(arguments)
    given = [name for name in ("chairs", "first_dealer", "draw") if arguments.get(name) is not None]
    if len(given) > 1:
        raise CommandRefusedError(f"either {' or '.join(given)}")
    if not given:
        return names, (0, 1, 2, 3)
    if given == ["chairs"]:
        chairs = four_in(arguments, "chairs")
        if chairs[0] not in range(4) or chairs != _from(chairs[0]):
            raise CommandRefusedError("chairs must be 0 to 3 counter-clockwise, the first dealer's first")
        return names, chairs
    if given == ["first_dealer"]:
        first = number_in(arguments, "first_dealer")
        if first not in range(4):
            raise CommandRefusedError("first_dealer must be a chair 0 to 3")
        chairs = _from(first)
        return _of_people(names, chairs), chairs
    seating = _drawn(arguments["draw"], ruleset)
    return _of_people(names, seating.seat_people), seating.seat_chairs


def _names(arguments: Answer) -> Names | None:
    names = arguments.get("names")
    if names is None:
        return None
    if not isinstance(names, list) or len(names) != 4 or not all(isinstance(name, str) for name in names):
        raise CommandRefusedError("names must be a list of four texts")
    for name in filter(None, names):
        if names.count(name) > 1:
            # Overall scores know people by their names.
            raise CommandRefusedError(f"names has {name!r} twice: tell the two apart, as Aki S. and Aki T.")
    return names[0], names[1], names[2], names[3]


def _from(chair: int) -> Four:
    return chair % 4, (chair + 1) % 4, (chair + 2) % 4, (chair + 3) % 4


def _of_people(names: Names | None, people: Four) -> Names | None:
    if names is None:
        return None
    first, second, third, fourth = people
    return names[first], names[second], names[third], names[fourth]


def _drawn(draw: Any, ruleset: Ruleset) -> Seating:
    kind = ruleset.flow.seat_draw
    if not isinstance(draw, dict) or not draw.keys() <= DRAWS[kind]:
        raise CommandRefusedError(
            f"these rules draw seats by {kind}: draw has {', '.join(sorted(DRAWS[kind]))}"
        )
    try:
        if kind == "wind_tiles":
            return by_wind_tiles(_tiles(draw, "tiles"), number_in(draw, "east_chair", 0))
        rolls = draw.get("dealer_rolls")
        if not isinstance(rolls, list) or len(rolls) != 2:
            raise CommandRefusedError("dealer_rolls must be two rolls of two dice")
        return by_article_26(
            number_in(draw, "shuffler"),
            _dice(draw.get("east_roll"), "east_roll"),
            _tiles(draw, "line"),
            _dice(draw.get("pick_roll"), "pick_roll"),
            (_dice(rolls[0], "dealer_rolls"), _dice(rolls[1], "dealer_rolls")),
        )
    except SeatingError as error:
        raise CommandRefusedError(str(error)) from None


def _tiles(draw: dict[str, Any], name: str) -> tuple[Tile, ...]:
    tiles = draw.get(name)
    if not isinstance(tiles, list) or not all(isinstance(tile, str) for tile in tiles):
        raise CommandRefusedError(f"{name} must be a list of tiles")
    try:
        return tuple(parse_tile(tile) for tile in tiles)
    except ValueError as error:
        raise CommandRefusedError(f"{name}: {error}") from None


def _dice(roll: Any, name: str) -> Dice:
    if not isinstance(roll, list) or len(roll) != 2 or not all(type(die) is int for die in roll):
        raise CommandRefusedError(f"{name} must be two dice")
    return cast("Dice", tuple(roll))
