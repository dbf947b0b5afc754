"""Files entries that many halls forward, from the stream into one store; acknowledges them once they are on disk.

Several federation processes can share one durable consumer: the server sends each message to one of them, and to any
of them again if it is not acknowledged. They file as a hall's collectors do: repeats are recognised, early entries wait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from nats.errors import TimeoutError as NothingCameError
from nats.js.api import AckPolicy, ConsumerConfig

from config.log_line import TROUBLE, Say
from hall.forwarding.stream import (
    PREFIX,
    STREAM_NAME,
    StreamServer,
    context_at,
    hall_and_table,
    stream_of,
)
from hall.forwarding.trying import Trying
from hall.store.arrival import Arrival, UnfitEntryError, arrival_of
from hall.store.filing import Placement
from hall.store.store import SqlStore, StoreError
from hall.store.unpacking import unpacked
from referee.journal.journal import utc_now

if TYPE_CHECKING:
    import asyncio

    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

CONSUMER: Final = "federation"
BATCH: Final = 256
WAIT_S: Final = 1.0
UNACKNOWLEDGED_S: Final = 30.0
"""The time after which an unacknowledged message is sent again, to any of the processes. [s]"""
SOON_S: Final = 0.5
"""The pause before a message that could not be filed is sent again. [s]"""
MOST_UNDERWAY: Final = 4096


class Federation:
    """Files until it is stopped.

    Args:
        server: where the stream is.
        replicas: the number of servers that keep a new stream.
        say: takes lines for the log.
    """

    def __init__(self, server: StreamServer, replicas: int, say: Say) -> None:
        self._server = server
        self._replicas = replicas
        self._say = say
        self._unfit: set[str] = set()

    async def run(self, store: Callable[[], SqlStore], stopping: asyncio.Event) -> None:
        """File into the store until the event is set; try again whenever server or store is away."""
        trying = Trying(self._server.place, store, self._say, stopping)
        await trying.run(partial(self._session, trying, stopping))

    async def _session(self, trying: Trying, stopping: asyncio.Event, store: SqlStore) -> None:
        async with context_at(self._server, "jantaku federation") as context:
            await stream_of(context, self._replicas)
            subscription = await _consumer(context)
            await self._next(store, subscription)
            trying.goes("filing what comes through", store)
            while not stopping.is_set():
                await self._next(store, subscription)

    async def _next(self, store: SqlStore, subscription: JetStreamContext.PullSubscription) -> None:
        """File the next messages, if any come soon."""
        try:
            came = await subscription.fetch(BATCH, timeout=WAIT_S)
        except NothingCameError:
            # Silence may also mean that the server has died; this call raises an error then.
            await subscription.consumer_info()
            return
        await self._file(store, came)

    async def _file(self, store: SqlStore, came: Sequence[Msg]) -> None:
        """File a batch and acknowledge it; messages that could not be filed will be sent again."""
        arrivals = [each for message in came if (each := self._arrival(message)) is not None]
        try:
            filed = store.file(arrivals, utc_now()) if arrivals else None
        except StoreError:
            await _again(came)
            raise
        if filed is not None:
            for notice in filed.notices:
                self._say(
                    f"table {notice.table}: {notice.kind}, entries from {notice.number} are kept apart",
                    TROUBLE,
                )
            if filed.placements.get(Placement.DROPPED):
                # Too many entries wait for an earlier one; by the time these are sent again there is room.
                await _again(came)
                return
        for message in came:
            await message.ack()

    def _arrival(self, message: Msg) -> Arrival | None:
        try:
            return arrival_of("/".join(hall_and_table(message.subject)), unpacked(message.data))
        except (UnfitEntryError, ValueError) as error:
            if message.subject not in self._unfit:
                self._unfit.add(message.subject)
                self._say(f"{message.subject}: something that is no entry: {error}", TROUBLE)
            return None


async def _again(came: Sequence[Msg]) -> None:
    for message in came:
        await message.nak(delay=SOON_S)


async def _consumer(context: JetStreamContext) -> JetStreamContext.PullSubscription:
    wanted = ConsumerConfig(
        ack_policy=AckPolicy.EXPLICIT, ack_wait=UNACKNOWLEDGED_S, max_ack_pending=MOST_UNDERWAY
    )
    return await context.pull_subscribe(f"{PREFIX}.>", durable=CONSUMER, stream=STREAM_NAME, config=wanted)
