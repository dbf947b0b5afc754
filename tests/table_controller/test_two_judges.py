"""Two judges at one table: if one undoes or overrules the other's act, the table names that act."""

from typing import Any

import pytest

from tests.table_controller.command_stage import FakeDaemon, ask, kuikae
from wording.events.lines import text_of


def newest(daemon: FakeDaemon) -> str:
    *_, entry = daemon.journal.entries()
    return text_of(entry.events, daemon.state)


def test_undo_without_a_number_undoes_nothing_and_names_the_newest() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    act = daemon.journal.number
    ask(daemon, "warn", seat=2, by="anna")
    state, ruling = daemon.state, daemon.journal.number
    error = ask(daemon, "undo")["error"]
    assert f"the newest is entry {ruling}: ruling on West: warning" in error
    assert f"the newest act at the table is entry {act}: East discards 1m" in error
    assert (daemon.state, daemon.journal.number) == (state, ruling)
    answer = ask(daemon, "undo", entry=ruling)
    assert answer["undone"] == "ruling on West: warning"
    assert f"the newest is entry {answer['number']}: " in ask(daemon, "undo")["error"]


def test_only_one_judge_takes_a_call() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    ask(daemon, "stop", by="anna")
    assert ask(daemon, "take_call", by="anna", dry_run=True)["ok"]
    assert ask(daemon, "take_call", by="anna")["ok"]
    assert "anna attends to this table already" in ask(daemon, "take_call", by="ben")["error"]
    assert ask(daemon, "hand_over", by="ben", to="ben")["ok"]
    assert daemon.game.desk.attendant == "ben"
    assert ask(daemon, "hand_over", by="ben")["ok"]
    assert newest(daemon) == "nobody attends to the table any more"
    assert "nobody attends" in ask(daemon, "hand_over", by="ben")["error"]


SECOND: list[tuple[str, dict[str, Any]]] = [
    ("dismiss", {}),
    ("change_grade", {"grade": "warning"}),
    ("warn", {}),
    ("rule", {"ruling": "chombo"}),
    ("dismiss", {"dry_run": True}),
]


@pytest.mark.parametrize(("order", "arguments"), SECOND)
def test_a_ruling_against_anothers_is_refused_and_names_it(order: str, arguments: dict[str, Any]) -> None:
    daemon = kuikae()
    first, state = ask(daemon, "accept", finding=0, by="anna")["number"], daemon.state
    assert ask(daemon, order, finding=0, by="ben", **arguments)["error"] == (
        f"finding 0 has been ruled on by anna: dead hand (entry {first}). "
        f"To put your ruling in its place, add replace; or undo {first}"
    )
    assert (daemon.journal.number, daemon.state) == (first, state)


def test_a_ruling_in_place_of_anothers_names_it() -> None:
    daemon = kuikae()
    ask(daemon, "accept", finding=0, by="anna")
    answer = ask(daemon, "change_grade", finding=0, grade="warning", by="ben", replace=True)
    assert (answer["instead"], answer["former"]) == ("dead_hand", "anna")
    assert newest(daemon) == "ruling on South: warning in place of dead hand by anna"
    assert "instead" not in ask(daemon, "warn", seat=3, by="ben")
    # A judge who names the newest entry has seen the ruling that he overrules.
    assert not ask(daemon, "dismiss", finding=0, by="anna")["ok"]
    assert ask(daemon, "dismiss", finding=0, by="anna", at=daemon.journal.number)["ok"]
    assert daemon.game.rulings[-1].ruling == "dismissed"
    # Changing one's own ruling takes no extra argument.
    assert ask(daemon, "accept", finding=0, by="anna")["ok"]


def test_what_a_judge_ruled_without_a_finding_is_taken_back_by_another_only_on_purpose() -> None:
    daemon = kuikae()
    number = ask(daemon, "dead_hand", seat=2, by="anna")["number"]
    error = ask(daemon, "dismiss", seat=2, by="ben")["error"]
    assert f"ruled on by anna: dead hand (entry {number})" in error
    assert daemon.game.seats[2].dead
    assert ask(daemon, "dismiss", seat=2, by="ben", replace=True)["ok"]
    assert not daemon.game.seats[2].dead
    assert ask(daemon, "warn", seat=2, by="ben")["ok"], "one more ruling contradicts nothing"


def test_a_void_hand_names_who_made_it_void_and_can_be_undone() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    state = daemon.state
    number = ask(daemon, "void_hand", by="anna")["number"]
    for refused in (ask(daemon, "void_hand", by="ben"), ask(daemon, "chombo", seat=1, by="ben")):
        assert "E1 was ended by anna (the hand is void), which can be undone" in refused["error"]
    assert daemon.journal.number == number
    assert ask(daemon, "undo", entry=number, by="ben")["ok"]
    assert daemon.state == state
    assert newest(daemon) == f"entry {number} is struck out by ben"


def test_a_correction_is_reported_with_what_it_says_and_by_whom() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    daemon.turn("1m")
    entry = daemon.journal.number
    ask(daemon, "correct", entry=entry, tile="2m", by="anna", text="misread")
    assert newest(daemon) == f"entry {entry} is corrected by anna: East discards 2m, misread"
    act = {"type": "TileDrawn", "seat": 1, "tile": "?"}
    ask(daemon, "insert", observation=act, by="ben")
    assert newest(daemon) == f"put in by ben after entry {entry}: South draws"


def test_a_field_that_an_entry_has_not_is_named_in_words() -> None:
    daemon = FakeDaemon().begin("wrc-2015")
    number = ask(daemon, "warn", seat=2)["number"]
    error = ask(daemon, "correct", entry=number, tile="5p")["error"]
    assert error.startswith(f"entry {number} is a ruling and has no tile: it has ")


def test_after_a_ruling_it_is_said_that_play_is_still_stopped() -> None:
    daemon = kuikae("saikouisen-2025")
    assert daemon.game.desk.stopped == "kuikae"
    assert ask(daemon, "accept", finding=0)["stopped"] == "kuikae"
    again = ask(daemon, "change_grade", finding=0, grade="warning", resume=True)
    assert (again["resumed"], "stopped" in again) == (True, False)
