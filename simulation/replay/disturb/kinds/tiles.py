"""Fouls with tiles that nobody may see, and with tiles in disorder."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from referee.game import observations as seen
from referee.game.observations import Breakable
from simulation.replay.disturb.scene import Finder, FoulKind, Place, Scene, StagedFoul, always

_FROM: Final = {"1": (1, 2), "3": (3, 4), "5": (5, 9)}
"""Least and most tiles, as SAI 55 counts them."""


def _exposed(count: str, *, before: bool) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, _ in scene.thinking():
            for seat in range(4):
                enough = len(scene.player(number, seat).concealed) >= _FROM[count][0]
                if enough and scene.before_dealer(number) == before:
                    yield partial(_expose, scene, number, seat, count)

    return find


def _expose(scene: Scene, number: int, seat: int, count: str) -> StagedFoul:
    concealed = scene.player(number, seat).concealed
    shown = min(scene.rng.randint(*_FROM[count]), len(concealed))
    tiles = tuple(scene.rng.sample(concealed, shown))
    what = seen.TilesExposed(seat=seat, count=shown, tiles=tiles)
    return StagedFoul(scene.put(scene.pause(number, 1500), what, number - 1), "tiles_shown", seat)


def _broken(what: Breakable) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, _ in scene.thinking():
            for seat in range(4):
                player = scene.player(number, seat)
                if (what != "meld" or player.melds) and (what != "pond" or player.pond):
                    yield partial(_break, scene, number, seat, what)

    return find


def _break(scene: Scene, number: int, seat: int, what: Breakable) -> StagedFoul:
    people = scene.improvise(number)
    made = scene.put(people.ready + 1200, seen.WallBroken(seat=seat, what=what), number)
    return StagedFoul(made, "tiles_destroyed", seat)


KINDS: Final = (
    FoulKind("tiles_1_before", _exposed("1", before=True), always),
    FoulKind("tiles_3_before", _exposed("3", before=True), always),
    FoulKind("tiles_5_before", _exposed("5", before=True), always),
    FoulKind("tiles_1_after", _exposed("1", before=False), always),
    FoulKind("tiles_3_after", _exposed("3", before=False), always),
    FoulKind("tiles_5_after", _exposed("5", before=False), always),
    FoulKind("wall_broken", _broken("wall"), always),
    FoulKind("dead_wall_broken", _broken("dead_wall"), always),
    FoulKind("hand_broken", _broken("hand"), always),
    FoulKind("meld_broken", _broken("meld"), always),
    FoulKind("pond_broken", _broken("pond"), always),
)
