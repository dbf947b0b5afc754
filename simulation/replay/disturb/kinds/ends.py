"""Fouls of winning and of the end of a hand: false or late wins, hands that differ from their announcement."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from referee.game import observations as seen
from referee.records.neutral.record import Discard, DrawnGame, RecordedDraw, RecordedRiichi, WinClaim
from referee.tiles import KIND, Tile
from simulation.replay.disturb.kinds.hidden import noten_hand, waiting_hand
from simulation.replay.disturb.moments import StagedMoment
from simulation.replay.disturb.people import Rules
from simulation.replay.disturb.scene import FoulKind, Place, Scene, StagedFoul, always
from simulation.replay.disturb.shapes import complete, waits


def false_ron_call(scene: Scene) -> Iterator[Place]:
    """Calls ron and does not open the hand (WRC 7.2, MJ 3.4.7, SAI 55.1(1))."""
    for number, _ in scene.draws():
        before = scene.previous(number)
        if isinstance(before, Discard):
            for seat in {0, 1, 2, 3} - {before.seat}:
                yield partial(_false_ron_call, scene, number, seat)


def _false_ron_call(scene: Scene, number: int, seat: int) -> StagedFoul:
    scene.later(scene.of(number, "cross").at, 5000)
    at = scene.of(number - 1, "mat").at + 450
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call="ron"), number), "false_win_call", seat)


def false_tsumo_call(scene: Scene) -> Iterator[Place]:
    """Calls tsumo, does not open the hand and discards (WRC 7.2, MJ 3.4.7, SAI 55.1(1))."""
    for number, act in scene.thinking():
        yield partial(_false_tsumo_call, scene, number, act.seat)


def _false_tsumo_call(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 4000)
    word = scene.put(at, seen.CallHeard(seat=seat, call="tsumo"), number - 1)
    return StagedFoul(word, "false_win_call", seat)


def false_ron(scene: Scene) -> Iterator[Place]:
    """Opens a hand as ron that does not win (WRC 7.2, MJ 3.4.6, SAI 55.1(1))."""
    for number, act in scene.discards():
        if not isinstance(scene.following(number), RecordedDraw):
            continue
        for seat in {0, 1, 2, 3} - {act.seat}:
            tiles = scene.player(number + 1, seat).concealed
            if not complete((*tiles, act.tile)):
                yield partial(_false_ron, scene, number, seat, tiles)


def _false_ron(
    scene: Scene, number: int, seat: int, tiles: tuple[Tile, ...], rule: str = "false_win"
) -> StagedFoul:
    people = scene.improvise(number + 1)
    word = people.say(seat, "ron", people.mat + 450)
    opened = people.open_hand(seat, tuple(sorted(tiles)), max(word.at, people.clear) + 1300)
    people.close()
    return StagedFoul(opened, rule, seat)


def false_tsumo(scene: Scene) -> Iterator[Place]:
    """Opens a hand as tsumo that does not win (WRC 7.2, MJ 3.4.6, SAI 55.1(1))."""
    for number, act in scene.thinking():
        player = scene.player(number, act.seat)
        drawn = scene.at(number).drawn
        if drawn is not None and not complete(player.concealed):
            yield partial(_false_tsumo, scene, number, act.seat, drawn)


def _false_tsumo(scene: Scene, number: int, seat: int, drawn: Tile) -> StagedFoul:
    people = scene.improvise(number)
    word = people.say(seat, "tsumo", people.ready + 900)
    left = list(scene.player(number, seat).concealed)
    left.remove(drawn)
    opened = people.open_hand(seat, tuple(sorted(left)), word.at + 1200, drawn)
    people.close()
    return StagedFoul(opened, "false_win", seat)


def furiten_ron(scene: Scene) -> Iterator[Place]:
    """Wins by ron with a wait among his own discards (WRC 5.7.5, MJ 3.4.5, SAI 51.2)."""
    for number, act in scene.discards():
        kind = KIND[act.tile]
        if not isinstance(scene.following(number), RecordedDraw) or kind >= 27:
            continue
        for seat in {0, 1, 2, 3} - {act.seat}:
            player = scene.player(number + 1, seat)
            if not player.paid or player.melds:
                continue
            own = {KIND[tile] for tile in player.pond}
            for low, other in ((kind - 3, kind - 3), (kind, kind + 3)):
                if other in own and low >= 0 and low // 9 == (low + 3) // 9 == kind // 9:
                    hand = waiting_hand(scene, number + 1, low)
                    if hand is not None:
                        yield partial(_false_ron, scene, number, seat, hand, "furiten_win")


def late_ron(scene: Scene) -> Iterator[Place]:
    """Calls ron after the next player has touched the wall (SAI 45.3, 55.1(1))."""
    for number, act in scene.draws():
        before = scene.previous(number)
        if isinstance(before, Discard) and isinstance(scene.following(number), Discard):
            for seat in {0, 1, 2, 3} - {before.seat, act.seat}:
                yield partial(_late_ron, scene, number, seat)


def _late_ron(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number + 1, 3500)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call="ron"), number), "late_win_call", seat)


def ron_after_tsumo(scene: Scene) -> Iterator[Place]:
    """Calls ron after the next player has called tsumo (MJ 3.3.1)."""
    for number, act in enumerate(scene.acts):
        if not isinstance(act, WinClaim) or act.seat != act.source or number < 2:
            continue
        before = scene.acts[number - 2]
        if isinstance(before, Discard) and isinstance(scene.acts[number - 1], RecordedDraw):
            for seat in {0, 1, 2, 3} - {before.seat, act.seat}:
                yield partial(_ron_after_tsumo, scene, number, seat)


def _ron_after_tsumo(scene: Scene, number: int, seat: int) -> StagedFoul:
    win = next(
        each for each in scene.moments if isinstance(each.seen, seen.CallHeard) and each.seen.call == "tsumo"
    )
    scene.later(win.at + 1, 1500)
    word = scene.put(win.at + 700, seen.CallHeard(seat=seat, call="ron"), number)
    return StagedFoul(word, "late_win_call", seat)


def tsumo_tile_in_hand(scene: Scene) -> Iterator[Place]:
    """Says tsumo after putting the drawn tile into the hand (SAI 37.2, 45.5, 55.1(1))."""
    for number, act in enumerate(scene.acts):
        if isinstance(act, WinClaim) and act.seat == act.source:
            yield partial(_tsumo_tile_in_hand, scene, number, act)


def _tsumo_tile_in_hand(scene: Scene, _number: int, act: WinClaim) -> StagedFoul:
    opened = next(each for each in scene.moments if each.role == "open")
    tiles = tuple(sorted((*act.concealed, act.tile), key=lambda tile: (KIND[tile], tile)))
    opened.seen = seen.TilesShown(seat=act.seat, tiles=tiles)
    return StagedFoul(opened, "tsumo_tile_in_hand", act.seat)


def nine_terminals(scene: Scene) -> Iterator[Place]:
    """Calls nine terminals after the first turn (MJ 3.4.3)."""
    for number, act in scene.thinking():
        if scene.player(number, act.seat).pond:
            yield partial(_nine_terminals, scene, number, act.seat)


def _nine_terminals(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 4000)
    word = scene.put(at, seen.CallHeard(seat=seat, call="nine_terminals"), number - 1)
    return StagedFoul(word, "nine_terminals_not_there", seat)


def hand_not_over(scene: Scene) -> Iterator[Place]:
    """The dealer closes the hand while it is played (SAI 28.3)."""
    for number, act in scene.thinking():
        if act.seat == scene.dealer:
            yield partial(_hand_not_over, scene, number)


def _hand_not_over(scene: Scene, number: int) -> StagedFoul:
    people = scene.improvise(number)
    return StagedFoul(
        scene.put(people.ready + 1500, seen.HandClosed(), number), "hand_not_over", scene.dealer
    )


def _draw_of(scene: Scene) -> tuple[int, DrawnGame] | None:
    for number, act in enumerate(scene.acts):
        if isinstance(act, DrawnGame) and act.result == "exhaustive":
            return number, act
    return None


def _win_call(scene: Scene, seat: int) -> StagedMoment:
    return next(
        each
        for each in scene.moments
        if isinstance(each.seen, seen.TenpaiDeclared) and each.seen.seat == seat
    )


def _opened(scene: Scene, seat: int) -> StagedMoment:
    return next(each for each in scene.moments if each.role == "open" and _seat_of(each) == seat)


def _seat_of(each: StagedMoment) -> int | None:
    return each.seen.seat if isinstance(each.seen, seen.TilesShown) else None


def noten_riichi(scene: Scene) -> Iterator[Place]:
    """In riichi, opens a hand at an exhaustive draw that waits for nothing (WRC 7.2, MJ 3.4.6, SAI 55.1(2))."""
    drawn = _draw_of(scene)
    if drawn is None:
        return
    for number, act in enumerate(scene.acts):
        if isinstance(act, RecordedRiichi) and scene.player(drawn[0], act.seat).paid:
            yield partial(_noten_riichi, scene, drawn[0], number, act.seat)


def _noten_riichi(scene: Scene, number: int, declared: int, seat: int) -> StagedFoul:
    opened = _opened(scene, seat)
    tiles = noten_hand(scene, number, len(scene.player(number, seat).concealed))
    opened.seen = seen.TilesShown(seat=seat, tiles=tiles)
    return StagedFoul(scene.of(declared, "word"), "noten_riichi", seat)


def riichi_not_shown(scene: Scene) -> Iterator[Place]:
    """In riichi, neither announces nor opens the hand at an exhaustive draw (WRC 5.7.2, SAI 39.10, 52.5)."""
    drawn = _draw_of(scene)
    if drawn is not None:
        for seat in range(4):
            if scene.player(drawn[0], seat).paid:
                yield partial(_riichi_not_shown, scene, seat)


def _riichi_not_shown(scene: Scene, seat: int) -> StagedFoul:
    scene.drop(_win_call(scene, seat), _opened(scene, seat))
    closed = next(each for each in scene.moments if isinstance(each.seen, seen.HandClosed))
    return StagedFoul(closed, "riichi_hand_not_shown", seat)


def false_tenpai(scene: Scene) -> Iterator[Place]:
    """Says tenpai at an exhaustive draw and opens a hand that is not (SAI 55.4(4), 55.5(5))."""
    drawn = _draw_of(scene)
    if drawn is not None:
        number, act = drawn
        for seat in range(4):
            tiles = scene.player(number, seat).concealed
            if act.shown[seat] is None and not waits(tiles):
                yield partial(_false_tenpai, scene, number, seat, tiles)


def _false_tenpai(scene: Scene, number: int, seat: int, tiles: tuple[Tile, ...]) -> StagedFoul:
    word = _win_call(scene, seat)
    word.seen = seen.TenpaiDeclared(seat=seat, tenpai=True)
    opened = scene.put(word.at + 700, seen.TilesShown(seat=seat, tiles=tuple(sorted(tiles))), number)
    return StagedFoul(opened, "false_tenpai", seat)


def tiles_missing(scene: Scene) -> Iterator[Place]:
    """Opens a hand with a tile too few at an exhaustive draw (SAI 55.3(5), WRC 7.2)."""
    yield from _tile_count(scene, -1)


def tiles_too_many(scene: Scene) -> Iterator[Place]:
    """Opens a hand with a tile too many at an exhaustive draw (SAI 55.3(5), WRC 7.2)."""
    yield from _tile_count(scene, 1)


def _tile_count(scene: Scene, more: int) -> Iterator[Place]:
    drawn = _draw_of(scene)
    if drawn is not None:
        number, act = drawn
        for seat in range(4):
            if act.shown[seat] is not None and not scene.player(number, seat).riichi:
                yield partial(_count_wrong, scene, number, seat, more)


def _count_wrong(scene: Scene, number: int, seat: int, more: int) -> StagedFoul:
    opened = _opened(scene, seat)
    assert isinstance(opened.seen, seen.TilesShown)
    tiles = opened.seen.tiles
    if more > 0:
        held = {KIND[tile] for tile in tiles}
        extra = [tile for tile in scene.unseen(number, seat=seat) if tile not in held]
        tiles = tuple(sorted((*tiles, scene.rng.choice(extra))))
    else:
        tiles = tiles[1:]
    opened.seen = seen.TilesShown(seat=seat, tiles=tiles)
    return StagedFoul(opened, "tile_count", seat)


def announce_order(scene: Scene) -> Iterator[Place]:
    """Announces tenpai or noten before a player whose turn it is first (SAI 52.2, 55.4(2))."""
    if _draw_of(scene) is not None:
        for turn in (1, 2, 3):
            yield partial(_announce_order, scene, (scene.dealer + turn) % 4)


def _announce_order(scene: Scene, seat: int) -> StagedFoul:
    word = _win_call(scene, seat)
    first = _win_call(scene, scene.dealer).at
    shift = word.at - first + 700
    for each in scene.moments:
        mine = each is word or _seat_of(each) == seat
        if each.at >= first and mine:
            each.at -= shift
    scene.later(first, 600)
    return StagedFoul(word, "announce_order", seat)


def announcement_changed(scene: Scene) -> Iterator[Place]:
    """Says tenpai and then noten at an exhaustive draw (WRC 5.7.2, MJ 3.4.2)."""
    drawn = _draw_of(scene)
    if drawn is not None:
        for seat in range(4):
            if drawn[1].shown[seat] is None:
                yield partial(_announcement_changed, scene, drawn[0], seat)


def _announcement_changed(scene: Scene, number: int, seat: int) -> StagedFoul:
    word = _win_call(scene, seat)
    noten = word.seen
    assert isinstance(noten, seen.TenpaiDeclared)
    word.seen = replace(noten, tenpai=True)
    return StagedFoul(scene.put(word.at + 700, noten, number), "announcement_changed", seat)


def _until_draw(rules: Rules) -> bool:
    return bool(rules["calls"]["ron_until"] == "next_draw")


KINDS: Final = (
    FoulKind("false_ron_call", false_ron_call, always),
    FoulKind("false_tsumo_call", false_tsumo_call, always),
    FoulKind("false_ron", false_ron, always),
    FoulKind("false_tsumo", false_tsumo, always),
    FoulKind("furiten_ron", furiten_ron, always),
    FoulKind("late_ron", late_ron, _until_draw),
    FoulKind("ron_after_tsumo", ron_after_tsumo, lambda rules: not rules["calls"]["ron_after_tsumo"]),
    FoulKind(
        "tsumo_tile_in_hand",
        tsumo_tile_in_hand,
        lambda rules: bool(rules["display"]["drawn_tile"] == "must_be_apart"),
    ),
    FoulKind("nine_terminals", nine_terminals, always),
    FoulKind("hand_not_over", hand_not_over, always),
    FoulKind("noten_riichi", noten_riichi, always),
    FoulKind("riichi_not_shown", riichi_not_shown, always),
    FoulKind("false_tenpai", false_tenpai, always),
    FoulKind("tiles_missing", tiles_missing, always),
    FoulKind("tiles_too_many", tiles_too_many, always),
    FoulKind(
        "announce_order", announce_order, lambda rules: bool(rules["calls"]["announce_order"] == "strict")
    ),
    FoulKind(
        "announcement_changed", announcement_changed, lambda rules: not rules["calls"]["announce_change"]
    ),
)
