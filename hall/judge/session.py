"""Carries out a judge's orders: shows the hall; checks, confirms and sends orders; prints answers, and news as it comes."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from hall.judge.asked import ASKED, asked_arguments, asked_lines
from hall.judge.orders.declared import declared_order
from hall.judge.orders.order import HEAVY, OrderedRequest
from hall.judge.orders.orders import ORDERS, order_lines, order_of
from hall.judge.tables.films import WantedClip, film_lines
from hall.judge.tables.overall import overall_lines
from hall.judge.tables.penalties import penalty_lines
from hall.judge.tables.rehearsed import losses, would_lines
from hall.judge.tables.words import (
    alert_line,
    alert_lines,
    answer_words,
    event_line,
    finding_line,
    finding_lines,
    hall_lines,
    status_line,
    stopped_line,
    table_lines,
)
from referee.texts.findings import Plain
from referee.texts.language import LanguageName, language
from table_controller.client.errors import JudgeError, OrderError
from wording.alerts.declared import TableAlert
from wording.frame import FrameTexts, LookUp
from wording.misordered import Misordered
from wording.wanted import name_of

if TYPE_CHECKING:
    from hall.judge.tables.hall import Hall, Table
    from referee.texts.message import Message
    from table_controller.client.connection import BrokerLine

NEWEST: Final = 10
"""The number of events shown by default."""
LOOKS: Final = {
    "tables": LookUp.tables(),
    "table": LookUp.table(),
    "show": LookUp.show(),
    "findings": LookUp.findings(),
    "events": LookUp.events(),
    "standings": LookUp.standings(),
    "penalties": LookUp.penalties(),
    "clip": LookUp.clip(),
    "picture": LookUp.picture(),
    "hands": LookUp.hands(),
    "evaluate": LookUp.evaluate(),
    "past": LookUp.past(),
    "tile": LookUp.tile(),
    "seen": LookUp.seen(),
    "rules": LookUp.rules(),
    "alerts": LookUp.alerts(),
    "watch": LookUp.watch(),
    "help": LookUp.help(),
    "quit": LookUp.quit(),
}
"""Orders that only show something."""
ASK_TABLES: Final = {
    "events": "history",
    "standings": "results",
    "penalties": "results",
    "clip": "clip",
    "picture": "camera_picture",
    "hands": "hand_results",
    "evaluate": "evaluate",
    "past": "past_state",
    "tile": "tile_entry",
    "seen": "seen_hands",
    "rules": "house_rules",
}
"""Orders that query the tables, with their commands."""
WATCH: Final = ("all", "findings", "off")
PASSING: Final = TableAlert.TRACK.pattern.name.format("")
"""The prefix of alerts for zones that the camera cannot read, mostly because a hand is over them for a moment."""


class Session:
    """One judge at one hall.

    Args:
        hall: what is known of the hall. line: where orders go.
        say: takes lines for the judge.
        confirm: asks whether to go on.
        by: the judge's name for the journal.
        wait_s: the time to wait for a table's answer.
    """

    def __init__(
        self,
        hall: Hall,
        line: BrokerLine,
        *,
        say: Callable[[str], None],
        confirm: Callable[[str], bool],
        by: str,
        wait_s: float,
    ) -> None:
        self.hall = hall
        self.followed: str | None = None
        self.watch = "off"
        self._line = line
        self._say = say
        self._confirm = confirm
        self._by = by
        self._wait_s = wait_s

    # News, in the connection's thread

    def heard(self, name: str, topic: str, value: Any) -> None:
        """Take a published message; show it if the judge watches."""
        with self.hall.lock:
            known = self.hall.known(name)
            findings = 0 if known is None else len(known.findings)
            stopped = "" if known is None else stopped_line(known)
            news = self.hall.note_publication(name, topic, value)
            table = self.hall.known(name)
            if not news or table is None or self.watch == "off":
                return
            lines = self._news(table, topic, findings, stopped)
        for line in lines:
            self._say(line)

    def _news(self, table: Table, topic: str, findings: int, stopped: str) -> list[str]:
        kind, _, alert = topic.partition("/")
        if kind == "status":
            return [status_line(table)]
        if kind == "alert" and self.watch == "findings" and alert.startswith(PASSING):
            return []
        if kind == "alert":
            return [table.say(FrameTexts.table(table.name, alert_line(table, alert)))]
        if table.name != self.followed:
            return []
        if kind == "state":
            lines = [finding_line(table, number) for number in range(findings, len(table.findings))]
            now = stopped_line(table)
            return lines if now == stopped else [*lines, now or table.say(FrameTexts.goes_on())]
        line = event_line(table, table.events[-1]) if self.watch == "all" else ""
        return [line] if line else []

    # Orders of the judge

    def table(self) -> Table:
        """Return the followed table, or the only one of the hall.

        Raises:
            OrderError: it is not clear which table is meant, or it does not exist.
        """
        with self.hall.lock:
            if self.followed is not None:
                return self.hall.table(self.followed)
            if len(self.hall.tables) == 1:
                return next(iter(self.hall.tables.values()))
            there = sorted(self.hall.tables)
        raise OrderError(Misordered.which_table(there))

    def obey(self, text: str) -> bool:
        """Carry out a typed line and show errors; return whether it was done."""
        try:
            words = shlex.split(text)
        except ValueError:
            self._say(self.hall.say(Misordered.not_closed()))
            return False
        return self.do(words) if words else True

    def do(self, words: Sequence[str]) -> bool:
        """Carry out an order, given as words, and show errors; return whether it was done."""
        try:
            if words[0] in LOOKS:
                self._look(words[0], list(words[1:]))
                return True
            return self._order(words)
        except JudgeError as error:
            self._say(self.hall.say(error.why))
            return False

    def _order(self, words: Sequence[str]) -> bool:
        order = order_of(words[0], LOOKS)
        if {"--help", "-h"} & set(words):
            for line in order.lines(self.hall.words or "en"):
                self._say(line)
            return True
        with self.hall.lock:
            table = self.table()
            request = order.request(words[1:], table)
            says = table.say(request.says)
        if request.asks is not None and not self._confirmed(table, order.command, request, says):
            return False
        answer = self._line.ask(
            table.name, order.command, {**request.arguments, "by": self._by}, self._wait_s
        )
        if answer.get("ok") is not True:
            self._say(_refuses(table, answer))
            return False
        with self.hall.lock:
            if "would" in answer:
                for line in would_lines(table, says, answer):
                    self._say(line)
            else:
                done = says if request.done is None else table.say(request.done)
                done += answer_words(table, answer)
                self._say(table.say(FrameTexts.table(table.name, done)))
        return True

    def _confirmed(self, table: Table, command: str, request: OrderedRequest, says: str) -> bool:
        """Ask whether to go on, and say what would be lost."""
        assert request.asks is not None
        lines = [f"{says}.", table.say(request.asks)]
        if request.asks in HEAVY:
            rehearsed = {**request.arguments, "by": self._by, "dry_run": True}
            answer = self._line.ask(table.name, command, rehearsed, self._wait_s)
            if answer.get("ok") is not True:
                self._say(_refuses(table, answer))
                return False
            lines += losses(table, answer)
        if not self._confirm(table.say(FrameTexts.table(table.name, " ".join(lines)))):
            self._say(table.say(FrameTexts.nothing_sent()))
            return False
        return True

    def _look(self, word: str, rest: list[str]) -> None:
        # Do not hold the lock while waiting for an answer: the thread that receives it needs the lock.
        if word == "events":
            lines = self._events(rest)
        elif word == "standings":
            lines = self._of_the_hall(word, rest, overall_lines)
        elif word == "penalties":
            lines = self._of_the_hall(word, rest, penalty_lines)
        elif word == "clip":
            lines = self._clip(rest)
        elif word == "picture":
            lines = self._picture(rest)
        elif word in ASK_TABLES:
            lines = self._asked(word, rest)
        else:
            with self.hall.lock:
                lines = self._lines(word, rest)
        for line in lines:
            self._say(line)

    def _ask(self, table: str, word: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Query a table.

        Raises:
            JudgeError: it does not answer, or refuses.
        """
        answer = self._line.ask(table, ASK_TABLES[word], arguments, self._wait_s)
        if answer.get("ok") is not True:
            with self.hall.lock:
                raise OrderError(Plain.words(_refuses(self.hall.table(table), answer)))
        return answer

    def _events(self, rest: list[str]) -> list[str]:
        if len(rest) > 2 or not all(word.isdecimal() for word in rest):
            raise OrderError(Misordered.how_many_events())
        numbers = [int(word) for word in rest]
        table = self.table()
        if len(numbers) == 2:
            return self._history(table.name, numbers[0], numbers[1])
        count = numbers[0] if numbers else NEWEST
        try:
            newest = int(self._ask(table.name, "events", {"newest": 1}).get("newest", 0))
            # Entries without consequences have no line, so ask for some more.
            lines = self._history(table.name, max(1, newest - 2 * count - NEWEST), newest)
        except JudgeError as error:
            with self.hall.lock:
                heard = [line for event in table.events if (line := event_line(table, event))]
            lines = [self.hall.say(FrameTexts.only_since(self.hall.say(error.why))), *heard[-count:]]
            return lines if heard else [self.hall.say(FrameTexts.nothing_since())]
        return lines[-count:] if count and lines else [self.hall.say(FrameTexts.nothing_happened())]

    def _history(self, table: str, first: int, last: int) -> list[str]:
        lines: list[str] = []
        known = self.hall.table(table)
        at: int | None = first
        while at is not None and at <= last:
            answer = self._ask(table, "events", {"from": at, "to": last})
            lines += [line for event in answer.get("entries", ()) if (line := event_line(known, event))]
            at = answer.get("next")
        return lines

    def _of_the_hall(
        self,
        word: str,
        rest: list[str],
        told_as: Callable[[dict[str, list[dict[str, Any]]], Callable[[Message], str]], list[str]],
    ) -> list[str]:
        if len(rest) > 1:
            raise OrderError(Misordered.since_when(word))
        arguments = {"since": rest[0]} if rest else {}
        with self.hall.lock:
            names = sorted(self.hall.tables)
        if not names:
            raise OrderError(FrameTexts.no_table(self.hall.name))
        hanchans: dict[str, list[dict[str, Any]]] = {}
        lines = []
        for name in names:
            try:
                hanchans[name] = self._hanchans(name, arguments)
            except JudgeError as error:
                lines.append(self.hall.say(FrameTexts.without(name, self.hall.say(error.why))))
        return [*lines, *told_as(hanchans, self.hall.say)]

    def _clip(self, rest: list[str]) -> list[str]:
        wanted = WantedClip.of(rest)
        answer = self._ask(self.table().name, "clip", {"entry": wanted.number})
        return film_lines(answer, wanted, self._line.login, self.hall.say)

    def _picture(self, rest: list[str]) -> list[str]:
        wanted = WantedClip.of(["0", *rest])
        answer = self._ask(self.table().name, "picture", {})
        return film_lines(answer, wanted, self._line.login, self.hall.say)

    def _asked(self, word: str, rest: list[str]) -> list[str]:
        with self.hall.lock:
            table = self.table()
            arguments = asked_arguments(word, rest, table)
        answer = self._ask(table.name, word, arguments)
        with self.hall.lock:
            return asked_lines(word, rest, table, answer)

    def _hanchans(self, table: str, arguments: dict[str, Any]) -> list[dict[str, Any]]:
        """Return the results of a table's hanchans, by as many queries as it takes."""
        found: list[dict[str, Any]] = []
        while True:
            answer = self._ask(table, "standings", arguments)
            found = [*answer.get("hanchans", ()), *found]
            if answer.get("earlier") is None:
                return found
            arguments = {**arguments, "until": answer["earlier"]}

    def _lines(self, word: str, rest: list[str]) -> list[str]:
        if word == "help":
            return help_lines(rest, self.hall.words or "en")
        if word == "tables":
            return hall_lines(self.hall)
        if word == "table":
            if not rest:
                raise OrderError(Misordered.table_which())
            self.followed = self.hall.table(rest[0]).name
            return table_lines(self.table())
        if word == "watch":
            return self._watch(rest)
        table = self.table()
        if word == "findings":
            return finding_lines(table)
        if word == "alerts":
            return alert_lines(table) or [table.say(FrameTexts.no_alerts())]
        return table_lines(table)

    def _watch(self, rest: list[str]) -> list[str]:
        choice = rest[0] if rest else WATCH[0]
        if choice not in WATCH:
            raise OrderError(Misordered.none_of(choice, WATCH))
        self.watch = choice
        return []


def _refuses(table: Table, answer: dict[str, Any]) -> str:
    why = table.text_of(answer, written="error") or table.say(FrameTexts.no_reason())
    return table.say(FrameTexts.refuses(table.name, why))


def help_lines(words: Sequence[str], spoken: LanguageName) -> list[str]:
    """Return the list of orders, or the full help of one.

    Raises:
        OrderError: there is no such order.
    """
    say = language(spoken).say
    if words and words[0] not in LOOKS:
        return order_of(words[0], LOOKS).lines(spoken)
    if words:
        kind = ASKED.get(words[0])
        more = declared_order(kind).lines(spoken) if kind and name_of(kind) == words[0] else []
        return [say(LOOKS[words[0]]), *more]
    width = max(map(len, ORDERS))
    looks = [f"  {word:{width}}  {say(text)}" for word, text in LOOKS.items()]
    return [say(LookUp.to_look()), *looks, say(LookUp.to_table()), *order_lines(spoken)]
