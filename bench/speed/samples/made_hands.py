"""Complete hands made by seed, in the form of ``consensus_hands.jsonl``: tiles are numbers 0-135, four to a kind."""

from collections.abc import Iterator
from random import Random
from typing import Any


def made(random: Random, number: int) -> Iterator[dict[str, Any]]:
    """Complete hands of four groups and a pair, one in twelve of seven pairs, about half of them with melds."""
    for _ in range(number):
        groups = None
        while groups is None:
            groups = _seven_pairs(random) if random.random() < 1 / 12 else _groups(random)
        seven = len(groups) == 7
        calls = 0 if seven else random.choice((0, 0, 0, 1, 1, 2, 3))
        melds = [
            {"type": "chi" if tiles[0] // 4 != tiles[1] // 4 else "pon", "tiles": tiles}
            for tiles in groups[:calls]
        ]
        closed = [tile for tiles in groups[calls:] for tile in tiles]
        random.shuffle(closed)
        used = {tile for tiles in groups for tile in tiles}
        left = [tile for tile in range(136) if tile not in used]
        riichi = not calls and random.random() < 0.5
        yield {
            "closed": closed[1:],
            "win": closed[0],
            "melds": melds,
            "aka": random.random() < 0.5,
            "tsumo": random.random() < 0.4,
            "riichi": riichi,
            "ippatsu": riichi and random.random() < 0.2,
            "seat_wind": random.randrange(4),
            "round_wind": random.randrange(2),
            "dora_ind": random.sample(left, 1),
            "ura_ind": random.sample(left, 1) if riichi else [],
        }


def _groups(random: Random) -> list[list[int]] | None:
    """Four groups, then the pair, as tile numbers; None if they need five of a kind."""
    suit = random.choice((None, None, None, 0, 9, 18))
    kinds: list[list[int]] = []
    for _ in range(4):
        first = suit if suit is not None and random.random() < 0.8 else random.choice((0, 9, 18))
        if random.random() < 0.65:
            kind = first + random.randrange(7)
            kinds.append([kind, kind + 1, kind + 2])
        else:
            kind = first + random.randrange(9) if random.random() < 0.7 else 27 + random.randrange(7)
            kinds.append([kind] * 3)
    kinds.append([random.randrange(34)] * 2)
    return _tiles(random, kinds)


def _seven_pairs(random: Random) -> list[list[int]] | None:
    return _tiles(random, [[kind] * 2 for kind in random.sample(range(34), 7)])


def _tiles(random: Random, kinds: list[list[int]]) -> list[list[int]] | None:
    left = {kind: random.sample(range(4), 4) for kind in range(34)}
    try:
        return [[4 * kind + left[kind].pop() for kind in group] for group in kinds]
    except IndexError:
        return None
