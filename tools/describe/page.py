"""The tables of topics, alerts, commands and the terminal's words in docs/mqtt.md, each between its markers."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, get_type_hints

from hall.alerts import HallAlert
from hall.judge.orders.order import hyphened
from hall.judge.session import ASK_TABLES
from referee.texts.language import language
from table_controller.commands.catalogue.table import Resolve
from table_controller.commands.declaration import Command, own_fields
from table_controller.mqtt.topics import AT_TABLE, TOPICS, DeclaredTopic
from tools.describe.schemas import answer_type
from wording.alerts.declaration import AlertFamily, AlertText, DeclaredAlert
from wording.alerts.declared import TableAlert
from wording.wanted import details_of, help_of, words

BEGINS: Final = "<!-- {} made by python -m tools.describe -->\n"
ENDS: Final = "<!-- end of what is made -->\n"
LISTED: Final = 3
"""A family of at most this many alerts is listed by all their names."""


def with_tables(page: str, commands: Mapping[str, type[Command]]) -> str:
    """Return the page with the tables made from the declarations.

    Raises:
        ValueError: the page has no markers.
    """
    tables = (
        ("topics", _topics()),
        ("alerts", _alerts()),
        ("commands", _commands(commands)),
        ("terminal", _terminal()),
    )
    return with_made(page, tables)


def with_made(page: str, tables: Iterable[tuple[str, Iterable[str]]]) -> str:
    """Return the page with the lines of each table between its markers.

    Raises:
        ValueError: the page has no markers.
    """
    for name, lines in tables:
        begins = BEGINS.format(name)
        before, begun, rest = page.partition(begins)
        _, ended, after = rest.partition(ENDS)
        if not begun or not ended:
            raise ValueError(f"no place for the {name}: {begins.strip()} … {ENDS.strip()}")
        page = "".join((before, begins, *(f"{line}\n" for line in lines), ENDS, after))
    return page


def _terminal() -> Iterator[str]:
    """The commands that a judge's terminal knows by a word other than their name."""
    yield "| command | in a judge's terminal |"
    yield "| --- | --- |"
    words: dict[str, list[str]] = {}
    for word, name in ASK_TABLES.items():
        words.setdefault(name, []).append(f"`{word}`")
    for name, forms in words.items():
        if forms != [f"`{hyphened(name)}`"]:
            yield f"| `{name}` | {', '.join(forms)} |"


def _topics() -> Iterator[str]:
    yield "| topic | written by | read by | QoS | retained | payload | what |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for each in TOPICS:
        path = each.path.removeprefix(f"{AT_TABLE}/").replace("{", "<").replace("}", ">")
        roles = (", ".join(some) or "that login" for some in (each.writers, each.readers))
        payload = f"`{each.payload}`" if each.payload else ""
        kept = "yes" if each.retained else "no"
        yield " | ".join((f"| `{path}`", *roles, str(each.qos), kept, payload, f"{_what(each)} |"))


def _what(topic: DeclaredTopic) -> str:
    text = f"{topic.text} ({topic.more})" if topic.more else topic.text
    return f"{text}; retained{topic.withdrawn}" if topic.withdrawn else text


def _alerts() -> Iterator[str]:
    yield "| alert | of | severity | calls | ends | says |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for table, of, ending in (
        (TableAlert, "a table", f"when a {Resolve.roles[0]} resolves it"),
        (HallAlert, "the hall", "by `jantaku hall resolve`"),
    ):
        texts = [each for each in vars(table).values() if isinstance(each, AlertText)]
        for each in vars(table).values():
            if isinstance(each, DeclaredAlert | AlertFamily):
                alert = each.pattern if isinstance(each, AlertFamily) else each
                calls = "yes" if alert.calls_people(heard=True) else "unheard" if alert.calls else ""
                ends = ending if alert.stays else "by itself"
                says = "<br>".join(_says(text.text.code) for text in texts if text.alert is alert)
                yield f"| {_names(each)} | {of} | {alert.severity} | {calls} | {ends} | {says or 'what failed'} |"


def _names(each: DeclaredAlert | AlertFamily[Any]) -> str:
    if isinstance(each, DeclaredAlert):
        return f"`{each.name}`"
    listed = each.members if 0 < len(each.members) <= LISTED else "…"
    return ", ".join(f"`{each(member).name}`" for member in listed)


def _says(code: str) -> str:
    """A text in English with dots for its arguments, without the optional ones."""
    text = re.sub(r"\{\w+:\?[^}]*\}", "", language("en").template(code))
    return re.sub(r"\{\w+[^}]*\}", "…", re.sub(r"\{\w+:[^|}]*\|([^}]*)\}", r"\1", text)).replace("#", "…")


def _commands(commands: Mapping[str, type[Command]]) -> Iterator[str]:
    yield "| name | who | arguments | does |"
    yield "| --- | --- | --- | --- |"
    for name, kind in commands.items():
        yield f"| `{name}` | {', '.join(kind.roles)} | {_arguments(kind)} | {_does(kind)} |"


def _arguments(kind: type[Command]) -> str:
    cells = []
    for each in own_fields(kind):
        name = f"**`{each.encode_name}`**" if each.required else f"`{each.encode_name}`"
        text = help_of(kind, each.encode_name)
        wanted = words(each.type)
        cells.append(f"{name}: {wanted}" + (f" ({text})" if text else ""))
    return "<br>".join(cells).replace("|", "\\|")


def _does(kind: type[Command]) -> str:
    text = (kind.__doc__ or "").strip().partition("\n")[0]
    parts = [f"{text} {details_of(kind)}".rstrip(" .")]
    if kind.ends:
        parts.append(f"ends the {kind.ends}")
    answers = [name for name in get_type_hints(answer_type(kind)) if name != "number"]
    if answers:
        parts.append(f"answers {', '.join(f'`{name}`' for name in answers)}")
    if kind.sections:
        parts.append(", ".join(kind.sections))
    return "; ".join(part for part in parts if part)
