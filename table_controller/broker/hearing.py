"""The subscriptions to commands: those of all logins, without the logins that are flooding the table."""

from collections.abc import Callable
from typing import Final

from paho.mqtt.subscribeoptions import SubscribeOptions

from table_controller.broker.fairness.flood_guard import FloodGuard
from table_controller.mqtt.address import Address
from table_controller.mqtt.client import Client

LOOK_AGAIN_S: Final = 1.0
"""Real time between two checks for logins that may be unmuted or that ``speaking`` has added."""
HEARD: Final = SubscribeOptions(qos=1, retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND)
"""A retained command would be done again at every connection, so the broker sends none."""


class Hearing:
    """The topics of commands that a table is subscribed to.

    Args:
        address: the table's address.
        speaking: the logins that may command it; None if they are unknown, and then nobody can be muted.
        guard: knows the logins that flood it.
    """

    def __init__(
        self,
        address: Address,
        speaking: Callable[[], frozenset[str]] | None,
        guard: FloodGuard | None = None,
    ) -> None:
        self._commands = address.commands
        self._speaking = speaking
        self._guard = guard or FloodGuard()
        self._filters: frozenset[str] = frozenset()
        self._muted: frozenset[str] = frozenset()

    @property
    def muted(self) -> frozenset[str]:
        """The muted logins, which only ``adapt`` changes."""
        return self._muted

    def hears(self, login: str) -> bool:
        """Count a command of this login; return False if it must be ignored."""
        return self._speaking is None or self._guard.hears(login)

    @property
    def to_adapt(self) -> bool:
        """True if a login floods the table, or is still muted."""
        return bool(self._muted or self._guard.muted())

    async def begin(self, client: Client) -> None:
        """Subscribe anew at a new connection."""
        self._filters = frozenset()
        await self.adapt(client)

    async def adapt(self, client: Client) -> None:
        """Subscribe to the commands of all logins that are not muted now."""
        self._muted = self._guard.muted()
        wanted = frozenset({f"{self._commands}+/+", f"{self._commands}+"})
        if self._muted and self._speaking is not None:
            wanted = frozenset(f"{self._commands}{login}/+" for login in self._speaking() - self._muted)
        # In this order, no remaining login is unsubscribed even for a moment.
        if added := sorted(wanted - self._filters):
            await client.subscribe([(topic, HEARD) for topic in added])
        if removed := sorted(self._filters - wanted):
            await client.unsubscribe(removed)
        self._filters = wanted
