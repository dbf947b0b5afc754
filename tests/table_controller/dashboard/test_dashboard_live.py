"""The page shows live data: journal, alerts, a lost table, a lost broker, several tables."""

import pytest
from playwright.sync_api import expect

from tests.message_schemas import wrong
from tests.table_controller.dashboard.conftest import Broker, JsonObject, Judge, Table


def test_journal_is_newest_first_and_names_what_is_missing(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    judge.follows(table, state)
    expect(judge.journal).to_have_text(["204 entries, 1\N{EN DASH}204, came before; see the table's journal"])
    table.event(205, "South discards 5p")
    table.event(205, "South discards 5p")
    table.event(208, "East wins by ron", kind="FoulFound")
    expect(judge.journal).to_have_count(4)
    lines = judge.journal.all_inner_texts()
    assert "208" in lines[0]
    assert "East wins by ron" in lines[0]
    assert lines[1] == "2 entries, 206\N{EN DASH}207, did not reach this page"
    assert "South discards" in lines[2]
    expect(judge.journal.nth(2).get_by_label("5 pin")).to_be_visible()
    expect(judge.journal.nth(2)).to_contain_text("12:00:25")
    expect(judge.journal.nth(0)).to_have_class("entry foul")
    table.event(206, "West draws")
    expect(judge.journal.nth(1)).to_have_text("Entry 207 did not reach this page")
    ahead = state | {"number": 210}
    judge.follows(table, ahead)
    expect(judge.journal.first).to_have_text("2 entries, 209\N{EN DASH}210, not here yet")


def test_a_journal_that_begins_again_is_not_mixed_with_the_old(
    judge: Judge, table: Table, state: JsonObject
) -> None:
    judge.follows(table, state)
    table.event(205, "South discards 5p")
    expect(judge.journal.first).to_contain_text("South discards")
    table.event(1, "The hanchan begins", second=59)
    expect(judge.journal).to_have_count(1)
    expect(judge.journal.first).to_contain_text("The hanchan begins")


def test_alerts_stand_until_resolved(judge: Judge, table: Table) -> None:
    def alert(name: str, severity: str, text: str) -> JsonObject:
        made: JsonObject = {
            "id": name,
            "severity": severity,
            "text": text,
            "advice": f"About {name}.",
            "code": "plain.words",
            "arguments": {"words": text},
            "advice_code": "plain.words",
            "advice_arguments": {"words": f"About {name}."},
            "at_ms": 61_000,
        }
        assert wrong("Alert", made) == []  # as a table publishes it
        return made

    table.send("alert/1", alert("1", "warning", "The camera's picture is dark"))
    table.send("alert/2", alert("2", "error", "Lift 3 did not reach its switch"))
    expect(judge.alerts).to_have_count(2)
    expect(judge.alerts.nth(0)).to_contain_text("Lift 3 did not reach its switch")
    expect(judge.alerts.nth(0)).to_contain_text("About 2.")
    expect(judge.alerts.nth(0)).to_contain_text("0:01:01")
    table.send("alert/2", None)
    expect(judge.alerts).to_have_count(1)
    expect(judge.alerts).to_contain_text("The camera's picture is dark")


def test_a_lost_table_is_unmistakable(judge: Judge, table: Table, state: JsonObject) -> None:
    judge.follows(table, state)
    table.status("ready")
    expect(judge.felt).not_to_have_class("stale")
    table.status("lost", "The connection broke.")
    expect(judge.status).to_contain_text("Table lost")
    expect(judge.status).to_have_class("status lost")
    expect(judge.status).to_contain_text("The picture is from")
    expect(judge.felt).to_have_class("stale")
    stamp = judge.page.evaluate("getComputedStyle(document.querySelector('#felt'), '::after').content")
    assert "Table lost" in stamp
    table.status("ready")
    expect(judge.status).to_have_class("status live")
    expect(judge.felt).not_to_have_class("stale")


def test_broker_lost_and_found_again(judge: Judge, table: Table, state: JsonObject, broker: Broker) -> None:
    judge.follows(table, state)
    table.status("ready")
    table.send("alert/1", {"id": "1", "severity": "info", "text": "Old", "advice": "", "at_ms": 0})
    table.event(205, "South discards 5p")
    expect(judge.journal.first).to_contain_text("South discards")
    table.forget_connection()
    broker.stop()
    expect(judge.status).to_contain_text("Broker lost")
    expect(judge.status).to_contain_text("Reconnecting")
    expect(judge.status).to_have_class("status lost")
    expect(judge.felt).to_have_class("stale")
    expect(judge.centre).to_contain_text("South 2")
    broker.start()
    # The broker is back but knows nothing yet: neither the old picture nor the old alert may be shown as live.
    expect(judge.status).to_contain_text("Waiting for the table")
    expect(judge.felt).to_have_class("stale")
    expect(judge.alerts).to_have_count(0)
    table.wait()
    table.send("state", state | {"number": 207, "hand": "S3"})
    table.event(207, "West draws")
    table.status("ready")
    expect(judge.status).to_have_class("status live")
    expect(judge.centre).to_contain_text("South 3")
    expect(judge.journal.nth(1)).to_have_text("Entry 206 did not reach this page")
    expect(judge.journal.nth(2)).to_contain_text("South discards")


def test_a_page_opened_before_the_broker_is_there(
    judge: Judge, table: Table, state: JsonObject, broker: Broker
) -> None:
    table.forget_connection()
    broker.stop()
    judge.page.reload()
    expect(judge.status).to_contain_text("No broker")
    expect(judge.status).to_contain_text("Nothing has been received.")
    broker.start()
    table.wait()
    judge.follows(table, state)
    table.status("ready")
    expect(judge.status).to_have_class("status live")


def test_a_broker_that_refuses_says_why(judge: Judge, table: Table, broker: Broker) -> None:
    table.forget_connection()
    broker.stop()
    broker.start(anonymous=False)
    expect(judge.status).to_contain_text("Not authorized")
    expect(judge.status).to_have_class("status lost")


def test_settings_that_come_late(judge: Judge, settings: JsonObject) -> None:
    kept = dict(settings)
    settings.clear()
    judge.page.reload()
    expect(judge.status).to_contain_text("No settings")
    expect(judge.status).to_contain_text("mqtt is neither a path nor a ws:// or wss:// address")
    settings.update(kept)
    expect(judge.status).to_contain_text("Waiting for the table")


class TestHall:
    """With several tables in the settings, there is a list to choose from."""

    @pytest.fixture
    def settings(self, broker: Broker) -> JsonObject:
        tables = ["sim", {"table": "b2", "name": "Table B2"}]
        return {"mqtt": f"ws://127.0.0.1:{broker.web_port}/", "hall": "home", "tables": tables}

    def test_choose_a_table_and_come_back(
        self, judge: Judge, table: Table, state: JsonObject, broker: Broker
    ) -> None:
        other = type(table)(broker, "b2")
        other.send("state", state | {"table": "b2", "hand": "E3", "number": 12})
        other.status("lost")
        card = {"phase": "playing", "ruleset": "tenhou", "hand": "S2", "honba": 1, "names": [], "scores": []}
        card |= {"open_findings": 1, "points_off": 0, "stopped": None, "attendant": None, "waited_ms": None}
        table.send("telemetry/card", card | {"clock": None})
        table.send("state", state)
        table.status("ready")
        links = judge.page.locator("#hall-tables a")
        expect(links).to_have_count(2)
        expect(links.nth(0)).to_contain_text("South 2 · 1 honba")
        expect(links.nth(0)).to_contain_text("1 finding open")
        expect(links.nth(1)).to_contain_text("Table B2")
        expect(links.nth(1)).to_contain_text("Table lost")
        links.nth(1).focus()
        judge.page.keyboard.press("Enter")
        expect(judge.centre).to_contain_text("East 3")
        expect(judge.status).to_contain_text("Table lost")
        table.event(205, "This is another table's")
        other.event(13, "West draws")
        expect(judge.journal.first).to_contain_text("West draws")
        expect(judge.page.locator("#journal")).not_to_contain_text("another table's")
        judge.page.get_by_role("link", name="Hall").click()
        expect(links).to_have_count(2)
        other.close()
