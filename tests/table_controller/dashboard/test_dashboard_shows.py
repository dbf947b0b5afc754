"""The page and the terminal show the same of a table: every field of its published state, by the declarations."""

import copy
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hall.judge.tables.hall import Table as KnownTable
from hall.judge.tables.words import finding_lines, table_lines
from hall.judge.view.table_text import table_text
from tests.message_schemas import SCHEMAS, wrong
from tests.table_controller.dashboard.conftest import Broker, JsonObject, Judge, Table

GUIDE = Path(__file__).resolve().parents[3] / "docs" / "guides" / "terminal.md"
PICTURE = """() => {
  const told = (node) => node.nodeType === 3 ? node.data : [
    `<${node.nodeName}`, ...node.getAttributeNames().sort().map((name) => ` ${name}=${node.getAttribute(name)}`),
    ">", ...[...node.childNodes].map(told)].join("");
  return [...document.querySelectorAll("#hand-line, #stop, #felt, #past, #side > :not(#journal)")].map(told).join("");
}"""
OF_PROGRAMS = {"schema", "table", "number", "at_ms"}
"""Fields that name the kind of message."""


@pytest.fixture
def settings(broker: Broker) -> JsonObject:
    """The settings of a page with a logged-in judge: the bar below the felt needs a login."""
    mqtt = f"ws://127.0.0.1:{broker.web_port}/"
    return {"mqtt": mqtt, "hall": "home", "table": "sim", "login": {"name": "anna", "role": "referee"}}


def full(state: JsonObject) -> Iterator[JsonObject]:
    """Yield states that between them fill every field: during a hand, and after the hanchan."""
    now = copy.deepcopy(state)
    won = {"tile": "3s", "kind": "discard", "seat": 1, "at_ms": 5}
    now |= {
        "stopped": {"reason": "judge_called", "seat": 2, "played_on": 3},
        "attendant": {"who": "Anna", "since_ms": 5000, "waited_ms": 4000},
        "appeals": [{"seat": 1, "finding": 0, "outcome": "open", "text": "it was not I"}],
        "open": won,
        "claims": [{"seat": 2, "call": "pon", "at_ms": 7, "void": False}],
        "ura": ["9s"],
        "jury": {"finding": 0, "seat": 1, "jurors": ["anna", "bert"], "voted": ["bert"]},
        "juries": [
            {
                "finding": 0,
                "seat": 1,
                "ruling": "warning",
                "votes": [{"judge": "Anna", "ruling": "warning", "points": 5, "text": "as seen"}],
            }
        ],
        "penalties": [
            {
                "seat": 0,
                "name": "Aoyama",
                "points": 5,
                "minutes": None,
                "judge": "Anna",
                "ruling": "warning",
                "reason": "tiles_shown",
            }
        ],
    }
    now["seats"][0] |= {"shown": ["1m", "2m"], "warnings": 1}
    now["time"] |= {"limit_ms": 5_400_000, "added_ms": 600_000, "paused_at_ms": 4000}
    now["findings"][0]["evidence"] = ["frame:381"]
    yield now
    drawn = {"result": "exhaustive", "wins": [], "tenpai": [0]}
    agreed = {"acknowledged": [0], "paid": False}
    yield now | {"phase": "closing", "closing": agreed, "last_result": now["last_result"] | drawn}
    result = {"places": [3, 1, 4, 2], "totals": [-10_000, 30_000, -25_000, 5000]}
    row = {"name": "Aoyama", "points": 20_000, "uma": "-10", "oka": "0", "penalties": 5, "overall": "-25"}
    sheet = {
        "rows": [{**row, "seat": seat, "place": place} for seat, place in enumerate(result["places"])],
        "returns": 30_000,
        "others": [{"name": "Bo", "penalties": 20}],
        "disqualified": [1],
    }
    yield now | {"phase": "ended", "result": result, "signature": "awaited", "sheet": sheet}


def schema_of(schema: JsonObject) -> JsonObject:
    """Return a schema itself: neither a reference nor a choice between it and null."""
    if "$ref" in schema:
        return schema_of(SCHEMAS[schema["$ref"].rpartition("/")[2]])
    some = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    return schema_of(some[0]) if some else schema


def fields(schema: JsonObject, value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path and schema of each field that holds a plain value; a list counts by its first item."""
    schema = schema_of(schema)
    if isinstance(value, dict) and "properties" in schema:
        for name, each in schema["properties"].items():
            if name in value:
                yield from fields(each, value[name], (*path, name))
    elif isinstance(value, list) and value:
        yield from fields(schema["items"], value[0], (*path, 0))
    elif schema.get("type") != "object" and value != []:
        yield path, schema, value


def other(schema: JsonObject, value: Any) -> Any:
    """Return another value that the schema allows."""
    if isinstance(value, bool) or schema.get("type") == "boolean":
        return not value
    if "enum" in schema:
        return next(each for each in schema["enum"] if each != value)
    if schema.get("type") == "integer":
        if "maximum" in schema:
            return (value or 0) - 1 if value == schema["maximum"] else (value or 0) + 1
        return (value or 0) + 60_000  # a time: a minute later
    texts = ("4z", "W3", "Zed", "clip:5")
    return next(each for each in texts if each != value and re.match(schema.get("pattern", ""), each))


def changed(state: JsonObject, path: tuple[str | int, ...], value: Any) -> JsonObject:
    made = copy.deepcopy(state)
    at: Any = made
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return made


def test_page_and_terminal_show_the_same_fields(judge: Judge, table: Table, state: JsonObject) -> None:
    """A field counts as shown if the picture or the text changes with it; the guide has a reason for each exception."""
    on_page: dict[str, bool] = {}
    in_terminal: dict[str, bool] = {}
    number = 1000

    def seen(shown: JsonObject) -> tuple[str, list[str]]:
        nonlocal number
        number += 1
        shown = shown | {"number": number}
        assert wrong("State", shown) == []
        table.send("state", shown)
        expect(judge.page.locator("#hand-line")).to_contain_text(f"no. {number:,}".replace(",", ""))
        known = KnownTable("sim", state=shown)
        picture = table_text(known)
        lines = [*table_lines(known), *finding_lines(known), picture.plain, *map(str, picture.spans)]
        return str(judge.page.evaluate(PICTURE)).replace(str(number), ""), lines

    for base in full(state):
        before = seen(base)
        for path, schema, value in fields(SCHEMAS["GameShown"], base):
            name = ".".join(str(step) for step in path if step != 0)
            known = on_page.get(name, False) and in_terminal.get(name, False)
            if known or name.partition(".")[0] in OF_PROGRAMS:
                continue
            picture, lines = seen(changed(base, path, other(schema, value)))
            on_page[name] = on_page.get(name, False) or picture != before[0]
            in_terminal[name] = in_terminal.get(name, False) or lines != before[1]
    differ = {
        name: "on the page" if on_page[name] else "in the terminal" if in_terminal[name] else "by neither"
        for name in on_page
        if not (on_page[name] and in_terminal[name])
    }
    assert differ == dict(
        re.findall(r"^\| `([\w.]+)` \| ([\w ]+) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    )
