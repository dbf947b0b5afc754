"""A foul: a kan in riichi that changes the waits, found when the hand is opened at an exhaustive draw."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from referee.melds import Meld
from referee.records.neutral.record import (
    Act,
    Discard,
    DrawnGame,
    KanDora,
    MeldCall,
    RecordedDraw,
    RecordedRiichi,
)
from referee.tiles import KIND, Tile
from simulation.replay.disturb.played import played
from simulation.replay.disturb.scene import FoulKind, Place, Scene, StagedFoul, always


def riichi_kan(scene: Scene) -> Iterator[Place]:
    """In riichi, makes a concealed kan of a triplet that is part of the wait (WRC 6.5.1, MJ 3.3.14, SAI 43.11)."""
    acts = scene.acts
    ends = len(acts) >= 4 and isinstance(acts[-1], DrawnGame) and acts[-1].result == "exhaustive"
    if not ends or not isinstance(acts[-3], RecordedDraw) or not isinstance(acts[-2], Discard):
        return
    if not isinstance(acts[-4], Discard) or scene.at(len(acts)).kans:
        return
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        if not player.paid or player.melds or number >= len(acts) - 4:
            continue
        if any(isinstance(each, RecordedRiichi | MeldCall) for each in acts[number:]):
            continue
        hand = _hand(scene, len(acts) - 1, act.seat)
        if hand is not None:
            yield partial(_riichi_kan, scene, number, act, *hand)


def _hand(scene: Scene, number: int, seat: int) -> tuple[Tile, tuple[Tile, ...]] | None:
    """Find a kind for a kan, and the other ten tiles of the hand.

    With three of the kind and a neighbour, the hand waits for more than the neighbour. It has none of the tiles that
    others open at the draw.
    """
    end = scene.acts[-1]
    assert isinstance(end, DrawnGame)
    opened = [tiles for other, tiles in enumerate(end.shown) if other != seat and tiles is not None]
    left = Counter(scene.unseen(number)) - Counter(KIND[tile] for tiles in opened for tile in tiles)
    kinds = [kind for kind in range(27) if kind % 9 in range(1, 7) and left[kind] == 4 and left[kind + 1]]
    scene.rng.shuffle(kinds)
    for kind in kinds:
        pool = left - Counter({kind: 4, kind + 1: 1})
        tiles = [kind + 1]
        runs = [
            run for run in range(27) if run % 9 <= 6 and not set(range(run - 2, run + 5)) & {kind, kind + 1}
        ]
        scene.rng.shuffle(runs)
        for run in runs:
            three = (run, run + 1, run + 2)
            if len(tiles) < 10 and all(pool[each] for each in three):
                tiles += three
                pool.subtract(three)
        if len(tiles) == 10:
            return kind, tuple(sorted(tiles))
    return None


def _riichi_kan(scene: Scene, number: int, act: Discard, kind: Tile, left: tuple[Tile, ...]) -> StagedFoul:
    """Stage the kan with the drawn tile, and discard a replacement tile instead; the wall ends one tile earlier."""
    hand = scene.hand.hand
    seat, end = act.seat, scene.acts[-1]
    assert isinstance(end, DrawnGame)
    pool = Counter(scene.unseen(len(scene.acts) - 1)) - Counter({kind: 4}) - Counter(left)
    turned = scene.rng.choice([each for each in pool if pool[each] > 0])
    shown = tuple(left if each == seat else tiles for each, tiles in enumerate(end.shown))
    draw = scene.acts[number - 1]
    assert isinstance(draw, RecordedDraw)
    kan: tuple[Act, ...] = (
        replace(draw, tile=kind),
        MeldCall(act.index, seat, Meld("ankan", (kind,) * 4)),
        KanDora(act.index, turned),
        replace(draw, tile=act.tile),
        replace(act, tsumogiri=True),
    )
    acts = (*scene.acts[: number - 1], *kan, *scene.acts[number + 1 : -3], replace(end, shown=shown))
    again = played(replace(hand, acts=acts), scene.rules, scene.rng)
    scene.hand.moments, scene.hand.beats, scene.hand.story = again.moments, again.beats, again.story
    return StagedFoul(scene.of(number, "show"), "riichi_kan", seat)


KINDS: Final = (FoulKind("riichi_kan", riichi_kan, always),)
