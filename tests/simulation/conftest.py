"""A table without electronics: walls rise when the set button is pressed, and the dice show what the test sets."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import pytest

from referee.melds import Meld, MeldKind
from referee.records.neutral.record import (
    Act,
    Discard,
    GameRecord,
    HandRecord,
    KanDora,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from referee.tiles import KIND, parse_tile, parse_tiles
from simulation.people.players import Manner, ScriptedTable
from simulation.processes.conductor import ConductedLoop, Conductor
from simulation.world.machine import Button, LiftedWalls
from simulation.world.places import Lie, is_sideways
from simulation.world.script import faces_of
from simulation.world.world import World
from tests.simulation.sim_process import Sim
from vision.geometry import to_chair

RAISE_S = 2.0
ROLL_S = 1.5


@dataclass
class PlainMachine:
    """The electric side: records what it senses, with table time in milliseconds."""

    throws: Sequence[tuple[int, int]] = ((3, 4),)
    felt: list[tuple[int, str, int, object]] = field(default_factory=list)
    standing: int | None = None
    tile_set: int | None = None
    raising_since: float = 0.0
    thrown_at: float | None = None
    throw: int = -1
    dead: bool = False

    @staticmethod
    def now() -> float:
        return asyncio.get_running_loop().time()

    def _feel(self, what: str, chair: int, value: object) -> None:
        self.felt.append((round(self.now() * 1000), what, chair, value))

    def hand(self, chair: int, across: bool) -> None:
        self._feel("hand", chair, across)

    def touch(self, chair: int, touching: bool) -> None:
        self._feel("touch", chair, touching)

    def stick(self, chair: int, present: bool) -> None:
        self._feel("stick", chair, present)

    def press(self, chair: int, button: Button, pressed: bool) -> None:
        if pressed:
            self._feel("press", chair, button)
        if pressed and not self.dead and button == "set":
            self.standing = self.tile_set
            self.tile_set = 0 if self.tile_set is None else 1 - self.tile_set
            self.raising_since = self.now() + 8.0
        if pressed and button == "dice":
            self.throw += 1
            self.thrown_at = self.now()

    def walls(self) -> LiftedWalls:
        up = (self.now() - self.raising_since) / RAISE_S
        if up < 0:
            return LiftedWalls(self.standing, 0 if self.standing is None else 1000, lid_open=up > -3.5)
        return LiftedWalls(self.tile_set, min(1000, int(1000 * up)), lid_open=False)

    def dice(self) -> tuple[int, int] | None:
        if self.thrown_at is None or 0.2 < self.now() - self.thrown_at < ROLL_S:
            return None
        before = self.now() - self.thrown_at < ROLL_S
        return self.throws[(self.throw - before) % len(self.throws)]


@dataclass
class Acting:
    """A record being played on a world, without a camera."""

    record: GameRecord
    throws: Sequence[tuple[int, int]] = ((3, 4),)
    seed: int = 1
    chairs: tuple[int, int, int, int] = (0, 1, 2, 3)

    def __post_init__(self) -> None:
        self.world = World(red_fives=34 in faces_of(self.record))
        self.machine = PlainMachine(self.throws)
        self.watching = asyncio.Event()
        self.watching.set()
        self.table = ScriptedTable(
            self.world,
            self.machine,
            self.record,
            seed=self.seed,
            manner=Manner(chairs=self.chairs),
            watching=self.watching,
        )

    def hand(self, number: int, watch: Callable[[], None] | None = None, every_s: float = 0.5) -> None:
        """Play one hand to its end and leave the tiles where they lie; ``watch`` is called now and then."""

        async def look() -> None:
            while watch is not None:
                await asyncio.sleep(every_s)
                watch()

        async def play() -> None:
            looking = asyncio.create_task(look())
            dealer = self.record.hands[number].round % 4
            await self.table.next_walls(dealer, number - 1)
            await self.table.play_hand(number, await self.table.roll(dealer))
            looking.cancel()

        self.run(play)

    def run(self, main: Callable[[], object]) -> None:
        """Run a coroutine function on table time."""
        with asyncio.Runner(loop_factory=lambda: ConductedLoop(Conductor())) as runner:
            runner.run(main())  # type: ignore[arg-type]

    def lying(self, chair: int, low_y: float, high_y: float) -> list[tuple[int, bool, float, float]]:
        """Return the tiles face up before a chair between two distances from the centre, as a person reads them.

        (face, sideways, x, y) in rows away from the centre, each from left to right.
        """
        found = []
        for piece in self.world.on_table():
            if piece.place is None or piece.place.lie is not Lie.FACE_UP or piece.place.z_mm > 1:
                continue
            x, y = to_chair(chair, piece.place.x_mm, piece.place.y_mm)
            if low_y < y < high_y and -245 < x < 345:
                found.append((piece.face, is_sideways(piece.place, chair), x, y))
        return sorted(found, key=lambda entry: (round((entry[3] - 84) / 29), entry[2]))

    def pond(self, chair: int) -> list[tuple[int, bool]]:
        """A pond as a person reads it."""
        return [(face, across) for face, across, x, _ in self.lying(chair, 68, 160) if -75 < x < 165]


def meld(
    kind: MeldKind,
    tiles: str,
    claimed: str | None = None,
    source: int | None = None,
    added: str | None = None,
) -> Meld:
    faces = tuple(sorted(parse_tiles(tiles), key=lambda tile: (KIND[tile], tile)))
    return Meld(
        kind, faces, parse_tile(claimed) if claimed else None, source, parse_tile(added) if added else None
    )


def many_calls() -> GameRecord:
    """A hand with every kind of call, a claimed riichi tile and a riichi win by ron; it need not be legal."""
    t = parse_tile
    acts: list[Callable[[int], Act]] = [
        lambda n: RecordedDraw(n, 0, t("6m")),
        lambda n: Discard(n, 0, t("9s"), False),
        lambda n: MeldCall(n, 1, meld("chi", "789s", "9s", 0)),
        lambda n: Discard(n, 1, t("4z"), False),
        lambda n: MeldCall(n, 3, meld("pon", "444z", "4z", 1)),
        lambda n: Discard(n, 3, t("1p"), False),
        lambda n: RecordedDraw(n, 0, t("1m")),
        lambda n: MeldCall(n, 0, meld("ankan", "1111m")),
        lambda n: KanDora(n, t("8m")),
        lambda n: RecordedDraw(n, 0, t("0p")),
        lambda n: RecordedRiichi(n, 0),
        lambda n: Discard(n, 0, t("9m"), False, True),
        lambda n: RecordedBet(n, 0),
        lambda n: MeldCall(n, 2, meld("pon", "999m", "9m", 0)),
        lambda n: Discard(n, 2, t("3z"), False),
        lambda n: RecordedDraw(n, 3, t("4z")),
        lambda n: MeldCall(n, 3, meld("kakan", "4444z", "4z", 1, "4z")),
        lambda n: RecordedDraw(n, 3, t("9p")),
        lambda n: Discard(n, 3, t("9p"), True),
        lambda n: KanDora(n, t("8s")),
        lambda n: RecordedDraw(n, 0, t("5z")),
        lambda n: Discard(n, 0, t("5z"), True),
        lambda n: RecordedDraw(n, 1, t("7p")),
        lambda n: Discard(n, 1, t("3p"), False),
        lambda n: WinClaim(n, 0, 1, t("3p"), parse_tiles("6m234p0p567s11z"), parse_tiles("365z")),
    ]
    hands = (
        parse_tiles("111m9m234p5679s11z"),
        parse_tiles("333m3p111222s78s4z"),
        parse_tiles("99m55667788p223z"),
        parse_tiles("22567m1p44s44667z"),
    )
    hand = HandRecord(
        0,
        0,
        0,
        (3, 4),
        (25000, 25000, 25000, 25000),
        hands,
        t("7z"),
        tuple(act(number) for number, act in enumerate(acts, 1)),
    )
    return GameRecord("many_calls", ("", "", "", ""), "tenhou", {}, (hand, hand))


@pytest.fixture(autouse=True)
def no_simulation_is_left() -> Iterator[None]:
    """A test that fails half way must not leave its simulation running for later tests."""
    yield
    Sim.none_is_left()


@pytest.fixture
def calls() -> Acting:
    """``many_calls``, ready to be played."""
    return Acting(many_calls())
