"""``jantaku score``: what a hand is worth, one in words or many from a file.

A batch file has one JSON object a line. Its keys: ``closed`` (the concealed tiles without the winning one), ``win``,
``melds`` (a list of ``{"type", "tiles"}``), ``tsumo``, ``seat_wind``, ``round_wind`` (0 East to 3 North), ``riichi``,
``double_riichi``, ``ippatsu``, ``rinshan``, ``chankan``, ``haitei``, ``houtei``, ``tenhou``, ``chiihou``, ``renhou``,
``dora_ind``, ``ura_ind``, ``aka`` (false: no red fives) and ``id``; only the first two must be there. Tiles are texts
(``"234m0p"``) or lists of numbers 0-135, of which 16, 52 and 88 are the red fives. Where a line has an ``expected``
answer it is compared: ``han``, ``fu``, ``pay`` (``"7700"``, ``"2600all"``, ``"1300/2600"``), ``yakuman`` (how many are
paid), ``yaku`` false for none.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast, get_args

import config
from referee.hands.names import DORA, YAKU, YAKUMAN
from referee.hands.score import Score, Win, score
from referee.melds import Meld, MeldKind
from referee.ruleset import Ruleset, RulesetError
from referee.tiles import KIND, NAMES, RED_MAN, RED_PIN, RED_SOU, Tile, parse_tile, parse_tiles, tile_names

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

WINDS: Final = ("East", "South", "West", "North")
_LETTERS: Final = "ESWN"
_RED_NUMBERS: Final = {16: RED_MAN, 52: RED_PIN, 88: RED_SOU}
_MELD_KINDS: Final[tuple[str, ...]] = get_args(MeldKind)
_LIMITS: Final = {
    "mangan": "mangan",
    "haneman": "haneman",
    "baiman": "baiman",
    "sanbaiman": "sanbaiman",
    "yakuman": "counted yakuman",
}
_FLAGS: Final = ("ippatsu", "rinshan", "chankan")
_FU: Final = {
    "base": "base",
    "closed_ron": "closed ron",
    "tsumo": "tsumo",
    "open_pinfu": "open hand without other fu",
    "edge_wait": "edge wait",
    "closed_wait": "closed wait",
    "pair_wait": "pair wait",
    "chiitoitsu": "seven pairs",
    "minkou": "open pung",
    "ankou": "concealed pung",
    "minkan": "open kan",
    "ankan": "concealed kan",
    "pair": "pair",
}


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``score`` to the commands of ``jantaku``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "score",
        help="what a hand is worth under a ruleset, in words or as JSON",
        description="What a hand is worth: one hand in words, or a file of hands, one JSON object a line.",
        epilog='example: jantaku score "234m 55p 678s 111z 6p7p" --win 5p --ron --seat S --riichi --dora 4s',
    )
    parser.add_argument(
        "hand", nargs="?", help='concealed tiles without the winning one, "234m 0p 55z" (0: red five)'
    )
    parser.add_argument("--win", metavar="TILE", help="the winning tile")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--ron", action="store_true", help="on another player's tile (the default)")
    how.add_argument("--tsumo", action="store_true", help="on the own draw")
    parser.add_argument(
        "--meld",
        action="append",
        default=[],
        metavar="TILES",
        help='a meld: "123m", "pon 555z", "ankan 1111p"; four equal tiles are a daiminkan if nothing else is said',
    )
    parser.add_argument("--seat", choices=_LETTERS, default="S", help="seat wind (S)")
    parser.add_argument("--round", choices=_LETTERS, default="E", help="round wind (E)")
    parser.add_argument("--riichi", action="store_true")
    parser.add_argument("--double-riichi", action="store_true")
    parser.add_argument("--ippatsu", action="store_true")
    parser.add_argument("--last-tile", action="store_true", help="haitei or houtei")
    parser.add_argument("--rinshan", action="store_true", help="on a rinshan tile")
    parser.add_argument("--chankan", action="store_true", help="by robbing a kan")
    parser.add_argument("--first-turn", action="store_true", help="tenhou, chiihou or renhou")
    parser.add_argument("--dora", default="", metavar="TILES", help="indicators, as they lie")
    parser.add_argument("--ura", default="", metavar="TILES", help="ura dora indicators")
    parser.add_argument(
        "--ruleset", default="wrc-2015", metavar="NAME", help="a preset or a TOML file (wrc-2015)"
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        dest="settings",
        help="change a setting of the ruleset: scoring.red_fives=false",
    )
    parser.add_argument(
        "--batch", metavar="FILE", help="score the hands of this file, one JSON object a line"
    )
    parser.add_argument("--json", action="store_true", help="answer in JSON")
    parser.set_defaults(run=run)
    return parser


def run(args: argparse.Namespace) -> int:
    """Score and print; 0 if all is well, 1 if there is no win or an expected answer differs, 2 for wrong input."""
    try:
        ruleset = _ruleset(args.ruleset, args.settings)
        if args.batch is not None:
            return _batch(Path(args.batch), ruleset)
        if args.hand is None or args.win is None:
            return _refuse("a hand and --win are needed, or --batch FILE")
        win = _win_of_arguments(args)
        found = score(win, ruleset)
    except (ValueError, OSError) as error:
        return _refuse(str(error))
    if args.json:
        sys.stdout.write(json.dumps(as_json(found), ensure_ascii=False) + "\n")
    else:
        sys.stdout.write("\n".join(in_words(win, found, ruleset)) + "\n")
    return 0 if found is not None else 1


def _refuse(reason: str) -> int:
    sys.stderr.write(f"jantaku score: {reason}\n")
    return 2


def _ruleset(name: str, settings: list[str]) -> Ruleset:
    overrides: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise RulesetError(name, setting, "is not KEY=VALUE")
        try:
            overrides[key] = json.loads(text)
        except json.JSONDecodeError:
            overrides[key] = text
    return Ruleset.from_mapping(config.read_ruleset(name)).with_overrides(overrides)


def _win_of_arguments(args: argparse.Namespace) -> Win:
    return Win(
        concealed=parse_tiles(args.hand),
        tile=parse_tile(args.win),
        tsumo=args.tsumo,
        melds=tuple(parse_meld(text) for text in args.meld),
        seat_wind=_LETTERS.index(args.seat),
        round_wind=_LETTERS.index(args.round),
        riichi=2 if args.double_riichi else int(args.riichi),
        ippatsu=args.ippatsu,
        last_tile=args.last_tile,
        rinshan=args.rinshan,
        chankan=args.chankan,
        first_turn=args.first_turn,
        dora_indicators=parse_tiles(args.dora),
        ura_indicators=parse_tiles(args.ura),
    )


def parse_meld(text: str) -> Meld:
    """The meld of a text such as ``"123m"``, ``"pon 555z"`` or ``"ankan 1111p"``.

    Raises:
        ValueError: not a kind of meld, or no tiles.
    """
    word, _, rest = text.strip().partition(" ")
    tiles = parse_tiles(rest or word)
    if rest:
        return _meld(word, tiles)
    same = len({KIND[tile] for tile in tiles}) == 1
    return _meld(("daiminkan" if len(tiles) == 4 else "pon") if same else "chi", tiles)


def _meld(kind: str, tiles: tuple[Tile, ...]) -> Meld:
    if kind not in _MELD_KINDS:
        raise ValueError(f"not a kind of meld: {kind!r} ({', '.join(_MELD_KINDS)})")
    return Meld(cast("MeldKind", kind), tuple(sorted(tiles, key=lambda tile: KIND[tile])))


def _batch(path: Path, ruleset: Ruleset) -> int:
    """Score the hands of a file; a summary goes to the error stream."""
    without_reds = ruleset.with_overrides({"scoring.red_fives": False})
    hands = compared = 0
    wrong = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            try:
                hand = json.loads(line)
                found = score(win_of_line(hand), ruleset if hand.get("aka", True) else without_reds)
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else str(error)
                return _refuse(f"{path}:{number}: {reason}")
            hands += 1
            answer = {"id": hand.get("id", number), **as_json(found)}
            if "expected" in hand:
                compared += 1
                answer["differs"] = list(differences(found, hand["expected"]))
                if answer["differs"]:
                    wrong.append(str(answer["id"]))
            sys.stdout.write(json.dumps(answer, ensure_ascii=False) + "\n")
    summary = f"{hands} hands"
    if compared:
        summary += f", {compared - len(wrong)} of {compared} as expected"
    if wrong:
        summary += f"; not: {', '.join(wrong[:20])}"
    sys.stderr.write(summary + "\n")
    return 1 if wrong else 0


def win_of_line(hand: dict[str, Any]) -> Win:
    """The win of a line of a batch file.

    Raises:
        KeyError: ``closed`` or ``win`` is missing.
        ValueError: a tile or meld is none.
    """
    (tile,) = _tiles(hand["win"])
    return Win(
        concealed=_tiles(hand["closed"]),
        tile=tile,
        tsumo=bool(hand.get("tsumo")),
        melds=tuple(_meld(meld["type"], _tiles(meld["tiles"])) for meld in hand.get("melds", ())),
        seat_wind=_wind(hand.get("seat_wind", 0)),
        round_wind=_wind(hand.get("round_wind", 0)),
        riichi=2 if hand.get("double_riichi") else int(bool(hand.get("riichi"))),
        last_tile=bool(hand.get("haitei") or hand.get("houtei")),
        first_turn=bool(hand.get("tenhou") or hand.get("chiihou") or hand.get("renhou")),
        dora_indicators=_tiles(hand.get("dora_ind", ())),
        ura_indicators=_tiles(hand.get("ura_ind", ())),
        **{flag: bool(hand.get(flag)) for flag in _FLAGS},
    )


def _wind(value: Any) -> int:
    wind = _LETTERS.find(value) if isinstance(value, str) and len(value) == 1 else value
    if wind not in {0, 1, 2, 3}:
        raise ValueError(f"not a wind: {value!r} (0-3 or E, S, W, N)")
    return int(wind)


def _tiles(value: Any) -> tuple[Tile, ...]:
    if isinstance(value, str):
        return parse_tiles(value)
    numbers = [value] if isinstance(value, int) else list(value)
    for number in numbers:
        if not isinstance(number, int) or not 0 <= number < 136:
            raise ValueError(f"not a tile: {number!r} (0-135)")
    return tuple(_RED_NUMBERS.get(number, number // 4) for number in numbers)


def paid(found: Score) -> str:
    """Payments in short: ``7700``, ``2600all`` (dealer's tsumo), ``1300/2600`` (from others / from the dealer)."""
    if found.ron:
        return str(found.ron)
    return f"{found.from_other}/{found.from_dealer}" if found.from_dealer else f"{found.from_other}all"


def differences(found: Score | None, expected: dict[str, Any]) -> Iterator[str]:
    """What an expected answer says otherwise."""
    if expected.get("yaku") is False or found is None:
        if (found is None) != (expected.get("yaku") is False):
            yield "a win" if found is None else "no yaku"
        return
    got = {"han": found.han, "fu": found.fu, "pay": paid(found), "yakuman": found.yakuman_counted}
    for key, value in got.items():
        if key in expected and expected[key] != value:
            yield f"{key} {expected[key]}"


def as_json(found: Score | None) -> dict[str, Any]:
    """The score as a mapping; ``{"win": false}`` where there is none."""
    if found is None:
        return {"win": False}
    return {
        "win": True,
        "yaku": dict(found.yaku),
        "yakuman": list(found.yakuman),
        "yakuman_counted": found.yakuman_counted,
        "han": found.han,
        "fu": found.fu,
        "fu_items": [[name, fu] for name, fu in found.fu_items],
        "limit": found.limit,
        "base": found.base,
        "pay": paid(found),
        "ron": found.ron,
        "from_dealer": found.from_dealer,
        "from_other": found.from_other,
        "points": found.points,
    }


def in_words(win: Win, found: Score | None, ruleset: Ruleset) -> Iterator[str]:
    """The score as people explain it, line by line."""
    shown = " ".join([*tile_names(win.concealed), "+", NAMES[win.tile]])
    melds = "".join(f", {meld.kind} {' '.join(tile_names(meld.tiles))}" for meld in win.melds)
    yield f"{shown}{melds}"
    how = "tsumo" if win.tsumo else "ron"
    yield f"{WINDS[win.seat_wind]} in the {WINDS[win.round_wind]} round, by {how}; {ruleset.title}"
    if found is None:
        yield "No win: the tiles have no winning shape or the hand has no yaku."
        return
    yield from _worth(found)
    if found.ron:
        yield f"The discarder pays {found.ron}."
    elif found.from_dealer:
        yield f"The dealer pays {found.from_dealer}, the others {found.from_other} each: {found.points}."
    else:
        yield f"Each pays {found.from_other}: {found.points}."


def _worth(found: Score) -> Iterator[str]:
    if found.yakuman:
        for name in dict.fromkeys(found.yakuman):
            twice = " (counts twice)" if found.yakuman.count(name) == 2 else ""
            yield f"  {YAKUMAN[name]}{twice}"
        if found.yakuman_counted < len(found.yakuman):
            yield "  Yakuman do not add up."
        yield f"{found.yakuman_counted} yakuman."
        return
    for name, han in found.yaku:
        yield f"  {(YAKU | DORA)[name]:<20}{han}"
    yield f"{found.han} han"
    if found.fu_items:
        items = ", ".join(f"{_fu_name(name)} {fu}" for name, fu in found.fu_items)
        total = sum(fu for _, fu in found.fu_items)
        yield f"{found.fu} fu: {items}" + (f" = {total}, rounded up" if total != found.fu else "")
    if found.limit:
        yield f"{_LIMITS[found.limit].capitalize()}."
    else:
        yield f"Base value {found.fu} x 2^{found.han + 2} = {found.base}."


def _fu_name(item: str) -> str:
    name, _, tile = item.partition(" ")
    return f"{_FU[name]} of {tile}" if tile else _FU[name]
