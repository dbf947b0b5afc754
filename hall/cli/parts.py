"""The command line of what ``jantaku hall`` does with a store instead of collecting, and of seating plans.

Each parser's ``carry_out`` names the function that does it, as ``MODULE:FUNCTION``.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from wording.command_line.numbers import whole

RECORDS: Final = 30
"""The number of games whose sum clubs publish."""
TRIED: Final = 20


def add_reading(what: Any) -> Iterator[argparse.ArgumentParser]:
    """Add what needs the store alone, and yield the parser of each."""
    status = what.add_parser("status", help="what the store holds, and which notices are open")
    status.add_argument("--json", action="store_true", help="for programs")
    head = what.add_parser(
        "head", help="where a table's journal ends, for `jantaku journal verify --against`"
    )
    head.add_argument("--table", required=True, metavar="NAME", help="which table; status lists them")
    head.add_argument(
        "--branch", type=whole(), metavar="N", help="which of its branches (default: the newest)"
    )
    export = what.add_parser("export", help="the games as Parquet files, for analysis")
    export.add_argument("--out", type=Path, required=True, metavar="DIR", help="where the files go")
    resolve = what.add_parser("resolve", help="note that a notice was seen to")
    resolve.add_argument(
        "--notice", type=whole(), required=True, metavar="N", help="its number; status lists them"
    )
    for name, part in {"status": status, "head": head, "export": export, "resolve": resolve}.items():
        part.set_defaults(carry_out=f"hall.cli.reading:{name}")
        yield part


def add_tournament(what: Any) -> Iterator[argparse.ArgumentParser]:
    """Add what is done with whole tournaments, and yield the parser of each."""
    tournament = what.add_parser(
        "tournament", help="tournaments: shown, taken to another hall, a player forgotten"
    )
    below = tournament.add_subparsers(metavar="WHAT", required=True)

    def add(name: str, function: str, text: str) -> argparse.ArgumentParser:
        part: argparse.ArgumentParser = below.add_parser(name, help=text)
        part.set_defaults(carry_out=f"hall.cli.tournament:{function}")
        return part

    shown = add("list", "show_list", "all tournaments")
    records = add(
        "records", "show_records", "each player's last games, rating and records over all tournaments"
    )
    records.add_argument(
        "games",
        type=whole(most=99_999),
        nargs="?",
        default=RECORDS,
        metavar="GAMES",
        help=f"how many (default: {RECORDS})",
    )
    repair = add("repair", "show_repair", "the seats that a repair of the plan would change")
    export = add("export", "export", "write a whole tournament into a file")
    for part in (repair, export):
        part.add_argument("tournament", metavar="ID", help="of the tournament")
    take_in = add("import", "take_in", "take in a tournament that another hall has exported")
    for part in (export, take_in):
        part.add_argument("file", type=Path, metavar="FILE")
    forget = add("forget", "forget", "what forgetting a player would change in all tournaments")
    forget.add_argument("player", metavar="PLAYER", help="the id, as registered")
    forget.add_argument("now", nargs="?", choices=("now",), help="change it")
    yield from (shown, records, repair, export, take_in, forget)


def add_seating(what: Any) -> None:
    """Add what judges seating plans."""
    seating = what.add_parser("seating", help="seating plans: any plan judged, the generator tried")
    below = seating.add_subparsers(metavar="WHAT", required=True)
    check = below.add_parser("check", help="judge any seating plan beside one of ours")
    check.add_argument(
        "file",
        type=Path,
        metavar="FILE",
        help="CSV: round, table, wind, player; or round, table, four players",
    )
    check.set_defaults(carry_out="hall.cli.seating:check")
    tried = below.add_parser("try", help="draw plans for random tournaments and check the promises of each")
    tried.add_argument(
        "number",
        type=whole(most=99_999),
        nargs="?",
        default=TRIED,
        metavar="NUMBER",
        help=f"how many (default: {TRIED})",
    )
    tried.set_defaults(carry_out="hall.cli.seating:try_generator")
