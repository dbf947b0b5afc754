"""The view's screen: one table of the hall at a time, painted several times a second from the messages received."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Final

from rich.text import Text as Styled
from textual.app import App, ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, RichLog, Sparkline, Static

from hall.judge.tables.words import event_line
from hall.judge.view.measures import Measures, middle_and_slow
from hall.judge.view.table_text import attention_text, machine_text, table_text
from table_controller.client.errors import JudgeError
from wording.frame import FrameTexts, ViewTexts

if TYPE_CHECKING:
    from hall.judge.tables.hall import Table
    from hall.judge.view.measured import MeasuredTables
    from table_controller.client.connection import BrokerLine

PAINT_S: Final = 0.1
"""The time between two checks for something new to paint."""
ASK_S: Final = 5.0
"""The time between two queries that only measure how fast the table answers."""
ANSWERED_S: Final = 5.0
HISTORY: Final = 100
"""The number of entries queried when a table comes into view."""


class ViewApp(App[None]):
    """Shows a hall's tables, one at a time.

    Args:
        heard: keeps the messages received.
        line: an open line, for queries.
        table: the table to begin with; the first of the hall if None.
    """

    CSS: ClassVar[str] = """
        Screen { layout: vertical; }
        #head { height: 1; background: $primary; color: $text; }
        #left { width: 5fr; } #right { width: 4fr; }
        .pane { border: round $primary; padding: 0 1; overflow-y: auto; }
        #game { height: 3fr; } #attention { height: 2fr; }
        #journal { height: 4fr; min-height: 4; } #machine { height: 1fr; min-height: 3; }
        #lines { height: 1fr; min-height: 5; } #line, #answers { width: 1fr; }
        Sparkline { height: 1; }
    """
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False

    def __init__(self, heard: MeasuredTables, line: BrokerLine, table: str | None = None) -> None:
        super().__init__()
        self._heard, self._hall = heard, heard.hall
        self._line = line
        self._shown = table
        self._said: str | None = None
        self._written = 0
        self._asked: dict[str, str] = {}
        self._texts: dict[str, str | Styled] = {}

    # The screen

    def compose(self) -> ComposeResult:
        """Lay out the head, two columns of panes, and the keys."""
        say = self._hall.say
        yield Static("", id="head", markup=False)
        with Horizontal():
            with Vertical(id="left"):
                yield _pane("game", say(ViewTexts.game()))
                yield _pane("attention", say(ViewTexts.attention()))
            with Vertical(id="right"):
                log = RichLog(id="journal", wrap=True, min_width=1, markup=False, classes="pane")
                log.border_title = say(ViewTexts.journal())
                yield log
                yield _pane("machine", say(ViewTexts.machine_pane()))
                with Horizontal(id="lines"):
                    for name, title in (
                        ("line", ViewTexts.line_pane()),
                        ("answers", ViewTexts.answers_pane()),
                    ):
                        with Vertical(id=name, classes="pane") as pane:
                            pane.border_title = say(title)
                            yield Static("", id=f"{name}-text", markup=False)
                            yield Sparkline([], id=f"{name}-times")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to paint and to query."""
        say = self._hall.say
        self.bind("n,tab", "next_table", description=say(ViewTexts.next_table()))
        self.bind("q,escape", "quit", description=say(ViewTexts.leave()))
        self._heard.news.set()
        self.set_interval(PAINT_S, self._paint_news)
        self.set_interval(ASK_S, self._ask)

    def action_next_table(self) -> None:
        with self._hall.lock:
            names = sorted(self._hall.tables)
        if names:
            later = [name for name in names if self._shown is not None and name > self._shown]
            self._shown = (later or names)[0]
            self._heard.news.set()

    # What is painted

    def _paint_news(self) -> None:
        # While the view closes, its timer may come once more after its panes have gone.
        if not self.is_running or not self._heard.news.is_set():
            return
        self._heard.news.clear()
        with self._hall.lock:
            if self._shown is None and self._hall.tables:
                self._shown = min(self._hall.tables)
            table = None if self._shown is None else self._hall.tables.get(self._shown)
            if table is None:
                self._write("head", lambda: self._hall.say(FrameTexts.no_table(self._hall.name)))
                return
            self._paint(table, self._heard.of(table.name))

    def _paint(self, table: Table, measures: Measures) -> None:
        self._write("head", lambda: table.say(ViewTexts.shown(table.name, self._hall.name)))
        self._write("game", lambda: table_text(table))
        self._write("attention", lambda: attention_text(table))
        self._write("machine", lambda: machine_text(table, measures))
        self._write("line-text", lambda: self._line_text(table, measures))
        self._draw("line-times", measures.round_trips_ms)
        self._write("answers-text", lambda: self._answers_text(table, measures))
        self._draw("answers-times", measures.answers_ms)
        if self._said != table.name:
            self._said, self._written = table.name, 0
            self.query_one("#journal", RichLog).clear()
            self.run_worker(partial(self._load, table.name), thread=True, exclusive=True)
            return
        self._write_entries(table)

    def _write_entries(self, table: Table) -> None:
        log = self.query_one("#journal", RichLog)
        for event in table.events:
            number = event.get("number")
            if isinstance(number, int) and number > self._written:
                self._written = number
                if line := event_line(table, event):
                    log.write(Styled(line))

    def _line_text(self, table: Table, measures: Measures) -> str:
        if not measures.line:
            return table.say(ViewTexts.untold())
        line = measures.line
        trip = f"{measures.round_trips_ms[-1]:.1f}" if measures.round_trips_ms else ""
        state = ViewTexts.line(str(line.get("state", "")), str(line.get("firmware") or ""), trip)
        troubles = ", ".join(f"{name.replace('_', ' ')} {count}" for name, count in measures.troubles.items())
        return f"{table.say(state)}\n{troubles or table.say(ViewTexts.clean_line())}"

    def _answers_text(self, table: Table, measures: Measures) -> str:
        if why := self._asked.get(table.name):
            return why
        times = middle_and_slow(measures.answers_ms)
        return table.say(
            ViewTexts.untold() if times is None else ViewTexts.times(f"{times[0]:.0f}", f"{times[1]:.0f}")
        )

    def _write(self, name: str, text: Callable[[], str | Styled]) -> None:
        try:
            shown = text()
        except (TypeError, ValueError, LookupError, AttributeError):
            # A table of another version may send values unknown here; they must not end the view.
            shown = self._hall.say(ViewTexts.not_understood())
        if shown != self._texts.get(name):
            self._texts[name] = shown
            self.query_one(f"#{name}", Static).update(shown)

    def _draw(self, name: str, values: deque[float]) -> None:
        line = self.query_one(f"#{name}", Sparkline)
        if line.data != list(values):
            line.data = list(values)

    # Queries, each in a thread of its own

    def _load(self, name: str) -> None:
        """Load the newest journal entries from before this view was opened."""
        answer = self._timed(name, partial(self._line.ask, name, "history", {"newest": HISTORY}, ANSWERED_S))
        with self._hall.lock:
            for entry in (answer or {}).get("entries") or ():
                if isinstance(entry, dict):
                    self._hall.note_publication(name, "event", entry)
        self._heard.news.set()

    def _ask(self) -> None:
        if self._shown is not None:
            question = partial(self._line.ask, self._shown, "history", {"newest": 1}, ANSWERED_S)
            self.run_worker(partial(self._timed, self._shown, question), thread=True, group="ask")

    def _timed(self, name: str, question: Callable[[], dict[str, Any]]) -> dict[str, Any] | None:
        began_s = time.monotonic()
        try:
            answer = question()
        except JudgeError as error:
            self._asked[name] = self._hall.say(ViewTexts.no_answer(self._hall.say(error.why)))
            self._heard.news.set()
            return None
        self._asked.pop(name, None)
        with self._hall.lock:
            self._heard.of(name).answers_ms.append((time.monotonic() - began_s) * 1000)
        self._heard.news.set()
        return answer


def _pane(name: str, title: str) -> Static:
    pane = Static("", id=name, classes="pane", markup=False)
    pane.border_title = title
    return pane
