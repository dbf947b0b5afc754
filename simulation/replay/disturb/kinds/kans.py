"""Fouls of kans: forbidden ones, one too many, and the indicators they turn."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from referee.game import observations as seen
from referee.melds import Meld
from referee.records.neutral.record import Discard, RecordedDraw
from referee.tiles import Tile
from simulation.replay.disturb.moments import StagedMoment
from simulation.replay.disturb.scene import FoulKind, Place, Scene, StagedFoul, always
from simulation.replay.disturb.story import REPLACEMENT_PLACES

FOUR: Final = 4


def _hidden_kinds(scene: Scene, number: int) -> list[Tile]:
    """Return the kinds without a visible tile: all four may be in any one hand."""
    visible = scene.at(number).visible()
    return [kind for kind in range(34) if not visible[kind]]


def kan_after_call(scene: Scene) -> Iterator[Place]:
    """Declares a concealed kan in a turn that began with a call (WRC 5.4.8, SAI 43.13, 55.3(2))."""
    for number, act in scene.melds("chi", "pon"):
        enough = len(scene.player(number + 1, act.seat).concealed) > FOUR
        if isinstance(scene.following(number), Discard) and enough and scene.at(number + 1).live:
            for kind in _hidden_kinds(scene, number + 1):
                yield partial(_kan, scene, number + 1, act.seat, kind, "kan_after_call")


def kan_on_last_tile(scene: Scene) -> Iterator[Place]:
    """Declares a concealed kan with the last tile of the wall (WRC 5.7.1, MJ 3.4.1, SAI 43.6)."""
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        if not scene.at(number).live and len(player.concealed) > FOUR and not player.riichi:
            for kind in _hidden_kinds(scene, number):
                yield partial(_kan, scene, number, act.seat, kind, "call_on_last_tile")


def _kan(scene: Scene, number: int, seat: int, kind: Tile, rule: str) -> StagedFoul:
    people = scene.improvise(number)
    return StagedFoul(people.own_kan(seat, Meld("ankan", (kind,) * FOUR)), rule, seat)


def fifth_kan(scene: Scene) -> Iterator[Place]:
    """Declares a fifth kan after another player's four (WRC 5.4.9, MJ 3.3.10, SAI 43.5)."""
    for number, act in scene.thinking():
        now = scene.at(number)
        free = not any(player.riichi or player.melds for player in now.players)
        if free and not now.kans and now.live > FOUR + 2 and len(_hidden_kinds(scene, number)) > FOUR:
            yield partial(_fifth_kan, scene, number, act.seat)


def _fifth_kan(scene: Scene, number: int, seat: int) -> StagedFoul:
    """Stage four concealed kans, each with its replacement tile, and a discard; the next player's kan is the fifth."""
    now = scene.at(number)
    kinds = scene.rng.sample(_hidden_kinds(scene, number), FOUR + 1)
    people = scene.improvise(number)
    left = [tile for tile in scene.unseen(number) if tile not in kinds]
    scene.rng.shuffle(left)
    for count, kind in enumerate(kinds[:FOUR]):
        people.own_kan(seat, Meld("ankan", (kind,) * FOUR))
        people.indicator(left.pop(), people.ready + 200)
        people.draw(seat, REPLACEMENT_PLACES[count])
    people.discard(seat, left.pop(), tsumogiri=True)
    other = (seat + 1) % 4
    people.draw(other, now.place)
    return StagedFoul(people.own_kan(other, Meld("ankan", (kinds[FOUR],) * FOUR)), "fifth_kan", other)


def indicator_late(scene: Scene) -> Iterator[Place]:
    """Draws the replacement tile and discards before the indicator is turned (WRC 5.4.6-8, MJ 3.3.5-7, SAI 43.3)."""
    for number, act in scene.draws():
        turned = [
            each for each in scene.moments if each.role == "indicator" and number - 2 <= each.act < number
        ]
        if scene.at(number).rinshan_next and turned and isinstance(scene.following(number), Discard):
            yield partial(_indicator_late, scene, number, act.seat, turned[-1])


def _indicator_late(scene: Scene, number: int, seat: int, turned: StagedMoment) -> StagedFoul:
    mat = scene.of(number + 1, "mat")
    turned.at = mat.at + 200
    return StagedFoul(mat, "kan_dora_not_turned", seat)


def indicator_without_kan(scene: Scene) -> Iterator[Place]:
    """Turns an indicator without a kan (SAI 25, 55.5(2))."""
    for number, act in scene.thinking():
        if not scene.at(number).kans:
            yield partial(_indicator, scene, number, act.seat)


def _indicator(scene: Scene, number: int, seat: int) -> StagedFoul:
    lying = scene.at(number).indicators
    tile = scene.rng.choice([each for each in scene.unseen(number, seat=seat) if each not in lying])
    at = scene.pause(number, 2000)
    return StagedFoul(scene.put(at, seen.IndicatorSeen(tile=tile), number - 1), "indicator_without_kan", seat)


def kan_display(scene: Scene) -> Iterator[Place]:
    """Lays a concealed kan with the wrong tiles turned down (WRC 5.4.8, MJ 3.3.7, SAI 44.3)."""
    for number, act in scene.melds("ankan"):
        if isinstance(scene.following(number), RecordedDraw) or len(scene.acts) > number + 2:
            yield partial(_kan_display, scene, number, act.seat)


def _kan_display(scene: Scene, number: int, seat: int) -> StagedFoul:
    show = scene.of(number, "show")
    assert isinstance(show.seen, seen.MeldShown)
    first, second, third, fourth = show.seen.tiles
    show.seen = seen.MeldShown(seat=seat, kind="ankan", tiles=(second, first, third, fourth))
    return StagedFoul(show, "kan_display", seat)


KINDS: Final = (
    FoulKind("kan_after_call", kan_after_call, always),
    FoulKind("kan_on_last_tile", kan_on_last_tile, always),
    FoulKind("fifth_kan", fifth_kan, always),
    FoulKind("kan_display", kan_display, always),
    FoulKind(
        "indicator_late", indicator_late, lambda rules: bool(rules["calls"]["kan_dora_open"] == "before_draw")
    ),
    FoulKind("indicator_without_kan", indicator_without_kan, always),
)
