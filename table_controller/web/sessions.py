"""The logins at the page: each gets a cookie for a name and password that the broker has accepted.

Nothing is stored on disk, and the broker alone checks passwords. A password stays in memory as long as its session,
since the page's line to the broker needs it.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from table_controller.mqtt.logins import LOGIN_NAME
from table_controller.mqtt.roles import ONLOOKER, Login, Role, may, refusal
from table_controller.web.broker_door import BrokerDoor, BrokerLogin, Refused

IDLE_S: Final = 12 * 3600.0
"""A session unused for this long has ended; it is longer than a tournament day."""
IN_USE_S: Final = 30.0
"""The pause between checks of a session with an open line; a session ends if its login is no longer valid here. [s]"""
MOST: Final = 200
AT_ONCE: Final = 2
"""The number of logins that the broker checks at the same time: each costs it ten milliseconds."""
WAITING: Final = 32
WAITING_EACH: Final = 4
"""The most logins of one host that may wait for the broker's answer."""
AGAIN_S: Final = 0.5
"""Pause after a wrong password, so that guessing is slow."""
NotLetIn: TypeAlias = "Refused | Literal['elsewhere', 'busy']"


@dataclass(slots=True)
class LoggedIn:
    """A person who has logged in."""

    who: BrokerLogin
    used_s: float
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Sessions:
    """Sessions by the token in their cookie.

    Args:
        broker: the broker that checks names and passwords.
        hall: the hall of this page.
        table: the table of this page; None for a hall's page, which admits everybody who may watch one of its tables.
        login: returns the login with a name, or None if there is none; None instead of a function if no roles are
            known.
        now_s: returns real time.
    """

    def __init__(
        self,
        broker: BrokerDoor,
        hall: str,
        table: str | None,
        login: Callable[[str], Login | None] | None = None,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._broker = broker
        self._hall, self._table = hall, table
        self._login = login
        self._now_s = now_s
        self._sessions: OrderedDict[str, LoggedIn] = OrderedDict()
        self._looking = asyncio.Semaphore(AT_ONCE)
        self._waiting: Counter[str] = Counter()

    async def open(self, name: str, password: str, host: str = "") -> tuple[str, NotLetIn | None]:
        """Return the token of a new session, or the reason why there is none; ``host`` is the address of the person."""
        who = BrokerLogin(name, password)
        if not LOGIN_NAME.fullmatch(name) or not who.sayable:
            return "", "wrong"
        if self._waiting.total() >= WAITING or self._waiting[host] >= WAITING_EACH:
            return "", "busy"
        self._waiting[host] += 1
        try:
            async with self._looking:
                refused = await self._broker.refusal(who)
                if refused == "wrong":
                    await asyncio.sleep(AGAIN_S)
        finally:
            self._waiting[host] -= 1
            if not self._waiting[host]:
                del self._waiting[host]
        if refused is not None:
            return "", refused
        if not self._may_come(name):
            return "", "elsewhere"
        word = secrets.token_urlsafe(32)
        self._sessions[word] = LoggedIn(who, self._now_s())
        if len(self._sessions) > MOST:
            names = Counter(session.who.name for session in self._sessions.values())
            greediest = names.most_common(1)[0][0]
            self.close(next(word for word, each in self._sessions.items() if each.who.name == greediest))
        return word, None

    def find(self, word: str | None) -> BrokerLogin | None:
        """Return the owner of a token's session; None if it is unknown or has ended."""
        session = None if word is None else self._sessions.get(word)
        if session is None or word is None:
            return None
        if self._now_s() - session.used_s > IDLE_S or not self._may_come(session.who.name):
            self.close(word)
            return None
        session.used_s = self._now_s()
        self._sessions.move_to_end(word)
        return session.who

    def close(self, word: str | None) -> None:
        """End a session and everything opened with it."""
        session = None if word is None else self._sessions.pop(word, None)
        if session is not None:
            session.ended.set()

    async def end(self, word: str | None) -> None:
        """Keep a session in use until it ends."""
        while self.find(word) is not None and word is not None:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._sessions[word].ended.wait(), IN_USE_S)

    def role(self, name: str) -> Role | None:
        """Return the role of a login; None if no roles are known and the broker's access list alone decides."""
        login = None if self._login is None else self._login(name)
        return None if login is None else login.role

    def _may_come(self, name: str) -> bool:
        if self._login is None:
            return True
        login = self._login(name)
        if self._table is None:
            return login is not None and login.is_in(self._hall) and may(login.role, "viewer")
        return any(not refusal(login, name, each, hall=self._hall, table=self._table) for each in ONLOOKER)
