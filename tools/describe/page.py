"""The table of commands in docs/mqtt.md, between its markers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_type_hints

from table_controller.commands.declaration import Command, own_fields
from table_controller.wording.wanted import details_of, help_of, words
from tools.describe.schemas import answer_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BEGINS: Final = "<!-- made by python -m tools.describe -->\n"
ENDS: Final = "<!-- end of what is made -->\n"


def with_table(page: str, commands: Mapping[str, type[Command]]) -> str:
    """Return the page with the table made from the declarations.

    Raises:
        ValueError: the page has no markers.
    """
    before, begins, rest = page.partition(BEGINS)
    _, ends, after = rest.partition(ENDS)
    if not begins or not ends:
        raise ValueError(f"no place for the commands: {BEGINS.strip()} … {ENDS.strip()}")
    table = "\n".join(_lines(commands))
    return f"{before}{BEGINS}{table}\n{ENDS}{after}"


def _lines(commands: Mapping[str, type[Command]]) -> Iterator[str]:
    yield "| name | who | arguments | does |"
    yield "| --- | --- | --- | --- |"
    for name, kind in commands.items():
        yield f"| `{name}` | {', '.join((kind.role, *kind.also))} | {_arguments(kind)} | {_does(kind)} |"


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
