"""If a connection breaks before the loop has begun to watch it, nothing is watched, least of all another's socket."""

import asyncio
import os
import socket
from collections.abc import Callable
from typing import Any

import aiomqtt
import pytest

from table_controller.mqtt.client import QUIET, PromptClient


async def connects(breaks: Callable[[PromptClient], None]) -> list[Any]:
    """Connect to a silent server while the connection breaks in paho's thread; return asyncio's error reports."""
    reported: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
    with socket.create_server(("127.0.0.1", 0)) as server:
        client = PromptClient("127.0.0.1", server.getsockname()[1], timeout=0.3, logger=QUIET)
        send = client._client._send_connect

        def breaking(keepalive: int) -> Any:
            code = send(keepalive)
            breaks(client)
            return code

        client._client._send_connect = breaking  # type: ignore[method-assign] # the moment at which a broker goes away
        with pytest.raises(aiomqtt.MqttError):
            async with client:
                pass
    return reported


def test_a_connection_that_broke_is_no_bad_file_descriptor() -> None:
    assert asyncio.run(connects(lambda client: client._client._sock_close())) == []


def test_a_connection_that_has_its_number_now_is_left_alone() -> None:
    """This happens when a thousand tables of one process connect at the same time."""

    async def other_is_watched() -> bool:
        ours, theirs = socket.socketpair()
        watched = []

        def another_takes_its_number(client: PromptClient) -> None:
            number = client._client.socket().fileno()  # type: ignore[union-attr] # it is open
            client._client._sock_close()
            os.dup2(ours.fileno(), number)
            watched.append(number)

        assert await connects(another_takes_its_number) == []
        (number,) = watched
        found = asyncio.get_running_loop().remove_reader(number)
        os.close(number)
        ours.close()
        theirs.close()
        return found

    assert not asyncio.run(other_is_watched())
