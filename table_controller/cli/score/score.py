"""``jantaku score``: what a hand is worth, one hand in words or many from a file; without a winning tile, what it waits for."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from referee.game.liability import FED, feedable, has_liability
from referee.hands.payments import PaidWin, win_changes
from referee.hands.score import score
from referee.hands.sections import section_of
from referee.hands.waits import waiting
from referee.hands.win import Win, contradiction
from referee.rules.ruleset import Ruleset, RulesetError
from referee.texts.rule_texts import Misruled
from referee.tiles import KIND, KINDS, NAMES, Tile, parse_tile, parse_tiles
from table_controller.cli.score.batch import WIND_LETTERS, BadLineError, meld_of, score_file
from table_controller.cli.score.words import Payment, as_json, in_words, waits_as_json, waits_in_words
from table_controller.terminal.exit_status import ExitStatus

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Mapping

    from referee.hands.win import Contradiction, Score
    from referee.melds import Meld

DEFAULT_RULESET: Final = "wrc-2015"
DEFAULT_BATCH_RULESET: Final = "tenhou"
CONTRADICTIONS: Final[Mapping[Contradiction, str]] = {
    "riichi_open": "riichi needs a closed hand",
    "riichi_first_turn": "--riichi and --first-turn exclude each other",
    "ippatsu_without_riichi": "--ippatsu needs --riichi",
    "ippatsu_rinshan": "--ippatsu and --rinshan exclude each other",
    "rinshan_ron": "--rinshan needs --tsumo",
    "rinshan_without_kan": "--rinshan needs a kan",
    "chankan_tsumo": "--chankan is a ron",
    "first_turn_last_tile": "--first-turn and --last-tile exclude each other",
    "first_turn_chankan": "--first-turn and --chankan exclude each other",
    "first_turn_meld": "--first-turn needs an unbroken first turn: no meld",
}


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``score`` to the commands of ``jantaku``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "score",
        help="what a hand is worth under a ruleset, in words or as JSON",
        description="What a hand is worth: one hand in words, or a file of hands, one JSON object a line. "
        "Without --win: what the hand waits for.",
        epilog='example: jantaku score "234m 55p 678s 111z" --win 5p --ron --seat S --meld 777z --dora 4s --honba 1',
    )
    parser.add_argument(
        "hand",
        nargs="?",
        help='concealed tiles, with or without the winning one: "234m 0p 55z" (0: red five; 1z-7z: winds, dragons)',
    )
    parser.add_argument("--win", metavar="TILE", help="the winning tile")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--ron", action="store_true", help="on another player's tile (the default)")
    how.add_argument("--tsumo", action="store_true", help="on the winner's own draw")
    parser.add_argument(
        "--meld",
        action="append",
        default=[],
        metavar="TILES",
        help='a meld: "123m", "pon 555z", "ankan 1111p"; four equal tiles are a daiminkan if nothing else is said',
    )
    for option, default, what in (("--seat", "S", "seat wind (S)"), ("--round", "E", "round wind (E)")):
        parser.add_argument(option, type=str.upper, choices=WIND_LETTERS, default=default, help=what)
    parser.add_argument("--riichi", action="store_true")
    parser.add_argument("--double-riichi", action="store_true")
    parser.add_argument("--ippatsu", action="store_true")
    parser.add_argument("--last-tile", action="store_true", help="haitei or houtei")
    parser.add_argument("--rinshan", action="store_true", help="on a rinshan tile")
    parser.add_argument("--chankan", action="store_true", help="by robbing a kan")
    parser.add_argument("--first-turn", action="store_true", help="tenhou, chiihou or renhou")
    parser.add_argument("--mixed-in", action="store_true", help="the tile of a tsumo was not kept apart")
    parser.add_argument("--dora", default="", metavar="TILES", help="indicators, as they lie")
    parser.add_argument("--ura", default="", metavar="TILES", help="ura dora indicators")
    parser.add_argument("--honba", type=_count, default=0, metavar="N", help="counters on the table")
    parser.add_argument("--bets", type=_count, default=0, metavar="N", help="riichi bets on the table")
    parser.add_argument(
        "--from", type=str.upper, choices=WIND_LETTERS, dest="discarder", help="seat wind of the discarder"
    )
    parser.add_argument(
        "--liable", type=str.upper, choices=WIND_LETTERS, help="seat wind of a liable player (pao)"
    )
    parser.add_argument(
        "--ruleset",
        metavar="NAME",
        help=f"a preset or a TOML file ({DEFAULT_RULESET}; with --batch {DEFAULT_BATCH_RULESET})",
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


def _count(text: str) -> int:
    if not text.isdecimal():
        raise ValueError(text)
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Score and print; 0 if all is well, 1 if there is no win or an expected answer differs, 2 for wrong input."""
    try:
        default = DEFAULT_RULESET if args.batch is None else DEFAULT_BATCH_RULESET
        ruleset = _ruleset(args.ruleset or default, args.settings)
        if (args.batch is None) == (args.hand is None):
            return _refuse('give either a hand, such as "234m 55p 678s 11222z", or --batch FILE')
        if args.batch is not None:
            return score_file(Path(args.batch), ruleset)
        return _waits(args, ruleset) if args.win is None else _score(args, ruleset)
    except BadLineError as error:
        sys.stdout.flush()
        return _refuse(str(error))
    except BrokenPipeError:
        raise  # nobody reads on, which is not the input's fault
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _refuse(str(error))


def _refuse(reason: str) -> int:
    sys.stderr.write(f"jantaku score: {reason}\n")
    return ExitStatus.UNUSABLE


def _print(args: argparse.Namespace, mapping: dict[str, Any], words: Iterable[str]) -> None:
    said = json.dumps(mapping, ensure_ascii=False) if args.json else "\n".join(words)
    sys.stdout.write(said + "\n")


def _score(args: argparse.Namespace, ruleset: Ruleset) -> int:
    win = _win_of_arguments(args, ruleset)
    found = score(win, ruleset)
    payment = None if found is None else _payment(args, win, found, ruleset)
    _print(args, as_json(win, found, payment, ruleset), in_words(win, found, payment, ruleset))
    return ExitStatus.DONE if found is not None else ExitStatus.NOT_DONE


def _waits(args: argparse.Namespace, ruleset: Ruleset) -> int:
    tiles, melds = parse_tiles(args.hand), _melds(args.meld)
    if len(tiles) + 3 * len(melds) == 14:
        raise ValueError("--win is needed to score; a hand that waits has a tile less")
    counts = [0] * len(NAMES)
    for tile in tiles:
        counts[KIND[tile]] += 1
    if counts.pop():
        raise ValueError("a tile of the hand is not known")
    if max(counts) > 4:
        raise ValueError("five tiles of a kind")
    found = waiting(counts[:KINDS], melds, ruleset)
    _print(args, waits_as_json(found, ruleset), waits_in_words(found, ruleset))
    return ExitStatus.DONE if found.tenpai else ExitStatus.NOT_DONE


def _ruleset(name: str, settings: list[str]) -> Ruleset:
    overrides: dict[str, Any] = {}
    for setting in settings:
        key, equals, text = setting.partition("=")
        if not equals:
            raise RulesetError(name, setting, Misruled.no_pair())
        try:
            overrides[key] = json.loads(text)
        except json.JSONDecodeError:
            overrides[key] = text
    return Ruleset.read(name).with_overrides(overrides)


def _win_of_arguments(args: argparse.Namespace, ruleset: Ruleset) -> Win:
    melds = _melds(args.meld)
    tile = parse_tile(args.win)
    win = Win(
        concealed=_without_winning_tile(parse_tiles(args.hand), tile, len(melds)),
        tile=tile,
        tsumo=args.tsumo,
        melds=melds,
        seat_wind=WIND_LETTERS.index(args.seat),
        round_wind=WIND_LETTERS.index(args.round),
        riichi=2 if args.double_riichi else int(args.riichi),
        ippatsu=args.ippatsu,
        last_tile=args.last_tile,
        rinshan=args.rinshan,
        chankan=args.chankan,
        first_turn=args.first_turn,
        dora_indicators=parse_tiles(args.dora),
        ura_indicators=parse_tiles(args.ura),
        tile_apart=not args.mixed_in,
    )
    _refuse_contradictions(win, ruleset)
    return win


def _without_winning_tile(tiles: tuple[Tile, ...], tile: Tile, melds: int) -> tuple[Tile, ...]:
    """The concealed tiles without the winning one, which may be among them."""
    wanted = 13 - 3 * melds
    if len(tiles) == wanted:
        return tiles
    if len(tiles) != wanted + 1:
        raise ValueError(
            f"{len(tiles)} concealed tiles and {melds} melds do not make a hand: "
            f"{wanted} are needed, or {wanted + 1} with the winning tile"
        )
    if tile not in tiles:
        raise ValueError(f"the winning tile {NAMES[tile]} is not among the {len(tiles)} concealed tiles")
    rest = list(tiles)
    rest.remove(tile)
    return tuple(rest)


def _refuse_contradictions(win: Win, ruleset: Ruleset) -> None:
    found = contradiction(win, ruleset.scoring)
    if found is not None:
        raise ValueError(CONTRADICTIONS[found])
    if win.ura_indicators and not win.riichi:
        raise ValueError("--ura needs --riichi")
    if not win.tile_apart and not win.tsumo:
        raise ValueError("--mixed-in needs --tsumo")


def _payment(args: argparse.Namespace, win: Win, found: Score, ruleset: Ruleset) -> Payment:
    winner = win.seat_wind
    discarder = None if args.discarder is None else WIND_LETTERS.index(args.discarder)
    liable = None if args.liable is None else WIND_LETTERS.index(args.liable)
    if win.tsumo and discarder is not None:
        raise ValueError("--from needs --ron")
    if winner in {discarder, liable}:
        raise ValueError("the winner neither discards the tile nor is liable")
    fed = "" if liable is None else _fed_yakuman(win, found, ruleset)
    someone = next(seat for seat in range(4) if seat not in {winner, liable})
    source = winner if win.tsumo else someone if discarder is None else discarder
    paid = PaidWin(
        winner=winner,
        source=source,
        score=found,
        liable=() if liable is None else ((fed, liable),),
    )
    changes = win_changes([paid], dealer=0, honba=args.honba, bets=args.bets, ruleset=ruleset)
    return Payment(changes, discarder, liable, args.honba, args.bets)


def _fed_yakuman(win: Win, found: Score, ruleset: Ruleset) -> str:
    """The yakuman for which somebody is liable, by the ruleset and the open melds."""
    section = section_of("liability", ruleset.sources)
    won = [name for name in FED if name in found.yakuman]
    if not won:
        raise ValueError(f"--liable: a liability is only possible for {', '.join(FED)}")
    known = [name for name in won if has_liability(name, ruleset)]
    if not known:
        raise ValueError(f"--liable: {ruleset.title} has no liability for {' or '.join(won)} ({section})")
    fed = [name for name in known if name in feedable(win.melds, ruleset)]
    if not fed:
        raise ValueError(
            f"--liable: by the melds nobody fed the last set of {' or '.join(known)} ({section})"
        )
    return fed[0]


def _melds(texts: list[str]) -> tuple[Meld, ...]:
    return tuple(parse_meld(text) for text in texts)


def parse_meld(text: str) -> Meld:
    """The meld of a text such as ``"123m"``, ``"pon 555z"`` or ``"ankan 1111p"``.

    Raises:
        ValueError: not a kind of meld, or no tiles.
    """
    word, _, rest = text.strip().partition(" ")
    tiles = parse_tiles(rest or word)
    if rest:
        return meld_of(word, tiles)
    same = len({KIND[tile] for tile in tiles}) == 1
    return meld_of(("daiminkan" if len(tiles) == 4 else "pon") if same else "chi", tiles)
