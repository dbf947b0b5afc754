"""Files of hands for ``jantaku score --batch``: one JSON object per line in (``HandLine``), one per line out."""

import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

import msgspec
from msgspec import Meta

from referee.hands.score import score
from referee.hands.win import Score, Win
from referee.melds import Meld, MeldKind, meld_of
from referee.rules.ruleset import Ruleset
from referee.tiles import RED_MAN, RED_PIN, RED_SOU, Tile, parse_tiles
from table_controller.cli.score.possible import refuse_impossible
from wording.terminal.exit_status import ExitStatus

WIND_LETTERS: Final = "ESWN"
AT_ONCE: Final = 200
"""The number of answers that are printed at once."""
NAMED_WINS: Final = (
    ("haitei", True, None, "a tsumo"),
    ("houtei", False, None, "a ron"),
    ("tenhou", True, True, "the dealer's tsumo"),
    ("chiihou", True, False, "the tsumo of a player who is not the dealer"),
    ("renhou", False, False, "the ron of a player who is not the dealer"),
)
"""Wins whose names say how they are won: by tsumo or by ron, by the dealer or by others (None: by anybody)."""
_RED_NUMBERS: Final = {16: RED_MAN, 52: RED_PIN, 88: RED_SOU}
_WINDS: Final = {name: wind for wind, letter in enumerate(WIND_LETTERS) for name in (wind, letter)}
_FACES: Final = tuple(_RED_NUMBERS.get(number, number // 4) for number in range(136))
_face_of: Final = _FACES.__getitem__

TileNumber: TypeAlias = Annotated[int, Meta(ge=0, le=135)]
"""A tile of the set, four to a kind; 16, 52 and 88 are the red fives."""
TilesOfLine: TypeAlias = tuple[TileNumber, ...] | str
"""Tiles as numbers, or as a text: ``"234m0p"``."""
WindOfLine: TypeAlias = Annotated[int, Meta(ge=0, le=3)] | Literal["E", "S", "W", "N"]


class MeldOfLine(msgspec.Struct, gc=False):
    """A meld of a line; its tiles need not be sorted."""

    type: MeldKind
    tiles: TilesOfLine


class HandLine(msgspec.Struct, gc=False):
    """A line of a file; keys that are not here are ignored.

    Attributes:
        closed: the concealed tiles without the winning tile.
        win: the winning tile.
        aka: false for a set without red fives.
        id: repeated in the answer; the number of the line if left out.
        expected: the values to compare with: ``han``, ``fu``, ``pay``, ``yakuman``; ``yaku`` is false for none.
    """

    closed: TilesOfLine
    win: TileNumber | str | Annotated[tuple[TileNumber, ...], Meta(min_length=1, max_length=1)]
    melds: tuple[MeldOfLine, ...] = ()
    tsumo: bool = False
    seat_wind: WindOfLine = 0
    round_wind: WindOfLine = 0
    riichi: bool = False
    double_riichi: bool = False
    ippatsu: bool = False
    rinshan: bool = False
    chankan: bool = False
    haitei: bool = False
    houtei: bool = False
    tenhou: bool = False
    chiihou: bool = False
    renhou: bool = False
    dora_ind: TilesOfLine = ""
    ura_ind: TilesOfLine = ""
    aka: bool = True
    id: Any = msgspec.UNSET
    expected: Any = None


class HandAnswer(msgspec.Struct, gc=False):
    """The printed answer for a hand. Without a yaku or a winning shape, all numbers are 0 and ``pay`` is null.

    Attributes:
        han: 0 for yakuman, as ``fu``; 13 or more for a counted yakuman.
        yakuman: the number of yakuman paid; 0 for a counted yakuman.
        pay: ``7700``, ``2600all`` (dealer's tsumo), ``1300/2600`` (from others / from the dealer).
    """

    id: Any
    han: int = 0
    fu: int = 0
    yakuman: int = 0
    pay: str | None = None


_decoded: Final = msgspec.json.Decoder(HandLine).decode
_encoded: Final = msgspec.json.Encoder().encode


class BadLineError(ValueError):
    """A line of a batch file is not a hand; the text says where and why."""


def score_file(path: Path, ruleset: Ruleset) -> int:
    """Print a ``HandAnswer`` for each line; return 1 if one differs from its expected answer, else 0.

    A summary and the differences go to the error stream.

    Raises:
        BadLineError: a line is not a hand; the answers to earlier lines are printed.
        OSError: the file cannot be read.
    """
    without_reds = ruleset.with_overrides({"scoring.red_fives": False})
    hands = compared = wrong = 0
    with path.open("rb") as lines, _Lines() as answers:
        for number, line in enumerate(lines, 1):
            if line.isspace():
                continue
            try:
                hand = hand_of_line(line)
                win, rules = win_of_line(hand), ruleset if hand.aka else without_reds
                refuse_impossible(win, rules.scoring)
                found = score(win, rules)
            except ValueError as error:
                raise BadLineError(f"{path}:{number}: {error}") from None
            hands += 1
            got = answer(number if hand.id is msgspec.UNSET else hand.id, found)
            answers.add(_encoded(got))
            if isinstance(hand.expected, dict):
                compared += 1
                differing = differences(got, hand.expected)
                wrong += bool(differing)
                if differing:
                    answers.print()
                    sys.stderr.write(f"{path}:{number}: expected {', '.join(differing)}\n")
    sys.stderr.write(
        f"{hands} hands" + (f", {compared - wrong} of {compared} as expected" * bool(compared)) + "\n"
    )
    return ExitStatus.NOT_DONE if wrong else ExitStatus.DONE


class _Lines:
    """Output lines, printed in blocks; the rest is printed at the end, even after an error."""

    def __init__(self) -> None:
        self._lines: list[bytes] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.print()

    def add(self, line: bytes) -> None:
        self._lines.append(line)
        if len(self._lines) == AT_ONCE:
            self.print()

    def print(self) -> None:
        if self._lines:
            self._lines.append(b"")
            sys.stdout.write(b"\n".join(self._lines).decode())
            self._lines.clear()


def hand_of_line(line: bytes) -> HandLine:
    """Read the hand in a line.

    Raises:
        ValueError: the line holds no such object.
    """
    try:
        return _decoded(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:
        # This parser accepts a little more (NaN, other encodings), and gives the position of an error.
        return msgspec.convert(json.loads(line), HandLine)


def answer(name: Any, found: Score | None) -> HandAnswer:
    """Return the answer for a hand of this name; without a win ``found`` is None."""
    if found is None:
        return HandAnswer(name)
    return HandAnswer(name, found.han, found.fu, found.yakuman_counted if found.yakuman else 0, paid(found))


def paid(found: Score) -> str:
    """Return payments in short: ``7700``, ``2600all`` (dealer's tsumo), ``1300/2600`` (from others / the dealer)."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def differences(got: HandAnswer, expected: dict[str, Any]) -> list[str]:
    """Return the differences from an expected answer: ``["han 3", "pay 2000"]``."""
    if expected.get("yaku") is False:
        return [] if got.pay is None else ["no yaku"]
    keys = ("han", "fu", "yakuman", "pay")
    return [
        f"{key} {expected[key]}" for key in keys if key in expected and expected[key] != getattr(got, key)
    ]


def win_of_line(hand: HandLine) -> Win:
    """Return the win that a line describes.

    Raises:
        ValueError: a text does not name tiles.
    """
    if hand.haitei or hand.houtei or hand.tenhou or hand.chiihou or hand.renhou:
        _refuse_misnamed(hand)
    win = hand.win
    tiles = (_FACES[win],) if isinstance(win, int) else _tiles(win)
    if len(tiles) != 1:
        raise ValueError("'win' must be one tile")
    return Win(
        concealed=_tiles(hand.closed),
        tile=tiles[0],
        tsumo=hand.tsumo,
        melds=tuple([_meld_of_line(meld.type, meld.tiles) for meld in hand.melds]) if hand.melds else (),
        seat_wind=_WINDS[hand.seat_wind],
        round_wind=_WINDS[hand.round_wind],
        riichi=2 if hand.double_riichi else int(hand.riichi),
        ippatsu=hand.ippatsu,
        rinshan=hand.rinshan,
        chankan=hand.chankan,
        last_tile=hand.haitei or hand.houtei,
        first_turn=hand.tenhou or hand.chiihou or hand.renhou,
        dora_indicators=_tiles(hand.dora_ind),
        ura_indicators=_tiles(hand.ura_ind),
    )


def _refuse_misnamed(hand: HandLine) -> None:
    """Refuse a name of a win that is won otherwise: houtei by a tsumo, tenhou by South."""
    dealer = _WINDS[hand.seat_wind] == 0
    for name, tsumo, dealers, meant in NAMED_WINS:
        if getattr(hand, name) and (hand.tsumo is not tsumo or dealers not in {None, dealer}):
            raise ValueError(f"{name} is {meant}")


@lru_cache(maxsize=1 << 13)
def _meld_of_line(kind: MeldKind, tiles: tuple[int, ...] | str) -> Meld:
    return meld_of(kind, _tiles(tiles))


def _tiles(value: tuple[int, ...] | str) -> tuple[Tile, ...]:
    return parse_tiles(value) if isinstance(value, str) else tuple(map(_face_of, value))
