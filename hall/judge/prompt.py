"""The terminal: a prompt with history and completion; news appears above a half-typed line."""

import contextlib
import re
import readline
import sys
import threading
from typing import Final

from hall.judge.orders.orders import ORDERS
from hall.judge.session import LOOKS, WATCH, Session
from hall.judge.tables.hall import WIND_NAMES
from referee.texts.language import LanguageName, language
from table_controller.client.errors import OrderError
from wording.frame import FrameTexts
from wording.terminal.visible import visible

FRESH_LINE: Final = "\r\x1b[K"
"""Return to the start of the line and clear it."""
LEAVE: Final = "quit"
OPTION: Final = re.compile(r"--[a-z-]+")


class Screen:
    """Prints lines from any thread; a half-typed line is redrawn below them."""

    def __init__(self, words: LanguageName = "en") -> None:
        self._lock = threading.Lock()
        self._words = language(words)
        self._prompt: str | None = None
        self._terminal = sys.stdin.isatty() and sys.stdout.isatty()

    def say(self, text: str) -> None:
        """Print one or more lines; control characters in them have no effect."""
        text = visible(text, lines=True)
        with self._lock:
            if self._prompt is None or not self._terminal:
                sys.stdout.write(f"{text}\n")
            else:
                sys.stdout.write(f"{FRESH_LINE}{text}\n{self._prompt}{readline.get_line_buffer()}")
            sys.stdout.flush()

    def ask(self, prompt: str) -> str:
        """Read a typed line.

        Raises:
            EOFError: the input has ended.
        """
        with self._lock:
            self._prompt = prompt = visible(prompt)
        try:
            return input(prompt if self._terminal else "")
        finally:
            with self._lock:
                self._prompt = None

    def confirm(self, question: str) -> bool:
        """Ask whether to go on; if nobody can be asked, the answer is no."""
        if not self._terminal:
            self.say(self._words.say(FrameTexts.say_yes(question)))
            return False
        try:
            return self.ask(f"{self._words.say(FrameTexts.go_on(question))} ").strip().casefold() in {
                "y",
                "yes",
            }
        except EOFError:
            return False


def converse(session: Session, screen: Screen) -> bool:
    """Take orders until ``quit`` or the end of input; returns whether the last one was done."""
    done = True
    readline.set_completer(Completer(session).complete)
    readline.set_completer_delims(" ")
    readline.parse_and_bind("tab: complete")
    while True:
        followed = session.followed or session.hall.name
        try:
            line = screen.ask(f"{followed}> ")
            if line.strip() == LEAVE:
                return done
            done = session.obey(line)
        except EOFError:
            return done
        except KeyboardInterrupt:
            screen.say("")


class Completer:
    """Completes orders, then what may follow them."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: list[str] = []

    def complete(self, text: str, state: int) -> str | None:
        """Return the completions one by one, as ``readline`` asks for them."""
        if state == 0:
            before = readline.get_line_buffer()[: readline.get_begidx()].split()
            self._found = self.words(before, text)
        return f"{self._found[state]} " if state < len(self._found) else None

    def words(self, before: list[str], text: str) -> list[str]:
        """Return the possible completions of a word, given the words before it."""
        return sorted({word for word in self._possible(before) if word.startswith(text)})

    def _possible(self, before: list[str]) -> list[str]:
        if not before or before == ["help"]:
            return [*LOOKS, *ORDERS]
        with self._session.hall.lock:
            if before[0] == "table":
                return list(self._session.hall.tables)
            if before[0] == "watch":
                return list(WATCH)
            order = ORDERS.get(before[0])
            if order is None:
                return []
            options = OPTION.findall(order.parser().format_usage())
            names: list[str] = []
            with contextlib.suppress(OrderError):
                names = [str(seat["name"]) for seat in self._session.table().seats if seat.get("name")]
        return [*order.completes, *options, *WIND_NAMES, *names]
