"""Random wins of every shape in every possible situation, from a seed."""

from random import Random

from referee.hands.win import Win
from referee.melds import Meld, MeldKind
from referee.tiles import KIND

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
CHOWS = [kind for kind in range(27) if kind % 9 < 7]
# Where yaku are dense: all kinds; a suit with and without honours; the outer chows; the outer kinds; the greens; the same
# numbers in three suits; honours; winds; dragons and a suit; terminals; the middle of a suit; few numbers in a row.
POOLS = [
    list(range(34)),
    [*range(9, 18), *range(27, 34)],
    [*range(18, 27)],
    [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18, 19, 20, 24, 25, 26, *range(27, 34)],
    [0, 1, 2, 6, 7, 8, 9, 10, 11, 15, 16, 17],
    ORPHANS,
    [19, 20, 21, 23, 25, 32],
    [0, 1, 2, 3, 9, 10, 11, 12, 18, 19, 20, 21],
    list(range(27, 34)),
    [27, 28, 29, 30, 4],
    [31, 32, 33, 1, 2, 3],
    [0, 8, 9, 17, 18, 26],
    list(range(1, 8)),
    [10, 11, 12, 13, 14],
]
STRAIGHTS = [[0, 3, 6], [9, 12, 15], [18, 21, 24]]
RED_OF = {4: 34, 13: 35, 22: 36}
MELDS: list[MeldKind] = ["chi", "pon", "ankan", "kakan", "daiminkan"]


def random_win(seed: int) -> Win:
    """A possible win: at most four of a kind, and flags that do not exclude each other."""
    chance = Random(seed)
    while True:
        shaped = SHAPES[chance.choice(["groups"] * 12 + ["pairs", "orphans", "gates", "wheel"])](chance)
        if shaped is not None:
            return _situation(chance, *shaped)


Shaped = tuple[list[int], list[Meld]]


def _groups(chance: Random) -> Shaped | None:
    pool = chance.choice(POOLS)
    lows = [low for low in CHOWS if {low, low + 1, low + 2} <= set(pool)]
    straight = chance.choice(STRAIGHTS) if chance.random() < 0.05 else []
    pungs = chance.random()
    call = chance.choice([0.0, 0.3, 0.8])
    tiles = [chance.choice(pool)] * 2
    used, melds = list(tiles), []
    for at in range(4):
        low = straight[at] if at < len(straight) else chance.choice(lows) if lows else None
        if at < len(straight) or (low is not None and chance.random() > pungs):
            assert low is not None
            group, kinds = [low, low + 1, low + 2], MELDS[:1]
        else:
            kinds = MELDS[1:]
            group = [chance.choice(pool)] * 3
        kind = chance.choice(kinds)
        if chance.random() < call:
            if "kan" in kind:
                group = [*group, group[0]]
            melds.append(Meld(kind, tuple(group)))
        else:
            tiles += group
        used += group
    return (tiles, melds) if max(used.count(kind) for kind in used) <= 4 else None


def _pairs(chance: Random) -> Shaped:
    pool = chance.choice([pool for pool in POOLS if len(pool) >= 7])
    return chance.sample(pool, 7) * 2, []


def _orphans(chance: Random) -> Shaped:
    return [*ORPHANS, chance.choice(ORPHANS)], []


def _gates(chance: Random) -> Shaped:
    first = chance.choice([0, 9, 18])
    numbers = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, chance.randrange(9)]
    return [first + number for number in numbers], []


def _wheel(chance: Random) -> Shaped:
    first = chance.choice([0, 9, 18])
    return [first + number for number in range(1, 8)] * 2, []


SHAPES = {"groups": _groups, "pairs": _pairs, "orphans": _orphans, "gates": _gates, "wheel": _wheel}


def _situation(chance: Random, tiles: list[int], melds: list[Meld]) -> Win:
    chance.shuffle(tiles)
    faces = list(tiles)
    for kind, red in RED_OF.items():
        if kind in faces and chance.random() < 0.3:
            faces[faces.index(kind)] = red
    closed = all(meld.kind == "ankan" for meld in melds)
    kans = any("kan" in meld.kind for meld in melds)
    tsumo = chance.random() < 0.5
    riichi = chance.choice([0, 0, 1, 2]) if closed else 0
    first = closed and chance.random() < 0.05

    def indicators() -> tuple[int, ...]:
        return tuple(chance.randrange(34) for _ in range(chance.randrange(4)))

    return Win(
        concealed=tuple(faces[1:]),
        tile=faces[0],
        tsumo=tsumo,
        melds=tuple(melds),
        seat_wind=chance.randrange(4),
        round_wind=chance.randrange(2),
        riichi=riichi,
        ippatsu=riichi > 0 and chance.random() < 0.5,
        last_tile=not first and chance.random() < 0.15,
        rinshan=tsumo and kans and chance.random() < 0.3,
        chankan=not tsumo and not first and chance.random() < 0.1,
        first_turn=first,
        dora_indicators=indicators(),
        ura_indicators=indicators() if riichi else (),
        tile_apart=chance.random() > 0.1,
    )


def in_other_suits(win: Win, order: tuple[int, ...]) -> Win:
    """The same win with its suits exchanged."""

    def moved(face: int) -> int:
        if face >= 34:
            return 34 + order[face - 34]
        return face if face >= 27 else 9 * order[face // 9] + face % 9

    return Win(
        concealed=tuple(map(moved, win.concealed)),
        tile=moved(win.tile),
        tsumo=win.tsumo,
        melds=tuple(
            Meld(meld.kind, tuple(sorted(map(moved, meld.tiles), key=lambda tile: KIND[tile])))
            for meld in win.melds
        ),
        seat_wind=win.seat_wind,
        round_wind=win.round_wind,
        riichi=win.riichi,
        ippatsu=win.ippatsu,
        last_tile=win.last_tile,
        rinshan=win.rinshan,
        chankan=win.chankan,
        first_turn=win.first_turn,
        dora_indicators=tuple(map(moved, win.dora_indicators)),
        ura_indicators=tuple(map(moved, win.ura_indicators)),
        tile_apart=win.tile_apart,
    )
