"""Shares out the page server's limited resources by rank, login and host, so that nobody takes all."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Owner:
    """The owner of a share.

    Attributes:
        rank: a higher rank goes before every lower one.
        login: the login; empty without one.
        host: the address that the connection comes from.
    """

    rank: int
    login: str
    host: str


class Shares:
    """The shares given out, in order.

    Args:
        most: the number of shares.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._given: dict[object, tuple[Owner, Callable[[], None]]] = {}

    def __len__(self) -> int:
        return len(self._given)

    def take(self, thing: object, owner: Owner, end: Callable[[], None]) -> bool:
        """Give a share to an owner; if all are given out, take one from an owner with more than a fair part.

        Args:
            thing: the share.
            owner: the new owner.
            end: called when the share is taken away again.

        Returns: Whether the owner has it. It is refused to an owner who already has as many as everybody else of this
            rank.
        """
        if len(self._given) >= self._most:
            found = self._too_much(owner)
            if found is None:
                return False
            _, end_of_other = self._given.pop(found)
            end_of_other()
        self._given[thing] = (owner, end)
        return True

    def end_all(self) -> None:
        """Take all shares away."""
        given, self._given = self._given, {}
        for _, end in given.values():
            end()

    def back(self, thing: object) -> None:
        """Note that a share is no longer used."""
        self._given.pop(thing, None)

    def _too_much(self, newcomer: Owner) -> object | None:
        """Choose the share to take for a newcomer: of the lowest rank, the greediest login, its greediest host, the oldest."""
        owners = [owner for owner, _ in self._given.values()]
        lowest = min(owner.rank for owner in owners)
        if lowest > newcomer.rank:
            return None
        logins = Counter(owner.login for owner in owners if owner.rank == lowest)
        login, most = logins.most_common(1)[0]
        hosts = Counter(owner.host for owner in owners if owner.rank == lowest and owner.login == login)
        host, most_of_host = hosts.most_common(1)[0]
        if lowest == newcomer.rank:
            if login != newcomer.login and logins[newcomer.login] + 1 >= most:
                return None
            if login == newcomer.login and hosts[newcomer.host] + 1 >= most_of_host:
                return None
        return next(
            thing
            for thing, (owner, _) in self._given.items()
            if (owner.rank, owner.login, owner.host) == (lowest, login, host)
        )
