"""Results of tables come from the journals that the hall has collected, and only those of the session."""

import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from config import read_ruleset
from hall.store.arrival import arrival_of
from hall.store.places import open_store
from hall.tournaments.book.entries import TablePlayed
from hall.tournaments.web.declaration import BookPlace
from hall.tournaments.web.journals import entry_of_table
from referee.game.events import HanchanEnded, HandEnded
from referee.game.judge_observations import FoulEntered, PlayerReplaced
from referee.game.observations import HanchanBegun, HanchanClosed, RulingGiven, TileDrawn
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.tournament.results import result_of
from simulation.people.bots import Entry, play_game
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.whole_tournament_stage import Desk

PLAYERS = [f"P{number:02}" for number in range(1, 17)]
START = 30_000
UMA = (15_000, 5_000, -5_000, -15_000)
"""WRC 2015, 2.3 and 8.4: 30,000 points each, uma by place, no oka."""


def short_rules() -> dict[str, Any]:
    """A game of one round, since many are played here."""
    rules = read_ruleset("wrc-2015")
    return {**rules, "flow": {**rules["flow"], "rounds": 1}}


def totals(scores: list[int]) -> list[int]:
    """Points above the starting score, and uma; players who share a place share its uma."""
    places = sorted(range(4), key=lambda seat: -scores[seat])
    found = [score - START for score in scores]
    for score in set(scores):
        alike = [place for place, seat in enumerate(places) if scores[seat] == score]
        for place in alike:
            found[places[place]] += sum(UMA[each] for each in alike) // len(alike)
    return found


@pytest.fixture(scope="module")
def game() -> list[Entry]:
    return play_game(short_rules(), 8)


class PlayedTable:
    """A table of the hall whose entries are collected at once."""

    def __init__(self, hall: Hall, folder: Path, name: str) -> None:
        self.name = name
        self.journal = Journal(folder / f"{name}.sqlite")
        self.store = open_store(hall.store)

    def play(self, entries: list[Entry]) -> None:
        for observation, events in entries:
            self.journal.append(observation, events)
        texts = [text for _, text in self.journal.texts()]
        wall = datetime.now(UTC).isoformat()
        for first in range(0, len(texts), 500):
            self.store.file([arrival_of(self.name, text) for text in texts[first : first + 500]], wall)

    def close(self) -> None:
        self.journal.close()
        self.store.close()


@pytest.fixture
def table(hall: Hall, tmp_path: Path) -> Iterator[PlayedTable]:
    table = PlayedTable(hall, tmp_path, "blue")
    yield table
    table.close()


def test_the_last_hanchan_that_ended_in_the_session(
    hall: Hall, table: PlayedTable, game: list[Entry]
) -> None:
    opened = {"id": "evening", "title": "Evening", "ruleset": short_rules()}
    assert hall.post("anna", "?known=0", opened).status == 201
    desk = Desk(hall, "evening")
    desk.known = 1
    desk.do("anna", "/players", "\n".join(["name", *PLAYERS]).encode(), "text/csv")
    desk.do("anna", "/seats/draw", {"sessions": 2, "seed": 3})

    def refused(session: int, **body: str) -> str:
        answer = desk.ask("anna", f"/sessions/{session}/tables/2/journal", {"hall_table": "blue", **body})
        assert (answer.status, answer.body["code"]) == (422, "refused"), answer.body
        return str(answer.body["error"])

    assert refused(1) == "session 1 has not begun"
    table.play(game)  # a game before the session does not belong to it
    desk.do("anna", "/sessions/1/begin")
    assert refused(1, hall_table="green") == "the hall has nothing of a table called green"
    assert "has ended no hanchan since session 1 began" in refused(1)
    table.play(game[:-1])
    assert "has ended no hanchan since session 1 began" in refused(1)
    table.play(game[-1:])
    taken(desk, 1, game)

    desk.do("rita", "/sessions/1/tables/2/signature")
    assert "signed already" in refused(1)
    for other in (1, 3, 4):
        desk.do("anna", f"/sessions/1/tables/{other}/scores", {"scores": [30_000] * 4})
    desk.do("anna", "/sessions/2/begin")
    # Something is journalled later, such as a ruling; the hanchan still belongs to the first session.
    table.play([(TileDrawn(at_ms=10**9, seat=0, tile=0, place=None), ())])
    assert "has ended no hanchan since session 2 began" in refused(2)
    table.play(game)
    taken(desk, 2, game)
    desk.do("rita", "/penalties", {"session": 1, "player": "P01", "grade": "chombo", "reason": "false ron"})
    report = hall.get("anna", "/evening/sheets/report.pdf")
    assert report.status == 200, report.body
    words = ["pdftotext", "-layout", "-", "-"]
    text = subprocess.run(words, input=report.body, capture_output=True, check=True).stdout.decode()
    lists = {each["title"]: each for each in hall.get("rita", "/evening/report").body}
    hands = [hand for each in desk.whole()["sessions"] for hand in each["tables"][1]["hands"]]
    assert len(hands) == 6
    for hand in hands:
        assert f"{hand['points']:,}" in text
        assert f"blue, entry {hand['entry']}" in text
    films = lists["Biggest hands"]["films"]
    assert films == [
        {"hall_table": "blue", "entry": hand["entry"]}
        for hand in sorted(hands, key=lambda each: -each["points"])
    ]
    rows = lists["Biggest hands"]["rows"]
    assert [row[-1] for row in rows] == [f"blue, entry {each['entry']}" for each in films]
    withheld = {each["title"] for each in hall.get("vera", "/evening/report").body}
    assert withheld == set(), "no session is closed"
    assert {"Winners", "Biggest hands", "All penalties", "Statistics"} <= set(
        text.replace("  ", "\n").split("\n")
    )


def taken(desk: Desk, session: int, game: list[Entry]) -> None:
    """Check that the result is the table's, for the players whom the plan has there."""
    (made,) = desk.do("anna", f"/sessions/{session}/tables/2/journal", {"hall_table": "blue"})
    assert (made["entry"]["kind"], made["entry"]["by"], made["login"]) == ("table_played", "blue", "anna")
    (scores,) = [list(each.scores) for _, events in game for each in events if isinstance(each, HanchanEnded)]
    shown = desk.whole()["sessions"][session - 1]["tables"][1]
    assert (shown["source"], shown["scores"], shown["totals"]) == ("journal", scores, totals(scores))
    wins = [
        (each.points, shown["players"][each.seat])
        for _, events in game
        for event in events
        if isinstance(event, HandEnded)
        for each in event.wins
    ]
    biggest = [(each["points"], each["player"]) for each in shown["hands"]]
    assert [points for points, _ in biggest] == sorted((points for points, _ in wins), reverse=True)[:3]
    assert {*biggest} <= {*wins}
    places = dict(zip(shown["players"], shown["totals"], strict=True))
    running = desk.hall.get("anna", "/evening/standings?running=true").body["places"]
    found = {each["player"]: each["sessions"] for each in running}
    assert all(found[player][-1] == total for player, total in places.items())


def ruled(seat: int, text: str) -> RulingGiven:
    return RulingGiven(ruling="continue", seat=seat, judge="anna", text=text)


def in_the_book(*observations: Any) -> TablePlayed:
    """Return the book's entry for a hanchan whose journal holds these; by the plan P1 to P4 sit at its table."""
    state, entries = None, []
    for observation in observations:
        events, state = advance(state, observation)
        entries.append((observation, events))
    result = result_of(entries)
    assert result is not None
    return entry_of_table(result, ("P1", "P2", "P3", "P4"), BookPlace(session=1, table=2), "blue")


def test_penalties_are_of_whoever_has_the_seat_by_the_plan_however_often_it_changed_hands() -> None:
    """A reason that is too long for the book is cut off there; the table's journal has all of it."""
    entry = in_the_book(
        HanchanBegun(ruleset=read_ruleset("wrc-2015"), names=("Ada", "Dan", "Eve", "Fay")),
        ruled(0, "first"),
        PlayerReplaced(seat=0, name="Bo", judge="anna"),
        ruled(0, "x" * 400),
        PlayerReplaced(seat=0, name="Cai", judge="anna"),
        ruled(0, "third"),
        ruled(1, "fourth"),
        HanchanClosed(judge="anna"),
    )
    penalties = [(each.player, each.reason) for each in entry.penalties]
    assert penalties == [("P1", "first"), ("P1", f"{'x' * 299}…"), ("P1", "third"), ("P2", "fourth")]
    assert {each.judge for each in entry.penalties} == {"anna"}
    assert msgspec.convert(msgspec.to_builtins(entry), TablePlayed) == entry


@pytest.mark.parametrize(
    ("names", "changes"),
    [(("", "", "", ""), []), (("Ada", "Bo", "Cai", "Dan"), [(0, "Eve"), (1, "Ada")])],
    ids=["nobody was named", "somebody came back on another seat"],
)
def test_penalties_are_of_the_seat_at_which_they_were_given(
    names: Any, changes: list[tuple[int, str]]
) -> None:
    entry = in_the_book(
        HanchanBegun(ruleset=read_ruleset("wrc-2015"), names=names),
        ruled(0, "first"),
        FoulEntered(rule="late", seat=0, number=3, judge="anna"),
        ruled(2, "third"),
        RulingGiven(ruling="disqualified", seat=0, judge="anna"),
        *(PlayerReplaced(seat=seat, name=name, judge="anna") for seat, name in changes),
        HanchanClosed(judge="anna"),
    )
    penalties = [(each.player, each.reason) for each in entry.penalties]
    assert [each for each in penalties if each[1] in {"first", "third"}] == [("P1", "first"), ("P3", "third")]
    assert {player for player, reason in penalties if "late" in reason} == {"P1"}
    assert entry.disqualified == ("P1",)


def test_a_table_that_plays_by_other_rules(hall: Hall, tmp_path: Path, game: list[Entry]) -> None:
    opened = {"id": "strict", "title": "Strict", "ruleset": "wrc-2015"}
    assert hall.post("anna", "?known=0", opened).status == 201
    desk = Desk(hall, "strict")
    desk.known = 1
    desk.do("anna", "/players", "\n".join(["name", *PLAYERS]).encode(), "text/csv")
    desk.do("anna", "/seats/draw", {"sessions": 1, "seed": 3})
    desk.do("anna", "/sessions/1/begin")
    table = PlayedTable(hall, tmp_path, "3")
    table.play(game)
    answer = desk.ask("anna", "/sessions/1/tables/3/journal", {})
    table.close()
    assert answer.body["error"] == "table 3 played by other rules: flow.rounds 1, not 2"
    assert desk.whole()["sessions"][0]["tables"][2]["source"] == "missing"
