"""Files what many halls forward: from the stream into one store, acknowledged only when it is on disk.

Any number of these run side by side with one durable consumer; each message goes to one of them, and again to any if
it is not acknowledged. They file as a hall's collectors do: what comes twice is recognised, what comes too early waits.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from nats.errors import TimeoutError as NothingCameError
from nats.js.api import AckPolicy, ConsumerConfig

from config.log_line import TROUBLE
from hall.forwarding.stream import (
    PREFIX,
    STREAM,
    context_at,
    hall_and_table,
    stream_of,
)
from hall.forwarding.trying import Trying
from hall.store.arrival import UnfitEntryError, arrival_of
from hall.store.filing import Placement
from hall.store.store import StoreError
from hall.store.unpacking import unpacked
from referee.journal.journal import utc_now

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Sequence

    from nats.aio.msg import Msg
    from nats.js import JetStreamContext

    from config.log_line import Say
    from hall.forwarding.stream import StreamServer
    from hall.store.arrival import Arrival
    from hall.store.store import SqlStore

CONSUMER: Final = "federation"
BATCH: Final = 256
WAIT_S: Final = 1.0
UNACKNOWLEDGED_S: Final = 30.0
"""A message that was not acknowledged for so long goes to another of these."""
SOON_S: Final = 0.5
"""One that could not be filed comes again after this."""
MOST_UNDERWAY: Final = 4096


class Federation:
    """Files until it is stopped.

    Args:
        server: where the stream is.
        replicas: on how many servers a new stream is kept.
        say: takes lines for the log.
    """

    def __init__(self, server: StreamServer, replicas: int, say: Say) -> None:
        self._server = server
        self._replicas = replicas
        self._say = say
        self._unfit: set[str] = set()

    async def run(self, store: Callable[[], SqlStore], stopping: asyncio.Event) -> None:
        """File into the store until the event is set: whenever server or store is away, try again."""
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
        """File what comes next, if anything comes soon."""
        try:
            came = await subscription.fetch(BATCH, timeout=WAIT_S)
        except NothingCameError:
            # A server that has died says nothing either.
            await subscription.consumer_info()
            return
        await self._file(store, came)

    async def _file(self, store: SqlStore, came: Sequence[Msg]) -> None:
        """File a batch and acknowledge it; what could not be filed comes again."""
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
                # So much waits for an earlier entry that there is no room for more: by the time it comes again there is.
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
    return await context.pull_subscribe(f"{PREFIX}.>", durable=CONSUMER, stream=STREAM, config=wanted)
