"""The seats and the first dealer, from what people draw and roll (WRC 4.4, MJ 2.3, SAI 26).

Chairs are 0-3 counter-clockwise. Before a draw by article 26 everybody already sits somewhere, so people are numbered by
the chair they happened to take; for a draw of wind tiles they are numbered by their place in the list of names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from referee.game.dice import Dice, named, total
from referee.game.events import Four
from referee.texts.language import WordedError
from referee.texts.message import Message
from referee.texts.refused import Refused
from referee.tiles import EAST, NAMES, NORTH, UNKNOWN, Tile

ONE_PIN: Final = 9
TWO_PIN: Final = 10


class SeatingError(WordedError, ValueError):
    """The tiles drawn or the dice rolled give no seating."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The outcome of a draw.

    Attributes:
        chairs: ``chairs[person]`` is the chair each person sits on now.
        first_dealer: the person who deals first.
    """

    chairs: Four
    first_dealer: int

    @property
    def seat_chairs(self) -> Four:
        """The chair of each seat, as a hanchan begins with them: seat 0 is the first dealer's."""
        first = self.chairs[self.first_dealer]
        return first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4

    @property
    def seat_people(self) -> Four:
        first, second, third, fourth = (self.chairs.index(chair) for chair in self.seat_chairs)
        return first, second, third, fourth


def by_wind_tiles(drawn: Sequence[Tile], east_chair: int = 0) -> Seating:
    """The seating after the four winds were drawn: East sits at the East seat and deals first (WRC 4.4, MJ 2.3).

    Args:
        drawn: ``drawn[person]`` is the wind tile each person picked.
        east_chair: the chair that is the East seat of this table.

    Raises:
        SeatingError: not each wind once, or no such chair.
    """
    _refuse_chair(east_chair, Refused.no_east_chair)
    _refuse_unless_each_wind_once(drawn)
    first, second, third, fourth = ((east_chair + tile - EAST) % 4 for tile in drawn)
    return Seating((first, second, third, fourth), tuple(drawn).index(EAST))


def by_article_26(
    shuffler: int, east_roll: Dice, line: Sequence[Tile], pick_roll: Dice, dealer_rolls: tuple[Dice, Dice]
) -> Seating:
    """The draw of SAI 26, step by step; the person who drew East need not deal first.

    Args:
        shuffler: who shuffled the six tiles; the person opposite rolls first.
        east_roll: names the temporary East (26.2).
        line: the six tiles as they lie side by side when turned up, from either end. 1p and 2p then go to the ends
            without passing each other (a reading: 26.3 does not say which goes to which end).
        pick_roll: rolled by the temporary East. It names the person who takes the first wind, odd beside 1p, even beside 2p;
            the others follow counter-clockwise and take the next in the line (26.4).
        dealer_rolls: rolled by the person who now sits at temporary East, then by the person that roll names. The second roll
            names the first dealer (26.6).

    Raises:
        SeatingError: tiles that are not these six, no such chair, or impossible dice.
    """
    _refuse_chair(shuffler, Refused.no_shuffler)
    _refuse_unless_these_six(line)
    try:
        temporary_east = named(opposite(shuffler), east_roll)
        first_to_take = named(temporary_east, pick_roll)
        temporary_dealer = named(temporary_east, dealer_rolls[0])
        dealing_chair = named(temporary_dealer, dealer_rolls[1])
        odd = total(pick_roll) % 2 == 1
    except ValueError:
        raise SeatingError(Refused.dice_show()) from None
    winds = [tile for tile in line if EAST <= tile <= NORTH]
    one_pin_first = list(line).index(ONE_PIN) < list(line).index(TWO_PIN)
    if odd is not one_pin_first:
        winds.reverse()
    chairs = [0, 0, 0, 0]
    for turn, wind in enumerate(winds):
        chairs[(first_to_take + turn) % 4] = (temporary_east + wind - EAST) % 4
    return Seating((chairs[0], chairs[1], chairs[2], chairs[3]), chairs.index(dealing_chair))


def opposite(chair: int) -> int:
    """The chair across."""
    return (chair + 2) % 4


def _refuse_chair(chair: int, why: Callable[[int], Message]) -> None:
    if not 0 <= chair <= 3:
        raise SeatingError(why(chair))


def _refuse_unless_each_wind_once(drawn: Sequence[Tile]) -> None:
    if len(drawn) != 4:
        raise SeatingError(Refused.four_winds_drawn(len(drawn)))
    for person, tile in enumerate(drawn):
        if not EAST <= tile <= NORTH:
            raise SeatingError(Refused.drew_no_wind(person, _known(tile)))
        if tile in drawn[:person]:
            raise SeatingError(Refused.drew_alike(list(drawn).index(tile), person, tile))


def _refuse_unless_these_six(line: Sequence[Tile]) -> None:
    wanted = [ONE_PIN, TWO_PIN, *range(EAST, NORTH + 1)]
    if sorted(line) != wanted:
        missing = [tile for tile in wanted if tile not in line]
        surplus = [_known(tile) for at, tile in enumerate(line) if tile not in wanted or tile in line[:at]]
        raise SeatingError(Refused.not_these_six(missing, surplus))


def _known(tile: Tile) -> Tile:
    return tile if 0 <= tile < len(NAMES) else UNKNOWN
