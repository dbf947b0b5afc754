"""Sheets of a tournament, read back by other programs: poppler for PDF, the csv module, openpyxl."""

import copy
import csv
import io
import random
import re
import subprocess
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cache
from typing import Any
from xml.etree import ElementTree as ET

import msgspec
import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.tournaments.book.entries import (
    AnyEntry,
    FourPlayers,
    PenaltyGiven,
    PlayerRegistered,
    SessionClosed,
    SessionSeated,
    TableEntered,
    TournamentOpened,
)
from hall.tournaments.book.exported import exported
from hall.tournaments.seats.draw import drawn
from hall.tournaments.seats.wishes import Wishes
from hall.tournaments.sheets.comma_separated import FORMULA, comma_separated
from hall.tournaments.sheets.lists import (
    SheetList,
    penalties_list,
    results_list,
    seating_list,
    standings_list,
)
from hall.tournaments.sheets.printed import (
    PrintRun,
    name_cards,
    score_sheets,
    seating_plan,
    standings_sheet,
)
from hall.tournaments.sheets.programme import Programme, SheetError, programme_of
from hall.tournaments.sheets.workbook import workbook
from referee.rules.ruleset import Ruleset
from referee.texts.language import language

EN, JA = language("en"), language("ja")
TODAY = datetime(2026, 11, 25, tzinfo=UTC)
PRESS = PrintRun(EN, TODAY)
LETTER = replace(PRESS, spoken=JA, paper="letter")
POINTS_WIDE = {"a4": (595.3, 841.9), "letter": (612, 792)}
ODD = (
    "مريم الأحمدي", "שרה לוי", "山田太郎左衛門之介", "สมชาย ใจดี", "김민준", "अमित कुमार", "e\u0301\u0323\u0308" * 20,
    "W" * 80, "Maria Anna Theresia Josepha von und zu Hohenlohe-Waldenburg-Schillingsfürst de B",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末食う寝る処に住む処藪ら柑子の藪柑子パイポパイポ" * 2,
    "*_#bold$ [x] \\ <a> @b", "=1+1", "-2",
)  # fmt: skip
"""Names in other scripts, very long names, and names that a layout or a spreadsheet could misread."""


@cache
def tournament(
    players: int, sessions: int = 3, odd: bool = False, ruleset: str = "wrc-2015"
) -> dict[str, Any]:
    """The export of a tournament whose last session is still to be played."""
    chance, ids = random.Random(players), [f"p{number}" for number in range(1, players + 1)]
    names = [f"Player Q{number}Z" for number in range(1, players + 1)]
    if odd:
        names[: len(ODD)] = ODD[:players]
    plan = drawn(ids, sessions, Wishes(seed=1)) if players > 12 else [[ids]] * sessions
    entries: list[AnyEntry] = [TournamentOpened(title="Spring", ruleset=Ruleset.read(ruleset).to_mapping())]
    entries += [
        PlayerRegistered(player=each, name=name, country="AT", club="麻雀会")
        for each, name in zip(ids, names, strict=True)
    ]
    seats = enumerate(plan, 1)
    entries += [
        SessionSeated(session=n, tables=msgspec.convert(each, tuple[FourPlayers, ...])) for n, each in seats
    ]
    whole = 4 * Ruleset.read(ruleset).flow.start_points
    for number, tables in enumerate(plan[:-1], 1):
        for table in range(1, len(tables) + 1):
            one, two, three = (100 * chance.randint(-100, 600) for _ in range(3))
            scores = (one, two, three, whole - one - two - three)
            entries += [TableEntered(by=by, session=number, table=table, scores=scores) for by in ("A", "B")]
        entries.append(
            PenaltyGiven(penalty=number, session=number, player=ids[number], grade="chombo", reason="x")
        )
        entries.append(SessionClosed(session=number))
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(exported(entries)))
    return found


def programme(*given: Any, **settings: Any) -> Programme:
    return programme_of(tournament(*given, **settings))


def poppler(program: str, pdf: bytes, *options: str) -> str:
    words = [program, *options, "-", *(["-"] if program == "pdftotext" else [])]
    return subprocess.run(words, input=pdf, capture_output=True, check=True).stdout.decode()


def pages(pdf: bytes) -> int:
    return int(re.findall(r"^Pages: +(\d+)", poppler("pdfinfo", pdf), re.MULTILINE)[0])


def text_of(pdf: bytes) -> str:
    return poppler("pdftotext", pdf, "-layout")


def letters(text: str) -> Counter[str]:
    """The letters of a text, regardless of order and composition: right-to-left text is stored in drawing order."""
    whole = unicodedata.normalize("NFKD", text)
    return Counter(each for each in whole if unicodedata.category(each)[0] in "LN")


def words_on(pdf: bytes) -> list[tuple[int, str, tuple[float, float, float, float]]]:
    """Each word with its page and its box in points."""
    name = "{http://www.w3.org/1999/xhtml}"
    tree = ET.fromstring(poppler("pdftotext", pdf, "-bbox"))
    return [
        (
            number,
            word.text or "",
            (
                float(word.attrib["xMin"]),
                float(word.attrib["yMin"]),
                float(word.attrib["xMax"]),
                float(word.attrib["yMax"]),
            ),
        )
        for number, page in enumerate(tree.iter(f"{name}page"))
        for word in page.iter(f"{name}word")
    ]


@cache
def all_sheets(
    players: int, press: PrintRun, odd: bool = False, ruleset: str = "wrc-2015"
) -> dict[str, bytes]:
    held = programme(players, odd=odd, ruleset=ruleset)
    return {
        "scores": score_sheets(held, 1, press),
        "standings": standings_sheet(held, press),
        "seating": seating_plan(held, 1, press),
        "cards": name_cards(held, press),
    }


@pytest.mark.parametrize("players", [4, 16])
def test_every_player_stands_on_each_sheet(players: int) -> None:
    """Once; in the seating plan by table and by player."""
    for sheet, pdf in all_sheets(players, PRESS).items():
        found = Counter(re.findall(r"Player Q\d+Z", text_of(pdf)))
        times = 2 if sheet == "seating" else 1
        assert found == {f"Player Q{number}Z": times for number in range(1, players + 1)}, sheet


def test_score_sheets_hold_every_number() -> None:
    """The table's figures are recomputed here from the scores and the ruleset."""
    held = programme(16)
    text = poppler("pdftotext", score_sheets(held, 1, PRESS), "-raw").replace("\N{MINUS SIGN}", "-")
    assert Counter(re.findall(r"Table (\d+)", text)) == {str(n): 1 for n in range(1, 5)}
    assert text.count("Referee") == 4
    uma = {1: 15, 2: 5, 3: -5, 4: -15}
    people = {each["id"]: each["name"] for each in tournament(16)["players"]}
    lost = {each["player"]: each["points"] for each in tournament(16)["penalties"] if each["session"] == 1}
    assert lost
    for table in tournament(16)["sessions"][0]["tables"]:
        for player, score, place in zip(table["players"], table["scores"], table["places"], strict=True):
            after = text.split(f"{people[player]}\n", 1)[1]
            row = re.split("East|South|West|North|Uma", after)[0]
            found = [each.replace(",", "") for each in re.findall(r"[-+]?[\d,]+(?:\.\d+)?", row)]
            assert [int(each) for each in found[:2]] == [30000, score]
            off = lost.get(player, 0)
            total = Decimal(score - 30000) / 1000 + uma[place] - off
            assert [Decimal(each) for each in found[2:]] == [
                uma[place],
                *([-off] if off else []),
                total,
                place,
            ]


@pytest.mark.parametrize(
    ("ruleset", "lines"),
    [
        ("wrc-2015", ["Uma +15 / +5 / -5 / -15 · World Riichi Championship Rules 2015"]),
        (
            "wrc-2025+2.1+3.2",
            [
                "World Riichi Championship Rules 2025 +2.1 +3.2",
                f"{Ruleset.read('wrc-2025').unchecked} values not checked against the book",
            ],
        ),
        ("jpml-a", ["1 floating: +12,000 -1,000 -3,000 -8,000"]),
    ],
)
def test_a_score_sheet_names_the_rules_that_were_played(ruleset: str, lines: list[str]) -> None:
    pdf = score_sheets(programme(4, ruleset=ruleset), 1, PRESS)
    text = " ".join(poppler("pdftotext", pdf, "-raw").replace("\N{MINUS SIGN}", "-").split())
    for each in lines:
        assert each in text
    assert ("not checked" in text) is bool(Ruleset.read(ruleset).unchecked)


def test_a_table_that_has_not_played_has_empty_boxes() -> None:
    text = text_of(score_sheets(programme(16), 3, PRESS))
    assert text.count("30,000") == 16
    assert not re.search(r"[+\N{MINUS SIGN}]\d+\.\d", text)
    assert "Result" not in text


def test_a_score_sheet_says_how_many_sticks_nobody_took() -> None:
    """So that the sheet adds up, whether or not the rules give them to somebody."""
    changed = msgspec.json.decode(msgspec.json.encode(tournament(4)))
    (table,) = changed["sessions"][0]["tables"]
    left = []
    for scores in ([39000, 32000, 27000, 20000], [40000, 33000, 27000, 20000], [39900, 33000, 27000, 20000]):
        table["scores"] = scores
        text = text_of(score_sheets(programme_of(changed), 1, PRESS))
        left += re.findall(r"Riichi sticks left on the table *(\d*)", text)
    assert left == ["2", "0", ""]


def test_a_score_sheet_names_extra_time_and_the_day() -> None:
    held = tournament(16)
    changed = msgspec.json.decode(msgspec.json.encode(held))
    changed["sessions"][2]["day"] = "2026-12-05"
    changed["sessions"][2]["tables"][1]["extra_minutes"] = 5
    changed["sessions"][2]["tables"][1]["hand_granted"] = True
    text = text_of(score_sheets(programme_of(changed), 3, PRESS))
    assert "Session 3 · 2026-12-05 · " in text
    assert text.count("+5 minutes") == 1
    assert "Table 2 · +5 minutes · +1 hand" in text
    assert "minutes" not in text_of(score_sheets(programme(16), 3, PRESS))


def test_standings_say_what_the_book_says() -> None:
    held = programme(40)
    text = text_of(standings_sheet(held, PRESS)).replace("\N{MINUS SIGN}", "-")
    people = {each["id"]: each["name"] for each in tournament(40)["players"]}
    for each in tournament(40)["standings"]["places"]:
        line = next(line for line in text.splitlines() if f"{people[each['player']]} " in line)
        assert int(line.split()[0]) == each["place"]
        found = [Decimal(number) for number in re.findall(r"[-+]?\d+(?:\.\d+)?", line.split("麻雀会")[1])]
        off = [-each["penalties"]] if each["penalties"] else []
        assert found == [*(Decimal(n) / 1000 for n in each["sessions"]), *off, Decimal(each["total"]) / 1000]


def test_seating_is_that_of_the_session() -> None:
    text = text_of(seating_plan(programme(16), 2, PRESS))
    by_table, by_player = text.split("Seating by player")
    people = {each["id"]: each["name"] for each in tournament(16)["players"]}
    for table in tournament(16)["sessions"][1]["tables"]:
        names = [people[player] for player in table["players"]]
        assert re.search(rf"^ *{table['table']} +{' +'.join(names)}$", by_table, re.MULTILINE)
        for name, wind in zip(names, ("East", "South", "West", "North"), strict=True):
            assert re.search(rf"{name} +{table['table']} +{wind}", by_player)


def test_two_players_of_one_name_are_told_apart() -> None:
    """By their clubs where these differ, otherwise by their ids: on each printed sheet."""
    export = copy.deepcopy(tournament(16))
    for player, name, club in ((0, "Ito", "Nara"), (1, "Ito", "Kobe"), (2, "Ueda", ""), (3, "Ueda", "")):
        export["players"][player] |= {"name": name, "club": club}
    same = programme_of(export)
    assert [same.told_apart[f"p{number}"].shown for number in range(1, 6)] == [
        "Ito (Nara)",
        "Ito (Kobe)",
        "Ueda (p3)",
        "Ueda (p4)",
        "Player Q5Z",
    ]
    for pdf in (score_sheets(same, 1, PRESS), seating_plan(same, 1, PRESS), standings_sheet(same, PRESS)):
        text = text_of(pdf)
        assert all(each in text for each in ("Ito (Nara)", "Ito (Kobe)", "Ueda (p3)", "Ueda (p4)"))


def test_sheets_are_short() -> None:
    """Two pages for forty players; score sheets and cards as many as tables and people need."""
    for press in (PRESS, LETTER):
        found = {sheet: pages(pdf) for sheet, pdf in all_sheets(40, press, odd=True).items()}
        assert found == {"scores": 5, "standings": found["standings"], "seating": 2, "cards": 5}
        assert found["standings"] <= 2


@pytest.mark.parametrize("press", [PRESS, LETTER], ids=["a4", "letter"])
def test_nothing_overflows(press: PrintRun) -> None:
    """No two words overlap, none is beyond the paper, and each letter of each name is there."""
    wide, high = POINTS_WIDE[press.paper]
    wanted = letters("".join(ODD))
    for sheet, pdf in all_sheets(40, press, odd=True).items():
        words = words_on(pdf)
        assert words
        for _, word, (left, top, right, bottom) in words:
            assert (sheet, word) == (
                sheet,
                word if 0 <= left <= right <= wide and 0 <= top <= bottom <= high else "",
            )
        overlapping = {
            (one, other)
            for number, (page, one, box) in enumerate(words)
            for there, other, second in words[number + 1 :]
            if page == there and overlap(box, second)
        }
        assert (sheet, overlapping) == (sheet, set())
        assert (sheet, wanted - letters(text_of(pdf))) == (sheet, Counter())


def overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    """Return whether the letters of two words touch: the middle of their boxes, as high as the tallest letter."""
    (left, top, right, bottom), (left2, top2, right2, bottom2) = one, other
    off, off2 = (bottom - top) * 0.3, (bottom2 - top2) * 0.3
    return (
        min(right, right2) - max(left, left2) > 0.5
        and min(bottom - off, bottom2 - off2) - max(top + off, top2 + off2) > 0
    )


def test_heads_are_repeated() -> None:
    pdf = standings_sheet(programme(80, sessions=2), PRESS)
    assert text_of(pdf).count("Penalties") == pages(pdf) > 1


def test_many_sessions_go_on_in_a_further_list() -> None:
    held = programme(16, sessions=15)
    text = text_of(standings_sheet(held, PRESS)).split("\f")
    assert ["Player Q3Z" in page for page in text[:2]] == [True, True]
    assert [
        int(each) for each in re.findall(r"^ +(1 +2 .*|13 +14)$", "\n".join(text), re.MULTILINE)[-1].split()
    ] == [13, 14]


def test_japanese_sheets() -> None:
    found = {sheet: text_of(pdf) for sheet, pdf in all_sheets(16, LETTER, ruleset="saikouisen-2025").items()}
    assert all(each in found["scores"] for each in ("東家", "ウマ", "署名", "審判"))
    assert "順位表" in found["standings"]
    assert "座席表" in found["seating"]


def test_the_same_tournament_gives_the_same_bytes() -> None:
    assert seating_plan(programme(16), 1, PRESS) == all_sheets(16, PRESS)["seating"]


def test_letters_that_no_font_has_are_refused() -> None:
    values = msgspec.json.decode(msgspec.json.encode(tournament(4)))
    values["players"][0]["name"] = "Ada \u0378"
    with pytest.raises(SheetError, match=r"no font .* U\+0378"):
        name_cards(programme_of(values), PRESS)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, r"\$\.format"),
        ({"players": [{"id": "p1"}]}, r"\$\.players\[0\].*name"),
        ({"players": [{"id": "p1", "name": "A"}] * 2}, r"'p1' stands there twice"),
        ({"ruleset": {"name": "x"}}, r"\$\.ruleset"),
        (
            {"standings": {"sessions": [1], "places": [{"player": "p1", "total": 0, "sessions": []}]}},
            "0 sessions",
        ),
    ],
)
def test_what_is_no_tournament_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SheetError, match=message):
        programme_of({**tournament(4), **change})


def test_an_unknown_session_is_refused() -> None:
    with pytest.raises(SheetError, match="no session 7; seats are drawn for 1, 2, 3"):
        score_sheets(programme(16), 7, PRESS)


# spreadsheets

CELLS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=20),
    st.sampled_from(
        ["=1+1", "'=1", "-2", "+x", "@a", '"', "a,b", "\r\n", "''-", "\N{FULLWIDTH EQUALS SIGN}1"]
    ),
    st.integers(-(10**6), 10**6),
    st.decimals(-1000, 1000, places=1),
    st.none(),
)


@given(rows=st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=8))
def test_csv_comes_back(rows: list[tuple[Any, Any, Any]]) -> None:
    made = comma_separated(SheetList("x", ("a", "b", "c"), tuple(rows)))
    assert made.startswith(b"\xef\xbb\xbf")
    back = list(csv.reader(io.StringIO(made.decode("utf-8-sig"), newline=""), strict=True))
    assert back[0] == ["a", "b", "c"]
    for row, found in zip(rows, back[1:], strict=True):
        for cell, text in zip(row, found, strict=True):
            if isinstance(cell, str):
                assert not text.startswith(("=", "+", "-", "@", "\t", "\r", "\N{FULLWIDTH EQUALS SIGN}"))
                assert (text[1:] if FORMULA.match(text) else text) == cell
            else:
                assert text == ("" if cell is None else str(cell))


@pytest.mark.parametrize("spoken", [EN, JA], ids=["en", "ja"])
def test_the_workbook_reads_back(spoken: Any) -> None:
    held = programme(40, odd=True)
    lists = (
        standings_list(held, spoken),
        seating_list(held, spoken, [1, 2, 3]),
        results_list(held, spoken, [1, 2, 3]),
    )
    book = openpyxl.load_workbook(io.BytesIO(workbook(lists, TODAY)))
    assert book.sheetnames == [each.title for each in lists]
    for wanted in lists:
        page = book[wanted.title]
        assert [cell.value for cell in page[1]] == list(wanted.heads)
        assert page.freeze_panes == "A2"
        for row, cells in zip(wanted.rows, page.iter_rows(min_row=2), strict=True):
            assert [cell.value for cell in cells] == [float(c) if isinstance(c, Decimal) else c for c in row]
            assert "f" not in {cell.data_type for cell in cells}
    assert {row[2] for row in lists[2].rows} == {spoken.word("wind", wind) for wind in "ESWN"}


def test_a_foul_at_a_table_is_listed_in_words_and_what_a_person_wrote_as_it_is() -> None:
    held = copy.deepcopy(tournament(16))
    held["penalties"][0]["reason"] = "false_win"
    for spoken, foul in (
        (EN, "showing a hand as a win when it does not win"),
        (JA, "和了ではない手牌の公開（錯和）"),
    ):
        assert [row[5] for row in penalties_list(programme_of(held), spoken).rows] == [foul, "x"]


def test_lists_hold_every_seat_once() -> None:
    held = programme(40)
    seats = Counter((row[0], row[4]) for row in seating_list(held, EN, [1, 2, 3]).rows)
    assert seats == {(session, f"p{number}"): 1 for session in (1, 2, 3) for number in range(1, 41)}
    totals: dict[Any, Any] = {}
    for row in results_list(held, EN, [1, 2]).rows:
        totals[row[4]] = totals.get(row[4], 0) + row[9]
    assert {row[4]: row[-1] for row in standings_list(held, EN).rows} == totals
