"""The content of the stream, looked at from outside."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import TYPE_CHECKING, Self, TypeVar

import nats
from nats.js.errors import NotFoundError

from hall.forwarding.federation import CONSUMER
from hall.forwarding.stream import STREAM_NAME, entry_of, hall_and_table

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from nats.js import JetStreamContext

Answer = TypeVar("Answer")


class StreamWatch:
    """Asks servers about the stream.

    Args:
        urls: of the servers.
    """

    def __init__(self, urls: list[str]) -> None:
        self._runner = asyncio.Runner()
        self._client = self._runner.run(nats.connect(urls))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._runner.run(self._client.close())
        self._runner.close()

    def count(self) -> int:
        """Return the number of messages in it; 0 if there is no stream."""
        try:
            return self._ask(lambda context: context.stream_info(STREAM_NAME)).state.messages
        except NotFoundError:
            return 0

    def has(self, count: int) -> bool:
        """Return whether it has at least so many messages."""
        return self.count() >= count

    def forget_who_filed(self) -> None:
        """Remove the federations' place in the stream: those that come next begin at the first message."""
        self._ask(lambda context: context.delete_consumer(STREAM_NAME, CONSUMER))

    def ends(self) -> dict[str, tuple[int, str]]:
        """Number and hash of the newest entry of each ``HALL/TABLE``; each entry is there once and in order.

        Raises:
            AssertionError: it is not.
        """
        return self._ask(_ends)

    def _ask(self, question: Callable[[JetStreamContext], Coroutine[Any, Any, Answer]]) -> Answer:
        return self._runner.run(question(self._client.jetstream(timeout=30)))


async def _ends(context: JetStreamContext) -> dict[str, tuple[int, str]]:
    found: defaultdict[str, tuple[int, str]] = defaultdict(lambda: (0, ""))
    state = (await context.stream_info(STREAM_NAME)).state
    subscription = await context.subscribe(">", stream=STREAM_NAME, ordered_consumer=True)
    for _ in range(state.messages):
        message = await subscription.next_msg(timeout=30)
        entry = entry_of((message.headers or {})["Nats-Msg-Id"])
        table = "/".join(hall_and_table(message.subject))
        assert entry is not None
        assert entry[0] == found[table][0] + 1, f"{table}: {entry[0]} after {found[table][0]}"
        found[table] = entry
    await subscription.unsubscribe()
    return dict(found)
