"""A bounded queue in which nobody keeps the others waiting: everybody has a line of his own, served in turn."""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """What was put in comes out once, first in first out for each owner, owners in turn. Any thread may use it.

    Args:
        each: how much waits for one owner at most.
        owners: how many owners may have something waiting.
    """

    def __init__(self, each: int, owners: int) -> None:
        self._each = each
        self._owners = owners
        self._lines: OrderedDict[str, deque[T]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        with self._lock:
            return sum(map(len, self._lines.values()))

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
        """The next item with its owner, whose turn comes again after all others; None if nothing waits."""
        with self._lock:
            if not self._lines:
                return None
            owner, line = self._lines.popitem(last=False)
            item = line.popleft()
            if line:
                self._lines[owner] = line
            return owner, item

    def put_back(self, owner: str, item: T) -> None:
        """What was got could not be used: it is the next one again, even where there is no room."""
        with self._lock:
            self._lines.setdefault(owner, deque()).appendleft(item)
            self._lines.move_to_end(owner, last=False)
