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
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import aiomqtt
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from referee.journal.journal import Entry, Journal
from referee.texts.language import LanguageName, english, language
from referee.texts.message import Message as Said
from table_controller.broker.delays import Delays, Origin
from table_controller.broker.entries import HEAD_EVERY_S, EntryForm, JournalEntries
from table_controller.broker.hearing import LOOK_AGAIN_S, Hearing
from table_controller.broker.publisher import Publisher
from table_controller.broker.requests import ANYTHING, Admission, Command, DeliveredMessage, Requests
from table_controller.broker.retained import RetainedMessages
from table_controller.broker.set_aside import Mark
from table_controller.mqtt.address import Address
from table_controller.mqtt.client import KEEPALIVE_S, QUIET, Client, encoded
from table_controller.mqtt.gate import Topic, level_in
from table_controller.mqtt.messages import StatusName, alert_of_message, said_anew, status_of
from table_controller.mqtt.topics import ALERT, JOURNAL_END, STATUS, DeclaredTopic
from wording.alerts.declaration import DeclaredAlert, Trouble
from wording.alerts.declared import TableAlert
from wording.alerts.texts import Untaken
from wording.barred import Where

FIRST_PAUSE_S: Final = 0.1
LONGEST_PAUSE_S: Final = 5.0
FAREWELL_S: Final = 5.0
"""Real time to send the rest when the daemon stops, if the broker was connected until then."""
STEADY_S: Final = 10.0
"""A connection that has held for this long was good: the next pause is short again."""
ANSWERS_AT_ONCE: Final = 16
"""The number of answers to send before anything else gets its turn."""
THROWN_OFF: Final = 4
THROWN_OFF_WITHIN_S: Final = 30.0
"""Losing this many connections in this time is a fault: a restarted broker, or a bad network, loses fewer."""


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
        self._publisher = Publisher(say, lambda trouble: self._raise(TableAlert.SET_ASIDE, trouble))
        self._retained = RetainedMessages(self._publisher, self._nudge)
        self._delays = Delays(latency, say)
        self._entries = JournalEntries(
            journal,
            address,
            EntryForm(self._words, self._public),
            self._publisher,
            self._delays,
            troubled=self._troubled,
            nudge=self._nudge,
        )
        self._alerts: dict[str, Any] = {}
        """The severity of each open alert, by name."""
        self._requests = Requests(
            address.answers, command, self._nudge, words, room=admission.room, reads=admission.reads
        )
        self._hearing = Hearing(address, speaking)
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._wake: asyncio.Event | None = None
        self._stopping = False
        self._was_connected: bool | None = None
        self._trouble: Trouble | None = None
        self._away_for = ""
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
        return self._entries.sent

    @property
    def connected(self) -> bool:
        """True while the broker is connected."""
        return bool(self._was_connected)

    @property
    def published(self) -> int:
        """The number of entries that the broker has acknowledged since ``start``."""
        return self._delays.published

    @property
    def publishing_s(self) -> float:
        """Real time from the act to the broker's acknowledgement, summed over the published entries."""
        return self._delays.publishing_s

    def entry(self, entry: Entry, lines: tuple[Said, ...], origin: Origin) -> None:
        """Send a new entry that is already in the journal."""
        self._entries.add(entry, lines, origin)
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
        return [json.loads(payload) for topic in topics if (payload := self._retained.newest(topic))]

    @property
    def alerted(self) -> list[str]:
        """The names of the open alerts that are more than information."""
        with self._lock:
            return sorted(name for name, severity in self._alerts.items() if severity != "info")

    def announce(self, topic: Topic, value: Mapping[str, Any] | None) -> None:
        """Send a retained message to another program, in a topic of that program; None withdraws it.

        It must name nobody, since names are not replaced in it.
        """
        self._retained.keep(topic, b"" if value is None else encoded(value))

    def prove(self, moved: Callable[[], None]) -> None:
        """Have the broker's thread call a function, which shows that the thread neither hangs nor has ended."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(moved)

    def _retain(self, topic: Topic, value: Mapping[str, Any] | None) -> bytes:
        payload = b"" if value is None else encoded(self._public(value))
        self._retained.keep(topic, payload)
        return payload

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
                    self._publisher.aside.thrown_off()
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
            if (mark := self._publisher.aside.begin()) is not None:
                self._thrown_off_s.clear()
                self._publisher.set_aside(mark, Untaken.ends_line())
            self._retained.begin()
            await self._hearing.begin(client)
            listening = asyncio.create_task(self._listen(client))
            self._publisher.begin(client, listening)
            try:
                await self._send(client)
            finally:
                listening.cancel()
                with contextlib.suppress(asyncio.CancelledError, aiomqtt.MqttError):
                    await listening
                self._entries.store_cursor()

    async def _send(self, client: Client) -> None:
        """Send everything that is due, until the connection breaks or the daemon stops."""
        assert self._wake is not None
        while True:
            self._wake.clear()
            if self._hearing.to_adapt:
                await self._adapt_hearing(client)
            await self._send_answers()
            await self._retained.send()
            if await self._entries.send(self._is_interrupted) or self._wake.is_set():
                continue
            self._entries.store_cursor()
            self._show_head()
            if self._stopping:
                # A wake-up may still be on its way from another thread, so check instead of relying on it.
                if self._is_interrupted() or self._entries.behind:
                    continue
                return
            await self._publisher.while_connected(self._wake.wait())

    def _is_interrupted(self) -> bool:
        """Return whether something waits that a long backlog of entries must not delay: the present state, an answer."""
        return self._retained.unsent or self._requests.waiting

    def _show_head(self) -> None:
        """Have the broker retain the journal's end.

        It has its own topic, since the last will would replace the newest status with an old one.
        """
        assert self._loop is not None
        assert self._wake is not None
        if (head := self._entries.new_head(at_once=self._stopping)) is not None:
            self.show(JOURNAL_END, asdict(head))
            self._loop.call_later(HEAD_EVERY_S, self._wake.set)

    def _has_set_aside(self, error: Exception, *, ours: bool = False) -> bool:
        """Return whether a message failed in this program; if so, set it aside."""
        if not self._was_connected:
            self._publisher.aside.away()
            return False
        mark = self._publisher.aside.ended(ours=error if ours else None, reason=reason_of(error))
        if mark is not None:
            self._publisher.set_aside(mark, Untaken.unsendable(_named(error)))
        return mark is not None

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
        await self._publisher.while_connected(self._hearing.adapt(client))
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

    async def _send_answers(self) -> None:
        assert self._wake is not None
        for _ in range(ANSWERS_AT_ONCE):
            answered = self._requests.next()
            if answered is None:
                return
            properties = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
            if answered.correlation:
                properties.CorrelationData = answered.correlation
            payload = answered.payload
            if len(payload) > self._publisher.room:
                error = f"the answer has {len(payload):,} bytes, more than the broker accepts: ask for less"
                payload = encoded({"ok": False, "error": error})
            mark = Mark(answered.topic, hash((answered.correlation, payload)))
            if not self._publisher.aside.takes(mark):
                self._publisher.pass_over(mark)
                continue
            try:
                await self._publisher.while_connected(
                    self._publisher.publish(mark, payload, properties=properties)
                )
            except aiomqtt.MqttError:
                self._requests.put_back(answered)
                raise
        self._wake.set()


def reason_of(error: Exception) -> int | None:
    """Return the broker's reason for ending the connection, which aiomqtt has in the cause of its error."""
    mqtt_error = error if isinstance(error, aiomqtt.MqttCodeError) else error.__cause__
    reason = mqtt_error.rc if isinstance(mqtt_error, aiomqtt.MqttCodeError) else None
    return getattr(reason, "value", None)


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"[:200]
