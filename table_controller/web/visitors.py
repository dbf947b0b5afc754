"""The visitors of the page: the sessions of logins, each with its cookie, and the rights of their roles."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from table_controller.mqtt.roles import Role, may_one_of
from table_controller.web.connections import REQUEST_S

if TYPE_CHECKING:
    from starlette.responses import Response

    from table_controller.web.broker_door import BrokerLogin
    from table_controller.web.sessions import NotLetIn, Sessions

_Body = TypeVar("_Body")
MOST_BODY: Final = 4096
"""The longest body of a page's request. [bytes]"""


@dataclass(frozen=True, slots=True)
class Caller:
    """The author of a request.

    Attributes:
        name: the name of the login that the broker has accepted.
        role: the login's role; None if unknown, and then it may do nothing here.
        login: the login for sending his messages to tables through the broker.
    """

    name: str
    role: Role | None
    login: BrokerLogin = field(repr=False)

    def is_one_of(self, roles: Sequence[Role]) -> bool:
        """Return whether he has the rights of one of these roles."""
        return self.role is not None and may_one_of(self.role, roles)


class Visitors:
    """Recognises the authors of requests.

    Args:
        sessions: the sessions of all logins.
        cookie: the cookie's name, since all ports of a computer share their cookies.
        secure: True if the page is encrypted.
    """

    def __init__(self, sessions: Sessions, *, cookie: str, secure: bool) -> None:
        self._sessions = sessions
        # Only the page itself can set a cookie with this prefix, not another host of the same domain.
        self.cookie: Final = f"__Host-{cookie}" if secure else cookie
        self._secure = secure

    def who(self, asks: HTTPConnection) -> BrokerLogin | None:
        """Return the owner of a request's session; None without a session."""
        return self._sessions.find(self.word(asks))

    def word(self, asks: HTTPConnection) -> str | None:
        """Return the token of a request's session."""
        return asks.cookies.get(self.cookie)

    def role(self, session: BrokerLogin | None) -> Role | None:
        """Return the role of a session; None without a session, or if no roles are known."""
        return None if session is None else self._sessions.role(session.name)

    async def let_in(self, asks: HTTPConnection, who: BrokerLogin) -> tuple[str, NotLetIn | None]:
        """Return the token of a new session that replaces the request's, or the reason why there is none."""
        word, refused = await self._sessions.open(who.name, who.password, host_of(asks))
        if refused is None:
            self._sessions.close(self.word(asks))
        return word, refused

    def remember(self, answer: Response, word: str) -> None:
        """Have the browser store the token of its session."""
        answer.set_cookie(self.cookie, word, httponly=True, samesite="strict", secure=self._secure)

    def forget(self, asks: HTTPConnection, answer: Response) -> None:
        """End the request's session."""
        self._sessions.close(self.word(asks))
        answer.delete_cookie(self.cookie, httponly=True, samesite="strict", secure=self._secure)

    async def end(self, word: str) -> None:
        """Return when a session has ended."""
        await self._sessions.end(word)


def host_of(asks: HTTPConnection) -> str:
    """Return the address that a request comes from."""
    return "" if asks.client is None else asks.client.host


def own_host(asks: HTTPConnection) -> str:
    """Return the address of this computer to which a request came."""
    server = asks.scope.get("server")
    return "" if server is None else str(server[0])


def from_here(asks: HTTPConnection) -> bool:
    """Return whether the request comes from a page of this server, by the browser's headers."""
    origin = asks.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == asks.headers.get("host", "")
    except ValueError:  # no address at all
        return False


async def body_from_here(request: Request, kind: type[_Body]) -> _Body:
    """Read the body of a request from a page of this server.

    Raises:
        ValueError: it comes from elsewhere, or is something else.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip()
    if not from_here(request) or content_type != "application/json":
        raise ValueError("no request of this page")
    body = b""
    try:
        async with asyncio.timeout(REQUEST_S):
            async for part in request.stream():
                body += part
                if len(body) > MOST_BODY:
                    raise ValueError("too long")  # noqa: TRY301 — as any other body that we do not read
        # msgspec's own reader refuses a half of a surrogate pair, which people can type.
        return msgspec.convert(json.loads(body), kind)
    except (TimeoutError, ClientDisconnect, ValueError, RecursionError) as error:
        raise ValueError("no such body") from error
