"""A bounded queue in which no owner delays the others: each has his own line, and the lines are served in turn."""

import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Each item comes out once, first in, first out for each owner, with the owners in turn. Any thread may use it.

    Args:
        each: the weight that may wait for one owner. An empty line has room for any single item.
        owners: the number of owners that may have items waiting.
        weight: returns the weight of an item; by default each weighs 1.
    """

    def __init__(self, each: int, owners: int, weight: Callable[[T], int] = lambda _: 1) -> None:
        self._each = each
        self._owners = owners
        self._weight = weight
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()
        self._weights: Counter[str] = Counter()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._lines.values()))

    def room(self, owner: str) -> bool:
        """Return whether there is room now for an item of weight 1 from this owner."""
        with self._lock:
            return self._has_room(owner, 1)

    def put(self, owner: str, item: T) -> bool:
        """Put an item at the end of an owner's line; return False if there is no room."""
        weight = self._weight(item)
        with self._lock:
            if not self._has_room(owner, weight):
                return False
            self._lines.setdefault(owner, deque()).append(item)
            self._weights[owner] += weight
            return True

    def get(self) -> tuple[str, T] | None:
        """Return the next item and its owner, who then goes behind all others; None if nothing waits."""
        with self._lock:
            if not self._lines:
                return None
            owner, line = self._lines.popitem(last=False)
            item = line.popleft()
            if line:
                self._lines[owner] = line
                self._weights[owner] -= self._weight(item)
            else:
                del self._weights[owner]
            return owner, item

    def put_back(self, owner: str, item: T) -> None:
        """Put an item that could not be used back to the front, even if there is no room."""
        with self._lock:
            self._lines.setdefault(owner, deque()).appendleft(item)
            self._lines.move_to_end(owner, last=False)
            self._weights[owner] += self._weight(item)

    def _has_room(self, owner: str, weight: int) -> bool:
        if owner not in self._lines:
            return len(self._lines) < self._owners
        return self._weights[owner] + weight <= self._each
