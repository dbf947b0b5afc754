"""A table for tests of sensing: signals and sightings are scripted, the referee is real."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from config import read_ruleset
from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Signal,
    StickSlot,
    WallTouch,
)
from referee.game import observations
from referee.game.events import FoulFound
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import NAMES, parse_tiles
from table_controller.sensing.sensing import Press, Sensing
from table_controller.sensing.waiting.policy import Key
from table_controller.sensing.waiting.sources import ZONES
from table_controller.settings.senses import SENSES
from vision.sightings import BACK, PlacedTile, Watermark, ZoneReading
from vision.zones import ZoneId

WIDTH, LENGTH = 21.0, 28.0
RULES = Ruleset.from_mapping(read_ruleset("tenhou"))


def row(text: str, *, left_mm: float = 0.0, y_mm: float = 0.0) -> tuple[PlacedTile, ...]:
    """Tiles side by side: mpsz names, ``_`` before a name for a sideways tile, ``#`` for a back, ``|`` for a gap."""
    placed: list[PlacedTile] = []
    x, sideways, index = left_mm, False, 0
    while index < len(text):
        char = text[index]
        if char == "|":
            x += 12.0
            index += 1
            continue
        if char == "_":
            sideways = True
            index += 1
            continue
        tile, used = (BACK, 1) if char == "#" else (parse_tiles(text[index : index + 2])[0], 2)
        size = LENGTH if sideways else WIDTH
        placed.append(PlacedTile(tile, x + size / 2, y_mm, sideways, 0, len(placed), 990))
        x += size
        sideways = False
        index += used
    return tuple(placed)


def described(observation: Observation) -> str:
    """Describe an observation in a word or two, without its time."""
    match observation:
        case observations.TileDrawn():
            return f"{observation.seat} draws"
        case observations.TileDiscarded():
            return f"{observation.seat} discards {NAMES[observation.tile]}{' sideways' if observation.sideways else ''}"
        case observations.CallHeard():
            return f"{observation.seat} calls {observation.call}"
        case observations.MeldShown():
            tiles = "".join(NAMES[tile] for tile in observation.tiles)
            claimed = "" if observation.claimed is None else f" with {NAMES[observation.claimed]}"
            source = "" if observation.source_seat is None else f" from {observation.source_seat}"
            return f"{observation.seat} {observation.kind} {tiles}{claimed}{source}"
        case observations.TilesShown():
            tiles = "".join(NAMES[tile] for tile in observation.tiles)
            apart = "" if observation.winning is None else f" and {NAMES[observation.winning]}"
            return f"{observation.seat} shows {tiles}{apart}"
        case observations.IndicatorSeen():
            return f"indicator {NAMES[observation.tile]}"
        case observations.UraSeen():
            return f"ura {''.join(NAMES[tile] for tile in observation.tiles)}"
        case observations.StickLaid():
            return f"{observation.seat} stick"
        case observations.TenpaiDeclared():
            return f"{observation.seat} {'tenpai' if observation.tenpai else 'noten'}"
        case observations.HandDealt():
            return f"dealt {observation.dice[0]}{observation.dice[1]}"
    return type(observation).__name__


@dataclass
class SeenTable:
    """Scripted senses in front of the real sensing and the real referee."""

    sensing: Sensing = field(default_factory=Sensing)
    state: GameState | None = None
    seen: list[Observation] = field(default_factory=list)
    presses: list[Press] = field(default_factory=list)
    settled: list[Key] = field(default_factory=list)
    fouls: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    number: int = 0
    now_ms: int = 0
    frame: int = 0
    session_ms: int | None = None
    """The time at which the line to the unit was plugged in; None while it is out, or without a unit."""

    @classmethod
    def in_play(cls, dice: tuple[int, int] = (3, 4), rules: Ruleset = RULES) -> SeenTable:
        """Begin a hanchan and deal the first hand, with the indicator turned at 1,500."""
        table = cls()
        table.look_everywhere()
        table.judge(observations.HanchanBegun(ruleset=rules.to_mapping(), senses=SENSES))
        table.feel(DiceRolled(goal=1, first=dice[0], second=dice[1]), 1000)
        table.see(ZoneId("wall", 0), row("#" * 5 + "1s" + "#" * 11), 1500)
        table.look(2000)
        assert table.lines() == ["dealt 34", "indicator 1s"]
        table.seen.clear()
        return table

    @property
    def game(self) -> GameState:
        """The state once a hanchan has begun."""
        assert self.state is not None
        return self.state

    def judge(self, observation: Observation) -> None:
        events, self.state = advance(self.state, observation)
        self.fouls += [event.rule for event in events if isinstance(event, FoulFound)]

    def feel(self, signal: Signal, at_ms: int) -> None:
        self.number += 1
        stamped = replace(signal, number=self.number, at_ms=at_ms, nonce=5)
        self.sensing.signal(stamped, max(self.now_ms, at_ms))

    def touch(self, chair: int, at_ms: int) -> None:
        self.feel(WallTouch(chair=chair, touching=True), at_ms)
        self.feel(WallTouch(chair=chair, touching=False), at_ms + 100)

    def plays(self, chair: int, pond: str, draws_ms: int, discards_ms: int) -> None:
        """A player draws and discards, and his pond is read."""
        self.touch(chair, draws_ms)
        self.see(ZoneId("pond", chair), row(pond), discards_ms)

    def hand(self, chair: int, across: bool, at_ms: int) -> None:
        self.feel(Curtain(chair=chair, broken=across), at_ms)

    def press(self, chair: int, button: ButtonName, at_ms: int) -> None:
        self.feel(Button(chair=chair, button=button, pressed=True), at_ms)
        self.feel(Button(chair=chair, button=button, pressed=False), at_ms + 100)

    def stick(self, chair: int, at_ms: int) -> None:
        self.feel(StickSlot(chair=chair, present=True), at_ms)

    def look_everywhere(self) -> None:
        """Read every zone once as empty; its only effect is that the zones count as read."""
        self.sensing.sources.known_zones.update(ZONES)

    def see(
        self,
        zone: ZoneId,
        tiles: tuple[PlacedTile, ...],
        at_ms: int,
        within_ms: int = 100,
        settled_ms: int | None = None,
    ) -> None:
        """Report a reading of a zone that was read before."""
        self.sensing.sources.known_zones.add(zone)
        self.first_look(zone, tiles, at_ms, within_ms, settled_ms)

    def first_look(
        self,
        zone: ZoneId,
        tiles: tuple[PlacedTile, ...],
        at_ms: int,
        within_ms: int = 100,
        settled_ms: int | None = None,
    ) -> None:
        """Report the first reading of a zone since vision was started."""
        self.frame += 1
        settled = at_ms + within_ms + 200 if settled_ms is None else settled_ms
        reading = ZoneReading(zone, tiles, self.frame, at_ms, within_ms, settled)
        self.sensing.sighting(reading, max(self.now_ms, settled))

    def look(
        self, until_ms: int, safe_ms: int | None = None, *, hidden: Iterable[ZoneId] = ZONES
    ) -> list[str]:
        """Let time go on to ``until_ms``, with a frame every 500 ms; return the observations made meanwhile, in words.
        From ``safe_ms`` on the zones ``hidden`` are not seen. Hands over the line, which come with the next
        observation, and reports of lost sight are left out.
        """
        before = len(self.seen)
        while self.now_ms < until_ms:
            self.now_ms = min(self.now_ms + 500, until_ms)
            self.frame += 1
            safe = self.now_ms if safe_ms is None else min(safe_ms, self.now_ms)
            behind = tuple((zone, safe) for zone in sorted(hidden)) if safe < self.now_ms else ()
            if self.session_ms is not None:
                self.sensing.sources.unit.note_heard(self.session_ms, self.now_ms)
            self.sensing.sighting(Watermark(self.frame, self.now_ms, safe, behind), self.now_ms)
            self.drain()
        left_out = observations.HandMoved | observations.TableHindered
        return [described(each) for each in self.seen[before:] if not isinstance(each, left_out)]

    def drain(self) -> None:
        while (step := self.sensing.step(self.state, self.now_ms)) is not None:
            self.seen += step.observations
            self.settled += step.settles
            if step.note:
                self.notes.append(step.note)
            if step.press is not None:
                self.presses.append(step.press)
            for observation in step.observations:
                self.judge(observation)

    def lines(self) -> list[str]:
        return [described(each) for each in self.seen if not isinstance(each, observations.TableHindered)]

    def restart(self) -> None:
        """Kill and restart the daemon: only the referee's state and the inbox are left."""
        self.sensing = Sensing(
            started_ms=self.now_ms, last_ms=max((seen.at_ms for seen in self.seen), default=0)
        )
        self.sensing.vision_started(self.now_ms)
