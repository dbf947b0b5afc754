"""The logins that send more commands than a table can take: for a while the table asks the broker for none of theirs.

The broker delivers the commands of all logins in one line. What the table throws away has cost it the time to take it,
and every other command has waited behind it.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from config.backoff import Backoff

RATE: Final = 50.0
"""Commands a second that a login may send for ever. A page sends some ten when it is opened; its judge taps twice a second."""
BURST: Final = 200.0
"""Commands beyond that rate that are heard at once."""
FIRST_MUTE_S: Final = 10.0
LONGEST_MUTE_S: Final = 300.0
FORGIVEN_S: Final = 300.0
"""A login that has been heard for so long since its last flood is muted briefly the next time."""
MOST_LOGINS: Final = 1000
"""Names that are remembered: where the broker asks for no login, anybody may invent as many as he likes."""


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
        """Count a command that was delivered; False if its login is muted."""
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
        """The logins that are not heard now."""
        now_s = self._now_s()
        return frozenset(login for login, sender in self._senders.items() if now_s < sender.muted_until_s)

    def _forget(self) -> None:
        """Make room for a name: those that were muted last, or have sent something last, stay."""
        if len(self._senders) < MOST_LOGINS:
            return
        oldest = min(self._senders, key=lambda login: self._senders[login].at_s)
        del self._senders[oldest]
