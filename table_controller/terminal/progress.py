"""How far a long task is, on a terminal: nothing in its first two seconds, and nothing once it is done."""

from __future__ import annotations

import contextlib
import sys
import time
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

T = TypeVar("T")
SHOWN_AFTER_S: Final = 2.0
"""Real time after which a person wonders how long it will take."""


def progress(what: str, parts: Iterable[T], of: int) -> Iterator[T]:
    """Pass the parts of a task on as they are done, and show how many are.

    It is shown on standard error, if that is a terminal and standard output is none: lines that are printed there show
    by themselves that something happens.

    Args:
        what: the parts are, for a person.
        parts: of the task.
        of: so many there are.
    """
    shows = sys.stderr.isatty() and not sys.stdout.isatty()
    begun_s = time.monotonic()
    advance: Callable[[], object] | None = None
    with contextlib.ExitStack() as shown:
        for number, part in enumerate(parts, 1):
            yield part
            if advance is not None:
                advance()
            elif shows and time.monotonic() - begun_s >= SHOWN_AFTER_S:
                advance = _begun(shown, what, number, of)


def _begun(shown: contextlib.ExitStack, what: str, done: int, of: int) -> Callable[[], object]:
    """Show a task of which a part is done already; returns what counts the next part."""
    # Slow to import; most tasks are done before it is needed.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    bar = shown.enter_context(Progress(*columns, console=Console(stderr=True), transient=True))
    task = bar.add_task(what, total=of, completed=done)
    bar.refresh()
    return lambda: bar.advance(task)
