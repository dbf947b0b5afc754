"""``jantaku hall seating``: judges a seating plan in a file, and tries the generator with random tournaments."""

import argparse
import csv
import re
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Final

from config import ConfigError
from hall.tournaments.schedules.chance import Chance
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.measures import faults, measured
from hall.tournaments.seats.wishes import SeatsError, Wishes, is_substitute
from wording.terminal.exit_status import ExitStatus

HEADS: Final = {
    "round": ("round", "session", "hanchan", "回戦"),
    "table": ("table", "卓"),
    "wind": ("wind", "seat", "家", "風", "席"),
    "player": ("number", "id", "player", "name", "番号", "選手", "名前"),
}
WINDS: Final = (("east", "e", "東", "東家", "1"), ("south", "s", "南", "南家", "2"), ("west", "w", "西", "西家", "3"), ("north", "n", "北", "北家", "4"))  # fmt: skip
WIDE: Final = tuple((*names, f"player{number}", f"p{number}") for number, names in enumerate(WINDS, 1))
WORDS: Final = {
    "again": "meetings again",
    "most": "most meetings of a pair",
    "returns": "returns to a table",
    "stays": "twice running at a table",
    "winds": "unevenness of winds",
    "byes": "unevenness of rounds played",
}
JAPANESE: Final = re.compile("[\u3041-\u30ff\u4e00-\u9fff]{2}")
"""Two signs in a row: accented letters of Windows-1252 are single ones, read as Shift_JIS."""


def check(options: argparse.Namespace) -> int:
    """Print a plan's measures beside those of our plan for the same players and rounds; return 0 if it can be played."""
    plan = read_plan(options.file)
    players = len({player for tables in plan for table in tables for player in table})
    print(f"{players} players, {len(plan)} rounds, {len(plan[0])} tables")
    wrong = faults(plan)
    for number, table, player in wrong:
        print(f"round {number}, table {table}: {f'{player} sits twice' if player else 'not four players'}")
    try:
        others = [f"p{number}" for number in range(players)]
        ours = measured(drawn(others, len(plan), Wishes(byes=players % 4 != 0)))
    except SeatsError as error:
        ours = None
        print(f"no plan of ours to compare: {error}")
    print(f"{'':30}{'this plan':>12}{'' if ours is None else 'Jantaku':>12}")
    for name, value in asdict(measured(plan)).items():
        own = "" if ours is None else getattr(ours, name)
        print(f"{WORDS[name]:30}{value:>12}{own:>12}")
    return ExitStatus.NOT_DONE if wrong else ExitStatus.DONE


def try_generator(options: argparse.Namespace) -> int:
    """Draw plans for random tournaments; return 0 if each keeps its promises."""
    number, bad = options.number, 0
    for seed in range(number):
        chance = Chance(seed)
        many, rounds = 16 + chance.below(85), 2 + chance.below(11)
        players = [f"p{each}" for each in range(many)]
        wishes = Wishes(seed=seed, byes=chance.below(3) == 0)
        plan = drawn(players, rounds, wishes)
        found = measured(plan)
        there = {each for tables in plan for table in tables for each in table if not is_substitute(each)}
        kept = not faults(plan) and there == {*players} and found.byes <= 1 and found.winds <= 1 + wishes.byes
        bad += not kept
        shown = ", ".join(f"{WORDS[name]} {value}" for name, value in asdict(found).items())
        summary = f"{many} players, {rounds} rounds{', byes' if wishes.byes else ''}: {shown}"
        print(summary if kept else f"{summary}: broken")
    print(f"{number - bad} of {number} plans keep their promises")
    return ExitStatus.NOT_DONE if bad else ExitStatus.DONE


def read_plan(file: Path) -> list[list[list[str]]]:
    """Read a plan from CSV: a row for each seat (round, table, wind, player) or for each table (round, table, four players).

    The first line names the columns; without such a line they are round, table, East, South, West, North.

    Raises:
        ConfigError: the file cannot be read, or holds no plan.
    """
    text = _text(file)
    first = text.partition("\n")[0]
    lines = csv.reader(text.splitlines(), delimiter=max(",;\t", key=first.count))
    try:
        rows = [[cell.strip() for cell in row] for row in lines]
    except csv.Error as error:
        raise ConfigError(f"{file}, line {lines.line_num}: {error}") from None
    heads = [cell.lower() for cell in rows[0]] if rows else []
    columns = {
        name: next((heads.index(each) for each in words if each in heads), -1)
        for name, words in HEADS.items()
    }
    wide = [next((heads.index(each) for each in words if each in heads), -1) for words in WIDE]
    if min(columns["round"], columns["table"], max(min(wide), min(columns["wind"], columns["player"]))) < 0:
        columns, wide, rows = {"round": 0, "table": 1}, [2, 3, 4, 5], [[], *rows]
    seats: dict[int, dict[int, dict[int, str]]] = {}
    for line, row in enumerate(rows[1:], 1 if not rows[0] else 2):
        if not any(row):
            continue
        try:
            table = seats.setdefault(int(row[columns["round"]]), {}).setdefault(
                int(row[columns["table"]]), {}
            )
            if min(wide) >= 0:
                table |= {wind: row[column] for wind, column in enumerate(wide)}
            else:
                wind_word = row[columns["wind"]].lower()
                table[next(wind for wind, words in enumerate(WINDS) if wind_word in words)] = row[
                    columns["player"]
                ]
        except (ValueError, IndexError, StopIteration):
            raise ConfigError(
                f"{file}, line {line}: needed are round, table, wind and player, or round, table and four players, in "
                "columns named round, table, east, south, west and north"
            ) from None
    if not seats:
        raise ConfigError(f"{file}: there is no plan in it")
    return [
        [[player for _, player in sorted(table.items()) if player] for _, table in sorted(tables.items())]
        for _, tables in sorted(seats.items())
    ]


def _text(file: Path) -> str:
    """Read UTF-8, or what older spreadsheets write: Shift_JIS if that gives Japanese, otherwise Windows-1252."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror or error}") from None
    with suppress(UnicodeDecodeError):
        return content.decode("utf-8-sig")
    with suppress(UnicodeDecodeError):
        text = content.decode("cp932")
        if JAPANESE.search(text):
            return text
    return content.decode("cp1252", "replace")
