"""``/mqtt``: a page's connection to the broker, on the page's own origin, opened with the login of its session."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.exceptions import WebSocketException

from table_controller.web.connect_packet import ConnectError, length_of, with_login

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from table_controller.web.broker_door import BrokerDoor, BrokerLogin, Line

FIRST_S: Final = 10.0
"""Real time within which the page must send its CONNECT."""
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
        page: asks for the line.
        broker: at its other end.
        who: whose login opens it.
        until: awaitable that lasts as long as the page may have the line, and returns the close code.
    """
    await page.accept(subprotocol="mqtt")
    try:
        first = await asyncio.wait_for(_first(page, who), FIRST_S)
    except (ConnectError, TimeoutError, WebSocketDisconnect):
        await _close(page, NOT_PROPER)
        return
    try:
        line = await broker.line()
    except (OSError, TimeoutError, WebSocketException):
        await _close(page, AWAY)
        return
    async with line:
        try:
            await line.send(first)
        except WebSocketException:
            await _close(page, AWAY)
            return
        lasting = asyncio.ensure_future(until())
        ways: set[asyncio.Future[Any]] = {lasting}
        ways |= {asyncio.create_task(_up(page, line)), asyncio.create_task(_down(page, line))}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            lasted = lasting.done()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
    await _close(page, lasting.result() if lasted else ENDED)


async def _first(page: WebSocket, who: BrokerLogin) -> bytes:
    """The first packet, with the login put in, and the bytes that came after it."""
    data = b""
    while True:
        data += await _heard(page)
        whole = length_of(data)
        if whole is not None and len(data) >= whole:
            return with_login(data[:whole], who) + data[whole:]


async def _heard(page: WebSocket) -> bytes:
    """The next bytes of the page.

    Raises:
        ConnectError: it sends text, which is not MQTT.
        WebSocketDisconnect: it has gone.
    """
    message = await page.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message["code"])
    data = message.get("bytes")
    if not isinstance(data, bytes):
        raise ConnectError("text")
    return data


async def _up(page: WebSocket, line: Line) -> None:
    while True:
        await line.send(await _heard(page))


async def _down(page: WebSocket, line: Line) -> None:
    async for data in line:
        await page.send_bytes(data if isinstance(data, bytes) else data.encode())


async def _close(page: WebSocket, code: int) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):  # it has ended already
        await page.close(code)
