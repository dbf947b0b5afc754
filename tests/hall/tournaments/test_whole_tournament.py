"""A tournament over HTTP from its opening to its end, with everything that goes wrong in between."""

import json
from typing import Any

from referee.journal.entry import digest_of
from tests.hall.tournaments.conftest import Hall
from tests.hall.tournaments.held_session import begun_before
from tests.hall.tournaments.whole_tournament_stage import PEOPLE, Desk

PLAYERS = [f"P{number:02}" for number in range(1, 17)]


def test_three_sessions(hall: Hall) -> None:
    opened = hall.post("anna", "?known=0", {"id": "spring", "title": "Spring Cup", "ruleset": "wrc-2015"})
    assert opened.status == 201
    desk = Desk(hall, "spring")
    desk.known = 1
    assert len(desk.do("anna", "/players", PEOPLE.encode(), "text/csv")) == 16
    desk.do("anna", "/seats/draw", {"sessions": 3, "seed": 7, "apart": "club", "locked": {"P05": 2}})
    plan = desk.whole()["sessions"]
    assert [len(each["tables"]) for each in plan] == [4, 4, 4]
    assert all("P05" in each["tables"][1]["players"] for each in plan)

    first_session(desk, plan[0]["tables"])
    hall.kill()
    hall.start()
    assert desk.whole()["number"] == desk.known
    second_session(desk)
    third_session(desk)
    the_end(desk)


def first_session(desk: Desk, tables: list[Any]) -> None:
    """Two tables are entered differently at first; two players sat in each other's seats."""
    one, other = tables[0]["players"][0], tables[1]["players"][0]
    late = tables[2]["players"][1]
    desk.do("rita", "/sessions/1/arrivals", {"players": [one, other]})
    desk.do("anna", "/sessions/1/arrivals", {"players": [one, other], "here": False})
    begun_before(desk, 190)
    desk.do("anna", "/sessions/1/arrivals", {"players": [late]})
    nobody = desk.ask("anna", "/sessions/1/arrivals", {"players": [one, "Nina"]})
    assert (nobody.status, nobody.body["error"]) == (422, "Nina does not sit at any table of session 1")
    shown, hidden = (desk.whole(who)["sessions"][0] for who in ("rita", "vera"))
    assert [each["player"] for each in shown["arrivals"]] == [late], "all are checked in or nobody"
    assert shown["proposed"] == [{"player": late, "minutes": 3, "points": 3}]
    assert hidden["arrivals"] == hidden["proposed"] == []
    desk.do("anna", "/sessions/1/late", {"player": late, "minutes": 0})
    desk.do("anna", "/sessions/1/swaps", {"one": one, "other": other})
    desk.by_hand(1, 1, [45000, 35000, 25000, 15000])
    path = "/sessions/1/tables/2"
    desk.do("anna", f"{path}/scores", {"scores": [40000, 30000, 30000, 20000]})
    assert source(desk, 1, 2) == "once"
    desk.do("bob", f"{path}/scores", {"scores": [40000, 30000, 20000, 30000]})
    assert source(desk, 1, 2) == "differs"
    refused = desk.ask("anna", "/sessions/1/close", {})
    assert (refused.status, refused.body["code"]) == (422, "refused")
    lacking = "table 2 (entered in different ways), table 3 (not yet there), table 4 (not yet there)"
    assert lacking in refused.body["error"]
    desk.do("bob", f"{path}/scores", {"scores": [40000, 30000, 30000, 20000]})
    wrong = desk.ask("anna", "/sessions/1/tables/3/scores", {"scores": [40000, 30000, 20000, 20000]})
    assert "110,000, not 120,000" in wrong.body["error"]
    desk.by_hand(1, 3, [30000, 30000, 30000, 30000])
    desk.by_hand(1, 4, [60000, 30000, 20000, 10000])
    desk.do("rita", f"{path}/signature")
    signed = desk.ask("bob", f"{path}/scores", {"scores": [30000, 30000, 30000, 30000]})
    assert "signed already" in signed.body["error"]
    desk.do(
        "anna", f"{path}/correction", {"scores": [41000, 30000, 30000, 19000], "why": "a stick was found"}
    )
    # Viewers do not see sessions that are not over.
    assert desk.hall.get("vera", "/spring/standings").body["places"] == []
    assert desk.hall.get("vera", "/spring/standings?running=true").status == 403
    assert [each["scores"] for each in desk.whole("vera")["sessions"][0]["tables"]] == [None] * 4
    # A referee sees what he signs.
    assert [each["scores"] for each in desk.whole("rita")["sessions"][0]["tables"]] != [None] * 4
    assert len(desk.hall.get("anna", "/spring/standings?running=true").body["places"]) == 16
    desk.do("anna", "/sessions/1/close")
    shown = desk.hall.get("vera", "/spring/standings").body
    assert (shown["sessions"], len(shown["places"])) == ([1], 16)
    table = desk.whole("vera")["sessions"][0]["tables"][0]
    assert table["players"][0] == other
    assert [each["sessions"] for each in shown["places"] if each["player"] == other] == [[table["totals"][0]]]


def second_session(desk: Desk) -> None:
    """A player leaves for good, so a substitute fills his seats; a penalty is given and cancelled."""
    gone = desk.whole()["sessions"][1]["tables"][3]["players"][2]
    desk.do("anna", "/withdrawals", {"player": gone, "since": 2})
    assert {each["entry"]["kind"] for each in desk.do("bob", "/seats/repair", {"seed": 7})} == {"seated"}
    tables = desk.whole()["sessions"][1]["tables"]
    sitting = {player for table in tables for player in table["players"]}
    assert sitting == {*PLAYERS, "substitute 1"} - {gone}
    desk.do("anna", "/sessions/2/begin")
    absent = tables[0]["players"][3]
    desk.do("anna", "/sessions/2/substitutes", {"player": absent, "substitute": "Nina", "excused": True})
    assert "Nina" in desk.whole()["sessions"][1]["tables"][0]["players"]
    there = tables[0]["players"][0]
    (given,) = desk.do(
        "rita", "/penalties", {"session": 2, "player": there, "grade": "chombo", "reason": "false ron"}
    )
    assert given["entry"]["penalty"] == 1
    assert [each["points"] for each in desk.whole()["penalties"]] == [20]
    assert desk.whole("vera")["penalties"] == []
    (held,) = desk.hall.get("rita", "/spring/penalties").body
    assert (held["points"], held["costs"]) == (None, 20), "by the rules"
    desk.do("rita", "/penalties/1/cancellation", {"why": "it was a ron"})
    assert desk.whole()["penalties"] == []
    again = desk.ask("rita", "/penalties/1/cancellation", {"why": "twice"})
    assert again.body["error"] == "penalty 1 was cancelled already"
    (shown,) = desk.hall.get("rita", "/spring/penalties").body
    assert (shown["cancelled"], shown["why_cancelled"], shown["by"]) == (True, "it was a ron", "rita")
    for table in range(1, 5):
        desk.by_hand(2, table, [50000, 30000, 25000, 15000])
    two_at_once(desk)


def two_at_once(desk: Desk) -> None:
    """Both close the session on the same knowledge; one learns what has happened since."""
    path = f"/spring/sessions/2/close?known={desk.known}"
    assert desk.hall.post("anna", path, {}).status == 201
    late = desk.hall.post("bob", path, {})
    assert (late.status, late.body["code"], late.body["number"]) == (409, "stale", desk.known + 1)
    assert [(each["kind"], each["login"]) for each in late.body["since"]] == [("session_closed", "anna")]
    desk.known += 1


def third_session(desk: Desk) -> None:
    """Seated anew by standings, with a newcomer."""
    desk.do("anna", "/players", {"players": [{"name": "Late Lea", "id": "lea", "since": 3}]})
    seed = desk.do("anna", "/seats/swiss")[0]["entry"]["seed"]
    tables = [each["players"] for each in desk.whole("vera")["sessions"][2]["tables"]]
    assert desk.whole("vera")["sessions"][2]["seed"] == seed
    seated = desk.do("anna", "/seats/swiss", {"seed": seed})
    assert seated[0]["entry"]["tables"] == tables
    assert (seated[0]["entry"]["session"], len(tables)) == (3, 4)
    assert "lea" in {player for table in tables for player in table}
    desk.do("anna", "/sessions/3/begin")
    assert (
        "has begun: its seats stay"
        in desk.ask("anna", "/seats", {"session": 3, "tables": tables}).body["error"]
    )
    for table in range(1, 5):
        desk.by_hand(3, table, [20000, 25000, 35000, 40000])
    desk.do("anna", "/sessions/3/close")


def the_end(desk: Desk) -> None:
    """The whole book is there, unbroken, and its hashes can be computed by anybody."""
    whole = desk.whole("vera")
    assert whole["standings"]["sessions"] == [1, 2, 3]
    assert [each["sessions"] for each in whole["versions"]] == [[1], [1, 2], [1, 2, 3]]
    totals = [each["total"] for each in whole["standings"]["places"] if each["place"]]
    assert totals == sorted(totals, reverse=True)
    entries = desk.hall.get("anna", "/spring/entries").body
    assert [each["number"] for each in entries] == list(range(1, desk.known + 1))
    before = "0" * 64
    for each in entries:
        assert each["before"] == before
        assert each["entry"]["by"] == each["login"]
        fields = {key: each[key] for key in ("number", "wall", "login", "entry", "before")}
        text = json.dumps(
            {"schema": 1, "tournament": "spring", **fields},
            sort_keys=True,
            separators=(",", ":"),
            ensure_ascii=False,
        )
        before = digest_of(text.encode())
        assert each["digest"] == before
    assert whole["digest"] == before
    assert desk.hall.get("anna", "/spring/entries?after=3").body == entries[3:]


def source(desk: Desk, session: int, table: int) -> Any:
    return desk.whole()["sessions"][session - 1]["tables"][table - 1]["source"]
