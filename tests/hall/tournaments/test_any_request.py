"""Whatever the request, the API answers, loses no entry, and never fails."""

import json
import re
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hall.tournaments.web.people import ForgetPlayer, OpenTournament
from hall.tournaments.web.serving.operations import OPERATIONS, READINGS
from referee.texts.language import language
from referee.texts.message import from_json
from tests.hall.tournaments.any_request_stage import PLAYERS, begun
from tests.hall.tournaments.conftest import Hall

JAPANESE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
TO_ALL = {"", "/{tournament}", "/{tournament}/report", "/{tournament}/standings", "/{tournament}/versions"}
"""The paths that are shown to everybody."""
SCORES = ([30000] * 4, [60000, 30000, 20000, 10000], [45000, 35000, 25000, 14000], [1, 2, 3])
JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["\0", "\ud800", "x" * 3000, 2**53 + 1, -1, [], {}, [[[[[[[[[[]]]]]]]]]]]),
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "player": st.sampled_from([*PLAYERS, "substitute 1", "nobody"]),
    "one": st.sampled_from(PLAYERS),
    "other": st.sampled_from([*PLAYERS, "Nina"]),
    "substitute": st.sampled_from(["Nina", "Otto", *PLAYERS]),
    "since": st.integers(1, 4),
    "session": st.integers(1, 4),
    "sessions": st.integers(1, 4),
    "scores": st.sampled_from(SCORES),
    "bets": st.integers(0, 1),
    "minutes": st.integers(0, 20),
    "grade": st.sampled_from(["guidance", "warning", "chombo", "disqualified", "points", "hanging"]),
    "points": st.none() | st.integers(0, 40),
    "locked": st.dictionaries(st.sampled_from(PLAYERS), st.integers(1, 5), max_size=2),
    "apart": st.sampled_from(["nobody", "club", "country"]),
    "players": st.lists(
        st.fixed_dictionaries({"name": st.sampled_from([*PLAYERS, "Lea"]), "since": st.integers(1, 4)}),
        max_size=3,
    ),
    "tables": st.permutations([*PLAYERS, "substitute 1", "substitute 2", "substitute 3"]).map(
        lambda people: [people[at : at + 4] for at in range(0, 16, 4)]
    ),
    "ruleset": st.sampled_from(["wrc-2015", "none", "../config", {"name": "x"}]),
    "id": st.sampled_from(["other", "A", ""]),
}


@st.composite
def any_request(draw: st.DrawFn) -> tuple[type, dict[str, int], Any]:
    """An operation, the names in its address, and a body: mostly a sensible one."""
    kind = draw(st.sampled_from([each for each in OPERATIONS if each is not ForgetPlayer]))
    place = {
        "session": draw(st.integers(1, 3)),
        "table": draw(st.integers(1, 5)),
        "penalty": draw(st.integers(1, 3)),
    }
    fields = {each.encode_name: each for each in msgspec.structs.fields(kind)}
    body = {
        name: draw(
            VALUES.get(
                name, st.sampled_from(["a", "said so"]) if name in {"why", "reason", "title"} else JUNK
            )
        )
        for name, each in fields.items()
        if each.required or (name in VALUES and draw(st.booleans()))
    }
    if draw(st.integers(0, 5)) == 0:
        body[draw(st.sampled_from([*fields, "more"]))] = draw(JUNK)
    return kind, place, body


def fits(status: int, body: Any) -> None:
    """Check that the request was carried out or refused with a reason, and that the server never failed."""
    assert status in {200, 201, 400, 403, 404, 409, 422}, body
    assert status < 300 or is_worded(body), body


def is_worded(body: Any) -> bool:
    """Check that a problem gives its reason in English, and as a message for other languages."""
    why = from_json(body["why"])
    in_japanese = language("ja").say(why)
    return bool(
        body["code"] and body["error"].endswith(language("en").say(why)) and JAPANESE.search(in_japanese)
    )


def answered(
    hall: Hall, tournament: str, known: int, asked: tuple[Any, dict[str, int], Any], who: str
) -> int:
    """Make a request; return the number of entries afterwards."""
    kind, place, body = asked
    path = kind.path.format(tournament=tournament, **place)
    answer = hall.post(who, f"{path}?known={known}", body)
    fits(answer.status, answer.body)
    if answer.status != 201 or kind is OpenTournament:
        return known
    assert answer.body["number"] == known + len(answer.body["entries"])
    return int(answer.body["number"])


@pytest.mark.parametrize("walks", [4, pytest.param(60, marks=pytest.mark.prove)])
def test_no_request_fails_or_loses_an_entry(hall: Hall, walks: int) -> None:
    people = st.sampled_from(["anna", "bob", "rita"])

    @settings(max_examples=walks, deadline=None, suppress_health_check=list(HealthCheck))
    @given(asked=st.lists(st.tuples(any_request(), people), min_size=5, max_size=15))
    def walk(asked: list[Any]) -> None:
        asks_for(hall, asked)

    walk()


def asks_for(hall: Hall, asked: list[Any]) -> None:
    tournament = begun(hall)
    known, before = 17, hall.get("anna", f"/{tournament}/entries").body
    assert len(before) == known
    for request, who in asked:
        known = answered(hall, tournament, known, request, who)
        there = hall.get("anna", f"/{tournament}/entries").body
        assert there[: len(before)] == before
        assert len(there) == known
        before = there
    for path in (each.path for each in READINGS):
        for who in ("anna", "vera"):
            answer = hall.get(who, path.format(tournament=tournament, sheet="standings.csv", session=1))
            fits(answer.status, answer.body)
            assert answer.status == (200 if who == "anna" or path in TO_ALL else 403)


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(body=st.binary(max_size=60) | st.text(alphabet='name,id;"\n\t1é\0', max_size=40).map(str.encode))
def test_whatever_is_pasted_is_answered(hall: Hall, body: bytes) -> None:
    tournament = "pasted"
    hall.post("anna", "?known=0", {"id": tournament, "title": "Pasted", "ruleset": "wrc-2015"})
    known = hall.get("anna", f"/{tournament}").body["number"]
    answer = hall.post("anna", f"/{tournament}/players?known={known}", body, "text/csv")
    fits(answer.status, answer.body)


def test_a_tournament_is_opened_under_mods(hall: Hall) -> None:
    body = {"id": "qualifier", "title": "Qualifier", "ruleset": "wrc-2025+2.1+3.2"}
    assert hall.post("anna", "?known=0", body).status == 201
    rules = hall.get("anna", "/qualifier").body["ruleset"]
    assert (rules["name"], rules["title"]) == (
        "wrc-2025+2.1+3.2", "World Riichi Championship Rules 2025 +2.1 +3.2",
    )  # fmt: skip
    assert (rules["scoring"]["red_fives"], rules["flow"]["nagashi_mangan"]) == (True, True)
    refused = hall.post("anna", "?known=0", body | {"id": "other", "ruleset": "wrc-2025+9.9"})
    assert refused.status == 422
    assert "wrc-2025+2.1" in json.dumps(refused.body)


@pytest.mark.parametrize(
    ("who", "path", "body", "status", "code", "field", "words"),
    [
        ("", "?known=0", {}, 401, "login", "", "log in"),
        ("vera", "?known=0", {}, 403, "role", "", "needs: organiser"),
        ("tom", "/told/penalties?known=1", {}, 403, "role", "", "organiser or referee"),
        ("rita", "/told/players?known=1", {}, 403, "role", "", "rita is a referee"),
        ("anna", "/told/players", {}, 422, "field", "known", "is missing"),
        ("anna", "/told/players?known=x", {}, 422, "field", "known", "whole number"),
        ("anna", "/Told!/players?known=0", {}, 422, "field", "tournament", "small letters, digits and hyphens"),
        ("anna", "/told/sessions/0/begin?known=1", {}, 422, "field", "session", "must be 1 to 99, a whole number"),
        ("anna", "/lost/players?known=0", {"players": [{"name": "x"}]}, 404, "unknown", "", "no tournament lost"),
        ("anna", "/told/players?known=1", {"players": [{"name": "A", "clb": "x"}]}, 422, "field", "players[0].clb", "name, id, country, club, team, since"),
        ("anna", "/told/players?known=1", {"players": [{"club": "x"}]}, 422, "field", "players[0].name", "is missing"),
        ("anna", "/told/players?known=1", b"name,colour\nA,red", 422, "field", "colour", "columns are name, id"),
        ("anna", "/told/players?known=1", b"name,since\nA,1\nB,soon", 422, "field", "since", "line 3"),
        ("anna", "/told/players?known=1", b"name\nA\n\nA", 422, "field", "id", "line 4, id: A is named twice"),
        ("anna", "/told/players?known=1", {"players": [{"name": "A"}, {"name": "A"}]}, 422, "field", "players[1].id", "named twice"),
        ("anna", "/told/players?known=1", b'name,club\n"A\nB",x', 422, "field", "name", "line 2, name: "),
        ("anna", "/told/players?known=1", b'name,club,since\nA,"x, y",1\n"B","x\nz",1', 422, "field", "club", "line 3, club: "),
        ("anna", "/told/players?known=1", b"name\r\nA\r\nZo\xeb", 422, "field", "", "line 3: the text is not in UTF-8"),
        ("anna", "/told/players?known=1", b"name,id\nA,B1\nB,B1", 422, "field", "id", "line 3, id: B1 is named twice"),
        ("anna", "/told/players?known=1", b"name,since\nA,1.0", 422, "field", "since", "line 2"),
        ("anna", "/told/sessions/1.0/begin?known=1", {}, 422, "field", "session", "whole number"),
        ("anna", "/told/penalties/1e2/cancellation?known=1", {"why": "x"}, 422, "field", "penalty", "whole number"),
        ("anna", "/told/penalties?known=1", {"session": 1, "player": "A", "grade": "x", "reason": "y"}, 422, "field", "grade", "must be one of guidance, warning"),
        ("anna", "?known=0", {"id": "new", "title": "T", "ruleset": "mcr"}, 422, "field", "ruleset", "wrc-2015"),
        ("anna", "/told/players?known=1", {"players": []}, 422, "field", "players", "must be a list of 1 to 1,000 mappings"),
        ("anna", "/told/seats/swiss?known=1", {"locked": {"": 1}}, 422, "field", "locked", "each name in it must be the id of a player"),
        ("anna", "/told/seats/swiss?known=1", {"locked": {"A": 0}}, 422, "field", "locked[...]", "must be 1 to 999"),
        ("anna", "?known=0", {"id": "new", "title": "T", "ruleset": 5}, 422, "field", "ruleset", "a text or a mapping"),
        ("anna", "/told/seats/draw?known=1", {"sessions": 3}, 422, "refused", "", "6 to 200 players"),
        ("anna", "/told/penalties?known=1&known=1", {}, 422, "field", "known", "named twice"),
        ("anna", "/told/penalties?known=1&more=1", {}, 422, "field", "more", "only: known"),
        ("anna", "/told/seats/draw?known=1", b"[" * 9000, 400, "body", "", "JSON"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(
    hall: Hall,
    who: str,
    path: str,
    body: Any,
    status: int,
    *,
    code: str,
    field: str,
    words: str,
) -> None:
    hall.post("anna", "?known=0", {"id": "told", "title": "Told", "ruleset": "wrc-2015"})
    pasted = isinstance(body, bytes) and body.startswith(b"name")
    answer = hall.post(who, path, body, "text/csv" if pasted else "application/json")
    problem = answer.body
    assert (answer.status, problem["code"], problem.get("field", "")) == (status, code, field), problem
    assert words in problem["error"]
    assert is_worded(problem)


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", "http://127.0.0.1:1"])
def test_a_page_of_another_site_enters_nothing(hall: Hall, origin: str) -> None:
    answer = hall.post("anna", "?known=0", {"id": "foreign"}, Origin=origin)
    assert (answer.status, answer.body["code"]) == (403, "origin")


def test_the_allowed_values_are_reported(hall: Hall) -> None:
    hall.post("anna", "?known=0", {"id": "told", "title": "Told", "ruleset": "wrc-2015"})
    body = {"session": 1, "player": "A", "grade": "x", "reason": "y"}
    allowed = hall.post("anna", "/told/penalties?known=1", body).body["allowed"]
    assert allowed["enum"] == sorted(allowed["enum"])
    assert "chombo" in allowed["enum"]
    assert hall.post("anna", "/told/penalties?known=1", body, "text/plain").status == 415


@pytest.mark.parametrize(
    ("who", "path", "status", "words"),
    [
        ("anna", "/told/sheets/scores-1.pdf", 404, "there is no scores-1.pdf, only: standings.pdf"),
        ("anna", "/told/sheets/..%2Fsecret.pdf", 404, "no such address"),
        ("anna", "/told/sheets/standings.exe", 422, "sheet"),
        ("anna", "/told/sheets?paper=a3", 422, "paper: must be one of a4, letter"),
        ("anna", "/told/standings?running=1", 422, "running: must be true or false"),
        ("anna", "/told/nothing", 404, "no such address"),
        ("anna", "/told/players", 405, "only: POST"),
        ("vera", "/told/sheets/standings.pdf", 403, "organiser or referee"),
    ],
)
def test_what_cannot_be_shown_is_said(hall: Hall, who: str, path: str, status: int, words: str) -> None:
    hall.post("anna", "?known=0", {"id": "told", "title": "Told", "ruleset": "wrc-2015"})
    answer = hall.get(who, path)
    assert (answer.status, words in answer.body["error"]) == (status, True), answer.body
    assert is_worded(answer.body)


def test_sheets_are_those_of_the_tournament(hall: Hall) -> None:
    tournament = begun(hall)
    names = hall.get("rita", f"/{tournament}/sheets?lang=ja").body
    assert {"scores-3.pdf", "seating-1.pdf", "cards.pdf", "standings.csv", "tournament.xlsx"} <= set(names)
    seats = hall.get("rita", f"/{tournament}/sheets/seating.csv").body
    assert all(name.encode() in seats for name in PLAYERS)
    for name, begins in (("cards.pdf", b"%PDF"), ("tournament.xlsx", b"PK")):
        assert hall.get("rita", f"/{tournament}/sheets/{name}?lang=ja&paper=letter").body.startswith(begins)
