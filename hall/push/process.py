"""``jantaku hall push``: hears the tables at the broker and sends push messages until it is stopped."""

import asyncio
import ssl
import time
from contextlib import suppress
from typing import Final

import aiomqtt

from config.backoff import Backoff
from config.log_line import TROUBLE, Say
from hall.push.needs import Needs
from hall.push.openssl import CryptoError
from hall.push.options import PushChoice
from hall.push.pusher import Push, Pusher
from hall.push.sending import Delivery, Sender
from hall.push.telephones import Telephones
from table_controller.mqtt.address import Address
from table_controller.mqtt.client import PromptClient, client_of
from table_controller.mqtt.gate import GateError, TopicLevel, is_level, mapping_in
from table_controller.mqtt.logins import LoginsFile
from table_controller.mqtt.topics import ALERT, CARD, OF_THE_HALL, parted

HEARD: Final = (CARD, ALERT)
BROKER_ANSWER_S: Final = 10.0
LOOK_S: Final = 0.5
"""The pause between looks at what is due: a need that has settled, a new telephone, one to be tried again. [s]"""
DEAF: Final = (
    "no table is heard: is one switched on, and does the broker's access list let this login read cards and alerts "
    "(`jantaku logins write`)?"
)
AT_ONCE: Final = 4
"""The most messages under way."""
DEAF_S: Final = 30.0
"""The time after which a connection without messages counts as blocked by the broker. [s]"""
FIRST_RECONNECT_S: Final = 0.5
LONGEST_RECONNECT_S: Final = 10.0


class PushProcess:
    """Hears and sends.

    Args:
        address: of the broker and the hall, with the hall's login; ``table`` is the name of this client.
        choice: the settings.
        say: takes lines for the log.
        tls: verifies push services; None: by the computer's own list of authorities.

    Raises:
        ConfigError: the file of telephones or the logins cannot be used.
    """

    def __init__(
        self, address: Address, choice: PushChoice, say: Say, tls: ssl.SSLContext | None = None
    ) -> None:
        self._address = address
        self._say = say
        self._sender = Sender(tls or ssl.create_default_context(), private=choice.private)
        self._pusher = Pusher(
            address.hall,
            Telephones(choice.file),
            login=LoginsFile(choice.logins, say).find,
            contact=choice.contact,
            private=choice.private,
            say=say,
        )
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._sending: set[asyncio.Task[None]] = set()

    async def run(self, stopping: asyncio.Event) -> None:
        """Hear and send until it is stopped; whenever the broker is away, try again."""
        pause, trouble = Backoff(FIRST_RECONNECT_S, LONGEST_RECONNECT_S), ""
        while not stopping.is_set():
            try:
                async with self._client() as client:
                    pause.reset()
                    trouble = ""
                    await self._session(client, stopping)
            except (OSError, aiomqtt.MqttError) as error:
                if str(error) != trouble:
                    trouble = str(error)
                    self._say(f"{error}; trying again", TROUBLE)
                with suppress(TimeoutError):
                    await asyncio.wait_for(stopping.wait(), pause.next())
        await asyncio.gather(*self._sending)

    def _client(self) -> PromptClient:
        address = self._address
        return client_of(
            (address.host, address.port),
            (address.user, address.password),
            identifier=f"{address.identifier}-push",
            tls=address.tls,
            timeout_s=BROKER_ANSWER_S,
        )

    async def _session(self, client: PromptClient, stopping: asyncio.Event) -> None:
        """Send what is due while this connection lasts, since only its messages show what is pending."""
        for topic in HEARD:
            await client.subscribe(topic.filter(TopicLevel(self._address.hall)), topic.qos)
        self._say(f"telephones are told what is pending at the tables of hall {self._address.hall}")
        needs = Needs(time.monotonic())
        hearing = asyncio.create_task(self._hear(client, needs))
        stopped = asyncio.create_task(stopping.wait())
        deaf_at_s: float | None = time.monotonic() + DEAF_S
        try:
            while not (stopped.done() or hearing.done()):
                if deaf_at_s is not None and time.monotonic() >= deaf_at_s:
                    deaf_at_s = None
                    if not needs.heard_any:
                        self._say(DEAF, TROUBLE)
                for push in self._pusher.due(needs, time.monotonic()):
                    task = asyncio.create_task(self._send(push))
                    self._sending.add(task)
                    task.add_done_callback(self._sending.discard)
                await asyncio.wait({stopped, hearing}, timeout=LOOK_S, return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                hearing.result()
        finally:
            hearing.cancel()
            stopped.cancel()

    async def _hear(self, client: PromptClient, needs: Needs) -> None:
        async for message in client.messages:
            table, below = parted(str(message.topic))
            if not is_level(table) or table == OF_THE_HALL or not isinstance(message.payload, bytes):
                continue
            with suppress(GateError):
                needs.heard(table, below, mapping_in(message.payload), time.monotonic())

    async def _send(self, push: Push) -> None:
        async with self._slots:
            try:
                body, headers = self._pusher.request(push, time.time())
            except CryptoError as error:
                delivery = Delivery("gone", str(error))
            else:
                delivery = await asyncio.to_thread(self._sender.send, push.to, body, headers)
        self._pusher.sent(push, delivery, time.monotonic())
