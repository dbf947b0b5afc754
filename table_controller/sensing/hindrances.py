"""Hindrances to play and their times, kept until they are reported to the referee, which then counts no time against people.

The cause is a machine that is paused or waits for a person, or a camera that sees nothing. A report may come a moment
late, because it includes the times.
"""

from dataclasses import dataclass, field
from typing import Final

from referee.game.observations import Hindrance, TableHindered
from referee.game.position import IN_HAND, GameState

SENSED: Final[tuple[Hindrance, ...]] = ("machine", "sight")
"""The hindrances that this program senses itself while it runs."""

BETWEEN_HANDS: Final = frozenset({"deal", "dice", "lid", "lid-open", "machine-file"})
"""Alerts of the machine that do not hinder a hand once it is dealt. Some stay until the next deal."""


@dataclass(slots=True)
class Hindrances:
    """Remembers the causes that hinder play, and those that no longer do but have not been reported."""

    _spans: dict[Hindrance, tuple[int, int | None]] = field(default_factory=dict)
    _faults: set[str] = field(default_factory=set)

    def begin(self, cause: Hindrance, since_ms: int) -> None:
        """Note that a cause hinders play."""
        self._spans[cause] = (self._spans.get(cause, (since_ms, None))[0], None)

    def end(self, cause: Hindrance, until_ms: int) -> None:
        """Note that a cause no longer hinders play."""
        if self.lasts(cause):
            self._spans[cause] = (self._spans[cause][0], until_ms)

    def lasts(self, cause: Hindrance) -> bool:
        """Return whether a cause hinders play now."""
        return cause in self._spans and self._spans[cause][1] is None

    def machine(self, part: str, at_ms: int, *, waits: bool) -> None:
        """Note that a part of the machine waits for a person, or does so no longer."""
        if part in BETWEEN_HANDS:
            return
        (self._faults.add if waits else self._faults.discard)(part)
        (self.begin if self._faults else self.end)("machine", at_ms)

    def waits(self, part: str) -> bool:
        """Return whether a part of the machine waits for a person."""
        return part in self._faults

    def unreported(self, state: GameState | None, now_ms: int) -> TableHindered | None:
        """Return one change that was not reported to the referee yet; None between hands, when it does not matter."""
        if state is None or state.phase not in IN_HAND:
            self._spans = {cause: span for cause, span in self._spans.items() if span[1] is None}
            return None
        known = {each.cause: each.since_ms for each in state.desk.pauses if each.until_ms is None}
        for cause in SENSED:
            span = self._spans.get(cause)
            if span is None and cause in known:  # from before a restart
                span = (known[cause], now_ms)
            if span is not None and (span[1] is not None or cause not in known):
                if span[1] is not None:
                    self._spans.pop(cause, None)
                since_ms, until_ms = span
                return TableHindered(
                    source=f"daemon:{cause}", cause=cause, since_ms=since_ms, until_ms=until_ms
                )
        return None
