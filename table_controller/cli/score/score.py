"""``jantaku score``: scores one hand in words or many from a file; without a winning tile, shows what a hand waits for."""

import argparse
import gc
import json
import sys
from pathlib import Path
from typing import Any, Final

from referee.rules.ruleset import Ruleset, RulesetError
from referee.texts.rule_texts import Misruled
from table_controller.cli.score.batch import WIND_LETTERS, BadLineError, score_file
from wording.terminal.exit_status import ExitStatus

DEFAULT_RULESET: Final = "wrc-2015"
DEFAULT_BATCH_RULESET: Final = "tenhou"
MOST_DIGITS: Final = 9


def add_parser(subparsers: Any) -> argparse.ArgumentParser:
    """Add ``score`` to the commands of ``jantaku``."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "score",
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
    _add_situation(parser)
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


def _add_situation(parser: argparse.ArgumentParser) -> None:
    """Add the options for everything else that a hand's value depends on."""
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


def _count(text: str) -> int:
    if not (text.isdecimal() and len(text) < MOST_DIGITS):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 0 up")
    return int(text)


def run(args: argparse.Namespace) -> int:
    """Score and print; return 0, 1 if there is no win or an expected answer differs, or 2 for wrong input."""
    try:
        default = DEFAULT_RULESET if args.batch is None else DEFAULT_BATCH_RULESET
        ruleset = _ruleset(args.ruleset or default, args.settings)
        if (args.batch is None) == (args.hand is None):
            return _refuse('give either a hand, such as "234m 55p 678s 11222z", or --batch FILE')
        if args.batch is not None:
            gc.freeze()  # modules stay alive: the garbage collector need not scan them again
            return score_file(Path(args.batch), ruleset)
        from table_controller.cli.score import one_hand  # noqa: PLC0415 - a file of hands needs no words

        one = one_hand.wait_of_hand if args.win is None else one_hand.score_hand
        return one(args, ruleset)
    except BadLineError as error:
        sys.stdout.flush()
        return _refuse(str(error))
    except BrokenPipeError:
        raise  # the reader has gone, which is not the input's fault
    except OSError as error:
        return _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        return _refuse(str(error))


def _refuse(reason: str) -> int:
    sys.stderr.write(f"jantaku score: {reason}\n")
    return ExitStatus.UNUSABLE


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
