"""Invents concealed hands that fit everything visible."""

from collections import Counter

from referee.tiles import Tile
from simulation.replay.disturb.scene import Scene
from simulation.replay.disturb.shapes import counts_of, waits


def waiting_hand(scene: Scene, number: int, low: Tile) -> tuple[Tile, ...] | None:
    """Return 13 unseen tiles that wait for ``low`` and the kind three above; None if no such hand is possible."""
    left = Counter(scene.unseen(number))
    need = (low + 1, low + 2)
    if any(not left[kind] for kind in need) or not left[low] + left[low + 3]:
        return None
    left.subtract(need)
    pairs = [kind for kind in range(34) if left[kind] >= 2 and abs(kind - low) > 3]
    if not pairs:
        return None
    pair = scene.rng.choice(pairs)
    left.subtract((pair, pair))
    tiles: list[Tile] = [*need, pair, pair]
    runs = [kind for kind in range(27) if kind % 9 <= 6]
    scene.rng.shuffle(runs)
    for run in runs:
        if len(tiles) == 13:
            break
        three = (run, run + 1, run + 2)
        if all(left[kind] for kind in three) and not set(three) & {low, *need, low + 3}:
            tiles += three
            left.subtract(three)
    hand = tuple(sorted(tiles))
    return hand if len(hand) == 13 and {low, low + 3} <= waits(hand) else None


def noten_hand(scene: Scene, number: int, size: int) -> tuple[Tile, ...]:
    """Return this many unseen tiles that wait for nothing."""
    left = scene.unseen(number)
    while True:
        hand = tuple(sorted(scene.rng.sample(left, size)))
        if not waits(hand) and max(counts_of(hand)) < 4:
            return hand
