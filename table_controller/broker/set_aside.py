"""Finds the messages that the broker does not accept, so that they are set aside and all others are sent.

A broker may end the connection because of a message (MQTT 5, 4.13), and need not say which one, nor why: Mosquitto 2.0
does not. A table that sent it again at each connection would never stay connected. So messages are judged by when
connections end:

* If a connection ends moments after a message was sent, before its acknowledgement, the message is suspect. It is sent
  again, alone.
* If the next connection ends in the same way, and the broker lets the table in again at once, the message is set aside.
  The connection was good until then: the broker had granted its subscriptions and acknowledged all earlier messages.
* An acknowledgement clears a message. A restarted broker or a pulled cable also ends a connection while a message is on
  its way, but hardly twice in the milliseconds before the acknowledgement of the same message. Afterwards the broker is
  away for a while, so an end followed by a wait counts for less. It does count: a message may crash a broker, each
  time.
* Two tables with one name keep disconnecting each other, whichever messages are on their way. Meanwhile an end counts
  for little, but it counts.
* A connection that falls silent ends much later, and implicates no message. Nor does an end for which the broker gives
  a reason unrelated to messages.
* A message that the program itself cannot make or pack is set aside at once. So is one that the broker refuses in its
  acknowledgement. Mosquitto 2.0.11 may end the connection after such a refusal, which is not the next message's fault.

A retained message is retried after a minute, then less and less often: somebody may have corrected the access list.
Entries and answers are not retried: the journal has the entries, and answers can be requested again. Another message to
the same topic is sent at once, but if that is set aside too, the topic has to wait.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from config.backoff import Backoff
from table_controller.mqtt.gate import Topic

MOMENTS_S: Final = 3.0
"""A message that ends the connection does so within this time, which is several round trips over a bad line."""
AGAIN_S: Final = 60.0
LONGEST_S: Final = 3600.0
AT_ONCE: Final = 12
AFTER_A_WAIT: Final = 4
WHILE_THROWN_OFF: Final = 1
"""The weight of a connection's end against a message, by how the broker let the table in again, and how often it ends."""
ENOUGH: Final = 24
"""At this weight a message is set aside: after 2 ends, 6 if the broker was away, 24 if two tables share a name."""
A_WHILE_S: Final = 60.0
"""A table counts as disconnected by its twin until a connection holds for this long."""
SEVERAL: Final = 2
"""If this many messages in a row were set aside, the topic is the cause."""
MOST: Final = 500
"""The number of topics and messages to remember."""
OF_NO_MESSAGE: Final = frozenset({0x89, 0x8B, 0x8D, 0x8E, 0x93, 0x96, 0x97, 0x98, 0x9C, 0x9D, 0xA0})
"""Reasons to disconnect that no message causes: busy, shutting down, silence, taken over, too many at once or too fast,
a quota, an administrator, another server."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Identifies a message when it is sent again: its topic, and its content or the number of its entry."""

    topic: Topic
    content: int
    entry: int | None = None


@dataclass(frozen=True, slots=True)
class _Fault:
    mark: Mark
    count: int
    again_s: float


class SetAside:
    """The messages that must not be sent now.

    Args:
        now_s: real time.
    """

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._under_way: dict[Mark, float] = {}
        self._suspected: dict[Mark, int] = {}
        self._ended: tuple[Mark, ...] = ()
        """Messages that were on their way when the last connection ended."""
        self._was_away = False
        self._thrown_off_s: float | None = None
        self._faults: dict[Topic, _Fault] = {}
        self._refused: tuple[Mark, float] | None = None
        self._failed: tuple[Mark, Exception] | None = None
        """A message that could not be sent, and the reason."""

    def clear(self) -> None:
        """Note that nothing is on its way."""
        self._under_way.clear()

    def away(self) -> None:
        """Note that the broker cannot be reached."""
        self._was_away = True

    def thrown_off(self) -> None:
        """Note that connections keep ending, as when two tables have one name."""
        self._thrown_off_s = self._now_s()

    def begin(self) -> Mark | None:
        """Note that a connection has begun; return a message that is set aside because of the end of the last one."""
        self._under_way.clear()
        self._refused = None
        ended, self._ended = self._ended, ()
        counts = WHILE_THROWN_OFF if self._is_thrown_off else AFTER_A_WAIT if self._was_away else AT_ONCE
        # Ends must be consecutive: a message that the last connection did not end at is no longer suspect.
        self._suspected = {mark: self._suspected.get(mark, 0) + counts for mark in ended}
        if len(ended) != 1 or not self._is_enough(ended[0]):
            return None
        return self._blame(ended[0])

    @contextmanager
    def under_way(self, mark: Mark) -> Iterator[None]:
        """Send a message in this context: without an exception it was acknowledged, and accepted unless ``refused``."""
        self._under_way[mark] = self._now_s()
        try:
            yield
        except Exception as error:
            self._failed = mark, error
            raise
        self._suspected.pop(mark, None)
        if self._under_way.pop(mark, None) is not None:
            self._faults.pop(mark.topic, None)

    def takes(self, mark: Mark) -> bool:
        """Return whether a message may be sent now."""
        fault = self._faults.get(mark.topic)
        return (
            fault is None or self._now_s() >= fault.again_s or (fault.count < SEVERAL and fault.mark != mark)
        )

    def is_aside(self, mark: Mark) -> bool:
        """Return whether this message is the last one of its topic that was set aside."""
        fault = self._faults.get(mark.topic)
        return fault is not None and fault.mark == mark

    def is_suspected(self, mark: Mark) -> bool:
        """Return whether a message must be sent alone."""
        return mark in self._suspected or mark.topic in self._faults

    def waits_s(self, topic: Topic) -> float:
        """Return the time until a topic's messages set aside may be retried."""
        fault = self._faults.get(topic)
        return 0.0 if fault is None else max(0.0, fault.again_s - self._now_s())

    def refused(self, mark: Mark) -> None:
        """Note that the broker's acknowledgement refuses a message; called while it is under way."""
        self._under_way.pop(mark, None)
        self._refused = mark, self._now_s()
        self._note_again(mark)

    def ended(self, *, ours: Exception | None = None, reason: int | None = None) -> Mark | None:
        """Note that the connection has ended; return a message that is set aside at once because of it.

        Args:
            ours: this program's own error, if it failed.
            reason: the broker's reason, if it gave one.
        """
        now_s = self._now_s()
        recent = [mark for mark, sent_s in self._under_way.items() if now_s - sent_s <= MOMENTS_S]
        self._under_way.clear()
        if self._is_thrown_off:
            self.thrown_off()
        self._was_away, self._ended = False, ()
        failed_at, self._failed = self._failed, None
        if reason in OF_NO_MESSAGE:
            return None
        if ours is not None:
            mark, failed = failed_at or (None, None)
            # A failure elsewhere, such as in receiving commands, implicates no message on its way.
            return self._blame(mark) if mark is not None and failed is ours else None
        if self._refused is not None and now_s - self._refused[1] <= MOMENTS_S:
            refused, _ = self._refused
            fault = self._faults.get(refused.topic)
            self._note(refused, max(SEVERAL, 0 if fault is None else fault.count))
            return None
        self._ended = tuple(recent)
        return None

    @property
    def _is_thrown_off(self) -> bool:
        return self._thrown_off_s is not None and self._now_s() - self._thrown_off_s < A_WHILE_S

    def _is_enough(self, mark: Mark) -> bool:
        fault = self._faults.get(mark.topic)
        at_once = not (self._was_away or self._is_thrown_off)
        again = fault is not None and fault.count >= SEVERAL and at_once
        return again or self._suspected[mark] >= ENOUGH

    def _blame(self, mark: Mark) -> Mark:
        self._suspected.pop(mark, None)
        self._note_again(mark)
        return mark

    def _note_again(self, mark: Mark) -> None:
        fault = self._faults.get(mark.topic)
        self._note(mark, 1 if fault is None else fault.count + 1)

    def _note(self, mark: Mark, count: int) -> None:
        waits_s = Backoff(AGAIN_S, LONGEST_S).after(count)
        self._faults.pop(mark.topic, None)
        self._faults[mark.topic] = _Fault(mark, count, self._now_s() + waits_s)
        forget_oldest(self._faults)


def forget_oldest(kept: dict[Any, Any]) -> None:
    """Bound the memory of topics and messages."""
    while len(kept) > MOST:
        del kept[next(iter(kept))]
