"""The logins that send more commands than a table can take: for a while it does not subscribe to theirs.

The broker delivers the commands of all logins in one line. Even a command that the table throws away takes time to
receive, and every other command waits behind it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from config.backoff import Backoff

RATE: Final = 50.0
"""The commands a second that a login may keep sending. A page sends ten or so when it opens; a judge taps twice."""
BURST: Final = 200.0
"""The commands beyond that rate that are accepted in a burst."""
FIRST_MUTE_S: Final = 10.0
LONGEST_MUTE_S: Final = 300.0
FORGIVEN_S: Final = 300.0
"""If a login has not flooded for this long, its next mute is short again."""
MOST_LOGINS: Final = 1000
"""The number of names to remember: without logins at the broker, anybody can invent any number of names."""


@dataclass(slots=True)
class _Sender:
    """The amount that a login may still send: a bucket that fills with time."""

    left: float
    at_s: float
    muted_until_s: float = 0.0
    mute: Backoff = field(default_factory=lambda: Backoff(FIRST_MUTE_S, LONGEST_MUTE_S))


class FloodGuard:
    """Counts the commands of each login, and mutes those that flood.

    Args:
        now_s: a clock that never goes back.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._senders: dict[str, _Sender] = {}

    def hears(self, login: str) -> bool:
        """Count a delivered command; return False if its login is muted."""
        now_s = self._now_s()
        sender = self._senders.get(login)
        if sender is None:
            self._forget()
            sender = self._senders[login] = _Sender(BURST, now_s)
        if now_s < sender.muted_until_s:
            return False
        sender.left = min(BURST, sender.left + (now_s - sender.at_s) * RATE) - 1
        sender.at_s = now_s
        if sender.left >= 0:
            return True
        if now_s >= sender.muted_until_s + FORGIVEN_S:
            sender.mute.reset()
        sender.muted_until_s = now_s + sender.mute.next()
        sender.left, sender.at_s = BURST, sender.muted_until_s
        return False

    def muted(self) -> frozenset[str]:
        """The logins that are muted now."""
        now_s = self._now_s()
        return frozenset(login for login, sender in self._senders.items() if now_s < sender.muted_until_s)

    def _forget(self) -> None:
        """Make room for a name, keeping the logins that were muted or have sent something most recently."""
        if len(self._senders) < MOST_LOGINS:
            return
        oldest = min(self._senders, key=lambda login: self._senders[login].at_s)
        del self._senders[oldest]
