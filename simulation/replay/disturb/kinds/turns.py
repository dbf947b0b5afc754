"""Fouls of drawing and discarding: too early, out of turn, the wrong tile, too often, not at all, too slowly."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from referee.game import observations as seen
from referee.records.neutral.record import Discard, RecordedBet, RecordedDraw
from referee.tiles import UNKNOWN
from simulation.replay.disturb.moments import StagedMoment
from simulation.replay.disturb.people import Rules
from simulation.replay.disturb.scene import FoulKind, Place, Scene, StagedFoul, always
from simulation.replay.disturb.story import DEAD_WALL, FIRST_LIVE, REPLACEMENT_PLACES, TILES_IN_WALL


def _line(rules: Rules) -> bool:
    return bool(rules["timing"]["draw_from"] == "line_clear")


def _move_draw(scene: Scene, number: int, cross: int) -> StagedMoment:
    touch = scene.of(number, "touch")
    scene.of(number, "cross").at = cross
    touch.at = cross + 160
    scene.of(number, "back").at = cross + 520
    return touch


def early_draw(scene: Scene) -> Iterator[Place]:
    """Draws while the hand of the player before is still over the line (SAI 35.2, 55.3(6))."""
    for number, _ in scene.draws():
        if isinstance(scene.previous(number), Discard):
            yield partial(_early_draw, scene, number)


def _early_draw(scene: Scene, number: int) -> StagedFoul:
    touch = _move_draw(scene, number, scene.of(number - 1, "mat").at + 150)
    scene.of(number - 1, "back").at = touch.at + 280
    return StagedFoul(touch, "early_draw", scene.at(number).turn)


def early_draw_stick(scene: Scene) -> Iterator[Place]:
    """Draws before the stick of a riichi lies (SAI 35.2)."""
    if not scene.rules["timing"]["riichi_bet_first"]:
        return
    for number, _ in scene.draws():
        if isinstance(scene.previous(number), RecordedBet):
            yield partial(_early_draw_stick, scene, number)


def _early_draw_stick(scene: Scene, number: int) -> StagedFoul:
    back, stick = scene.of(number - 2, "back"), scene.of(number - 1, "stick")
    for each in scene.moments:
        if each.act >= number:
            each.at += 2000
    touch = _move_draw(scene, number, back.at + 150)
    stick.at = touch.at + 900
    return StagedFoul(touch, "early_draw", scene.at(number).turn)


def early_draw_call(scene: Scene) -> Iterator[Place]:
    """Draws though another has called the tile (SAI 55.3(6))."""
    for number, act in scene.melds("pon", "daiminkan"):
        before = scene.previous(number)
        if isinstance(before, Discard) and act.seat != (before.seat + 1) % 4 and scene.at(number).live:
            yield partial(_early_draw_call, scene, number, (before.seat + 1) % 4)


def _early_draw_call(scene: Scene, number: int, seat: int) -> StagedFoul:
    word = scene.of(number, "word").at
    begin = max(scene.of(number - 1, "back").at + 100, word + 450)
    for each in scene.moments:
        if each.at > word and each.act >= number:
            each.at += max(0, begin - word) + 1200
    tile = seen.TileDrawn(seat=seat, tile=UNKNOWN, place=scene.at(number).place)
    return StagedFoul(scene.reach(seat, begin, tile, number), "early_draw", seat)


def impatient_draw(scene: Scene) -> Iterator[Place]:
    """Draws while the player before still thinks: SAI 55.3(6); elsewhere out of turn."""
    for number, act in scene.thinking():
        if isinstance(scene.following(number), RecordedDraw):
            yield partial(_draw_in, scene, number, (act.seat + 1) % 4, early=_line(scene.rules))


def out_of_turn_draw_before(scene: Scene) -> Iterator[Place]:
    """Draws out of turn before the dealer's first discard (SAI 55.2(2))."""
    yield from _out_of_turn_draw(scene, before=True)


def out_of_turn_draw_after(scene: Scene) -> Iterator[Place]:
    """Draws out of turn after the dealer's first discard (SAI 55.1(6))."""
    yield from _out_of_turn_draw(scene, before=False)


def _out_of_turn_draw(scene: Scene, *, before: bool) -> Iterator[Place]:
    for number, _ in scene.thinking():
        if scene.before_dealer(number) == before and scene.at(number).live:
            for seat in scene.idle(number):
                yield partial(_draw_in, scene, number, seat, early=False)


def _draw_in(scene: Scene, number: int, seat: int, *, early: bool) -> StagedFoul:
    tile = seen.TileDrawn(seat=seat, tile=UNKNOWN, place=scene.at(number).place)
    made = scene.reach(seat, scene.pause(number, 1500), tile, number - 1)
    return StagedFoul(made, "early_draw" if early else "out_of_turn_draw", seat)


def out_of_turn_discard_before(scene: Scene) -> Iterator[Place]:
    """Discards out of turn before the dealer's first discard (SAI 55.2(2))."""
    yield from _out_of_turn_discard(scene, before=True)


def out_of_turn_discard_after(scene: Scene) -> Iterator[Place]:
    """Discards out of turn after the dealer's first discard (SAI 55.1(6))."""
    yield from _out_of_turn_discard(scene, before=False)


def _out_of_turn_discard(scene: Scene, *, before: bool) -> Iterator[Place]:
    for number, _ in scene.thinking():
        if scene.before_dealer(number) == before:
            for seat in scene.idle(number):
                if not scene.player(number, seat).riichi:
                    yield partial(_discard_in, scene, number, seat)


def _discard_in(scene: Scene, number: int, seat: int) -> StagedFoul:
    tile = scene.rng.choice(scene.player(number, seat).concealed)
    what = seen.TileDiscarded(seat=seat, tile=tile, sideways=False, tsumogiri=False)
    made = scene.reach(seat, scene.pause(number, 1500), what, number - 1)
    return StagedFoul(made, "out_of_turn_discard", seat)


def second_draw(scene: Scene) -> Iterator[Place]:
    """Draws once more with a full hand (SAI 55.3(5), WRC 7.2)."""
    for number, act in scene.thinking():
        if scene.at(number).live:
            yield partial(_second_draw, scene, number, act.seat)


def _second_draw(scene: Scene, number: int, seat: int) -> StagedFoul:
    tile = seen.TileDrawn(seat=seat, tile=UNKNOWN, place=scene.at(number).place)
    made = scene.reach(seat, scene.pause(number, 1500), tile, number - 1)
    return StagedFoul(made, "second_draw", seat)


def no_draw(scene: Scene) -> Iterator[Place]:
    """Discards without having drawn, so that a tile is missing (SAI 55.3(5), WRC 7.2)."""
    for number, act in scene.draws():
        before = scene.previous(number)
        free = not scene.player(number, act.seat).riichi
        if isinstance(before, Discard) and free and not scene.at(number).rinshan_next:
            yield partial(_no_draw, scene, number, act.seat)


def _no_draw(scene: Scene, number: int, seat: int) -> StagedFoul:
    people = scene.improvise(number)
    people.ready = people.clear + 300
    tile = scene.rng.choice(scene.player(number, seat).concealed)
    return StagedFoul(people.discard(seat, tile, tsumogiri=False), "tile_count", seat)


def wrong_tile(scene: Scene) -> Iterator[Place]:
    """Takes a tile further on in the wall, and then the right one (SAI 55.3(4), WRC 7.2)."""
    for number, _ in scene.draws():
        now = scene.at(number)
        if not now.rinshan_next and now.live > 4:
            yield partial(_wrong_tile, scene, number, now.place + scene.rng.randint(1, 3))


def dead_wall_tile(scene: Scene) -> Iterator[Place]:
    """Takes a tile of the dead wall without a kan, and then the right one (SAI 55.3(4))."""
    for number, _ in scene.draws():
        if not scene.at(number).rinshan_next:
            yield partial(
                _wrong_tile, scene, number, scene.rng.randint(TILES_IN_WALL - DEAD_WALL, TILES_IN_WALL - 7)
            )


def rinshan_order(scene: Scene) -> Iterator[Place]:
    """Takes a replacement tile other than the next one, and then the right one (SAI 12.3, 55.3(4))."""
    for number, _ in scene.draws():
        now = scene.at(number)
        if now.rinshan_next:
            for place in REPLACEMENT_PLACES[now.drawn_rinshan + 1 :]:
                yield partial(_wrong_tile, scene, number, place)


def rinshan_from_live(scene: Scene) -> Iterator[Place]:
    """Takes the next tile of the live wall after a kan, and then the right one (SAI 12.3, 55.3(4))."""
    for number, _ in scene.draws():
        now = scene.at(number)
        if now.rinshan_next and now.live:
            yield partial(_wrong_tile, scene, number, FIRST_LIVE + now.drawn_live)


def _wrong_tile(scene: Scene, number: int, place: int) -> StagedFoul:
    touch = scene.of(number, "touch")
    at, seat = touch.at, scene.at(number).turn
    scene.later(at, 1000)
    what = seen.TileDrawn(seat=seat, tile=UNKNOWN, place=place)
    return StagedFoul(scene.put(at, what, number), "wrong_tile_drawn", seat)


def line_crossed(scene: Scene) -> Iterator[Place]:
    """Reaches over the line without a tile to draw (SAI 32)."""
    for number, _ in scene.thinking():
        for seat in scene.idle(number):
            yield partial(_line_crossed, scene, number, seat)


def _line_crossed(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 1500)
    made = scene.put(at, seen.HandMoved(seat=seat, across=True), number - 1)
    scene.put(at + 700, seen.HandMoved(seat=seat, across=False), number - 1)
    return StagedFoul(made, "line_crossed", seat)


def slow_play(scene: Scene) -> Iterator[Place]:
    """Thinks for longer than a reasonable pace allows (WRC 5.4.1, 7.2)."""
    for number, act in scene.thinking():
        if not act.riichi:
            yield partial(_slow_play, scene, number, act.seat)


def _slow_play(scene: Scene, number: int, seat: int) -> StagedFoul:
    scene.later(scene.of(number, "cross").at, scene.rules["timing"]["pace_ms"] + 5000)
    return StagedFoul(scene.of(number, "mat"), "slow_play", seat)


def play_while_stopped(scene: Scene) -> Iterator[Place]:
    """Goes on although the judge has been called (SAI 53.4)."""
    for number, act in scene.thinking():
        for seat in scene.idle(number):
            yield partial(_play_while_stopped, scene, number, act, seat)


def _play_while_stopped(scene: Scene, number: int, act: Discard, caller: int) -> StagedFoul:
    people = scene.improvise(number)
    scene.put(people.ready + 500, seen.JudgeCalled(seat=caller), number)
    start = people.ready + 4000
    laid = people.discard(act.seat, act.tile, tsumogiri=act.tsumogiri, riichi=act.riichi, start=start)
    return StagedFoul(laid, "play_while_stopped", act.seat)


KINDS: Final = (
    FoulKind("early_draw", early_draw, _line),
    FoulKind("early_draw_stick", early_draw_stick, _line),
    FoulKind("early_draw_call", early_draw_call, _line),
    FoulKind("impatient_draw", impatient_draw, always),
    FoulKind("out_of_turn_draw_before", out_of_turn_draw_before, always),
    FoulKind("out_of_turn_draw_after", out_of_turn_draw_after, always),
    FoulKind("out_of_turn_discard_before", out_of_turn_discard_before, always),
    FoulKind("out_of_turn_discard_after", out_of_turn_discard_after, always),
    FoulKind("second_draw", second_draw, always),
    FoulKind("no_draw", no_draw, always),
    FoulKind("wrong_tile", wrong_tile, always),
    FoulKind("dead_wall_tile", dead_wall_tile, always),
    FoulKind("rinshan_order", rinshan_order, always),
    FoulKind("rinshan_from_live", rinshan_from_live, always),
    FoulKind("line_crossed", line_crossed, lambda rules: bool(rules["timing"]["draw_only_across_line"])),
    FoulKind("slow_play", slow_play, always),
    FoulKind(
        "play_while_stopped", play_while_stopped, lambda rules: bool(rules["fouls"]["judge_call_stops"])
    ),
)
