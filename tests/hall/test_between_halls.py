"""A tournament taken from one hall to another, its reports, and plans of other programs judged."""

import csv
import io
import json
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from hall.store.places import open_store
from hall.tournaments.book.entries import PenaltyGiven, SessionBegun, SessionClosed
from hall.tournaments.book.exported import exported
from hall.tournaments.books.books import BookStore
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.wishes import Wishes
from hall.tournaments.sheets.comma_separated import comma_separated
from hall.tournaments.sheets.interchange import games_file
from hall.tournaments.sheets.lists import federation_list, games_list, penalties_list, seating_list
from hall.tournaments.sheets.programme import programme_of
from jantaku.main import main
from referee.texts.language import language
from tests.hall.schedules.book_stage import all_played, beginning

EN = language("en")
BOOK = [
    *beginning(),
    SessionBegun(session=1, at_s=int(datetime(2026, 11, 28, 9, tzinfo=UTC).timestamp())),
    *all_played(1, seed=1),
    PenaltyGiven(penalty=1, session=1, player="p3", grade="chombo", reason="false ron", by="rita"),
    PenaltyGiven(penalty=2, session=1, player="p4", grade="guidance", reason="noise", by="rita"),
    SessionClosed(session=1),
]


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"))))


def test_a_whole_tournament_goes_to_another_hall_without_loss(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other, file = (str(tmp_path / name) for name in ("one.sqlite", "other.sqlite", "spring.book"))
    books = BookStore(open_store(one))
    there = books.append("spring", BOOK, known=0, login="anna", wall="2026-11-28T09:00:00.000+00:00")
    books.close()
    assert main(["hall", "tournament", "export", "spring", file, "--store", one]) == 0
    assert main(["hall", "tournament", "import", file, "--store", other]) == 0
    assert there.digest in capsys.readouterr().out
    books = BookStore(open_store(other))
    assert books.book("spring") == there
    books.close()
    assert main(["hall", "tournament", "import", file, "--store", other]) == 2
    assert "there is a tournament spring already" in capsys.readouterr().err
    changed = Path(file).read_text().replace('"false ron"', '"no ron"')
    Path(file).write_text(changed)
    assert main(["hall", "tournament", "import", file, "--store", str(tmp_path / "third.sqlite")]) == 2
    why = capsys.readouterr().err
    assert why.startswith(f"jantaku hall: {file}: ")
    assert "does not follow from the one before" in why
    assert not (tmp_path / "third.sqlite").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("import none", "none: cannot be read: No such file or directory"),
        ("import .", ".: cannot be read: Is a directory"),
        ("import latin", "latin: not UTF-8 text"),
        ("import empty", "empty: "),
        ("export spring there/spring.book --store one", "there/spring.book: No such file or directory"),
    ],
)
def test_an_unusable_file_of_a_tournament_is_named_and_makes_no_store(
    words: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("latin").write_bytes("Zoë".encode("latin-1"))
    Path("empty").touch()
    books = BookStore(open_store("one"))
    books.append("spring", BOOK, known=0, login="anna", wall="2026-11-28T09:00:00.000+00:00")
    books.close()
    assert main(["hall", "tournament", *words.split()]) == 2
    assert capsys.readouterr().err.startswith(f"jantaku hall: {why}")
    assert not Path("hall.sqlite").exists()


@pytest.mark.parametrize(
    "words",
    [
        "status",
        "head --table 1",
        "resolve --notice 1",
        "export --out there",
        "tournament list",
        "tournament repair x",
    ],
)
def test_a_store_that_is_only_read_is_not_made(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["hall", *words.split()]) == 2
    assert capsys.readouterr().err == "jantaku hall: hall.sqlite: there is no such store\n"
    assert list(tmp_path.iterdir()) == []


def test_federations_and_rating_sites_get_their_lists() -> None:
    programme = programme_of(msgspec.json.decode(msgspec.json.encode(exported(BOOK))))
    report = rows_of(comma_separated(federation_list(programme, EN)))
    assert [int(row["Place"]) for row in report] == list(range(1, 17))
    assert (report[0]["Points for the place"], report[-1]["Points for the place"]) == ("1000", "0")
    assert {row["Number"]: row["Penalties"] for row in report if row["Penalties"] != "0"} == {"p3": "20"}
    penalties = rows_of(comma_separated(penalties_list(programme, EN)))
    assert [
        (row["Number"], row["Grade"], row["Reason"], row["Penalties"], row["Judge"]) for row in penalties
    ] == [
        ("p3", "chombo", "false ron", "20", "rita"),
        ("p4", "guidance (shidou)", "noise", "0", "rita"),
    ]
    games = rows_of(comma_separated(games_list(programme, EN, [1, 2])))
    assert [(row["Day"], row["Session"], row["Table"]) for row in games] == [
        ("2026-11-28", "1", str(table)) for table in range(1, 5)
    ]
    assert (
        sum(int(row["East: Final"]) + int(row["South: Final"]) for row in games)
        + sum(int(row["West: Final"]) + int(row["North: Final"]) for row in games)
        == 4 * 120_000
    )
    rated = msgspec.json.decode(games_file(programme, [1, 2]))
    assert (rated["format"], rated["version"], rated["ruleset"]) == ("jantaku-games", 1, programme.rules.name)
    assert [(each["day"], each["session"], each["table"]) for each in rated["games"]] == [
        ("2026-11-28", 1, table) for table in range(1, 5)
    ]
    seats = [seat for game in rated["games"] for seat in game["seats"]]
    assert sorted(each["player"] for each in seats) == sorted(each["id"] for each in rated["players"])
    first = programme.session(1).tables[0]
    assert [tuple(each.values()) for each in seats[:4]] == list(
        zip(first.players, first.scores or (), first.places or (), first.totals or (), strict=True)
    )


def measures(file: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, list[str]]]:
    """Return the exit status, and the columns by measure: of the file's plan, and of ours."""
    status = main(["hall", "seating", "check", str(file)])
    lines = [line for line in capsys.readouterr().out.splitlines() if line[:1].islower()]
    return status, {line[:30].strip(): line[30:].split() for line in lines}


def test_our_own_plan_is_judged_as_the_generator_made_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programme = programme_of(json.loads(msgspec.json.encode(exported(beginning(sessions=5)))))
    file = tmp_path / "seating.csv"
    file.write_bytes(comma_separated(seating_list(programme, EN, range(1, 6))))
    status, shown = measures(file, capsys)
    assert (status, shown["meetings again"], shown["unevenness of winds"]) == (0, ["0", "0"], ["1", "1"])


def test_a_plan_of_another_program_is_judged(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plan.csv"
    same = [f"{table};{';'.join(str(4 * table + seat) for seat in range(4))}" for table in range(1, 5)]
    rows = [f"{round_};{row}" for round_ in (1, 2) for row in same]
    file.write_text("\n".join(rows))
    status, shown = measures(file, capsys)
    assert (status, shown["meetings again"][0], shown["most meetings of a pair"][0]) == (0, "24", "2")
    assert (shown["twice running at a table"][0], shown["returns to a table"][0]) == ("16", "16")
    assert shown["meetings again"][1] == "0"
    file.write_text("\n".join(["Round;Table;East;South;West;North", *rows[:-1], rows[-1][:-2] + "04"]))
    assert main(["hall", "seating", "check", str(file)]) == 0
    file.write_text("\n".join([*rows[:-1], f"2;4;{';'.join(rows[0].split(';')[2:])}"]))
    assert main(["hall", "seating", "check", str(file)]) == 1
    assert "round 2, table 4: 4 sits twice" in capsys.readouterr().out
    for broken in (
        "Round;Table\n1;x",
        "",
        "1;1;;;;\n2",
        f"Round;Table;Wind;Player\n1;1;East;{'x' * 200_000}",
    ):
        file.write_text(broken)
        assert main(["hall", "seating", "check", str(file)]) == 2
    file.write_text("1;1;a;;;")
    assert main(["hall", "seating", "check", str(file)]) == 1
    for name, encoding in (("Zoë Müller", "cp1252"), ("渡辺", "cp932"), ("渡辺", "utf-8-sig")):
        file.write_bytes(f"1;1;{name};b;c;d\n1;2;{name};f;g;h".encode(encoding))
        assert main(["hall", "seating", "check", str(file)]) == 1
        assert f"round 1, table 2: {name} sits twice" in capsys.readouterr().out


def test_the_generator_is_tried(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["hall", "seating", "try", "3"]) == 0
    assert "3 of 3 plans keep their promises" in capsys.readouterr().out

    def same_again(players: list[str], rounds: int, wishes: Wishes) -> list[list[list[str]]]:
        return drawn(players, 1, wishes) * rounds

    monkeypatch.setattr("hall.cli.seating.drawn", same_again)
    assert main(["hall", "seating", "try", "3"]) == 1


def test_a_club_sees_everybody_over_its_evenings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two evenings; the sums are worked out from the exports, and the session that is not closed does not count."""
    store, evenings = str(tmp_path / "club.sqlite"), ("friday", "monday")
    books = BookStore(open_store(store))
    sums: dict[str, list[int]] = {}
    for day, name in enumerate(evenings):
        book = [*beginning(), *all_played(1, seed=day), SessionClosed(session=1), *all_played(2, seed=9)]
        wall = f"2026-11-{20 + day}T19:00:00.000+00:00"
        books.append(name, book, known=0, login="anna", wall=wall)
        for table in exported(book)["sessions"][0]["tables"]:
            for player, total in zip(table["players"], table["totals"], strict=True):
                sums.setdefault(player, []).append(total)
    books.close()
    for games in (30, 1):
        assert main(["hall", "tournament", "records", str(games), "--store", store]) == 0
        rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
        expected = {player.upper(): sum(totals[-games:]) for player, totals in sums.items()}
        assert {row[0]: int(row[2].replace(",", "")) for row in rows} == expected
        assert {row[1] for row in rows} == {"2"}
    # What one wins, others lose: everybody begins with the same rating, and the mean stays.
    assert abs(sum(int(row[3]) for row in rows) - 16 * 1500) <= 16
