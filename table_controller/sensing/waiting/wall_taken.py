"""The tile that a hand took when it touched a wall, if the camera's counts before and after leave no doubt."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from referee.game.position import IN_PLAY, GameState
from referee.game.wall import DEALT, RINSHAN, TILES, last_live, place
from table_controller.sensing.waiting.hand_seen import WallBreak
from vision.sightings import HandsOver, WallSeen
from vision.zones import ZoneId

KEPT: Final = 16
"""The number of counts to remember of a wall; of touches, four times as many, and of reports of arms, 16 times. [counts;
judged: several turns]"""
FRAMES_MS: Final = 200
"""An arm may have been there this long before the camera sees it. [ms; derived: two frames of 100 ms]"""
STAYS_MS: Final = 1000
"""A tile missing for this long is gone; an arm over a wall can look like one tile more or less for a moment. [ms; judged:
an arm leaves a wall within a second of taking its tile]"""
APART_MS: Final = 200
"""A hand that touched a wall this shortly before a count may have taken its tile only after that count. [ms; derived:
two frames of 100 ms]"""
SOON_MS: Final = 5000
"""A count this long after the touch no longer shows what that hand took. [ms; judged: the next player's hand comes to
the wall after that]"""
Stacks = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A tile taken from a wall: the chair of the wall, the stack (0-16 from the player's left), and whether it lay on top."""

    chair: int
    stack: int
    top: bool


@dataclass(frozen=True, slots=True)
class DrawSeen:
    """A tile left a wall between two counts, while only one chair's arms were over the wall.

    Attributes:
        since_ms: the time from which that hand may have been there, or at which the tile was last seen.
        at_ms: the time of the first count without it.
    """

    chair: int
    taken: Taken
    since_ms: int
    at_ms: int
    frame: int


@dataclass(slots=True)
class WallTaken:
    """Keeps the newest counts of each wall, the newest touches, and the arms over each wall."""

    _walls: dict[int, deque[WallSeen]] = field(default_factory=dict)
    _stood: dict[int, int] = field(default_factory=dict)
    _touches: deque[int] = field(default_factory=lambda: deque(maxlen=4 * KEPT))
    _arms: deque[HandsOver] = field(default_factory=lambda: deque(maxlen=16 * KEPT))
    _within: dict[int, int] = field(default_factory=dict)
    _going: list[DrawSeen] = field(default_factory=list)
    _gone: set[Taken] = field(default_factory=set)
    broken: WallBreak | None = None
    """The place where the walls were broken, if the camera saw it."""

    def forget(self) -> None:
        """Forget the counts and arms, as vision was restarted."""
        self._walls.clear()
        self._stood.clear()
        self._arms.clear()
        self._within.clear()
        self._going.clear()
        self._gone.clear()

    def break_walls(self, broken: WallBreak | None = None) -> None:
        """Note that the walls are broken: they stand as last counted, and nobody has drawn from them yet."""
        self.broken = broken
        self._walls = {
            chair: deque([counts[-1]], maxlen=KEPT) for chair, counts in self._walls.items() if counts
        }
        self._going.clear()
        self._gone.clear()

    def arms(self, payload: HandsOver) -> None:
        """Note that arms are over other zones than in the frame before.

        The camera reports arms that touch as one player's. If an arm vanishes between two frames while another is visible,
        the two may have merged, until either appears alone again.
        """
        before = dict(self._arms[-1].hands) if self._arms else {}
        now = dict(payload.hands)
        seen = {chair for chairs in now.values() for chair in chairs}
        for zone, chairs in before.items():
            for lost in set(chairs) - seen - set(self._within):
                self._within.update((lost, chair) for chair in now.get(zone, ())[:1])
        self._within = {
            lost: chair for lost, chair in self._within.items() if lost not in seen and chair in seen
        }
        hands = tuple(
            (zone, (*chairs, *(lost for lost, chair in self._within.items() if chair in chairs)))
            for zone, chairs in payload.hands
        )
        self._arms.append(replace(payload, hands=hands))

    def stands(self, chair: int, at_ms: int) -> None:
        """Note that a wall was still unchanged at this time since its last count."""
        self._stood[chair] = at_ms

    def note_wall(self, wall: WallSeen) -> None:
        """Note a new count of a wall that has changed."""
        chair = wall.zone.chair
        counts = self._walls.setdefault(chair, deque(maxlen=KEPT))
        if counts:
            taken = _difference(chair, counts[-1].stacks, wall.stacks)
            whose = self._whose(wall.zone, max(counts[-1].at_ms, self._stood.get(chair, 0)), wall.at_ms)
            if taken is not None and len(whose) == 1:
                ((who, since_ms),) = whose.items()
                self._going.append(DrawSeen(who, taken, since_ms, wall.at_ms, wall.frame))
        counts.append(wall)

    def drawn(self, now_ms: int) -> list[DrawSeen]:
        """Return, once each, the tiles that a single player has taken and that have stayed away."""
        drawn = []
        for each in self._going:
            if now_ms - each.at_ms < STAYS_MS:
                continue
            most = self._walls[each.taken.chair][-1].stacks[each.taken.stack][1]
            if most <= (1 if each.taken.top else 0) and each.taken not in self._gone:
                self._gone.add(each.taken)
                drawn.append(each)
        self._going = [each for each in self._going if now_ms - each.at_ms < STAYS_MS]
        return drawn

    def _whose(self, zone: ZoneId, since_ms: int, until_ms: int) -> dict[int, int]:
        """The chairs whose arms were over a zone between two frames, each with the earliest time since when."""
        found: dict[int, int] = {}
        for payload in reversed(self._arms):
            if payload.at_ms <= until_ms:
                chairs = next((chairs for name, chairs in payload.hands if name == zone), ())
                found |= dict.fromkeys(chairs, max(since_ms, payload.at_ms - FRAMES_MS))
            if payload.at_ms <= since_ms:
                break
        return found

    def touched(self, at_ms: int) -> None:
        """Note that a hand touched a wall."""
        self._touches.append(at_ms)

    def by(self, at_ms: int) -> Taken | None:
        """Return the tile that a hand took when it touched a wall at this time; None if in doubt, or if it took none."""
        until_ms = min([at_ms + SOON_MS, *(touch for touch in self._touches if touch > at_ms)])
        found: list[Taken] = []
        for chair, counts in self._walls.items():
            # The last count decides, because an arm on its way out may have looked like a tile.
            after = next((count for count in reversed(counts) if at_ms < count.at_ms <= until_ms), None)
            if after is None:
                continue
            before = next((count for count in reversed(counts) if count.at_ms < at_ms), None)
            if before is None or any(before.at_ms - APART_MS < touch < at_ms for touch in self._touches):
                return None
            taken = _difference(chair, before.stacks, after.stacks)
            if taken is not None:
                found.append(taken)
            elif before.stacks != after.stacks:
                return None
        return found[0] if len(found) == 1 else None


def _difference(chair: int, before: Stacks, after: Stacks) -> Taken | None:
    """Return the tile by which two counts differ; None unless that difference is certain and the only one."""
    if len(before) != len(after):
        return None
    found = [
        (stack, old, new)
        for stack, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new and not (old[0] <= new[1] and new[0] <= old[1])
    ]
    if len(found) != 1:
        return None
    stack, old, new = found[0]
    if (old, new) not in {((2, 2), (1, 1)), ((1, 1), (0, 0))}:
        return None
    return Taken(chair, stack, top=old == (2, 2))


def drawn_place(taken: Taken, seat: int, state: GameState, broken: WallBreak | None = None) -> int | None:
    """The wall number of a tile that a seat drew; None if the player may have taken it for another purpose.

    Players lay the first replacement tile down beside its stack before any kan. After a win is called, they take the ura
    dora indicators from below the dora indicators.
    """
    if (
        state.phase not in IN_PLAY
        or state.wins
        or any(claim.call in {"ron", "tsumo"} for claim in state.claims)
    ):
        return None
    number = number_of(taken, state, broken)
    if number is None or number < DEALT:
        return None
    due = RINSHAN[len(state.kans) - 1] if state.rinshan_due and seat == state.turn else None
    return number if number <= last_live(len(state.kans)) or number == due else None


def number_of(taken: Taken, state: GameState, broken: WallBreak | None = None) -> int | None:
    """The tile's number in the wall (``referee.game.wall``).

    None if the camera did not see the break and dice do not give it: they are unknown, or players roll a second time.
    """
    if broken is not None:
        return broken.number(taken.chair, taken.stack, top=taken.top)
    if state.ruleset.flow.dice_rolls != 1 or 0 in state.dice:
        return None
    seat = state.chairs.index(taken.chair)
    for number in range(TILES):
        there = place(number, state.dealer, state.dice)
        if (there.seat, there.stack - 1, there.top) == (seat, taken.stack, taken.top):
            return number
    return None
