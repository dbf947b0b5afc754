"""Files of hands for ``jantaku score --batch``: one JSON object per line in, one per line out.

Keys of a line: ``closed`` (the concealed tiles without the winning one), ``win``, ``melds`` (a list of
``{"type", "tiles"}``), ``tsumo``, ``seat_wind``, ``round_wind`` (0 East to 3 North, or E, S, W, N), ``riichi``,
``double_riichi``, ``ippatsu``, ``rinshan``, ``chankan``, ``haitei``, ``houtei``, ``tenhou``, ``chiihou``, ``renhou``,
``dora_ind``, ``ura_ind``, ``aka`` (false: no red fives) and ``id``; only the first two are required. Tiles are texts
(``"234m0p"``) or lists of numbers 0-135, of which 16, 52 and 88 are the red fives. If a line has an ``expected``
answer, it is compared: ``han``, ``fu``, ``pay``, ``yakuman``, ``yaku`` false for none.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final, cast, get_args

import msgspec

from referee.hands.score import score
from referee.hands.win import Win
from referee.melds import Meld, MeldKind
from referee.tiles import KIND, RED_MAN, RED_PIN, RED_SOU, Tile, parse_tiles
from table_controller.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    from pathlib import Path

    from referee.hands.win import Score
    from referee.rules.ruleset import Ruleset

WIND_LETTERS: Final = "ESWN"
MELD_KINDS: Final[tuple[str, ...]] = get_args(MeldKind)
_RED_NUMBERS: Final = {16: RED_MAN, 52: RED_PIN, 88: RED_SOU}
_FACES: Final = {number: _RED_NUMBERS.get(number, number // 4) for number in range(136)}
_NUMBERS: Final = frozenset({int})
"""The types of a tile's number: true and 1.0 are none, though they equal 1."""
_kind_of: Final = KIND.__getitem__
_decoded: Final = msgspec.json.Decoder().decode
_encoded: Final = json.JSONEncoder(ensure_ascii=False).encode


class BadLineError(ValueError):
    """A line of a batch file is not a hand; the text says where and why."""


def score_file(path: Path, ruleset: Ruleset) -> int:
    """Print ``{"id","han","fu","yakuman","pay"}`` for each line; 1 if one differs from its expected answer, else 0.

    A summary and the differences go to the error stream.

    Raises:
        BadLineError: a line is not a hand; the answers to earlier lines are printed.
        OSError: the file cannot be read.
    """
    without_reds = ruleset.with_overrides({"scoring.red_fives": False})
    hands = compared = wrong = 0
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                hand = _object(line)
                win = win_of_line(hand)
                found = score(win, ruleset if _flag(hand, "aka", True) else without_reds)
            except ValueError as error:
                raise BadLineError(f"{path}:{number}: {error}") from None
            hands += 1
            got = answer(hand.get("id", number), found)
            sys.stdout.write(_encoded(got) + "\n")
            expected = hand.get("expected")
            if isinstance(expected, dict):
                compared += 1
                said = differences(got, expected)
                wrong += bool(said)
                if said:
                    sys.stderr.write(f"{path}:{number}: expected {', '.join(said)}\n")
    sys.stderr.write(
        f"{hands} hands" + (f", {compared - wrong} of {compared} as expected" * bool(compared)) + "\n"
    )
    return ExitStatus.NOT_DONE if wrong else ExitStatus.DONE


def _object(line: bytes) -> dict[str, Any]:
    try:
        hand = _decoded(line)
    except msgspec.DecodeError:
        # It takes a little more (NaN, other encodings), and says where it stops.
        hand = json.loads(line)
    if not isinstance(hand, dict):
        raise BadLineError("is not a JSON object")
    return hand


def answer(name: Any, found: Score | None) -> dict[str, Any]:
    """The answer printed for a hand.

    ``yakuman`` is how many are paid: 0 for a counted yakuman, whose ``han`` are 13 or more, while ``han`` and ``fu`` of
    yakuman are 0. Without a yaku or a winning shape all are 0 and ``pay`` is null.
    """
    if found is None:
        return {"id": name, "han": 0, "fu": 0, "yakuman": 0, "pay": None}
    number = found.yakuman_counted if found.yakuman else 0
    return {"id": name, "han": found.han, "fu": found.fu, "yakuman": number, "pay": paid(found)}


def paid(found: Score) -> str:
    """Payments in short: ``7700``, ``2600all`` (dealer's tsumo), ``1300/2600`` (from others / from the dealer)."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def differences(got: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """The differences to an expected answer: ``["han 3", "pay 2000"]``."""
    if expected.get("yaku") is False:
        return [] if got["pay"] is None else ["no yaku"]
    keys = ("han", "fu", "yakuman", "pay")
    return [f"{key} {expected[key]}" for key in keys if key in expected and expected[key] != got[key]]


def win_of_line(hand: dict[str, Any]) -> Win:
    """The win of a line.

    Raises:
        ValueError: a key is missing, or a tile, meld, wind or flag is none.
    """
    for key in ("closed", "win"):
        if key not in hand:
            raise ValueError(f"{key!r} is missing")
    winning = _tiles(hand["win"], "win")
    if len(winning) != 1:
        raise ValueError("'win' must be one tile")
    return Win(
        concealed=_tiles(hand["closed"], "closed"),
        tile=winning[0],
        tsumo=_flag(hand, "tsumo"),
        melds=_melds(hand.get("melds", [])),
        seat_wind=_wind(hand.get("seat_wind", 0)),
        round_wind=_wind(hand.get("round_wind", 0)),
        riichi=2 if _flag(hand, "double_riichi") else int(_flag(hand, "riichi")),
        ippatsu=_flag(hand, "ippatsu"),
        rinshan=_flag(hand, "rinshan"),
        chankan=_flag(hand, "chankan"),
        last_tile=_flag(hand, "haitei") or _flag(hand, "houtei"),
        first_turn=_flag(hand, "tenhou") or _flag(hand, "chiihou") or _flag(hand, "renhou"),
        dora_indicators=_tiles(hand.get("dora_ind", []), "dora_ind"),
        ura_indicators=_tiles(hand.get("ura_ind", []), "ura_ind"),
    )


def meld_of(kind: str, tiles: tuple[Tile, ...]) -> Meld:
    """A meld of these tiles, which need not be sorted.

    Raises:
        ValueError: not a kind of meld. The scorer decides whether the tiles make one.
    """
    if kind not in MELD_KINDS:
        raise ValueError(f"not a kind of meld: {kind!r} ({', '.join(MELD_KINDS)})")
    return Meld(cast("MeldKind", kind), tuple(sorted(tiles, key=_kind_of)))


def _melds(value: Any) -> tuple[Meld, ...]:
    if not isinstance(value, list) or not all(isinstance(meld, dict) for meld in value):
        raise ValueError("'melds' must be a list of objects")
    for meld in value:
        if "type" not in meld or "tiles" not in meld:
            raise ValueError("a meld needs 'type' and 'tiles'")
    return tuple([meld_of(str(meld["type"]), _tiles(meld["tiles"], "tiles")) for meld in value])


def _flag(hand: dict[str, Any], key: str, default: bool = False) -> bool:
    value = hand.get(key, default)
    if value is True or value is False:
        return value
    raise BadLineError(f"{key!r} must be true or false, not {value!r}")


def _wind(value: Any) -> int:
    wind = WIND_LETTERS.find(value) if isinstance(value, str) and len(value) == 1 else value
    if type(wind) is not int or wind not in range(4):
        raise ValueError(f"not a wind: {value!r} (0-3 or E, S, W, N)")
    return wind


def _tiles(value: Any, key: str) -> tuple[Tile, ...]:
    if isinstance(value, str):
        return parse_tiles(value)
    numbers = value if isinstance(value, list) else [value]
    if _NUMBERS.issuperset(map(type, numbers)):
        try:
            return tuple([_FACES[number] for number in numbers])
        except KeyError:
            pass
    wrong = next(number for number in numbers if type(number) is not int or number not in _FACES)
    raise ValueError(f"{key!r}: not a tile: {wrong!r} (0-135)")
