"""``jantaku hall export``: the flat tables agree with the records of the same journals, and the page's queries give
answers."""

import re
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pytest
from msgspec.structs import replace

from config import read_ruleset
from hall.store.arrival import arrival_of
from hall.store.places import open_store
from jantaku.main import main
from referee.game.events import HandStarted
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.journal.reader import open_reader
from referee.judging.decide import advance
from referee.records.journaled import records_of
from referee.records.neutral.record import Discard, GameRecord, MeldCall, RecordedBet, WinClaim
from referee.tiles import NAMES
from simulation.people.bots import play_game
from table_controller.journal.analysis.rows import COLUMNS, rows_of
from table_controller.journal.place import JOURNAL
from tests.conftest import ROOT
from tests.table_controller.command_stage import ask, kuikae
from wording.terminal.outside import how_to_bring

PAGE = ROOT / "docs" / "guides" / "analysis.md"


def journal_of(path: Path, observations: Iterable[Any]) -> Path:
    """A journal with what the referee decides from these observations."""
    path.mkdir()
    state: GameState | None = None
    with closing(Journal(path / JOURNAL)) as journal:
        for observation in observations:
            decided, state = advance(state, observation)
            journal.append(observation, decided)
    return path / JOURNAL


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two hanchans at table 1, the second one goes on; one at table 2 with a misread tile, a foul and its ruling."""
    folder = tmp_path_factory.mktemp("journals")
    played = [observation for observation, _ in play_game(read_ruleset("tenhou"), 1)]
    later = [observation for observation, _ in play_game(read_ruleset("tenhou"), 2, hands=2)]
    end = played[-1].at_ms
    moved = [replace(each, at_ms=each.at_ms + end + 60_000) for each in later]
    return {
        "1": journal_of(folder / "one", [*played, *moved]),
        "2": journal_of(
            folder / "two", [observation for observation, _ in play_game(read_ruleset("tenhou"), 3)]
        ),
    }


@pytest.fixture(scope="module")
def files(journals: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("hall")
    with closing(open_store(str(folder / "hall.sqlite"))) as store:
        for table, place in journals.items():
            with closing(open_reader(place)) as journal:
                arrivals = [arrival_of(table, text) for _, text in journal.texts()]
            for start in range(0, len(arrivals), 100):
                store.file(arrivals[start : start + 100], "2026-11-26T12:00:00+00:00")
    out = folder / "out"
    assert main(["hall", "export", "--store", str(folder / "hall.sqlite"), "--out", str(out)]) == 0
    return out


def query(files: Path, text: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(":memory:", config={"file_search_path": str(files)}) as database:
        return database.execute(text).fetchall()


def records(place: Path) -> list[GameRecord]:
    with closing(open_reader(place)) as journal:
        return list(records_of((entry.observation, entry.events) for entry in journal.entries()))


def test_hands_discards_and_wins_are_those_of_the_records(files: Path, journals: dict[str, Path]) -> None:
    """Another part of the program makes the records from the same events."""
    for table, place in journals.items():
        hands = [hand for game in records(place) for hand in game.hands]
        rows = query(
            files,
            f"select hand, wind * 4 + number - 1, honba, result, discards, calls, riichi from 'hands.parquet' "
            f"where \"table\" = '{table}' order by hand",
        )
        assert len(rows) == len(hands) > 2
        for (name, round_, honba, _, discards, calls, riichi), hand in zip(rows, hands, strict=True):
            assert (round_, honba) == (hand.round, hand.honba)
            dropped = [each for each in hand.acts if isinstance(each, Discard)]
            assert query(
                files,
                "select seat, tile, riichi, coalesce(tsumogiri, false) from 'discards.parquet' "
                f"where \"table\" = '{table}' and hand = {name} order by entry",
            ) == [(each.seat, NAMES[each.tile], each.riichi, each.tsumogiri) for each in dropped]
            assert discards == len(dropped)
            assert calls == sum(
                isinstance(each, MeldCall) and each.meld.kind != "kakan" for each in hand.acts
            )
            assert riichi == sum(isinstance(each, RecordedBet) for each in hand.acts)
            assert query(
                files,
                "select seat, source_seat, points from 'wins.parquet' "
                f"where \"table\" = '{table}' and hand = {name}",
            ) == [
                (each.seat, each.source, each.recorded["points"])
                for each in hand.acts
                if isinstance(each, WinClaim)
            ]


def test_places_and_totals_are_those_of_the_records(files: Path, journals: dict[str, Path]) -> None:
    ended, going = records(journals["1"])
    rows = query(
        files,
        "select player, score, total, void from 'seats.parquet' where \"table\" = '1' order by hanchan, seat",
    )
    assert ended.final is not None
    assert ended.totals is not None
    names = [f"1/p{number}" for number in range(1, 5)]  # the hall has no names
    assert rows[:4] == [*zip(names, ended.final, ended.totals, [False] * 4, strict=True)]
    assert rows[4:] == [(name, None, None, False) for name in names]
    assert going.final is None


def test_of_one_table_there_are_names(journals: dict[str, Path], tmp_path: Path) -> None:
    arguments = [
        "export",
        "--format",
        "parquet",
        "--state",
        str(journals["1"].parent),
        "--output",
        str(tmp_path),
    ]
    assert main(arguments) == 0
    names = set(records(journals["1"])[0].names)
    assert set(query(tmp_path, "select player from 'discards.parquet'")) == {(name,) for name in names}
    assert query(tmp_path, "select distinct \"table\" from 'hands.parquet'") == [("one",)]


def test_findings_carry_the_ruling_that_holds_and_corrections_count() -> None:
    daemon = kuikae()
    hand = next(
        entry.number
        for entry in daemon.journal.entries()
        for event in entry.events
        if isinstance(event, HandStarted)
    )

    def rows(name: str) -> list[dict[str, Any]]:
        return [row for each, row in rows_of("7", daemon.journal.entries()) if each == name]

    (found,) = rows("findings")
    assert (found["foul"], found["seat"], found["hand"], found["ruling"]) == ("kuikae", 1, hand, None)
    assert ask(daemon, "rule", finding=0, ruling="guidance", by="anna")["ok"]
    assert ask(daemon, "rule", finding=0, ruling="warning", by="bert", replace=True)["ok"]
    (found,) = rows("findings")
    assert (found["ruling"], found["judge"]) == ("warning", "bert")
    called, wrong = rows("discards")
    assert (called["tile"], called["called_by"], called["turn"]) == ("5p", 1, 1)
    assert (wrong["tile"], wrong["called_by"]) == ("5p", None)
    assert ask(daemon, "correct", entry=wrong["entry"], tile="9m", by="anna", text="that was 9m")["ok"]
    assert [row["tile"] for row in rows("discards")] == ["5p", "9m"]
    assert rows("findings") == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["export", "--format", "parquet", "--state", "none"], "parquet needs --output DIR"),
        (
            ["export", "--format", "parquet", "--state", "none", "--output", "x", "--game", "1"],
            "writes all games",
        ),
        (["export", "--format", "parquet", "--state", "none", "--output", "x"], "none"),
    ],
)
def test_what_cannot_be_exported(
    arguments: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == 2
    assert why in capsys.readouterr().err


def test_without_the_library_it_says_which(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    store = str(files.parent / "hall.sqlite")
    assert main(["hall", "export", "--store", store, "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err == (
        f"jantaku hall: Parquet files need a library: {how_to_bring('duckdb')}\n"
    )


def test_where_nothing_can_be_written_the_former_files_stay(
    files: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file")
    store = str(files.parent / "hall.sqlite")
    assert main(["hall", "export", "--store", store, "--out", str(taken)]) == 2
    assert capsys.readouterr().err == f"jantaku hall: {taken}: File exists\n"
    assert taken.read_text() == "a file"


def test_each_query_of_the_page_answers(files: Path) -> None:
    """With rows, and the first with what the records say."""
    queries = re.findall(r"```sql\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(queries) == 3
    for text in queries:
        assert query(files, text)


def test_the_page_names_each_column() -> None:
    page = PAGE.read_text(encoding="utf-8")
    named = {
        name: re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
        for name, part in re.findall(r"^### `(\w+)\.parquet`\n(.*?)(?=^#|\Z)", page, re.MULTILINE | re.DOTALL)
    }
    assert named == {name: list(columns) for name, columns in COLUMNS.items()}
