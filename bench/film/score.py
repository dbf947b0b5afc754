"""Scores a filmed game against its record: events by kind, hands without a wrong event, delay of discards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Final, TypeAlias

from bench.film.filmed import Filmed
from bench.stages.unwired import ENTERED, GIVEN_UP
from referee.game.observations import TileDiscarded
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import KIND, NAMES, tile_names
from vision.zones import ZoneId

Kind: TypeAlias = str
CORRECTIONS: Final = 0.3
"""Corrections allowed per game."""
LATE_MS: Final = 500
"""95 % of discards must be reported within this time."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The scores that a run must reach.

    Attributes:
        f1: of each kind of event.
        clean: share of hands without a wrong event.
        followed: share of hands without a question to the judge.
        late_ms: the time within which 95 % of discards must be reported; None if there is no limit.
    """

    f1: Mapping[Kind, float]
    clean: float
    followed: float
    late_ms: int | None


WITH_UNIT: Final = Wanted(
    {"discards": 0.999, "calls": 0.998, "riichi": 0.999, "indicators": 0.999, "opened hands": 0.998},
    clean=0.98,
    followed=0.95,
    late_ms=LATE_MS,
)
WITHOUT_UNIT: Final = Wanted(
    {**WITH_UNIT.f1, "discards": 0.998, "calls": 0.995}, clean=0.95, followed=0.90, late_ms=None
)
"""Kinds of events that only the camera shows: a draw is seen by the hand's movement."""
KINDS: Final = tuple(WITH_UNIT.f1)


@dataclass(slots=True)
class Score:
    """The score of one game, or of several added up.

    Attributes:
        events: right, wrong, missed by kind.
        late_ms: the time from release to observation of each discard.
        in_sight_ms: the same for discards whose pond was not covered by anything irrelevant to the game.
        clean: hands without a wrong event that were not given up.
        followed: hands about which the judge was asked nothing.
        corrections: places where somebody would have to correct the journal.
        differences: the same in words.
    """

    games: int = 0
    hands: int = 0
    clean: int = 0
    followed: int = 0
    corrections: int = 0
    silent: int = 0
    lost: int = 0
    fouls: int = 0
    frames: int = 0
    film_s: float = 0.0
    seconds: float = 0.0
    covered: float = 0.0
    events: dict[Kind, list[int]] = field(default_factory=lambda: {kind: [0, 0, 0] for kind in KINDS})
    late_ms: list[int] = field(default_factory=list)
    in_sight_ms: list[int] = field(default_factory=list)
    announced_ms: list[int] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        for name in (
            "games",
            "hands",
            "clean",
            "followed",
            "corrections",
            "silent",
            "lost",
            "fouls",
            "frames",
            "film_s",
            "seconds",
        ):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.covered += (other.covered - self.covered) / max(1, self.games)
        for kind, counts in other.events.items():
            self.events[kind] = [a + b for a, b in zip(self.events[kind], counts, strict=True)]
        self.late_ms += other.late_ms
        self.in_sight_ms += other.in_sight_ms
        self.announced_ms += other.announced_ms
        self.differences += other.differences

    def f1(self, kind: Kind) -> float:
        """F1 of one kind of event; 1 if there was no such event."""
        right, wrong, missed = self.events[kind]
        all_of_them = 2 * right + wrong + missed
        return 2 * right / all_of_them if all_of_them else 1.0

    def late(self, share: float) -> int:
        """Milliseconds after release within which this share of the discards was known."""
        return _share(self.late_ms, share)

    def missed(self, wanted: Wanted = WITH_UNIT) -> list[str]:
        """The unmet requirements, in words."""
        unmet = [
            f"{kind}: F1 {self.f1(kind):.4f} < {least}"
            for kind, least in wanted.f1.items()
            if self.f1(kind) < least
        ]
        if self.clean < wanted.clean * self.hands:
            unmet.append(f"only {self.clean} of {self.hands} hands without a wrong event")
        if self.followed < wanted.followed * self.hands:
            unmet.append(f"only {self.followed} of {self.hands} hands followed without a question")
        if self.fouls:
            unmet.append(f"{self.fouls} fouls were found that nobody committed")
        if self.corrections > CORRECTIONS * self.games:
            unmet.append(f"{self.corrections} corrections in {self.games} games")
        if self.silent:
            unmet.append(f"{self.silent} losses were not told within two seconds")
        if wanted.late_ms is not None and self.late(0.95) > wanted.late_ms:
            unmet.append(f"p95 from release to event is {self.late(0.95)} ms")
        return unmet

    def lines(self, wanted: Wanted = WITH_UNIT) -> list[str]:
        made = [
            f"{self.games} games, {self.hands} hands, {self.film_s / 60:.1f} minutes, {self.frames} frames, {self.seconds:.0f} s of one core",
            f"  covered by what plays no part: {100 * self.covered:.1f} % of zones and times",
        ]
        for kind, least in wanted.f1.items():
            right, wrong, missed = self.events[kind]
            made.append(
                f"  {kind:13} F1 {self.f1(kind):.4f}  ({right} right, {wrong} wrong, {missed} missed; wanted {least})"
            )
        made += [f"  {line}" for line in self.figures()]
        made.append(f"  corrections {self.corrections} ({self.corrections / max(1, self.games):.2f} a game)")
        latest = max(self.announced_ms, default=0)
        made.append(f"  losses told {self.lost}, the latest after {latest} ms; silent {self.silent}")
        made.append(f"  from release to event {_percentiles(self.late_ms)} of {len(self.late_ms)} discards")
        made.append(
            f"    where nothing else lay over the pond {_percentiles(self.in_sight_ms)} of {len(self.in_sight_ms)}"
        )
        return made

    def figures(self) -> list[str]:
        """The three figures by which vision is judged."""
        return [
            f"hands without a wrong event {self.clean} of {self.hands}",
            f"hands followed without a question {self.followed} of {self.hands}",
            f"fouls found that nobody committed: {self.fouls}",
        ]


def score(record: GameRecord, filmed: Filmed, hands: int | None, name: str) -> Score:
    """Compare a filmed game with its record."""
    played = record.hands if hands is None else record.hands[:hands]
    made = Score(games=1, hands=len(played), frames=filmed.frames, covered=filmed.covered_share)
    made.film_s = filmed.until_ms / 1000
    made.fouls = len(filmed.fouls)
    made.seconds = sum(filmed.seconds.values())
    seen = filmed.record().hands
    asked = {hand for hand, _ in filmed.asked}
    given_up = {hand for hand, text in filmed.asked if text in {GIVEN_UP, ENTERED}}
    made.followed = sum(number not in asked for number in range(len(played)))
    for number, truth in enumerate(played):
        found = seen[number] if number < len(seen) else None
        wrong = 0
        for kind in KINDS:
            wrong += _compare(made, kind, f"{name} hand {number}", _events(kind, truth), _events(kind, found))
        made.clean += not wrong and number not in given_up
        made.corrections += wrong
    made.differences += [f"{name} hand {number}: asked of the judge: {text}" for number, text in filmed.asked]
    if filmed.left_because:
        made.differences.append(f"{name}: the players left: {filmed.left_because}")
    if filmed.losses is not None:
        made.silent, made.lost = len(filmed.losses.silent), filmed.losses.lost
        made.announced_ms = filmed.losses.delays_ms
        made.differences += [
            f"{name}: {zone} {why} since {since} ms, never said" for zone, since, why in filmed.losses.silent
        ]
        made.differences += [
            f"{name}: at {each.at_ms} ms {each.zone} is told {_tiles(each.told)}, there is {_tiles(each.true)}"
            for each in filmed.losses.misread
        ]
    late = _lateness(filmed)
    made.late_ms = [took_ms for took_ms, _ in late]
    made.in_sight_ms = [took_ms for took_ms, in_sight in late if in_sight]
    return made


def _compare(made: Score, kind: Kind, where: str, truth: list[Hashable], seen: list[Hashable]) -> int:
    """Compare and count the events; return the number of places that differ."""
    matcher = SequenceMatcher(None, truth, seen, autojunk=False)
    right = sum(block.size for block in matcher.get_matching_blocks())
    counts = made.events[kind]
    for index, many in enumerate((right, len(seen) - right, len(truth) - right)):
        counts[index] += many
    places = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    for _, at, until, seen_at, seen_until in places:
        made.differences.append(
            f"{where} {kind} {at + 1}: {truth[at:until]} was played, {seen[seen_at:seen_until]} was seen"
        )
    return len(places)


def _events(kind: Kind, hand: HandRecord | None) -> list[Hashable]:
    if hand is None:
        return []
    if kind == "riichi":
        return list(_riichi(hand.acts))
    if kind == "indicators":
        turned = [NAMES[act.tile] for act in hand.acts if isinstance(act, KanDora)]
        ura = [NAMES[tile] for act in hand.acts if isinstance(act, WinClaim) for tile in act.ura]
        return [
            ("dora", NAMES[hand.indicator]),
            *(("dora", name) for name in turned),
            *(("ura", n) for n in ura),
        ]
    pick = {"discards": _discard, "calls": _call, "opened hands": _opened}[kind]
    return [key for act in hand.acts for key in pick(act)]


def _discard(act: Act) -> Iterator[Hashable]:
    if isinstance(act, Discard):
        yield act.seat, NAMES[act.tile]


def _call(act: Act) -> Iterator[Hashable]:
    """A call as a key: who, what, with which tiles, and which discard of whom."""
    if isinstance(act, MeldCall):
        meld = act.meld
        # Two tiles of a concealed kan lie face down, so the red one may not be visible.
        tiles = [KIND[tile] for tile in meld.tiles] if meld.kind == "ankan" else list(meld.tiles)
        claimed = None if meld.claimed is None else NAMES[meld.claimed]
        yield act.seat, meld.kind, " ".join(sorted(tile_names(tiles))), claimed, meld.source


def _opened(act: Act) -> Iterator[Hashable]:
    if isinstance(act, WinClaim):
        yield act.seat, act.source, NAMES[act.tile], " ".join(sorted(tile_names(act.concealed)))
    elif isinstance(act, DrawnGame) and act.result == "exhaustive":
        for seat, tiles in enumerate(act.shown):
            if tiles is not None:
                yield seat, None, None, " ".join(sorted(tile_names(tiles)))


def _riichi(acts: Sequence[Act]) -> Iterator[Hashable]:
    """Each declaration and each bet with the number of discards that lay before it."""
    discards = 0
    for act in acts:
        if isinstance(act, Discard):
            discards += 1
        elif isinstance(act, RecordedRiichi | RecordedBet):
            yield type(act).__name__, act.seat, discards


def _percentiles(times: list[int]) -> str:
    return ", ".join(f"p{percent} {_share(times, percent / 100)} ms" for percent in (50, 95, 99))


def _share(times: list[int], share: float) -> int:
    """The time within which this share of them lies."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0


def _lateness(filmed: Filmed) -> list[tuple[int, bool]]:
    """For each discard observed as played, its delay, and whether only the player's own arm was over the pond.

    The delay is the time from the fingers' opening to the observation.
    """
    made: dict[tuple[int, int], list[int]] = defaultdict(list)
    for moment in filmed.moments:
        if moment.did == "discard" and moment.tile is not None:
            made[moment.seat, moment.tile].append(moment.at_ms)
    late = []
    for (observation, _), given_ms in zip(filmed.entries, filmed.given_ms, strict=True):
        if isinstance(observation, TileDiscarded):
            mine = made[observation.seat, observation.tile]
            if mine and mine[0] <= given_ms:
                released_ms = mine.pop(0)
                covered = filmed.covered_at.get(ZoneId("pond", filmed.chairs[observation.seat]), ())
                in_sight = not any(released_ms <= at_ms <= given_ms for at_ms in covered)
                late.append((given_ms - released_ms, in_sight))
    return late


def _tiles(content: tuple[tuple[int, bool], ...]) -> str:
    return " ".join(
        f"{NAMES[tile] if tile < len(NAMES) else 'back'}{'_' if sideways else ''}"
        for tile, sideways in content
    )
