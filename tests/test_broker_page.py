"""docs/asyncapi.yaml and docs/mqtt.md describe each message that the program sends and reads, and are generated from
the program."""

from dataclasses import asdict
from typing import Any

import pytest
from jsonschema_rs import meta

from firmware_bridge.link.counters import Counters, telemetry
from referee.encoding.codec import EVENTS, OBSERVATIONS
from referee.encoding.public import public_state
from referee.journal.journal import Journal
from referee.rules.ruleset import Ruleset
from referee.tournament.results import results_of
from referee.tournament.sheet import add_results
from table_controller.commands.catalogue.catalogue import COMMANDS
from tests.broker_page_stage import played
from tests.message_schemas import DOCS, DOCUMENT, SCHEMAS, wrong
from tests.table_controller.command_stage import ask, kuikae
from tests.table_controller.declared_commands_stage import one_more
from tools.describe.__main__ import main
from tools.describe.asyncapi import document
from tools.describe.page import with_tables
from wording.events.entry_payload import entry_payload


def test_the_table_of_commands_is_what_is_declared() -> None:
    assert main(["--check"]) == 0


def test_every_schema_is_one() -> None:
    for name, schema in SCHEMAS.items():
        meta.validate(schema | {"$schema": "http://json-schema.org/draft-07/schema#"})
        assert schema.get("description") or name in {"Seat", "Tile", "State"} or name.endswith("Answer"), name


def test_the_state_is_as_it_is_described() -> None:
    journal = Journal(":memory:")
    state = public_state(played(journal), 17, 17000, "7")
    *_, (_, result) = results_of(journal.entries())
    add_results(state, result)
    assert wrong("State", state) == []
    assert wrong("State", public_state(None, 0, 0, "7")) == []
    assert set(state) == set(SCHEMAS["GameShown"]["properties"])
    (player, *_), (finding, *_), (appeal, *_) = state["seats"], state["findings"], state["appeals"]
    meld = next(meld for seat in state["seats"] for meld in seat["melds"])
    discard = next(tile for seat in state["seats"] for tile in seat["pond"])
    result = state["last_result"]
    shown = {"PlayerShown": player, "FindingShown": finding, "AppealShown": appeal, "MeldShown": meld,
             "PondTileShown": discard, "ResultShown": result, "WinShown": result["wins"][0], "TimeShown": state["time"]}  # fmt: skip
    # A table of the previous release does not send it.
    since = {
        "FindingShown": {"code", "arguments"},
        "PondTileShown": {"confidence_pm"},
        "PlayerShown": {"furiten"},
        "TimeShown": {"hand_granted"},
    }
    for name, each in shown.items():
        assert set(each) == set(SCHEMAS[name]["properties"]), name
        assert set(each) - since.get(name, set()) == set(SCHEMAS[name]["required"]), name


def test_what_is_not_so_is_seen() -> None:
    state = public_state(played(), 17, 17000, "7")
    state["indicators"].append("9z")
    assert wrong("State", state)


def test_entries_are_as_they_are_described() -> None:
    journal = Journal(":memory:")
    played(journal)
    for entry in journal.entries():
        assert wrong("Entry", entry_payload(entry)) == []
        assert set(entry_payload(entry)) == set(SCHEMAS["Entry"]["properties"]) - {"too_large"}
    assert (
        wrong("Entry", {**entry_payload(entry), "observation": None, "events": None, "too_large": 400_000})
        == []
    )


def test_every_observation_and_event_is_described() -> None:
    described = {each["$ref"].rpartition("/")[2] for each in SCHEMAS["Observation"]["oneOf"]}
    assert described == {f"Observation{name}" for name in OBSERVATIONS}
    described = {each["$ref"].rpartition("/")[2] for each in SCHEMAS["Event"]["oneOf"]}
    assert described == {f"Event{name}" for name in EVENTS}


def test_the_settings_of_a_ruleset_are_described() -> None:
    for name in ("wrc-2015", "saikouisen-2025", "tenhou"):
        assert wrong("Ruleset", Ruleset.read(name).to_mapping()) == []
    (settings,) = (
        each["propertyNames"]["enum"]
        for each in SCHEMAS["BeginHanchan"]["properties"]["overrides"]["anyOf"]
        if "propertyNames" in each
    )
    mapping = Ruleset.read("tenhou").to_mapping()
    assert settings == [
        f"{group}.{name}" for group in mapping if isinstance(mapping[group], dict) for name in mapping[group]
    ]


def test_other_messages_are_as_they_are_described() -> None:
    link = telemetry(Counters(), state="ready", firmware="1.0", offset_ms=3.0, drift=0.0, outliers=0)
    assert wrong("Telemetry", {"at_ms": 5, **asdict(link)}) == []


ANSWERED: list[tuple[str, dict[str, Any]]] = [
    ("accept", {"finding": 0, "resume": True}),
    ("foul", {"rule": "late", "seat": 1, "minutes": 2, "ruling": "accepted"}),
    ("correct", {"entry": 7, "tile": "6s"}),
    ("undo", {"entry": 7}),
    ("insert", {"observation": {"type": "TileDrawn", "seat": 2, "tile": "?"}}),
    ("enter_hand", {"result": "exhaustive", "tenpai": [1]}),
    ("adjust_points", {"changes": [100, -100, 0, 0]}),
    ("close_hand", {"force": True}),
    ("pause", {}),
    ("machine", {"do": "set"}),
    ("history", {}),
    ("results", {}),
    ("begin_hanchan", {"force": True}),
]


@pytest.mark.parametrize(("name", "arguments"), ANSWERED, ids=[name for name, _ in ANSWERED])
def test_answers_are_as_they_are_described(name: str, arguments: dict[str, Any]) -> None:
    kind = COMMANDS[name].__name__
    assert wrong(kind, arguments) == []
    rehearsal = ask(kuikae(), name, dry_run=True, **arguments)
    done = ask(kuikae(), name, **arguments)
    refused = ask(kuikae(), name, at=10**6, **arguments)
    assert (rehearsal["ok"], done["ok"], refused["ok"]) == (True, True, False), (rehearsal, done)
    assert [wrong(f"{kind}Answer", each) for each in (rehearsal, done, refused)] == [[], [], []]


def test_every_command_has_a_topic_a_payload_and_an_answer() -> None:
    for name, kind in COMMANDS.items():
        operation = DOCUMENT["operations"][name]
        assert (
            DOCUMENT["channels"][name]["address"] == f"jantaku/1/{{hall}}/{{table}}/command/{{login}}/{name}"
        )
        assert DOCUMENT["components"]["messages"][name]["payload"]["$ref"].endswith(f"/{kind.__name__}")
        assert operation["reply"]["messages"] == [{"$ref": f"#/channels/answer/messages/{name}_answer"}]
        assert f"{kind.__name__}Answer" in SCHEMAS


def test_a_command_that_is_declared_is_in_the_document_and_the_page() -> None:
    made = document(one_more())
    schemas = made["components"]["schemas"]
    assert schemas["CountSticks"]["required"] == ["seat"]
    assert schemas["CountSticks"]["properties"]["kind"]["enum"] == ["hundred", "thousand"]
    assert (schemas["CountSticks"]["x-role"], schemas["CountSticks"]["x-sections"]) == (
        "technician",
        ["WRC 3.1"],
    )
    assert "sticks" in schemas["CountSticksAnswer"]["anyOf"][0]["required"]
    assert made["operations"]["count_sticks"]["reply"]["messages"]
    page = with_tables((DOCS / "mqtt.md").read_text(encoding="utf-8"), one_more())
    assert "| `count_sticks` | technician | **`seat`**: a seat 0 to 3<br>" in page
    assert "Count the sticks that lie before a player; answers `sticks`; WRC 3.1 |" in page
