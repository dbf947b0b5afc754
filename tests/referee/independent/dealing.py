"""A deal: four hands, the live wall in the order it is drawn, the dead wall; by chance, or stacked so that rare things happen."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from referee.tiles import KIND
from tests.referee.independent.shapes import OUTER

DRAGONS, WINDS = (31, 32, 33), (27, 28, 29, 30)


@dataclass
class Deal:
    """Thirteen tiles by seat, and where the other 84 lie."""

    hands: list[list[int]]
    live: list[int]
    rinshan: list[int]
    indicators: list[int]
    ura: list[int]
    throws: dict[int, set[int]]
    """Kinds that a seat discards as soon as it has them."""
    habits: dict[int, dict[str, float]]
    """The things that a seat does more or less often than chance: fields of ``Temper``."""


def full_set(*, red: bool) -> list[int]:
    """The 136 faces."""
    tiles = [kind for kind in range(34) for _ in range(4)]
    if red:
        for face, kind in ((34, 4), (35, 13), (36, 22)):
            tiles[tiles.index(kind)] = face
    return tiles


class Stack:
    """The remaining tiles while hands and draws are chosen."""

    def __init__(self, chance: Random, *, red: bool, dealer: int) -> None:
        self.chance, self.dealer = chance, dealer
        self.left = full_set(red=red)
        chance.shuffle(self.left)
        self.hands: list[list[int]] = [[], [], [], []]
        self.draws: list[list[int]] = [[], [], [], []]
        self.rinshan: list[int] = []
        self.throws: dict[int, set[int]] = {}
        self.habits: dict[int, dict[str, float]] = {}

    def has(self, kind: int) -> int:
        return sum(KIND[tile] == kind for tile in self.left)

    def take(self, kind: int) -> int | None:
        """A tile of the kind, None if none is left."""
        for at, tile in enumerate(self.left):
            if KIND[tile] == kind:
                return self.left.pop(at)
        return None

    def give(self, seat: int, kinds: list[int] | tuple[int, ...]) -> None:
        """Deal tiles of these kinds into a hand, while there are any and the hand has room."""
        for kind in kinds:
            if len(self.hands[seat]) < 13 and (tile := self.take(kind)) is not None:
                self.hands[seat].append(tile)

    def draw(self, seat: int, kind: int) -> None:
        """Choose the tile that the seat draws next if nobody calls."""
        if (tile := self.take(kind)) is not None:
            self.draws[seat].append(tile)

    def runs(self, seat: int, *, but: int | None = None, room: int = 3) -> None:
        """Deal runs without a certain kind until the hand has room for fewer than this many tiles."""
        while 13 - len(self.hands[seat]) >= room:
            low = 9 * self.chance.randrange(3) + self.chance.randrange(7)
            run = [low, low + 1, low + 2]
            if but not in run and all(map(self.has, run)):
                self.give(seat, run)

    def pair(self, seat: int, *, but: int | None = None) -> None:
        kind = self.chance.choice([kind for kind in range(34) if self.has(kind) >= 2 and kind != but])
        self.give(seat, [kind, kind])

    def deal(self) -> Deal:
        for hand in self.hands:
            while len(hand) < 13:
                hand.append(self.left.pop())
            self.chance.shuffle(hand)
        live: list[int] = []
        for turn in range(70):
            queue = self.draws[(self.dealer + turn) % 4]
            live.append(queue.pop(0) if queue else self.left.pop())
        for queue in self.draws:
            self.left.extend(queue)
        rinshan = [*self.rinshan, *(self.left.pop() for _ in range(4 - len(self.rinshan)))]
        return Deal(self.hands, live, rinshan, self.left[:5], self.left[5:10], self.throws, self.habits)


def _groups(chance: Random, number: int) -> list[int]:
    kinds: list[int] = []
    for _ in range(number):
        if chance.random() < 0.7:
            low = 9 * chance.randrange(3) + chance.randrange(7)
            kinds += [low, low + 1, low + 2]
        else:
            kinds += [chance.randrange(34)] * 3
    return kinds


def near(stack: Stack) -> None:
    """Hands that are nearly complete."""
    chance = stack.chance
    for seat in range(4):
        groups = chance.choice((2, 3, 3, 4))
        stack.give(seat, [*_groups(chance, groups), *[chance.randrange(34)] * 2])


def flushes(stack: Stack) -> None:
    """Each hand of few suits, so that limits and yakuman come up."""
    chance = stack.chance
    for seat in range(4):
        suit = seat % 3
        kinds = [*range(9 * suit, 9 * suit + 9), *chance.sample(range(27, 34), 3)]
        stack.give(seat, [chance.choice(kinds) for _ in range(chance.randrange(8, 14))])


def one_wait(stack: Stack) -> None:
    """Several hands that wait for the same tile, and somebody who draws it."""
    chance = stack.chance
    suit = 9 * chance.randrange(3)
    number = chance.randrange(2, 7)
    wait = suit + number
    forms = [
        (wait - 2, wait - 1),
        (wait + 1, wait + 2),
        (wait - 1, wait + 1),
        (wait - 2, wait - 1),
        (wait + 1, wait + 2),
    ]
    seats = chance.sample(range(4), chance.choice((2, 3, 3, 4)))
    for seat in seats:
        stack.give(seat, chance.choice(forms))
    for seat in seats:
        stack.pair(seat, but=wait)
        stack.runs(seat, but=wait)
        stack.habits[seat] = {"win": 1}
    for seat in range(4):
        stack.throws[seat] = {wait}
    stack.draw(chance.randrange(4), wait)
    if chance.random() < 0.7:
        stack.draw(chance.randrange(4), wait)


def beside(stack: Stack, *, kan: bool) -> None:
    """The dealer throws what another wins on; the next player then draws a tile that wins, or makes a concealed kan."""
    chance = stack.chance
    discarder, following = stack.dealer, (stack.dealer + 1) % 4
    winner = (stack.dealer + chance.choice((2, 3))) % 4
    suit = 9 * chance.randrange(3)
    wait, other = suit + chance.randrange(2, 7), (suit + 9) % 27 + chance.randrange(2, 7)
    stack.give(winner, chance.choice(([wait - 2, wait - 1], [wait + 1, wait + 2])))
    stack.give(following, [other] * 3 if kan else [other - 1, other + 1])
    for seat in (winner, following):
        stack.pair(seat, but=wait)
        stack.runs(seat, but=wait)
    stack.draw(discarder, wait)
    stack.throws[discarder] = {wait}
    stack.draw(following, other)


def beside_tsumo(stack: Stack) -> None:
    """A ron beside a tsumo."""
    beside(stack, kan=False)


def beside_kan(stack: Stack) -> None:
    """A ron beside a concealed kan."""
    beside(stack, kan=True)


def kans(stack: Stack) -> None:
    """Triplets in the hands, the fourth tile soon drawn by somebody."""
    chance = stack.chance
    kinds = chance.sample(range(34), 12)
    eager = chance.random() < 0.3
    for seat in range(4):
        for _ in range(chance.choice((1, 2, 3, 4)) if not eager or seat == 0 else 0):
            if kinds:
                kind = kinds.pop()
                stack.give(seat, [kind] * 3)
                taker = seat if chance.random() < 0.6 else chance.randrange(4)
                if chance.random() < 0.2:
                    stack.give(seat, [kind])
                else:
                    stack.draw(taker, kind)


def added(stack: Stack) -> None:
    """Pairs that become called pons, each then extended with a tile that others wait for."""
    chance = stack.chance
    kind = 9 * chance.randrange(3) + chance.randrange(2, 7)
    maker, feeder, robber = chance.sample(range(4), 3)
    stack.give(maker, [kind, kind])
    form = chance.choice(([kind - 1, kind + 1], [kind - 2, kind - 1], [kind + 1, kind + 2]))
    ready = chance.random() < 0.6
    stack.give(robber, form if ready else form[:1])
    stack.pair(robber, but=kind)
    stack.runs(robber, but=kind)
    if not ready:
        stack.draw(robber, form[1])
        stack.habits[robber] = {"riichi": 0.3, "win": 1}
    else:
        stack.habits[robber] = {"riichi": chance.choice((0, 0, 1)), "win": 1}
    stack.draw(feeder, kind)
    stack.throws[feeder] = {kind}
    stack.habits[maker] = {"call": 1, "kan": 1}
    for _ in range(chance.randrange(4)):
        stack.draw(maker, chance.choice(stack.left))
    stack.draw(maker, kind)


def orphans(stack: Stack) -> None:
    """Thirteen Orphans that wait for a tile of which another has four or three."""
    chance = stack.chance
    outer = list(OUTER)
    robber, maker = chance.sample(range(4), 2)
    wait = chance.choice(outer)
    rest = [kind for kind in outer if kind != wait]
    pure = chance.random() < 0.3
    stack.give(maker, [wait] * 3)
    stack.give(robber, [*rest, *([wait] if pure else [chance.choice(rest)])])
    if not pure:
        stack.draw(maker, wait)
    else:
        for _ in range(chance.randrange(3)):
            stack.draw(maker, chance.choice(stack.left))
        stack.draw(maker, wait)
    stack.give(maker, _groups(chance, 3))
    stack.habits[maker] = {"kan": 1}
    stack.habits[robber] = {"win": chance.choice((0.5, 1)), "riichi": chance.choice((0, 0, 0.5))}


def honours(stack: Stack) -> None:
    """Pairs of dragons or winds with one, the third and fourth copies with the others."""
    chance = stack.chance
    kinds = list(chance.choice((DRAGONS, WINDS)))
    seat = chance.randrange(4)
    chance.shuffle(kinds)
    for kind in kinds:
        stack.give(seat, [kind] * chance.choice((2, 2, 2, 3, 4)))
    if kinds[0] > 30:
        low = 9 * chance.randrange(3) + chance.randrange(7)
        stack.give(seat, [low, low + 1, low + 2, low])
    stack.habits[seat] = {"call": 1, "kan": chance.choice((0, 1)), "win": 1, "riichi": 0}
    for other in range(4):
        if other != seat:
            stack.throws[other] = set(kinds)
    for kind in kinds:
        for _ in range(2):
            stack.draw(chance.choice([other for other in range(4) if other != seat]), kind)


def four_winds(stack: Stack) -> None:
    """Everybody has the same wind."""
    wind = stack.chance.choice(WINDS)
    for seat in range(4):
        stack.give(seat, [wind])
        stack.throws[seat] = {wind}


def terminals(stack: Stack) -> None:
    """Hands and draws full of terminals and honours: nine terminals, nagashi."""
    chance = stack.chance
    seat = chance.randrange(4)
    outer = list(OUTER)
    stack.give(seat, chance.sample(outer, chance.randrange(9, 12)))
    for _ in range(17):
        stack.draw(seat, chance.choice(outer))


def tenpai_all(stack: Stack) -> None:
    """Everybody is tenpai from the deal: double riichi, four riichi, wins in the first turns."""
    chance = stack.chance
    for seat in range(4):
        while len(stack.hands[seat]) < 9:
            low = 9 * chance.randrange(3) + chance.randrange(7)
            run = [low, low + 1, low + 2]
            if all(map(stack.has, run)):
                stack.give(seat, run)
        pair = chance.choice([kind for kind in range(34) if stack.has(kind) >= 2])
        stack.give(seat, [pair, pair])
        low = 9 * chance.randrange(3) + chance.randrange(1, 6)
        stack.give(seat, chance.choice(([low, low + 1], [low, low + 2], [pair, chance.randrange(34)])))


def one_kanner(stack: Stack) -> None:
    """Four triplets with one player, who draws the fourth tiles: four kans by one, or one and others."""
    chance = stack.chance
    kinds = chance.sample(range(34), 5)
    seat = chance.randrange(4)
    for kind in kinds[:4]:
        stack.give(seat, [kind] * 3)
    stack.give(seat, [kinds[4]])
    late = kinds[:4]
    chance.shuffle(late)
    for kind in late[:2]:
        stack.draw(seat, kind)
    for kind in late[2:]:
        if chance.random() < 0.5:
            stack.draw(chance.randrange(4), kind)
        elif (tile := stack.take(kind)) is not None:
            stack.rinshan.append(tile)
    if chance.random() < 0.5 and (tile := stack.take(kinds[4])) is not None:
        stack.rinshan.append(tile)
    if chance.random() < 0.3:
        other = (seat + 1) % 4
        kind = next(kind for kind in range(34) if stack.has(kind) == 4)
        stack.give(other, [kind] * 4)


def riichi_kan(stack: Stack) -> None:
    """A triplet in a hand that is tenpai, whose fourth tile is drawn soon after a riichi."""
    chance = stack.chance
    seat = chance.randrange(4)
    suit = 9 * chance.randrange(3)
    kind = suit + chance.randrange(2, 7)
    beside = chance.choice(([kind + 1], [kind + 1, kind + 2, kind + 2, kind + 2], [kind + 2], [kind - 1]))
    away = chance.choice([kind for kind in range(34) if kind // 9 != suit // 9 or kind > 26])
    stack.give(seat, [kind] * 3)
    stack.give(seat, beside if chance.random() < 0.7 else [away])
    while len(stack.hands[seat]) % 3 == 1 and len(stack.hands[seat]) < 13:
        low = 9 * chance.randrange(3) + chance.randrange(7)
        run = [low, low + 1, low + 2]
        if low // 9 != suit // 9 and all(map(stack.has, run)):
            stack.give(seat, run)
    stack.draw(seat, chance.choice([27, 28, 29, 30, 31, 32, 33]))
    for _ in range(chance.randrange(3)):
        stack.draw(seat, chance.choice(stack.left))
    stack.draw(seat, kind)


def by_chance(stack: Stack) -> None:
    """Nothing is stacked."""


THEMES: tuple[tuple[Callable[[Stack], None], int], ...] = (
    (by_chance, 2),
    (near, 5),
    (flushes, 2),
    (one_wait, 4),
    (kans, 3),
    (added, 3),
    (orphans, 2),
    (honours, 3),
    (four_winds, 1),
    (terminals, 1),
    (tenpai_all, 3),
    (one_kanner, 2),
    (riichi_kan, 2),
)


def deal(
    chance: Random, *, red: bool, dealer: int, stacked: Callable[[Stack], None] | None = None
) -> tuple[str, Deal]:
    """A deal and the name of the event it is stacked for."""
    theme = stacked or chance.choices([each for each, _ in THEMES], [weight for _, weight in THEMES])[0]
    stack = Stack(chance, red=red, dealer=dealer)
    theme(stack)
    return theme.__name__, stack.deal()
