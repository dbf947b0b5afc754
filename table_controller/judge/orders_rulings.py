"""Orders that rule: on a finding, or on a player for what only people saw (WRC 7, MJ 3.4, SAI 53-55)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final, get_args

from referee.fouls import CATALOGUE
from referee.judge_observations import Outcome
from referee.observations import Ruling
from table_controller.judge.errors import OrderError
from table_controller.judge.order import (
    ENDS_HAND,
    MEANT_SEAT,
    Order,
    Request,
    add_choice,
    given,
    hyphened,
    number,
)
from table_controller.judge.words import grade_words, plain, rule_words

if TYPE_CHECKING:
    import argparse

    from table_controller.judge.hall import Json, Table
    from table_controller.judge.order import OrderParser

RULINGS: Final = get_args(Ruling)
GRADES: Final = tuple(word for word in RULINGS if word not in {"accepted", "dismissed", "void"})
VOIDING: Final = frozenset({"end", "chombo", "void"})
"""Rulings that make the hand that is played void."""
OUTCOMES: Final = get_args(Outcome)


def _asks(ruling: str) -> str:
    if ruling in VOIDING:
        return ENDS_HAND
    return "The player plays no more." if ruling == "disqualified" else ""


def _add_common(parser: OrderParser) -> None:
    parser.add_argument("--resume", action="store_true", help="play goes on at once")
    parser.add_argument("--force", action="store_true", help="though the rulebook has it otherwise")


def _add_on_finding(parser: OrderParser) -> None:
    parser.add_argument("finding", type=number, metavar="FINDING", help="its number, as findings shows it")


def _add_besides(parser: OrderParser) -> None:
    parser.add_argument("--seat", help=f"another player at fault as well: {MEANT_SEAT}")
    _add_common(parser)


def _add_on_player(parser: OrderParser) -> None:
    parser.add_argument("seat", nargs="?", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument("--finding", type=number, metavar="FINDING", help="what for; alone: its offender")
    _add_common(parser)


def _ruling(ruling: str, options: argparse.Namespace, table: Table, *, said: bool = False) -> Request:
    """A ruling on a finding, a player or both; ``said`` where the command's name does not tell it."""
    arguments: Json = given(options, "force", "resume")
    about, effect = [], ruling
    if options.finding is not None:
        finding = table.finding(options.finding)
        arguments["finding"] = options.finding
        about.append(f"finding {options.finding} ({rule_words(finding)})")
        if options.seat is None:
            about.append(table.who(finding.get("seat")))
        if ruling == "accepted":
            effect = str(finding.get("grade"))
    if options.seat is not None:
        arguments["seat"] = table.seat(options.seat)
        about.append(table.who(arguments["seat"]))
    if not about and ruling != "void":
        raise OrderError("whose is it? say a player or --finding")
    if said:
        arguments["ruling"] = ruling
    words = plain(ruling) if ruling == effect else f"{plain(ruling)}, {plain(effect)}"
    return Request(arguments, ": ".join((*about, words)), _asks(effect))


def _change_grade(options: argparse.Namespace, table: Table) -> Request:
    made = _ruling(options.grade, options, table)
    return Request({**made.arguments, "grade": options.grade}, made.says, made.asks)


def _add_change(parser: OrderParser) -> None:
    _add_on_finding(parser)
    add_choice(parser, "grade", GRADES, "; ".join(grade_words(grade) for grade in GRADES))
    _add_besides(parser)


def _rule(options: argparse.Namespace, table: Table) -> Request:
    return _ruling(options.ruling, options, table, said=True)


def _add_rule(parser: OrderParser) -> None:
    add_choice(parser, "ruling", RULINGS, ", ".join(hyphened(ruling) for ruling in RULINGS))
    parser.add_argument("--seat", help=MEANT_SEAT)
    parser.add_argument("--finding", type=number, help="its number, as findings shows it")
    _add_common(parser)


def _foul(options: argparse.Namespace, table: Table) -> Request:
    seat = table.seat(options.seat)
    arguments: Json = {
        "rule": options.rule,
        "seat": seat,
        **given(options, "tiles", "minutes", "ruling", "resume"),
    }
    says = f"{table.who(seat)}: {CATALOGUE[options.rule].words}"
    asks = "This may end the hand." if options.ruling == "accepted" else _asks(options.ruling or "")
    return Request(arguments, says, asks)


def _add_foul(parser: OrderParser) -> None:
    add_choice(
        parser, "rule", tuple(CATALOGUE), "a foul of the catalogue: jantaku rules fouls NAME lists them"
    )
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument(
        "--tiles", type=number, metavar="COUNT", help="how many, where the grade depends on it"
    )
    parser.add_argument("--minutes", type=number, metavar="COUNT", help="of who comes late")
    add_choice(parser, "--ruling", RULINGS, "rule on it at once: accepted, or a grade")
    parser.add_argument("--resume", action="store_true", help="with --ruling: play goes on at once")


def _replace(options: argparse.Namespace, table: Table) -> Request:
    seat, name = table.seat(options.seat), " ".join(options.name)
    return Request({"seat": seat, "name": name}, f"{name} plays on for {table.who(seat)}")


def _add_replace(parser: OrderParser) -> None:
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument("name", nargs="+", metavar="NAME", help="who plays on")


def _appeal(options: argparse.Namespace, table: Table) -> Request:
    seat = table.seat(options.seat)
    arguments: Json = {"seat": seat, "outcome": options.outcome, **given(options, "finding")}
    on = "" if options.finding is None else f" against finding {options.finding}"
    if options.finding is not None:
        table.finding(options.finding)
    return Request(arguments, f"appeal of {table.who(seat)}{on}: {options.outcome}")


def _add_appeal(parser: OrderParser) -> None:
    parser.add_argument("seat", metavar="SEAT", help=MEANT_SEAT)
    parser.add_argument("--finding", type=number, help="against the ruling on it")
    parser.add_argument("--outcome", choices=OUTCOMES, default="open", help="open if it is not decided yet")


def _simply(says: str, asks: str = "") -> partial[Request]:
    return partial(_same, says, asks)


def _same(says: str, asks: str, _options: argparse.Namespace, _table: Table) -> Request:
    return Request({}, says, asks)


def _add_accept(parser: OrderParser) -> None:
    _add_on_finding(parser)
    _add_besides(parser)


def _add_dismiss(parser: OrderParser) -> None:
    parser.add_argument("finding", nargs="?", type=number, metavar="FINDING", help="its number")
    parser.add_argument("--seat", help=f"alone: whose newest ruling is taken back: {MEANT_SEAT}")
    _add_common(parser)


def _on_player(command: str, ruling: str, text: str) -> Order:
    return Order(command, text, partial(_ruling, ruling), _add_on_player)


ORDERS: Final = (
    Order("accept", "rule on a finding as it is proposed", partial(_ruling, "accepted"), _add_accept),
    Order("change_grade", "rule on a finding with another grade", _change_grade, _add_change, GRADES),
    Order(
        "dismiss",
        "a finding is none; without one the newest ruling on a player is taken back",
        partial(_ruling, "dismissed"),
        _add_dismiss,
    ),
    Order("foul", "enter a foul that only people saw", _foul, _add_foul, tuple(CATALOGUE)),
    _on_player("guide", "guidance", "guidance to a player: recorded, play goes on"),
    _on_player("warn", "warning", "warn a player: counted until the end of the hanchan"),
    _on_player("dead_hand", "dead_hand", "a player's hand is dead to the end of the hand"),
    _on_player("chombo", "chombo", "chombo of a player: the hand is void and played again"),
    _on_player("disqualify", "disqualified", "a player plays no more"),
    Order("rule", "any ruling, on a finding or a player", _rule, _add_rule, RULINGS),
    Order(
        "redeal",
        "deal the hand again, before anybody has discarded",
        _simply("the hand is dealt again", ENDS_HAND),
    ),
    Order(
        "void_hand",
        "the hand is void and played again, nobody's fault",
        _simply("the hand is void", ENDS_HAND),
    ),
    Order("stop", "stop play", _simply("play stops")),
    Order("resume", "play goes on, whatever stopped it", _simply("play goes on")),
    Order("replace_player", "somebody else plays on", _replace, _add_replace),
    Order("appeal", "a player appeals, or the appeal is decided", _appeal, _add_appeal, OUTCOMES),
)
