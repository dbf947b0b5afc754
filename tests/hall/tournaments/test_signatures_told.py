"""Tables begin no other hanchan before their results are signed (WRC 8.2): real tables hear of signatures over a real
broker."""

from datetime import UTC, datetime
from functools import partial

import pytest

from hall.store.arrival import arrival_of
from hall.store.places import open_store
from referee.game import observations
from referee.game.judge_events import ResultSigned
from tests.hall.judge.hall_stage import Table
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import begun_before, seated
from tests.hall.tournaments.session_clock_stage import RIGHT, equipped, outcomes_of, tables
from tests.hall.tournaments.whole_tournament_stage import Desk

__all__ = ["tables"]

BOTH = [("red", True, ""), ("blue", True, "")]
UNSIGNED = "the score sheet of the last hanchan is not signed"


def held(desk: Desk, session: int, tables: list[Table]) -> None:
    """Play a session at tables 1 and 2; nobody plays at the others."""
    assert outcomes_of(desk, "anna", f"/sessions/{session}/tables") == BOTH
    assert outcomes_of(desk, "anna", f"/sessions/{session}/begin") == BOTH
    for table in tables:
        table.deal()
        table.happens(observations.HanchanClosed(judge="anna"))
        assert table.state.sheet_unsigned


def collected(hall: Hall, name: str, table: Table) -> None:
    """Wait until the hall has everything that a table has journalled."""
    store = open_store(hall.store)
    texts = [text for _, text in table.daemon.journal.texts()]
    store.file([arrival_of(name, text) for text in texts], datetime.now(UTC).isoformat())
    store.close()


def signatures(table: Table) -> list[tuple[int, str]]:
    """For each signed hanchan, the entry that began it and the person who signed."""
    events = [event for entry in table.daemon.journal.entries() for event in entry.events]
    return [(event.hanchan, event.judge) for event in events if isinstance(event, ResultSigned)]


def begins(table: Table) -> list[int]:
    """The entries that began hanchans at a table."""
    kind = observations.HanchanBegun
    return [entry.number for entry in table.daemon.journal.entries() if isinstance(entry.observation, kind)]


def test_a_table_hears_that_its_result_is_signed_and_which(hall: Hall, tables: list[Table]) -> None:
    """WRC 8.2; one result comes from the table's journal, the other was entered by hand."""
    desk = equipped(hall, "signed")
    held(desk, 1, tables)
    collected(hall, "red", tables[0])
    (taken,) = desk.do("anna", "/sessions/1/tables/1/journal")
    (begun,) = begins(tables[0])
    assert taken["entry"]["hanchan"] == begun
    desk.by_hand(1, 2, RIGHT)
    desk.by_hand(1, 3, RIGHT)
    assert outcomes_of(desk, "rita", "/sessions/1/tables/1/signature") == BOTH[:1]
    assert [table.state.sheet_unsigned for table in tables] == [False, True]
    assert outcomes_of(desk, "rita", "/sessions/1/tables/2/signature") == BOTH[1:]
    assert outcomes_of(desk, "rita", "/sessions/1/tables/3/signature") == []
    assert [signatures(table) for table in tables] == [[(begun, "rita")]] * 2
    assert outcomes_of(desk, "anna", "/sessions/1/signatures") == BOTH, (
        "that they know it already is no problem"
    )
    assert [len(signatures(table)) for table in tables] == [1, 1]
    assert outcomes_of(desk, "anna", "/sessions/2/tables") == BOTH


def test_a_table_that_was_away_is_told_again(hall: Hall, tables: list[Table]) -> None:
    desk = equipped(hall, "unheard")
    held(desk, 1, tables)
    for number in (1, 2):
        desk.by_hand(1, number, RIGHT)
    tables[1].daemon.deaf = True
    assert outcomes_of(desk, "rita", "/sessions/1/tables/1/signature") == BOTH[:1]
    (blue,) = outcomes_of(desk, "rita", "/sessions/1/tables/2/signature")
    assert blue[:2] == ("blue", False)
    assert "blue" in blue[2]
    tables[1].daemon.deaf = False
    red, blue = outcomes_of(desk, "anna", "/sessions/2/tables")
    assert (red, blue[:2]) == (BOTH[0], ("blue", False))
    assert blue[2].startswith(UNSIGNED)
    assert outcomes_of(desk, "rita", "/sessions/1/signatures", {"only": [2]}) == BOTH[1:]
    assert outcomes_of(desk, "anna", "/sessions/2/tables", {"only": [2]}) == BOTH[1:]


def test_a_signature_that_comes_late_is_not_that_of_another_hanchan(hall: Hall, tables: list[Table]) -> None:
    """A table where another hanchan was begun by force has a new sheet, which nobody has signed."""
    desk = equipped(hall, "late-signed")
    held(desk, 1, tables)
    collected(hall, "red", tables[0])
    desk.do("anna", "/sessions/1/tables/1/journal")
    for number in (2, 3, 4):
        desk.by_hand(1, number, RIGHT)
    begun_before(desk, 60, session=2)
    for table in tables:
        rules = table.state.ruleset.to_mapping()
        table.do(partial(table.daemon.begin_hanchan, ruleset=rules, awaits_signature=True))
        table.deal()
        table.happens(observations.HanchanClosed(judge="anna"))
    (red,) = outcomes_of(desk, "rita", "/sessions/1/tables/1/signature")
    first, second = begins(tables[0])
    assert red[2] == f"the hanchan at this table began with entry {second}, not with {first}"
    assert outcomes_of(desk, "rita", "/sessions/1/tables/2/signature") == [], (
        "the book cannot tell which it was"
    )
    assert all(table.state.sheet_unsigned for table in tables)


def test_where_the_rules_do_not_ask_for_it_tables_await_no_signature(hall: Hall, tables: list[Table]) -> None:
    desk = seated(hall, "unruled", "riichi-mj")
    for number, name in enumerate(("red", "blue"), 1):
        desk.do("anna", "/tables", {"table": number, "hall_table": name})
    outcomes_of(desk, "anna", "/sessions/1/tables")
    outcomes_of(desk, "anna", "/sessions/1/begin")
    for table in tables:
        table.happens(observations.HanchanClosed(judge="anna"))
        assert not table.state.sheet_unsigned
    desk.by_hand(1, 1, [40000, 30000, 20000, 10000])
    assert outcomes_of(desk, "rita", "/sessions/1/tables/1/signature") == []
    assert outcomes_of(desk, "anna", "/sessions/2/tables") == BOTH


@pytest.mark.usefixtures("tables")
def test_who_may_not_tell_it_and_what_makes_no_sense(hall: Hall) -> None:
    desk = equipped(hall, "unsaid")
    assert desk.ask("vera", "/sessions/1/signatures", {}).status == 403
    answer = desk.ask("rita", "/sessions/1/signatures", {})
    assert (answer.status, answer.body["error"]) == (422, "session 1 has not begun")
    desk.do("anna", "/sessions/1/begin")
    answer = desk.ask("rita", "/sessions/1/signatures", {"only": [1, 3]})
    assert answer.body["error"].startswith("session 1, table 3: it has no Jantaku")
    assert outcomes_of(desk, "rita", "/sessions/1/signatures") == []
