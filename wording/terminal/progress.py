"""The progress of a long task, on a terminal: nothing in its first two seconds, and nothing once it is done."""

import contextlib
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final, TypeVar

T = TypeVar("T")
SHOWN_AFTER_S: Final = 2.0
"""The real time after which a person wonders how long a task will take."""
REDRAWN_AFTER_S: Final = 0.1
"""Real time between two updates; a part may take microseconds."""


def progress(
    what: str,
    parts: Iterable[T],
    of: int,
    *,
    printed: bool = False,
    done: Callable[[T], int] | None = None,
) -> Iterator[T]:
    """Yield the parts of a task as they are done, and show their number on standard error if that is a terminal.

    Args:
        what: the name of the parts, for a person.
        parts: of the task.
        of: the number of parts.
        printed: something is printed for each part; if that goes to a terminal too, no progress is shown.
        done: returns the number of parts that are done after an item, if one item stands for many parts.
    """
    shows = sys.stderr.isatty() and not (printed and sys.stdout.isatty())
    shown_s = time.monotonic()
    tell: Callable[[int], object] | None = None
    with contextlib.ExitStack() as bar:
        for number, part in enumerate(parts, 1):
            yield part
            if not shows:
                continue
            now_s = time.monotonic()
            if tell is None and now_s - shown_s >= SHOWN_AFTER_S:
                tell = _begun(bar, what, of)
            if tell is not None and now_s - shown_s >= REDRAWN_AFTER_S:
                shown_s = now_s
                tell(number if done is None else done(part))


def _begun(bar: contextlib.ExitStack, what: str, of: int) -> Callable[[int], object]:
    """Show a task; returns a function to call with the number of parts that are done."""
    # Slow to import; most tasks are done before it is needed.
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    shown = bar.enter_context(
        Progress(*columns, console=Console(stderr=True), transient=True, auto_refresh=False)
    )
    task = shown.add_task(what, total=of)
    return lambda done: shown.update(task, completed=done, refresh=True)
