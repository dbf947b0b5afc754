"""Holds back an input that does not fit the game, as long as an unseen move may explain it.

If the camera misses a discard, a meld or an indicator, the next legal move looks like a foul. So a finding waits while
any zone that may explain it is hidden. Once the zone is read, the referee judges that reading first, at its own time. If
the zone has not changed, it explains nothing and the finding stands.
"""

from collections.abc import Iterable
from typing import Final

from referee.game.events import FoulFound, FoulSuspected
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.rules.suspicions import WIN_IN_VAIN
from table_controller.sensing.waiting.awaiting import WALLS
from table_controller.sensing.waiting.closing import owes
from table_controller.sensing.waiting.policy import AnyInput
from table_controller.sensing.waiting.sources import Sources
from vision.zones import EACH_CHAIR, ZoneId

WIDE_MS: Final = 2000
"""Arms usually hide a zone for less than this. A reading with a wider interval was hidden for unusually long. [ms;
derived: vision reports a zone as lost after two seconds]"""
MOST_HELD: Final = 200
"""The most inputs that may wait for an explanation. With more, sensing stops following the hand. [inputs; judged: more
than the acts of a hand]"""
PLAYED: Final = tuple(ZoneId(kind, chair) for kind in ("pond", "meld") for chair in EACH_CHAIR)


def unseen_play(pending: AnyInput, state: GameState, sources: Sources) -> bool:
    """Return whether somebody may have played unseen before a pending input."""
    if any(sources.missed(zone, pending.at_ms) for zone in PLAYED):
        return True
    if state.dora_due and any(sources.unseen(zone, pending.at_ms) for zone in WALLS):
        return True
    return any(
        owes(state, seat) and sources.unseen(ZoneId("hand", chair), pending.at_ms)
        for seat, chair in enumerate(state.chairs)
    )


def is_wide(pending: AnyInput) -> bool:
    """Return whether a pending input is a reading of play that was hidden for long, so that its place in the order is unknown.

    Readings of opened hands do not count: arms often hide those for long, and a fault in one does not depend on the
    exact time.
    """
    return pending.policy.play and pending.latest - pending.earliest > WIDE_MS


def is_late(pending: AnyInput, last_ms: int) -> bool:
    """Return whether a pending input may be older than something already given out: a reading long hidden, or a delayed signal."""
    return (is_wide(pending) or pending.late) and pending.earliest < last_ms


def may_explain(other: AnyInput, pending: AnyInput, watermark: int) -> bool:
    """Return whether a waiting reading of play may be older than a pending input and explain it."""
    return (
        other is not pending
        and other.policy.play
        and other.earliest <= pending.at_ms
        and other.at_ms > watermark
    )


def would_find(observations: Iterable[Observation], state: GameState) -> bool:
    """Return whether the referee would find a foul in these observations, at once or, in a win called in vain, after its time."""
    after: GameState | None = state
    for seen in observations:
        events, after = advance(after, seen)
        if any(
            isinstance(event, FoulFound)
            or (isinstance(event, FoulSuspected) and event.awaits == WIN_IN_VAIN.name)
            for event in events
        ):
            return True
    return False
