"""A bounded queue in which no owner delays the others: each has his own line, and the lines are served in turn."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Each item comes out once, first in, first out for each owner, with the owners in turn. Any thread may use it.

    Args:
        each: how many items may wait for one owner.
        owners: how many owners may have items waiting.
    """

    def __init__(self, each: int, owners: int) -> None:
        self._each = each
        self._owners = owners
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._lines.values()))

    def room(self, owner: str) -> bool:
        """Whether something would be taken from this owner now."""
        with self._lock:
            line = self._lines.get(owner)
            return len(self._lines) < self._owners if line is None else len(line) < self._each

    def put(self, owner: str, item: T) -> bool:
        """Put something at the end of an owner's line; False if there is no room."""
        with self._lock:
            line = self._lines.get(owner)
            if line is None:
                if len(self._lines) >= self._owners:
                    return False
                line = self._lines[owner] = deque()
            if len(line) >= self._each:
                return False
            line.append(item)
            return True

    def get(self) -> tuple[str, T] | None:
        """The next item and its owner, who then goes behind all others; None if nothing waits."""
        with self._lock:
            if not self._lines:
                return None
            owner, line = self._lines.popitem(last=False)
            item = line.popleft()
            if line:
                self._lines[owner] = line
            return owner, item

    def put_back(self, owner: str, item: T) -> None:
        """Return an item that could not be used: it is next again, even if there is no room."""
        with self._lock:
            self._lines.setdefault(owner, deque()).appendleft(item)
            self._lines.move_to_end(owner, last=False)
