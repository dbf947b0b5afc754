"""docs/asyncapi.yaml: every topic of a table, every command with its answer, all payloads typed (AsyncAPI 3.0)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from table_controller.commands.declaration import Command
from table_controller.mqtt.topics import ANSWER, COMMAND, PARAMETERS, PUBLISHED, DeclaredTopic
from tools.describe.schemas import all_schemas, reference
from wording.wanted import details_of


def document(commands: Mapping[str, type[Command]]) -> dict[str, Any]:
    """Return the document, as mappings and lists.

    Raises:
        ValueError: two of its channels or messages have the same name.
    """
    names = [each.name for each in PUBLISHED]
    _refuse_doubled([*names, *commands, ANSWER.name])
    _refuse_doubled([*names, *commands, *(f"{name}_{ANSWER.name}" for name in commands)])
    messages: dict[str, Any] = {each.name: _message(each.payload, _told(each)) for each in PUBLISHED}
    channels: dict[str, Any] = {
        each.name: _channel(each.path, _told(each), [each.name]) for each in PUBLISHED
    }
    operations: dict[str, Any] = {
        f"publish_{each.name}": {
            "action": "send",
            "channel": {"$ref": f"#/channels/{each.name}"},
            "summary": _told(each),
        }
        for each in PUBLISHED
    }
    for name, kind in commands.items():
        messages[name] = _message(kind.__name__, _summary(kind))
        messages[f"{name}_{ANSWER.name}"] = _message(f"{kind.__name__}Answer", f"The answer to {name}.")
        channels[name] = _channel(COMMAND.path.replace("{command}", name), _summary(kind), [name])
        operations[name] = _operation(name, kind)
    channels[ANSWER.name] = _channel(
        ANSWER.path,
        _told(ANSWER),
        [f"{name}_{ANSWER.name}" for name in commands],
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


def _told(topic: DeclaredTopic) -> str:
    return f"{topic.text}{f'; retained{topic.withdrawn}' if topic.retained else ''}."


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
    also = "".join(f", or the role {role}" for role in kind.roles[1:])
    return {
        "action": "receive",
        "channel": {"$ref": f"#/channels/{name}"},
        "summary": _summary(kind),
        "description": f"{more}Needs a login with at least the rights of a {kind.roles[0]}{also}.{sections}",
        "tags": [{"name": kind.roles[0]}],
        "messages": [{"$ref": f"#/channels/{name}/messages/{name}"}],
        "reply": {
            "channel": {"$ref": f"#/channels/{ANSWER.name}"},
            "messages": [{"$ref": f"#/channels/{ANSWER.name}/messages/{name}_{ANSWER.name}"}],
        },
    }
