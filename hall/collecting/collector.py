"""Collects the entries of a hall's tables from the broker into the store; acknowledges them once they are on disk.

The hall is one loop: take the messages that have come, file them in one transaction, acknowledge them, then ask tables
for missing entries. If the program ends in between, the broker sends unacknowledged messages again, and the store
recognises entries that it has already. If the broker itself lost some, the hall notices, since each table publishes the
end of its journal, and asks the table for them.
"""

from __future__ import annotations

import contextlib
import json
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from hall.alerts import HallAlert
from hall.collecting.asking import UNANSWERED_S, Questions
from hall.collecting.clocks import Clocks
from hall.collecting.held import HeldNote
from hall.collecting.line import IN_FLIGHT, HallLine, LineError
from hall.collecting.troubles import (
    alert_of,
    alerts_of,
    stalled,
    trouble_of,
)
from hall.store.arrival import Arrival, UnfitEntryError, arrival_of
from hall.store.filing import Placement
from hall.store.store import Filed, SqlStore, StoreError
from hall.store.unpacking import unpack_texts, unpacked
from referee.journal.journal import utc_now
from referee.texts.language import english
from table_controller.mqtt.client import encoded
from table_controller.mqtt.gate import GateError, Topic, TopicLevel, is_level, level_in, mapping_in, shown
from table_controller.mqtt.messages import alert_of_message, status_of
from table_controller.mqtt.topics import ALERT, ANSWER, ENTRY, JOURNAL_END, OF_THE_HALL, STATUS, parted
from wording.barred import Where

if TYPE_CHECKING:
    from paho.mqtt.client import MQTTMessage

    from referee.texts.language import Language
    from table_controller.mqtt.address import Address
    from wording.alerts.declaration import DeclaredAlert, Trouble

WAIT_S: Final = 1.0
"""The longest that the loop waits for a message before it does other work that is due. [s]"""
LOOK_S: Final = 5.0
"""The pause between looks at the store's notices: a person may have resolved one, or another collector added one. [s]"""
FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 5.0
MOST_ANSWER_BYTES: Final = 2**20
ENTRIES: Final = TopicLevel("entries")
"""The command that asks a table for missing entries."""


class Collector:
    """Collects until it is stopped.

    Args:
        address: of the broker and the hall; ``table`` is the collector's own name there.
        store: opens the store; called again after it was away.
        words: the language of published alerts.
        say: takes lines for the log.
        share: whether other collectors of the hall get a part of the entries.
        troubles: further troubles by their alert; None while all is well.
        held: the note beside the store; None if there is none.
    """

    def __init__(
        self,
        address: Address,
        store: Callable[[], SqlStore],
        words: Language,
        say: Say,
        *,
        share: bool = False,
        troubles: Callable[[], Mapping[DeclaredAlert, Trouble | None]] = dict,
        held: HeldNote | None = None,
    ) -> None:
        self._address = address
        self._open = store
        self._words = words
        self._say = say
        self._share = share
        self._troubles = troubles
        self._held = held
        self._stopping = False
        self._asking = Questions()
        self._clocks = Clocks()
        self._asked: dict[bytes, TopicLevel] = {}
        """The table of each question in flight. Only that table knows the question, so no other can answer in its place."""
        self._heads: dict[str, tuple[int, str]] = {}
        self._unfit: Counter[str] = Counter()
        self._published: dict[DeclaredAlert, bytes] = {}
        self._trouble = ""

    def stop(self) -> None:
        """Ask the loop to end soon; may be called in a signal handler."""
        self._stopping = True

    def run(self) -> None:
        """Collect until ``stop``: whenever broker or store is away, try again."""
        pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        while not self._stopping:
            began_s = time.monotonic()
            try:
                with contextlib.closing(self._open()) as store:
                    self._session(store)
            except (LineError, StoreError) as error:
                if str(error) != self._trouble:
                    self._say(f"{error}; trying again", TROUBLE)
                self._trouble = str(error)
            if time.monotonic() - began_s > 2 * LONGEST_PAUSE_S:
                pause.reset()
            if not self._stopping:
                time.sleep(pause.next())

    def _session(self, store: SqlStore) -> None:
        status = STATUS.topic(TopicLevel(self._address.hall), OF_THE_HALL)
        will = None if self._share else (status, encoded(status_of(self._words, "lost")))
        line = HallLine(self._address, share=self._share, will=will)
        try:
            self._note_lost(store)
            self._published = self._perhaps_published(store)
            self._asked.clear()
            if will is not None:
                line.publish(status, encoded(status_of(self._words, "ready")), retain=True)
            looked_s = -LOOK_S
            while not self._stopping:
                came = line.poll(self._wait_s(), IN_FLIGHT)
                if looked_s < 0:
                    # Only now is it certain that the broker lets this login publish.
                    self._say(f"collecting the journals of hall {self._address.hall}")
                    self._trouble = ""
                filed = self._file(store, came) if came else False
                line.acknowledge(came)
                self._ask(store, line)
                if filed or time.monotonic() - looked_s >= LOOK_S:
                    looked_s = time.monotonic()
                    self._tell(store, line)
            if will is not None:
                line.publish(status, encoded(status_of(self._words, "stopped")), retain=True)
        finally:
            line.close()

    def _note_lost(self, store: SqlStore) -> None:
        """Note what the store once held and now lacks because it was restored from a backup."""
        lost = [] if self._held is None else self._held.lost(store)
        if lost:
            store.note(lost, utc_now())
            for each in lost:
                self._say(english(trouble_of(each).text), TROUBLE)

    def _wait_s(self) -> float:
        next_s = self._asking.next_s()
        return WAIT_S if next_s is None else min(WAIT_S, max(0.0, next_s - time.monotonic()))

    # What comes

    def _file(self, store: SqlStore, came: Sequence[MQTTMessage]) -> bool:
        """File the messages that have come; return whether people should be alerted."""
        arrivals: list[Arrival] = []
        answered: list[TopicLevel] = []
        for message in came:
            arrivals.extend(self._arrivals(message, answered))
        if not arrivals:
            return False
        filed = store.file(arrivals, utc_now())
        # A table whose answer brought nothing is asked again only later, to avoid an endless loop.
        self._go_on([table for table in answered if table in filed.grown])
        self._note(filed)
        return bool(filed.notices)

    def _go_on(self, answered: list[TopicLevel]) -> None:
        for table in answered:
            self._asking.answered(table, time.monotonic())

    def _note(self, filed: Filed) -> None:
        for table in filter(is_level, filed.gaps):
            self._asking.want(table, time.monotonic())
        for notice in filed.notices:
            self._say(
                f"table {notice.table}: {notice.kind}, entries from {notice.number} are kept apart", TROUBLE
            )
        if filed.placements.get(Placement.REFUSED):
            self._say(
                f"{filed.placements[Placement.REFUSED]} entries refused: a table began too many journals"
            )

    def _arrivals(self, message: MQTTMessage, answered: list[TopicLevel]) -> list[Arrival]:
        """Return the entries in a message; if it is an answer, add its table to ``answered``."""
        name, below = parted(message.topic)
        try:
            # MQTT allows names that our topics, the store and the federation's subjects cannot hold.
            table = level_in(name, Where.topic())
            if f"{table}/" == ANSWER.end:
                return self._answer(message, answered)
            if below == ENTRY.end:
                arrival = arrival_of(table, unpacked(bytes(message.payload)))
                self._clocks.heard(table, arrival.wall, time.time())
                return [arrival]
            answer = mapping_in(bytes(message.payload))
            if below == JOURNAL_END.end:
                self._heads[table] = int(answer["number"]), str(answer["digest"])
                self._asking.want(table, time.monotonic())
            elif answer.get("status") == "ready" and table != OF_THE_HALL:
                self._asking.came_back(table, time.monotonic())
        except (UnfitEntryError, GateError, ValueError, KeyError, TypeError) as error:
            self._unfit[name] += 1
            if self._unfit[name] == 1:
                self._say(
                    f"table {shown(name[:40])} sent something that is no {below.rpartition('/')[2]}: {error}",
                    TROUBLE,
                )
        return []

    def _answer(self, message: MQTTMessage, answered: list[TopicLevel]) -> list[Arrival]:
        table = self._asked.pop(getattr(message.properties, "CorrelationData", b""), None)
        if table is None:
            return []
        answer = json.loads(message.payload) if len(message.payload) <= MOST_ANSWER_BYTES else {}
        if not isinstance(answer, dict) or answer.get("ok") is not True:
            why = answer.get("error", "no answer") if isinstance(answer, dict) else "no answer"
            self._say(f"table {table} sends no entries: {why}", TROUBLE)
            return []
        found = [arrival_of(table, text) for text in unpack_texts(answer["texts"])] if answer["texts"] else []
        answered.append(table)
        return found

    # What is missing

    def _ask(self, store: SqlStore, line: HallLine) -> None:
        for table in self._asking.due(time.monotonic()):
            head = self._heads.get(table)
            if not store.is_waited_for(table) and (head is None or store.has(table, *head)):
                self._asking.complete(table)
                continue
            known = [{"number": each.number, "digest": each.digest} for each in store.known_of(table)]
            question = secrets.token_bytes(16)
            self._asked = {each: to for each, to in self._asked.items() if to != table}
            self._asked[question] = table
            line.ask(table, ENTRIES, {"known": known}, question, int(UNANSWERED_S))
            self._asking.asked(table, time.monotonic())

    # Alerts for people

    def _tell(self, store: SqlStore, line: HallLine) -> None:
        """Publish alerts for open matters, and withdraw those that are resolved."""
        if self._held is not None:
            self._held.keep(store)
        missing = self._asking.missing(time.monotonic())
        stall = stalled(store.stalls(), store.unforwarded(), utc_now())
        found = {
            **dict(alerts_of(store.notices(), missing, self._clocks.wrong())),
            **self._troubles(),
            HallAlert.FEDERATION: stall,
        }
        wanted = {
            alert: encoded(alert_of_message(self._words, alert, trouble))
            for alert, trouble in found.items()
            if trouble is not None
        }
        for alert, payload in wanted.items():
            if self._published.get(alert) != payload:
                line.publish(self._topic_of(alert), payload, retain=True)
        for alert in self._published.keys() - wanted.keys():
            line.publish(self._topic_of(alert), b"", retain=True)
        self._published = wanted

    def _perhaps_published(self, store: SqlStore) -> dict[DeclaredAlert, bytes]:
        """Return alerts that the broker may still have from an earlier run, so that stale ones can be withdrawn."""
        tables = {branch.table for branch in store.branches()}
        return {
            **{alert_of(each): b"" for each in store.notices()},
            **{
                family(table): b""
                for table in filter(is_level, tables)
                for family in (HallAlert.MISSING, HallAlert.CLOCK)
            },
            **dict.fromkeys((*self._troubles(), HallAlert.FEDERATION), b""),
        }

    def _topic_of(self, alert: DeclaredAlert) -> Topic:
        return ALERT.topic(TopicLevel(self._address.hall), OF_THE_HALL, TopicLevel(alert.name))


def described(store: SqlStore) -> list[dict[str, Any]]:
    """Describe a store's contents, branch by branch, in values fit for JSON."""
    waiting, forwarded = store.waiting(), store.forwarded_numbers()
    return [
        {
            "table": branch.table,
            "branch": branch.name,
            "journal": branch.journal,
            "first": branch.first,
            "number": branch.number,
            "digest": branch.digest,
            "newest": wall,
            "waiting": waiting.get(branch.table, 0),
            "forwarded": forwarded.get(branch.name),
        }
        for branch, wall in store.branches_with_walls()
    ]
