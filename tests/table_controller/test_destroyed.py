"""A rehearsal says what an order would destroy, so that nobody confirms it unawares."""

from typing import Any

import pytest

from referee.texts.language import language
from referee.texts.message import from_json
from tests.table_controller.command_stage import FakeDaemon, ask

NAMES = ["Ada", "Bea", "Cid", "Dan"]


@pytest.fixture
def played() -> FakeDaemon:
    """A table in the second hand of a hanchan."""
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", ruleset="wrc-2015", names=NAMES)["ok"]
    daemon.deal()
    ask(daemon, "chombo", seat=1, by="anna")
    daemon.deal()
    return daemon


def lost(daemon: FakeDaemon, command: str, **arguments: Any) -> list[str]:
    """Return what the order would destroy, worded from its messages."""
    before = daemon.journal.number
    destroyed = ask(daemon, command, dry_run=True, **arguments)["would"]["destroys"]
    assert daemon.journal.number == before
    messages = [from_json({"code": each["code"], "arguments": each["arguments"]}) for each in destroyed]
    assert [each["text"] for each in destroyed] == [language("en").say(each) for each in messages]
    assert all(language("ja").say(each) for each in messages)
    return [each["text"] for each in destroyed]


def test_throwing_a_hanchan_away_names_its_hands(played: FakeDaemon) -> None:
    assert lost(played, "begin_hanchan", force=True) == ["This deletes 2 hands of the hanchan."]
    kept = "This deletes 2 hands of the hanchan. Only the penalties still count."
    assert lost(played, "begin_hanchan", force=True, keeps="penalties") == [kept]
    assert lost(played, "close_hanchan", keeps="nothing") == ["This deletes 2 hands of the hanchan."]
    assert lost(played, "close_hanchan") == [], "its score counts"


def test_a_hanchan_without_a_hand_has_nothing_to_lose() -> None:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", names=NAMES)["ok"]
    assert lost(daemon, "begin_hanchan", force=True) == []


@pytest.mark.parametrize(("command", "more"), [("disqualify", {}), ("rule", {"ruling": "disqualified"})])
def test_a_disqualification_names_the_player(played: FakeDaemon, command: str, more: dict[str, Any]) -> None:
    (text,) = lost(played, command, seat=2, **more)
    assert "Cid" in text
    assert "out of the hanchan" in text
    assert lost(played, "warn", seat=2) == []


def test_the_lid_and_nothing_else_of_the_machine(played: FakeDaemon) -> None:
    (text,) = lost(played, "machine", do="open_lid")
    assert "lid opens" in text
    assert lost(played, "machine", do="stop") == []
