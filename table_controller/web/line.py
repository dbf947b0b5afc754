"""``/mqtt``: a page's connection to the broker, on the page's own origin, opened with the login of its session."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from table_controller.web.broker_door import BrokerDoor, BrokerLogin
from table_controller.web.connect_packet import ConnectError, length_of, with_login

FIRST_S: Final = 10.0
"""Real time within which the page must send its CONNECT."""
CLOSING_S: Final = 1.0
"""Real time within which the line's end at the broker must close."""
PIECE_BYTES: Final = 65_536
"""The most bytes read from the broker at once."""
AWAY: Final = 4503
"""Our close codes, after the codes of HTTP."""
NOT_PROPER: Final = 4400
NOT_LOGGED_IN: Final = 4401
TOO_MANY: Final = 4429
ENDED: Final = 1000


async def carry(
    page: WebSocket,
    broker: BrokerDoor,
    who: BrokerLogin,
    until: Callable[[], Awaitable[int]],
) -> None:
    """Carry everything between page and broker until either of them ends the line.

    Args:
        page: the page's WebSocket, which requests the line.
        broker: the broker at its other end.
        who: the login that opens it.
        until: an awaitable that ends when the page must lose the line, and returns the close code.
    """
    await page.accept(subprotocol="mqtt")
    try:
        first = await asyncio.wait_for(_first(page, who), FIRST_S)
    except (ConnectError, TimeoutError, WebSocketDisconnect):
        await _close(page, NOT_PROPER)
        return
    try:
        heard, to_broker = await broker.line()
    except (OSError, TimeoutError):
        await _close(page, AWAY)
        return
    try:
        to_broker.write(first)
        lasting = asyncio.ensure_future(until())
        down = asyncio.create_task(_down(page, heard))
        ways: set[asyncio.Future[Any]] = {lasting, down, asyncio.create_task(_up(page, to_broker))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            lasted = lasting.done()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
    finally:
        to_broker.close()
        try:
            await asyncio.wait_for(to_broker.wait_closed(), CLOSING_S)
        except (OSError, TimeoutError):
            to_broker.transport.abort()
    if lasted:
        await _close(page, lasting.result())
    else:
        unheard = not down.cancelled() and down.exception() is None and not down.result()
        await _close(page, AWAY if unheard else ENDED)


async def _first(page: WebSocket, who: BrokerLogin) -> bytes:
    """Return the first packet, with the login put in, and the bytes after it."""
    data = b""
    while True:
        data += await _heard(page)
        whole = length_of(data)
        if whole is not None and len(data) >= whole:
            return with_login(data[:whole], who) + data[whole:]


async def _heard(page: WebSocket) -> bytes:
    """Return the next bytes from the page.

    Raises:
        ConnectError: the page sends text, which is not MQTT.
        WebSocketDisconnect: the page has gone.
    """
    message = await page.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    data = message.get("bytes")
    if not isinstance(data, bytes):
        raise ConnectError("text")
    return data


async def _up(page: WebSocket, to_broker: asyncio.StreamWriter) -> None:
    while True:
        to_broker.write(await _heard(page))
        await to_broker.drain()


async def _down(page: WebSocket, heard: asyncio.StreamReader) -> bool:
    """Return whether the broker had sent anything before it ended the line."""
    passed = False
    with suppress(OSError):
        while data := await heard.read(PIECE_BYTES):
            passed = True
            await page.send_bytes(data)
    return passed


async def _close(page: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # it has ended already
        await page.close(code)
