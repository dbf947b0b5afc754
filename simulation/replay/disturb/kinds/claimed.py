"""Finds calls that a record lacks but its hands allow, for fouls that need one."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.melds import Meld
from referee.records.neutral.record import Discard, MeldCall, RecordedDraw
from referee.tiles import KIND, Tile
from simulation.replay.disturb.people import PlayedPeople
from simulation.replay.disturb.scene import Scene
from simulation.replay.disturb.shapes import chis


class Possible(NamedTuple):
    """A possible call: the act number of the discard, the caller, and the meld."""

    number: int
    seat: int
    meld: Meld


def by_kind(tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Sort tiles as they lie in a meld."""
    return tuple(sorted(tiles, key=lambda tile: (KIND[tile], tile)))


def calm_discards(scene: Scene) -> Iterator[tuple[int, Discard]]:
    """Yield discards that are not riichi tiles, on which nobody wins, and after which the wall has tiles left."""
    for number, act in scene.discards():
        if act.riichi or not scene.at(number + 1).live:
            continue
        if scene.hand.story[number].players[act.seat].riichi and not scene.player(number, act.seat).paid:
            continue
        following = scene.following(number)
        if isinstance(following, RecordedDraw | MeldCall):
            yield number, act


def possible_chis(scene: Scene) -> Iterator[Possible]:
    """Yield chis that the next player could have called."""
    for number, act in calm_discards(scene):
        seat = (act.seat + 1) % 4
        player = scene.player(number + 1, seat)
        if player.riichi or len(player.concealed) < 4:
            continue
        for own in chis(act.tile, player.concealed):
            yield Possible(number, seat, Meld("chi", by_kind((act.tile, *own)), act.tile, act.seat))


def possible_pons(scene: Scene) -> Iterator[Possible]:
    """Yield pons that somebody could have called."""
    for number, act in calm_discards(scene):
        for seat in range(4):
            player = scene.player(number + 1, seat)
            own = [tile for tile in player.concealed if KIND[tile] == KIND[act.tile]]
            if seat != act.seat and not player.riichi and len(own) >= 2 and len(player.concealed) >= 4:
                meld = Meld("pon", by_kind((act.tile, *own[:2])), act.tile, act.seat)
                yield Possible(number, seat, meld)


def left_after(scene: Scene, call: Possible) -> tuple[Tile, ...]:
    """Return the caller's concealed tiles after the meld."""
    left = list(scene.player(call.number + 1, call.seat).concealed)
    own = list(call.meld.tiles)
    if call.meld.claimed is not None:
        own.remove(call.meld.claimed)
    for tile in own:
        left.remove(tile)
    return tuple(left)


def make_call(scene: Scene, call: Possible) -> PlayedPeople:
    """Make the call, show its tiles and take the claimed one; return the people, to let them go on."""
    people = scene.improvise(call.number + 1)
    people.claim(call.seat, call.meld)
    return people
