"""The table's connection to the MQTT broker: state, events and alerts out, commands in. MQTT 5, in its own thread.

The broker may be away for a day: events are sent from a cursor into the journal, one after the other, each until the
broker has acknowledged it (QoS 1). State, status and alerts matter only in their newest form, which is sent retained.
Nothing here waits for table time, and the game never waits for the broker.
"""

import asyncio
import contextlib
import json
import threading
import time
import zlib
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from referee.journal.journal import Entry, Journal, JournalError
from referee.journal.reader import Head
from referee.texts.language import LanguageName, english, language
from referee.texts.message import Message as Said
from table_controller.mqtt.address import Address
from table_controller.mqtt.client import QUIET, Client, encoded
from table_controller.mqtt.gate import Topic, level_in
from table_controller.mqtt.hearing import LOOK_AGAIN_S, Hearing
from table_controller.mqtt.messages import StatusName, alert_of_message, said_anew, status_of
from table_controller.mqtt.requests import ANYTHING, Admission, Command, DeliveredMessage, Requests
from table_controller.mqtt.set_aside import Mark, SetAside, forget_oldest
from table_controller.mqtt.topics import ALERT, ENTRY, EVENT, JOURNAL_END, STATUS, DeclaredTopic
from wording.alerts.declaration import DeclaredAlert, Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Advice, Untaken
from wording.barred import Where
from wording.events.entry_payload import entry_payload

READER: Final = "broker"
"""Name of the broker's cursor in the journal."""
KEEPALIVE_S: Final = 10
FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
CURSOR_EVERY: Final = 100
"""The cursor is stored at least once per this many events, and whenever all are sent."""
FAREWELL_S: Final = 5.0
"""Real time to send the rest when the daemon stops, if the broker was connected until then."""
STEADY_S: Final = 10.0
"""A connection that has held for this long was good: the next pause is short again."""
HEAD_EVERY_S: Final = 1.0
"""Real time between two messages with the journal's end."""
MOST_WITHDRAWN: Final = 500
"""The number of withdrawn topics to withdraw again at the next connection; a table has far fewer names of alerts."""
JOURNAL_AGAIN_S: Final = 5.0
"""Real time after which to retry a journal that failed."""
ANSWERS_AT_ONCE: Final = 16
"""The number of answers to send before anything else gets its turn."""
THROWN_OFF: Final = 4
THROWN_OFF_WITHIN_S: Final = 30.0
"""Losing this many connections in this time is a fault: a restarted broker, or a bad network, loses fewer."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The time at which an entry's content was settled, to measure its delay until the broker has it.

    ``settled_ms`` is the table time of its frame, None without one; ``real_s`` is ``time.monotonic()`` then.
    """

    observation: str
    at_ms: int
    settled_ms: int | None
    real_s: float


class Broker:
    """Keeps the broker informed until ``stop``.

    Args:
        address: the broker's address.
        journal: the journal with the entries to send.
        command: called for each command.
        say: takes lines for the daemon's log.
        latency: the file for a line about each acknowledged event, or None.
        words: the language of published texts.
        admission: decides which commands to accept.
        speaking: the logins that may command the table; those of them that flood it are ignored for a while. If None,
            the table accepts everything that the broker lets through.
    """

    def __init__(
        self,
        address: Address,
        journal: Journal,
        *,
        command: Command,
        say: Say,
        latency: Path | None = None,
        words: LanguageName = "en",
        admission: Admission = ANYTHING,
        speaking: Callable[[], frozenset[str]] | None = None,
    ) -> None:
        self.address = address
        self._words = language(words)
        self._journal = journal
        self._say = say
        self._latency = latency
        self._retained: dict[Topic, bytes] = {}
        self._changed: set[Topic] = set()
        self._aside = SetAside()
        self._withheld: dict[Topic, Counter[Said]] = {}
        """For each topic, the number of unsent messages since the broker last accepted one, and the reason."""
        self._due: set[Topic] = set()
        """Topics to retry some time after their retained message was set aside."""
        self._alerts: dict[str, Any] = {}
        """The severity of each open alert, by name."""
        self._lines: OrderedDict[int, tuple[Said, ...]] = OrderedDict()
        self._origins: dict[int, Origin] = {}
        self._requests = Requests(
            address.answers, command, self._nudge, words, room=admission.room, reads=admission.reads
        )
        self._hearing = Hearing(address, speaking)
        self._lock = threading.Lock()
        self._sent = journal.acknowledged(READER)
        self._newest = journal.number
        """Number of the newest entry given with its text; a later entry waits for its text."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._listening: asyncio.Task[None] | None = None
        self._stopping = False
        self._was_connected: bool | None = None
        self._journal_again_s = 0.0
        self._head_again_s = 0.0
        self._head_sent = 0
        self._trouble: Trouble | None = None
        self._away_for = ""
        self._published, self._publishing_s = 0, 0.0
        self._thrown_off_s: deque[float] = deque(maxlen=THROWN_OFF)
        self._thread = threading.Thread(target=self._run, name="broker", daemon=True)

    # Methods that other threads call

    def start(self) -> None:
        """Start the thread, which connects, and reconnects whenever the connection is lost."""
        self._thread.start()

    def stop(self) -> None:
        """Send the rest, disconnect and end."""
        self.status("stopped")
        self._stopping = True
        self._nudge()
        self._thread.join(FAREWELL_S + 1.0)

    @property
    def sent(self) -> int:
        """Number of the newest event the broker has acknowledged."""
        return self._sent

    @property
    def connected(self) -> bool:
        """True while the broker is connected."""
        return bool(self._was_connected)

    @property
    def published(self) -> int:
        """The number of entries that the broker has acknowledged since ``start``."""
        return self._published

    @property
    def publishing_s(self) -> float:
        """Real time from the act to the broker's acknowledgement, summed over the published entries."""
        return self._publishing_s

    def entry(self, entry: Entry, lines: tuple[Said, ...], origin: Origin) -> None:
        """Send a new entry that is already in the journal."""
        with self._lock:
            self._lines[entry.number] = lines
            while len(self._lines) > 10_000:
                self._lines.popitem(last=False)
            self._origins[entry.number] = origin
            self._newest = entry.number
        self._nudge()

    def status(self, status: StatusName) -> None:
        self.show(STATUS, status_of(self._words, status))

    def show(self, topic: DeclaredTopic, value: Mapping[str, Any] | None) -> bytes:
        """Send a retained message, or None to clear it; only the newest is sent. Return its public form."""
        return self._retain(self.address.topic(topic), value)

    def alert(self, name: str, alert: dict[str, Any] | None) -> None:
        """Send an alert that needs a person; None when it is resolved."""
        topic = self.address.topic(ALERT, level_in(name, Where.topic()))
        with self._lock:
            if alert is not None:
                self._alerts[name] = alert.get("severity")
            else:
                self._alerts.pop(name, None)
        if alert is not None and not self.address.public_names:
            # Its text may name somebody who is not in the journal, and then only its arguments can be masked.
            alert = said_anew(self._words, self._public(alert))
        self._retain(topic, alert)

    @property
    def standing(self) -> list[str]:
        with self._lock:
            return sorted(self._alerts)

    @property
    def alerts(self) -> list[dict[str, Any]]:
        """The open alerts, in their published form."""
        topics = [self.address.topic(ALERT, level_in(name, Where.topic())) for name in self.standing]
        with self._lock:
            published = [self._retained.get(topic) for topic in topics]
        return [json.loads(payload) for payload in published if payload]

    @property
    def alerted(self) -> list[str]:
        """The names of the open alerts that are more than information."""
        with self._lock:
            return sorted(name for name, severity in self._alerts.items() if severity != "info")

    def announce(self, topic: Topic, value: Mapping[str, Any] | None) -> None:
        """Send a retained message to another program, in a topic of that program; None withdraws it.

        It must name nobody, since names are not replaced in it.
        """
        self._keep(topic, b"" if value is None else encoded(value))

    def prove(self, moved: Callable[[], None]) -> None:
        """Have the broker's thread call a function, which shows that the thread neither hangs nor has ended."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(moved)

    def _retain(self, topic: Topic, value: Mapping[str, Any] | None) -> bytes:
        return self._keep(topic, b"" if value is None else encoded(self._public(value)))

    def _keep(self, topic: Topic, payload: bytes) -> bytes:
        with self._lock:
            if self._retained.get(topic) == payload:
                return payload
            self._retained[topic] = payload
            self._changed.add(topic)
            self._forget_withdrawn()
        self._nudge()
        return payload

    def _forget_withdrawn(self) -> None:
        """Forget the oldest topics withdrawn at the broker."""
        if len(self._retained) <= MOST_WITHDRAWN:
            return
        withdrawn = [topic for topic, payload in self._retained.items() if not payload]
        for topic in withdrawn[:-MOST_WITHDRAWN]:
            if topic not in self._changed:
                del self._retained[topic]

    def _public(self, value: Any) -> Any:
        """Return the public form of a message: without names if the club wants that."""
        return value if self.address.public_names else self._journal.masked(value)

    def _nudge(self) -> None:
        loop, wake = self._loop, self._wake
        if loop is not None and wake is not None:
            with contextlib.suppress(RuntimeError):  # closed between the check and the call
                loop.call_soon_threadsafe(wake.set)

    # Methods of the thread

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        """Connect, and reconnect whenever the connection ends, until the daemon ends."""
        self._loop, self._wake = asyncio.get_running_loop(), asyncio.Event()
        pause = Backoff(FIRST_PAUSE_S, LONGEST_PAUSE_S)
        gave_up_at: float | None = None
        while True:
            began_s = time.monotonic()
            try:
                await self._session()
                return
            except (aiomqtt.MqttError, OSError) as error:
                self._has_set_aside(error)
                if self._thrown_off():
                    self._aside.thrown_off()
                    table = f"{self.address.hall}/{self.address.table}"
                    self._troubled(TableAlert.twin(table))
                    pause.exhaust()
                else:
                    self._away(self._unreached(error))
            except Exception as error:  # noqa: BLE001 - whatever the error is, the table must stay reachable
                if self._has_set_aside(error, ours=True):
                    pause.reset()
                else:
                    self._troubled(TableAlert.broker_fails(_named(error)))
            if self._was_connected and time.monotonic() - began_s > STEADY_S:
                pause.reset()
            if self._stopping:
                # A broker that was already away gets one more try; one that has only just gone may come back.
                gave_up_at = gave_up_at or time.monotonic() + (FAREWELL_S if self._was_connected else 0.0)
                if time.monotonic() >= gave_up_at:
                    return
                pause.reset()
            self._was_connected = False
            await self._rest(pause.next())

    async def _rest(self, pause_s: float) -> None:
        """Wait before the next attempt. If the daemon ends meanwhile, the wait ends too."""
        if self._wake is None:
            raise AssertionError("made where the thread begins")
        over_s = time.monotonic() + pause_s
        stopping = self._stopping
        while self._stopping == stopping and (left_s := over_s - time.monotonic()) > 0:
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), left_s)

    def _away(self, why: str) -> None:
        """Report that the broker is away: once for each new reason."""
        if self._was_connected or why != self._away_for:
            self._say(
                f"broker {'lost' if self._was_connected else 'not there'} ({why}); trying again", TROUBLE
            )
        self._away_for = why

    def _unreached(self, error: Exception) -> str:
        """Return the reason why the broker cannot be reached."""
        if self.address.tls is None:
            return str(error)
        # Only an encrypted line needs it.
        from table_controller.mqtt.tls import why_unsecured  # noqa: PLC0415

        why = why_unsecured(error, self.address.host)
        return str(error) if why is None else english(why)

    def _thrown_off(self) -> bool:
        """Return whether connections keep being ended, as when two clients share an identifier.

        Brokers need not say why they end a connection, and Mosquitto 2.0 does not.
        """
        if not self._was_connected:
            return False
        now_s = time.monotonic()
        self._thrown_off_s.append(now_s)
        return len(self._thrown_off_s) == THROWN_OFF and now_s - self._thrown_off_s[0] < THROWN_OFF_WITHIN_S

    def _troubled(self, trouble: Trouble | None) -> None:
        """Alert people to a fault other than the network's; None resolves it."""
        if trouble == self._trouble:
            return
        self._trouble = trouble
        if trouble is None:
            self.alert(TableAlert.BROKER.name, None)
        else:
            self._raise(TableAlert.BROKER, trouble)

    def _raise(self, alert: DeclaredAlert, trouble: Trouble) -> None:
        self._say(trouble.line, TROUBLE)
        self.alert(alert.name, alert_of_message(self._words, alert, trouble))

    async def _session(self) -> None:
        assert self._wake is not None
        will = status_of(self._words, "lost")
        async with Client(
            self.address.host,
            self.address.port,
            username=self.address.user,
            password=self.address.password,
            identifier=self.address.identifier,
            protocol=aiomqtt.ProtocolVersion.V5,
            keepalive=KEEPALIVE_S,
            tls_context=self.address.tls,
            logger=QUIET,
            commands=self.address.commands,
            hears=self._hears,
            will=aiomqtt.Will(
                self.address.topic(STATUS), json.dumps(will), qos=STATUS.qos, retain=STATUS.retained
            ),
        ) as client:
            if self._was_connected is False:
                self._say("broker back")
            self._was_connected = True
            if (mark := self._aside.begin()) is not None:
                self._thrown_off_s.clear()
                self._set_aside(mark, Untaken.ends_line())
            with self._lock:
                self._changed = set(self._retained)
            await self._hearing.begin(client)
            self._listening = asyncio.create_task(self._listen(client))
            try:
                await self._send(client)
            finally:
                self._listening.cancel()
                with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
                    await self._listening
                self._store_cursor()

    async def _send(self, client: Client) -> None:
        """Send everything that is due, until the connection breaks or the daemon stops."""
        assert self._wake is not None
        while True:
            self._wake.clear()
            if self._hearing.to_adapt:
                await self._adapt_hearing(client)
            await self._send_answers(client)
            await self._send_retained(client)
            await self._send_events(client)
            if self._wake.is_set():
                continue
            self._store_cursor()
            self._tell_head()
            if self._stopping:
                # A wake-up may still be on its way from another thread, so check instead of relying on it.
                fails = time.monotonic() < self._journal_again_s
                behind = self._sent < self._newest and not fails
                if self._changed or self._requests.waiting or behind:
                    continue
                return
            await self._while_connected(self._wake.wait())

    async def _while_connected(self, work: Coroutine[Any, Any, Any]) -> None:
        """Wait for something, but no longer than the connection lasts: the client itself would wait for its timeout."""
        assert self._listening is not None
        task = asyncio.ensure_future(work)
        await asyncio.wait({task, self._listening}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
            return
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
            await task
        self._listening.result()

    async def _publish(
        self,
        client: Client,
        mark: Mark,
        payload: bytes | Callable[[], bytes],
        *,
        retain: bool = False,
        properties: Properties | None = None,
    ) -> None:
        """Publish a message, made first if it is a function, and wait until the broker has acknowledged it."""
        with self._aside.under_way(mark):
            made = payload if isinstance(payload, bytes) else payload()
            refusal = await client.deliver(mark.topic, made, retain=retain, properties=properties)
            if refusal is not None:
                self._aside.refused(mark)
        if refusal is not None:
            self._withhold(mark, Untaken.refused(str(refusal)))
        elif (withheld := self._withheld.pop(mark.topic, None)) is not None:
            self._say(f"the broker takes {mark.topic} again; passed over: {withheld.total()}")

    async def _send_retained(self, client: Client) -> None:
        while True:
            with self._lock:
                if not self._changed:
                    return
                topic = min(self._changed)
                self._changed.discard(topic)
                payload = self._retained[topic]
            mark = Mark(topic, hash(payload))
            if not self._aside.takes(mark):
                self._try_later(topic)
                continue
            if len(payload) > client.room:
                self._set_aside(mark, Untaken.too_long(len(payload)))
                continue
            try:
                await self._while_connected(self._publish(client, mark, payload, retain=True))
            except aiomqtt.MqttError:
                with self._lock:
                    if topic in self._retained:
                        self._changed.add(topic)
                raise
            if not self._aside.takes(mark):
                self._try_later(topic)

    def _try_later(self, topic: Topic) -> None:
        """Queue a topic's retained message again once the topic may be retried."""
        if self._loop is None or topic in self._due:
            return

        def due() -> None:
            self._due.discard(topic)
            with self._lock:
                if topic in self._retained:
                    self._changed.add(topic)
            self._nudge()

        self._due.add(topic)
        self._loop.call_later(self._aside.waits_s(topic), due)

    def _has_set_aside(self, error: Exception, *, ours: bool = False) -> bool:
        """Return whether a message failed in this program; if so, set it aside."""
        if not self._was_connected:
            self._aside.away()
            return False
        mark = self._aside.ended(ours=error if ours else None, reason=_reason(error))
        if mark is not None:
            self._set_aside(mark, Untaken.unsendable(_named(error)))
        return mark is not None

    def _pass_over(self, mark: Mark) -> None:
        """Drop a message to a topic that has to wait."""
        if not self._aside.is_aside(mark):
            self._withhold(mark, Untaken.topic_waits())

    def _withhold(self, mark: Mark, why: Said) -> None:
        """Report that nothing is sent to a topic: once for each reason until the broker accepts a message there.

        A topic that merely has to wait is not reported again.
        """
        withheld = self._withheld.setdefault(mark.topic, Counter())
        forget_oldest(self._withheld)
        is_news = why not in withheld and not (withheld and why == Untaken.topic_waits())
        withheld[why] += 1
        if is_news:
            self._set_aside(replace(mark, entry=None), why)

    def _set_aside(self, mark: Mark, why: Said) -> None:
        """Report a message that is not sent, while everything else is."""
        trouble = TableAlert.set_aside(mark.topic, mark.entry, why)
        if why.code == Untaken.too_long(0).code:
            trouble = trouble._replace(advice=Advice.raise_packet_size())
        if mark.topic.endswith(f"/{ALERT.end}{TableAlert.SET_ASIDE.name}"):
            self._say(trouble.line, TROUBLE)
        else:
            self._raise(TableAlert.SET_ASIDE, trouble)

    async def _send_events(self, client: Client) -> None:
        assert self._wake is not None
        if time.monotonic() < self._journal_again_s:
            return
        unstored = 0
        try:
            for entry in self._journal.entries(self._sent + 1, self._newest):
                await self._while_connected(self._publish_entry(client, entry))
                self._sent = entry.number
                self._measure(entry.number)
                unstored += 1
                if unstored >= CURSOR_EVERY:
                    unstored = 0
                    self._store_cursor()
                if self._changed or self._requests.waiting:
                    # A long backlog must not delay the present state.
                    self._wake.set()
                    return
        except JournalError as error:
            self._aside.clear()
            self._journal_failed(TableAlert.broker_unread(str(error)))

    async def _publish_entry(self, client: Client, entry: Entry) -> None:
        """Publish an entry for people, and its stored form for the hall; wait until the broker acknowledges both.

        Raises:
            JournalError: the entry cannot be read again.
        """
        topic, number, text = self.address.topic, entry.number, self._journal.text(entry.number) or b""
        kept = text if len(text) <= client.room else zlib.compress(text)
        event, stored = (Mark(topic(each), number, number) for each in (EVENT, ENTRY))
        payloads: dict[Mark, bytes | Callable[[], bytes]] = {
            event: lambda: self._event(entry, client.room),
            stored: kept,
        }
        if len(kept) > client.room:
            self._set_aside(stored, Untaken.too_long(len(kept)))
            del payloads[stored]
        for mark in [each for each in payloads if not self._aside.takes(each)]:
            self._pass_over(mark)
            del payloads[mark]
        if any(map(self._aside.is_suspected, payloads)):
            for mark, payload in payloads.items():
                await self._publish(client, mark, payload)
        else:
            await asyncio.gather(*(self._publish(client, *each) for each in payloads.items()))

    def _store_cursor(self) -> None:
        if not self._sent or time.monotonic() < self._journal_again_s:
            return
        try:
            self._journal.acknowledge(READER, self._sent)
        except JournalError as error:
            # Do not end the connection for this: after a restart they are sent again, and their numbers show the
            # repeat.
            self._journal_failed(TableAlert.broker_unnoted(str(error)))
        else:
            self._troubled(None)

    def _tell_head(self) -> None:
        """Have the broker retain the newest entry's number and hash, so that a later change to the journal's end shows.

        It has its own topic, since the last will would replace the newest status with an old one.
        """
        now_s = time.monotonic()
        if self._head_sent == self._sent or now_s < self._journal_again_s:
            return
        if now_s < self._head_again_s and not self._stopping:
            return
        self._head_again_s = now_s + HEAD_EVERY_S
        entry = None
        with contextlib.suppress(JournalError):  # damaged: another alert reports that
            entry = next(self._journal.entries(self._sent, self._sent), None)
        self._head_sent = self._sent
        if entry is not None:
            self.show(JOURNAL_END, asdict(Head(entry.number, entry.digest)))
        if self._loop is not None and self._wake is not None:
            self._loop.call_later(HEAD_EVERY_S, self._wake.set)

    def _journal_failed(self, trouble: Trouble) -> None:
        """Note that the journal cannot be used now: state and answers are still sent, and it is retried soon."""
        self._journal_again_s = time.monotonic() + JOURNAL_AGAIN_S
        self._troubled(trouble)
        if self._loop is not None and self._wake is not None:
            self._loop.call_later(JOURNAL_AGAIN_S, self._wake.set)

    def _event(self, entry: Entry, most_bytes: int) -> bytes:
        with self._lock:
            lines = self._lines.pop(entry.number, None)
        whole = self._public(entry_payload(entry, lines, self._words.name))
        payload = encoded(whole)
        if len(payload) <= most_bytes:
            return payload
        return encoded({**whole, "observation": None, "events": None, "too_large": len(payload)})

    def _measure(self, number: int) -> None:
        with self._lock:
            origin = self._origins.pop(number, None)
        if origin is None:
            return
        took_s = time.monotonic() - origin.real_s
        self._published += 1
        self._publishing_s += took_s
        if self._latency is None:
            return
        line = {
            "number": number,
            "observation": origin.observation,
            "at_ms": origin.at_ms,
            "settled_ms": origin.settled_ms,
            "ack_real_ms": round(took_s * 1000, 3),
        }
        try:
            with self._latency.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
        except OSError as error:
            # Only a measurement: the table goes on without it.
            self._say(f"nothing more is measured: {error}", TROUBLE)
            self._latency = None

    # Commands

    def _hears(self, login: str) -> bool:
        heard = self._hearing.hears(login)
        if not heard and login not in self._hearing.muted:
            self._nudge()
        return heard

    async def _adapt_hearing(self, client: Client) -> None:
        """Mute the logins that flood the table, unmute earlier ones, and report those that are muted."""
        assert self._loop is not None
        assert self._wake is not None
        before = self._hearing.muted
        await self._while_connected(self._hearing.adapt(client))
        muted = self._hearing.muted
        if muted:
            self._loop.call_later(LOOK_AGAIN_S, self._wake.set)
        if muted == before:
            return
        if not muted:
            self.alert(TableAlert.FLOOD.name, None)
            return
        self._raise(TableAlert.FLOOD, TableAlert.flooded(", ".join(sorted(muted))))

    async def _listen(self, client: Client) -> None:
        commands = self.address.commands
        async for message in client.messages:
            client.taken(message)
            if message.retain:
                self._say(f"a retained command is passed over: {str(message.topic)[:100]!r}", TROUBLE)
                continue
            payload, properties = message.payload, message.properties
            self._requests.accept_command(
                DeliveredMessage(
                    tuple(str(message.topic).removeprefix(commands).split("/")),
                    payload if isinstance(payload, bytes) else str(payload or "").encode(),
                    getattr(properties, "ResponseTopic", None),
                    getattr(properties, "CorrelationData", None),
                )
            )

    async def _send_answers(self, client: Client) -> None:
        assert self._wake is not None
        for _ in range(ANSWERS_AT_ONCE):
            answered = self._requests.next()
            if answered is None:
                return
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if answered.correlation:
                properties.CorrelationData = answered.correlation
            payload = answered.payload
            if len(payload) > client.room:
                error = f"the answer has {len(payload):,} bytes, more than the broker accepts: ask for less"
                payload = encoded({"ok": False, "error": error})
            mark = Mark(answered.topic, hash((answered.correlation, payload)))
            if not self._aside.takes(mark):
                self._pass_over(mark)
                continue
            try:
                await self._while_connected(self._publish(client, mark, payload, properties=properties))
            except aiomqtt.MqttError:
                self._requests.put_back(answered)
                raise
        self._wake.set()


def _reason(error: Exception) -> int | None:
    """Return the broker's reason for ending the connection, which aiomqtt has in the cause of its error."""
    mqtt_error = error if isinstance(error, aiomqtt.MqttCodeError) else error.__cause__
    reason = mqtt_error.rc if isinstance(mqtt_error, aiomqtt.MqttCodeError) else None
    return getattr(reason, "value", None)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
