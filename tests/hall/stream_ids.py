"""The contents of a NATS server's stream."""

import asyncio

import nats
from nats.js.errors import NotFoundError

from hall.forwarding.stream import STREAM_NAME


def stream_ids(url: str) -> dict[str, list[str]]:
    """The ids of all messages in the stream, by subject, in the stream's order."""

    async def read() -> dict[str, list[str]]:
        client = await nats.connect(url)
        try:
            context = client.jetstream()
            found: dict[str, list[str]] = {}
            try:
                info = await context.stream_info(STREAM_NAME)
            except NotFoundError:
                return found
            if info.state.messages == 0:
                return found
            for number in range(info.state.first_seq, info.state.last_seq + 1):
                message = await context.get_msg(STREAM_NAME, seq=number)
                ids = found.setdefault(str(message.subject), [])
                ids.append((message.headers or {})["Nats-Msg-Id"].rpartition("/")[2])
            return found
        finally:
            await client.close()

    return asyncio.run(read())
