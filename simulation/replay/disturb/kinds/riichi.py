"""Fouls of riichi: its words, its sideways tile, its stick, who may declare it, and the hand after it."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from referee.game import observations as seen
from referee.records.neutral.record import (
    Discard,
    MeldCall,
    RecordedBet,
    RecordedDraw,
    RecordedRiichi,
    WinClaim,
)
from simulation.replay.disturb.moments import StagedMoment
from simulation.replay.disturb.people import Rules
from simulation.replay.disturb.scene import FoulKind, Place, Scene, StagedFoul, always


def _riichis(scene: Scene, *, stands: bool = True) -> Iterator[tuple[int, RecordedRiichi]]:
    """Yield the declarations; with ``stands`` only those whose tile nobody won on or called."""
    for number, act in enumerate(scene.acts):
        if not isinstance(act, RecordedRiichi) or number + 2 >= len(scene.acts):
            continue
        paid = isinstance(scene.acts[number + 2], RecordedBet)
        called = number + 3 < len(scene.acts) and isinstance(scene.acts[number + 3], MeldCall)
        if isinstance(scene.acts[number + 1], Discard) and (not stands or (paid and not called)):
            yield number, act


def riichi_not_said(scene: Scene) -> Iterator[Place]:
    """Turns the riichi tile without a word (SAI 39.13, 55.4(3); MJ 3.4.7)."""
    for number, act in _riichis(scene):
        yield partial(_not_said, scene, number, act.seat)


def _not_said(scene: Scene, number: int, seat: int) -> StagedFoul:
    scene.drop(scene.of(number, "word"))
    return StagedFoul(scene.of(number + 1, "mat"), "riichi_not_said", seat)


def riichi_not_turned(scene: Scene) -> Iterator[Place]:
    """Says riichi and does not turn the tile (SAI 39.13, MJ 3.4.7)."""
    for number, act in _riichis(scene):
        yield partial(_not_turned, scene, number, act.seat)


def _not_turned(scene: Scene, number: int, seat: int) -> StagedFoul:
    laid = scene.of(number + 1, "mat")
    _turn(laid, sideways=False)
    return StagedFoul(laid, "riichi_not_turned", seat)


def _turn(laid: StagedMoment, *, sideways: bool) -> None:
    assert isinstance(laid.seen, seen.TileDiscarded)
    laid.seen = replace(laid.seen, sideways=sideways)


def bet_not_placed(scene: Scene) -> Iterator[Place]:
    """Lays no stick after a riichi (SAI 39.13, WRC 7.2)."""
    for number, act in _riichis(scene):
        yield partial(_no_bet, scene, number, act.seat)


def _no_bet(scene: Scene, number: int, seat: int) -> StagedFoul:
    scene.drop(scene.of(number + 2, "stick"))
    return StagedFoul(scene.of(number, "word"), "bet_not_placed", seat)


def bet_without_riichi(scene: Scene) -> Iterator[Place]:
    """Lays a stick without a riichi (SAI 39.13)."""
    for number, act in scene.thinking():
        if not act.riichi:
            for seat in range(4):
                later = [
                    each for each in scene.acts[number:] if isinstance(each, Discard) and each.seat == seat
                ]
                calm = later and not later[0].riichi and not scene.player(number, seat).riichi
                if calm and scene.hand.hand.scores[seat] >= 2000:
                    yield partial(_stick_only, scene, number, seat)


def _stick_only(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 1500)
    return StagedFoul(scene.put(at, seen.StickLaid(seat=seat), number - 1), "bet_without_riichi", seat)


def stick_before_tile(scene: Scene) -> Iterator[Place]:
    """Lays the stick of a riichi before the tile (SAI 39.13)."""
    for number, act in _riichis(scene):
        yield partial(_stick_first, scene, number, act.seat)


def _stick_first(scene: Scene, number: int, seat: int) -> StagedFoul:
    stick = scene.of(number + 2, "stick")
    word = scene.of(number, "word")
    scene.later(word.at + 1, 1200)
    stick.at = word.at + 900
    return StagedFoul(stick, "riichi_order", seat)


def word_after_tile(scene: Scene) -> Iterator[Place]:
    """Says riichi only after the tile lies sideways (SAI 39.13)."""
    for number, act in _riichis(scene):
        yield partial(_word_after, scene, number, act.seat)


def _word_after(scene: Scene, number: int, seat: int) -> StagedFoul:
    word, laid = scene.of(number, "word"), scene.of(number + 1, "mat")
    word.at = laid.at + 260
    stick = scene.of(number + 2, "stick")
    if stick.at < word.at + 300:
        scene.later(stick.at, 400)
    return StagedFoul(word, "riichi_order", seat)


def riichi_retracted(scene: Scene) -> Iterator[Place]:
    """Says riichi, takes it back and discards (SAI 39.2, 55.3(3))."""
    least = max(4, scene.rules["calls"]["riichi_least_tiles"])
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        rich = scene.hand.hand.scores[act.seat] >= 1000
        if player.closed and not player.riichi and rich and scene.at(number).live >= least:
            yield partial(_retracted, scene, number, act.seat)


def _retracted(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 3500)
    scene.put(at, seen.CallHeard(seat=seat, call="riichi"), number - 1, "word")
    back = scene.put(at + 1500, seen.RiichiRetracted(seat=seat), number - 1)
    return StagedFoul(back, "riichi_retracted", seat)


def riichi_open_hand(scene: Scene) -> Iterator[Place]:
    """Says riichi with an open hand (SAI 39.3, WRC 7.2, MJ 3.4.7)."""
    for number, act in scene.thinking():
        if not scene.player(number, act.seat).closed and scene.at(number).live >= 4:
            yield partial(_word, scene, number, act.seat, "riichi_open_hand")


def riichi_late(scene: Scene) -> Iterator[Place]:
    """Says riichi with too few tiles left in the wall (WRC 6.5.1, MJ 3.3.14, SAI 39.5)."""
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        few = scene.at(number).live < scene.rules["calls"]["riichi_least_tiles"]
        rich = scene.hand.hand.scores[act.seat] >= 1000
        if player.closed and not player.riichi and few and rich:
            yield partial(_word, scene, number, act.seat, "riichi_late")


def riichi_poor(scene: Scene) -> Iterator[Place]:
    """Says riichi with less than 1,000 points (MJ 4.2.1)."""
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        poor = scene.hand.hand.scores[act.seat] < 1000
        if player.closed and not player.riichi and poor and scene.at(number).live >= 4:
            yield partial(_word, scene, number, act.seat, "riichi_below_1000")


def _word(scene: Scene, number: int, seat: int, rule: str) -> StagedFoul:
    at = scene.pause(number, 3000)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call="riichi"), number - 1), rule, seat)


def riichi_out_of_turn(scene: Scene) -> Iterator[Place]:
    """Says riichi in another's turn (WRC 7.2, SAI 55.3(3))."""
    for number, _ in scene.thinking():
        for seat in scene.idle(number):
            if scene.player(number, seat).closed and not scene.player(number, seat).riichi:
                yield partial(_word, scene, number, seat, "riichi_out_of_turn")


def riichi_hand_changed(scene: Scene) -> Iterator[Place]:
    """In riichi, discards a tile other than the drawn one (WRC 6.5.1, SAI 39.8)."""
    for number, act in scene.thinking():
        if scene.player(number, act.seat).paid and isinstance(scene.previous(number), RecordedDraw):
            yield partial(_hand_changed, scene, number, act.seat)


def _hand_changed(scene: Scene, number: int, seat: int) -> StagedFoul:
    people = scene.improvise(number)
    tile = scene.rng.choice(scene.player(number - 1, seat).concealed)
    return StagedFoul(people.discard(seat, tile, tsumogiri=False), "riichi_hand_changed", seat)


def turned_open_hand(scene: Scene) -> Iterator[Place]:
    """Turns a discard sideways with an open hand (SAI 55.5(4))."""
    for number, act in scene.thinking():
        if not scene.player(number, act.seat).closed:
            yield partial(_turned, scene, number, act.seat)


def turned_and_said(scene: Scene) -> Iterator[Place]:
    """Turns a discard sideways with an open hand, and says riichi only then (SAI 39.3, WRC 7.2, MJ 3.4.7)."""
    for number, act in scene.thinking():
        if not scene.player(number, act.seat).closed and isinstance(scene.following(number), RecordedDraw):
            yield partial(_turned_and_said, scene, number, act.seat)


def _turned_and_said(scene: Scene, number: int, seat: int) -> StagedFoul:
    laid = scene.of(number, "mat")
    _turn(laid, sideways=True)
    scene.later(scene.of(number + 1, "cross").at, 900)
    word = scene.put(laid.at + 260, seen.CallHeard(seat=seat, call="riichi"), number)
    return StagedFoul(word, "riichi_open_hand", seat)


def turned_in_riichi(scene: Scene) -> Iterator[Place]:
    """Turns another discard sideways after the riichi tile (SAI 55.5(4))."""
    for number, act in scene.thinking():
        laid = scene.of(number, "mat").seen
        turned = isinstance(laid, seen.TileDiscarded) and laid.sideways
        won = isinstance(scene.following(number), WinClaim)
        if scene.player(number, act.seat).paid and not turned and not won:
            yield partial(_turned, scene, number, act.seat)


def _turned(scene: Scene, number: int, seat: int) -> StagedFoul:
    laid = scene.of(number, "mat")
    _turn(laid, sideways=True)
    return StagedFoul(laid, "turned_without_riichi", seat)


def _ordered(rules: Rules) -> bool:
    return bool(rules["timing"]["riichi_order"] != "free")


KINDS: Final = (
    FoulKind("riichi_not_said", riichi_not_said, always),
    FoulKind("riichi_not_turned", riichi_not_turned, always),
    FoulKind("bet_not_placed", bet_not_placed, always),
    FoulKind("bet_without_riichi", bet_without_riichi, always),
    FoulKind("stick_before_tile", stick_before_tile, _ordered),
    FoulKind("word_after_tile", word_after_tile, _ordered),
    FoulKind("riichi_retracted", riichi_retracted, always),
    FoulKind("riichi_open_hand", riichi_open_hand, always),
    FoulKind("riichi_late", riichi_late, always),
    FoulKind(
        "riichi_poor",
        riichi_poor,
        lambda rules: not rules["calls"]["riichi_below_1000"],
        lambda hand: min(hand.scores) < 1000,
    ),
    FoulKind("riichi_out_of_turn", riichi_out_of_turn, always),
    FoulKind("riichi_hand_changed", riichi_hand_changed, always),
    FoulKind("turned_open_hand", turned_open_hand, always),
    FoulKind("turned_and_said", turned_and_said, always),
    FoulKind("turned_in_riichi", turned_in_riichi, always),
)
