"""docs/asyncapi.yaml: every topic of a table, every command with its answer, all payloads typed (AsyncAPI 3.0)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from table_controller.mqtt.home_assistant import DISCOVERED
from table_controller.wording.wanted import details_of
from tools.describe.schemas import all_schemas, reference

if TYPE_CHECKING:
    from collections.abc import Mapping

    from table_controller.commands.declaration import Command

TABLE: Final = "jantaku/1/{hall}/{table}"
PUBLISHED: Final = (
    ("status", "Status", f"{TABLE}/status", "How the table is; retained."),
    ("state", "State", f"{TABLE}/state", "What everybody at the table can see; retained."),
    ("event", "Entry", f"{TABLE}/event", "Each journal entry, in order, with its number."),
    (
        "kept_entry",
        "KeptEntry",
        f"{TABLE}/entry",
        "Each journal entry as it is stored, in order, for the hall.",
    ),
    (
        "alert",
        "Alert",
        f"{TABLE}/alert/{{alert}}",
        "What a person should see to; retained until it is resolved.",
    ),
    ("card", "Card", f"{TABLE}/telemetry/card", "The table in brief, for a hall of many; retained."),
    (
        "machine_report",
        "MachineReport",
        f"{TABLE}/telemetry/machine",
        "How machine and camera stand; retained.",
    ),
    ("link", "Telemetry", f"{TABLE}/telemetry/link", "Counters of the serial link; retained."),
    (
        "players",
        "PlayersShown",
        f"{TABLE}/public/state",
        "What players may see, and nothing else for them; retained, empty while they may see nothing.",
    ),
    (
        "stream",
        "StreamShown",
        f"{TABLE}/delayed/state",
        "What a stream may see: late by the delay, a hand only once it is closed; retained.",
    ),
    (
        "journal_end",
        "Head",
        f"{TABLE}/telemetry/journal",
        "The newest journal entry that the broker has, for `jantaku journal verify --against mqtt://…`; retained.",
    ),
    ("clip_kept", "ClipKept", f"{TABLE}/telemetry/clip", "The newest clip kept for a judge; retained."),
    (
        "home_device",
        "HomeDevice",
        f"{DISCOVERED}/{{device}}/config",
        "The table as a device of Home Assistant, where the settings want it; retained, empty once they do not.",
    ),
)
"""Channel, payload, topic and description."""
ANSWER: Final = "answer"
PARAMETERS: Final = {
    "hall": "name of the hall",
    "table": "name of the table in the hall",
    "login": "who asks, as logged in at the broker",
    "alert": "what the alert is of",
    "device": "hall and table, what is no letter or digit escaped",
    "question": "names the place for this answer; whoever asks chooses it",
}


def document(commands: Mapping[str, type[Command]]) -> dict[str, Any]:
    """Return the document, as mappings and lists.

    Raises:
        ValueError: two of its channels or messages have the same name.
    """
    names = [name for name, *_ in PUBLISHED]
    _refuse_doubled([*names, *commands, ANSWER])
    _refuse_doubled([*names, *commands, *(f"{name}_{ANSWER}" for name in commands)])
    messages: dict[str, Any] = {name: _message(payload, text) for name, payload, _, text in PUBLISHED}
    channels: dict[str, Any] = {name: _channel(topic, text, [name]) for name, _, topic, text in PUBLISHED}
    operations: dict[str, Any] = {
        f"publish_{name}": {"action": "send", "channel": {"$ref": f"#/channels/{name}"}, "summary": text}
        for name, _, _, text in PUBLISHED
    }
    for name, kind in commands.items():
        messages[name] = _message(kind.__name__, _summary(kind))
        messages[f"{name}_{ANSWER}"] = _message(f"{kind.__name__}Answer", f"The answer to {name}.")
        channels[name] = _channel(f"{TABLE}/command/{{login}}/{name}", _summary(kind), [name])
        operations[name] = _operation(name, kind)
    channels[ANSWER] = _channel(
        "jantaku/1/{hall}/answer/{login}/{question}",
        "Answers, to the response topic of the command and with its correlation data (MQTT 5).",
        [f"{name}_{ANSWER}" for name in commands],
    )
    schemas = all_schemas(commands)
    schemas["State"] = {"anyOf": [reference("GameShown"), reference("TableShown")]}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Jantaku table",
            "version": "1.0.0",
            "description": "A table that runs a game of riichi and referees it, over MQTT 5.",
            "license": {"name": "Apache-2.0"},
        },
        "defaultContentType": "application/json",
        "channels": channels,
        "operations": operations,
        "components": {"messages": messages, "schemas": dict(sorted(schemas.items()))},
    }


def _refuse_doubled(names: list[str]) -> None:
    doubled = sorted(name for name, times in Counter(names).items() if times > 1)
    if doubled:
        raise ValueError(f"{', '.join(doubled)} would stand for two topics or messages")


def _summary(kind: type[Command]) -> str:
    return (kind.__doc__ or "").strip().partition("\n")[0]


def _message(payload: str, text: str) -> dict[str, Any]:
    return {"summary": text, "payload": reference(payload)}


def _channel(topic: str, text: str, messages: list[str]) -> dict[str, Any]:
    return {
        "address": topic,
        "description": text,
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
        "parameters": {
            name: {"description": what} for name, what in PARAMETERS.items() if f"{{{name}}}" in topic
        },
    }


def _operation(name: str, kind: type[Command]) -> dict[str, Any]:
    more = f"{details_of(kind)} " if details_of(kind) else ""
    sections = f" Rulebooks: {', '.join(kind.sections)}." if kind.sections else ""
    also = "".join(f", or the role {role}" for role in kind.also)
    return {
        "action": "receive",
        "channel": {"$ref": f"#/channels/{name}"},
        "summary": _summary(kind),
        "description": f"{more}Needs a login with at least the rights of a {kind.role}{also}.{sections}",
        "tags": [{"name": kind.role}],
        "messages": [{"$ref": f"#/channels/{name}/messages/{name}"}],
        "reply": {
            "channel": {"$ref": f"#/channels/{ANSWER}"},
            "messages": [{"$ref": f"#/channels/{ANSWER}/messages/{name}_{ANSWER}"}],
        },
    }
