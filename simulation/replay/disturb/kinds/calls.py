"""Fouls of calls: too early, too late, without a discard, with wrong tiles, laid out or changed wrongly."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec.structs import replace

from referee.game import observations as seen
from referee.game.observations import Call
from referee.melds import valid_meld
from referee.records.neutral.record import Discard, MeldCall, RecordedBet, RecordedDraw
from referee.tiles import KIND, Tile
from simulation.replay.disturb.kinds.claimed import (
    Possible,
    by_kind,
    left_after,
    make_call,
    possible_chis,
    possible_pons,
)
from simulation.replay.disturb.people import Rules, shown_meld
from simulation.replay.disturb.scene import Finder, FoulKind, Place, Scene, StagedFoul, always
from simulation.replay.disturb.shapes import chis


def _line(rules: Rules) -> bool:
    return bool(rules["timing"]["chi_from"] == "line_clear")


def early_chi(scene: Scene) -> Iterator[Place]:
    """Calls chi while the hand of the player before is still over the line (SAI 41.2, 55.3(7))."""
    for number, act in scene.melds("chi"):
        if isinstance(scene.previous(number), Discard):
            yield partial(_early_chi, scene, number, act.seat)


def _early_chi(scene: Scene, number: int, seat: int) -> StagedFoul:
    word, back = scene.of(number, "word"), scene.of(number - 1, "back")
    word.at = scene.of(number - 1, "mat").at + 170
    scene.later(back.at, 300)
    back.at = max(back.at, word.at + 200)
    return StagedFoul(word, "early_chi", seat)


def early_chi_stick(scene: Scene) -> Iterator[Place]:
    """Calls chi before the stick of the riichi lies (SAI 35.2, 41.2)."""
    if not scene.rules["timing"]["riichi_bet_first"]:
        return
    for number, act in scene.melds("chi"):
        if isinstance(scene.previous(number), RecordedBet):
            yield partial(_early_chi_stick, scene, number, act.seat)


def _early_chi_stick(scene: Scene, number: int, seat: int) -> StagedFoul:
    word, stick = scene.of(number, "word"), scene.of(number - 1, "stick")
    for each in scene.moments:
        if each.act > number - 1:
            each.at += 1000
    word.at = scene.of(number - 2, "back").at + 150
    stick.at = word.at + 700
    return StagedFoul(word, "early_chi", seat)


def late_pon_line(scene: Scene) -> Iterator[Place]:
    """Calls pon or kan long after the discard, before the next draw (SAI 42.2, 43.15, 55.3(8))."""
    for number, act in scene.melds("pon", "daiminkan"):
        if isinstance(scene.previous(number), Discard):
            yield partial(_late_pon_line, scene, number, act.seat)


def _late_pon_line(scene: Scene, number: int, seat: int) -> StagedFoul:
    timing = scene.rules["timing"]
    word = scene.of(number, "word")
    scene.later(word.at, timing["pon_window_ms"] + timing["pon_pause_ms"] + 900)
    return StagedFoul(word, "late_call", seat)


def late_chi(scene: Scene) -> Iterator[Place]:
    """Calls chi after drawing (WRC 5.4.1, MJ 3.3.1, SAI 41.2)."""
    for number, act in scene.draws():
        before = scene.previous(number)
        if not isinstance(before, Discard) or not isinstance(scene.following(number), Discard):
            continue
        player = scene.player(number, act.seat)
        if not player.riichi and scene.at(number).live and chis(before.tile, player.concealed):
            yield partial(_late_word, scene, number, act.seat, "chi")


def _late(call: Call) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, act in scene.draws():
            before = scene.previous(number)
            if not isinstance(before, Discard) or not isinstance(scene.following(number), Discard):
                continue
            for seat in {(before.seat + 2) % 4, (before.seat + 3) % 4}:
                copies = [t for t in scene.player(number, seat).concealed if KIND[t] == KIND[before.tile]]
                free = not scene.player(number, seat).riichi
                if free and len(copies) >= (3 if call == "kan" else 2) and seat != act.seat:
                    yield partial(_late_word, scene, number, seat, call)

    return find


def _late_word(scene: Scene, number: int, seat: int, call: Call) -> StagedFoul:
    at = scene.pause(number + 1, 2500)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call=call), number), "late_call", seat)


def _empty(call: Call) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, _ in scene.draws():
            before = scene.previous(number)
            if not isinstance(before, Discard) or not scene.at(number).live:
                continue
            seats = [(before.seat + 1) % 4] if call == "chi" else [(before.seat + k) % 4 for k in (1, 2, 3)]
            for seat in seats:
                if not scene.player(number, seat).riichi and len(scene.player(number, seat).concealed) > 3:
                    yield partial(_empty_word, scene, number, seat, call)

    return find


def _empty_word(scene: Scene, number: int, seat: int, call: Call) -> StagedFoul:
    cross = scene.of(number, "cross")
    at = cross.at + 60 if call == "chi" else scene.of(number - 1, "mat").at + 400
    scene.later(cross.at, 4500)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call=call), number), "empty_call", seat)


def empty_kan(scene: Scene) -> Iterator[Place]:
    """Says kan in his own turn and shows none (SAI 55.3(2), WRC 7.2)."""
    for number, act in scene.thinking():
        if not scene.player(number, act.seat).riichi and scene.at(number).live:
            yield partial(_empty_kan, scene, number, act.seat)


def _empty_kan(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 3000)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call="kan"), number - 1), "empty_kan", seat)


def _wrong_tiles(scene: Scene, number: int, act: MeldCall) -> tuple[Tile, ...] | None:
    """Return the tiles of a meld, one of them exchanged for another tile of the hand, so that they are not a meld."""
    meld = act.meld
    discard = scene.following(number)
    left = list(scene.player(number + 1, act.seat).concealed)
    if not isinstance(discard, Discard) or discard.tile not in left:
        return None
    left.remove(discard.tile)
    own = list(meld.tiles)
    own.remove(meld.claimed if meld.claimed is not None else own[0])
    for wrong in left:
        tiles = by_kind((*own[1:], wrong, meld.claimed if meld.claimed is not None else own[0]))
        if not valid_meld(replace(meld, tiles=tiles)):
            return tiles
    return None


def wrong_tiles_before(scene: Scene) -> Iterator[Place]:
    """Shows wrong tiles for a call and puts them right before the discard (SAI 41.3, 25; WRC 7.2)."""
    for number, act in scene.melds("chi", "pon"):
        tiles = _wrong_tiles(scene, number, act)
        if tiles is not None:
            yield partial(_wrong_tiles_before, scene, number, act, tiles)


def _wrong_tiles_before(scene: Scene, number: int, act: MeldCall, tiles: tuple[Tile, ...]) -> StagedFoul:
    at = scene.of(number, "show").at
    scene.later(at, 1800)
    wrong = shown_meld(act.seat, replace(act.meld, tiles=tiles), scene.rules)
    shown = scene.rules["calls"]["call_change"] == "until_discard"
    return StagedFoul(scene.put(at, wrong, number), "tiles_shown" if shown else "meld_corrected", act.seat)


def wrong_tiles_after(scene: Scene) -> Iterator[Place]:
    """Shows wrong tiles for a call and discards (SAI 55.3(10), WRC 7.2)."""
    for number, act in scene.melds("chi", "pon"):
        tiles = _wrong_tiles(scene, number, act)
        if tiles is not None:
            yield partial(_wrong_tiles_after, scene, number, act, tiles)


def _wrong_tiles_after(scene: Scene, number: int, act: MeldCall, tiles: tuple[Tile, ...]) -> StagedFoul:
    show = scene.of(number, "show")
    show.seen = shown_meld(act.seat, replace(act.meld, tiles=tiles), scene.rules)
    scene.hand.moments = [each for each in scene.moments if each.act <= number + 1]
    return StagedFoul(show, "invalid_meld", act.seat)


def discard_before_meld(scene: Scene) -> Iterator[Place]:
    """Calls, discards, and only then shows the tiles of the call (SAI 55.3(9))."""
    for number, act in scene.melds("chi", "pon"):
        if not isinstance(scene.previous(number), Discard):
            continue
        if isinstance(scene.following(number), Discard) and len(scene.acts) > number + 2:
            after = scene.acts[number + 2]
            if isinstance(after, RecordedDraw):
                yield partial(_discard_before_meld, scene, number, act.seat)


def _discard_before_meld(scene: Scene, number: int, seat: int) -> StagedFoul:
    mine = [each for each in scene.moments if each.act == number and each.role != "word"]
    laid = [
        each for each in scene.moments if each.act == number + 1 and each.role in {"cross", "mat", "back"}
    ]
    laid = sorted(laid, key=lambda each: each.at)[:3]
    taken = [each for each in scene.moments if each.act in {number, number + 1} and each not in laid]
    taken = [each for each in taken if each.role != "word"]
    word = scene.of(number, "word").at
    begin = max(word, scene.of(number - 1, "back").at) + 900
    ends = max(each.at for each in [*mine, *laid, *taken])
    shift = begin - min(each.at for each in laid)
    for each in laid:
        each.at += shift
    shift = max(each.at for each in laid) + 500 - min(each.at for each in taken)
    for each in taken:
        each.at += shift
    over = max(each.at for each in taken) + 100 - ends
    if over > 0:
        for each in scene.moments:
            if each.act > number + 1:
                each.at += over
    return StagedFoul(scene.of(number + 1, "mat"), "discard_before_meld", seat)


def meld_display(scene: Scene) -> Iterator[Place]:
    """Lays the claimed tile so that it points to the wrong player (SAI 44.2, 55.5(4); WRC 5.4.10)."""
    for number, act in scene.melds("pon", "daiminkan"):
        for wrong in {0, 1, 2, 3} - {act.seat, act.meld.source}:
            yield partial(_meld_display, scene, number, act, wrong)


def _meld_display(scene: Scene, number: int, act: MeldCall, wrong: int) -> StagedFoul:
    show = scene.of(number, "show")
    show.seen = shown_meld(act.seat, replace(act.meld, source=wrong), scene.rules)
    return StagedFoul(show, "meld_display", act.seat)


def tile_not_taken(scene: Scene) -> Iterator[Place]:
    """Leaves a claimed tile in the pond while others discard twice (WRC 5.4, MJ 3.3.8)."""
    for number, act in scene.melds("chi", "pon"):
        others = [
            each for each in scene.acts[number + 1 :] if isinstance(each, Discard) and each.seat != act.seat
        ]
        if len(others) < 3 or not isinstance(scene.following(number), Discard):
            continue
        until = next(at for at, each in enumerate(scene.acts) if each is others[2])
        again = [each for at, each in scene.melds("chi", "pon", "daiminkan") if number < at < until]
        if all(each.seat != act.seat for each in again):  # otherwise it is unclear which tile he takes
            yield partial(_tile_not_taken, scene, number, act.seat)


def _tile_not_taken(scene: Scene, number: int, seat: int) -> StagedFoul:
    take = next(
        each
        for each in scene.moments
        if isinstance(each.seen, seen.TileTaken) and each.act in {number, number + 1}
    )
    moves = [
        each
        for each in scene.moments
        if each.act == take.act and isinstance(each.seen, seen.HandMoved) and each.seen.seat == seat
    ]
    before = max((each for each in moves if each.at < take.at), key=lambda each: each.at)
    after = min((each for each in moves if each.at > take.at), key=lambda each: each.at)
    scene.drop(take, before, after)
    return StagedFoul(scene.of(number, "show"), "claimed_tile_not_taken", seat)


def taken_late(scene: Scene) -> Iterator[Place]:
    """Discards before taking the claimed tile (SAI 41.2, 42.2)."""
    for number, act in scene.melds("chi", "pon"):
        after = scene.acts[number + 2] if number + 2 < len(scene.acts) else None
        if isinstance(scene.following(number), Discard) and isinstance(after, RecordedDraw):
            yield partial(_taken_late, scene, number, act.seat)


def _taken_late(scene: Scene, number: int, seat: int) -> StagedFoul:
    take = scene.of(number, "take")
    moves = [each for each in scene.moments if each.act == number and each.role in {"cross", "back"}]
    back = scene.of(number + 1, "back")
    scene.later(back.at + 1, 2500)
    shift = back.at + 400 - min(each.at for each in moves)
    for each in (take, *moves):
        each.at += shift
    return StagedFoul(scene.of(number + 1, "mat"), "claimed_tile_not_taken", seat)


def slow_show(scene: Scene) -> Iterator[Place]:
    """Takes too long to show the tiles of a call (WRC 5.4.10, MJ 3.3.8)."""
    for number, act in scene.melds("chi", "pon", "daiminkan", "ankan", "kakan"):
        yield partial(_slow_show, scene, number, act.seat)


def _slow_show(scene: Scene, number: int, seat: int) -> StagedFoul:
    show = scene.of(number, "show")
    scene.later(show.at, scene.rules["timing"]["show_ms"] + 1500)
    return StagedFoul(show, "slow_play", seat)


def kuikae_same(scene: Scene) -> Iterator[Place]:
    """Calls a tile and discards the same kind (SAI 40.6, 55.3(1); WRC 5.4)."""
    for call in (*possible_chis(scene), *possible_pons(scene)):
        for tile in left_after(scene, call):
            if call.meld.claimed is not None and KIND[tile] == KIND[call.meld.claimed]:
                yield partial(_kuikae, scene, call, tile)


def kuikae_other_end(scene: Scene) -> Iterator[Place]:
    """Calls a chi and discards the kind at its other end (SAI 40.6, 55.3(1); WRC 5.4)."""
    for call in possible_chis(scene):
        kinds = [KIND[tile] for tile in call.meld.tiles]
        called = KIND[call.meld.claimed if call.meld.claimed is not None else 0]
        other = kinds[2] + 1 if called == kinds[0] else kinds[0] - 1
        if called == kinds[1] or other // 9 != called // 9 or other < 0:
            continue
        for tile in left_after(scene, call):
            if KIND[tile] == other:
                yield partial(_kuikae, scene, call, tile)


def _kuikae(scene: Scene, call: Possible, tile: Tile) -> StagedFoul:
    people = make_call(scene, call)
    return StagedFoul(people.discard(call.seat, tile, tsumogiri=False), "kuikae", call.seat)


def call_not_said(scene: Scene) -> Iterator[Place]:
    """Makes a meld without a word (SAI 55.4(3))."""
    for number, act in scene.melds("chi", "pon", "daiminkan"):
        if isinstance(scene.previous(number), Discard):
            yield partial(_call_not_said, scene, number, act.seat)


def _call_not_said(scene: Scene, number: int, seat: int) -> StagedFoul:
    scene.drop(scene.of(number, "word"))
    return StagedFoul(scene.of(number, "show"), "call_not_said", seat)


KINDS: Final = (
    FoulKind("early_chi", early_chi, _line),
    FoulKind("early_chi_stick", early_chi_stick, _line),
    FoulKind(
        "late_pon_line",
        late_pon_line,
        lambda rules: bool(rules["timing"]["pon_until"] == "discard_completed"),
    ),
    FoulKind("late_chi", late_chi, always),
    FoulKind("late_pon", _late("pon"), always),
    FoulKind("late_kan", _late("kan"), always),
    FoulKind("empty_chi", _empty("chi"), always),
    FoulKind("empty_pon", _empty("pon"), always),
    FoulKind("empty_open_kan", _empty("kan"), always),
    FoulKind("empty_kan", empty_kan, always),
    FoulKind("wrong_tiles_before", wrong_tiles_before, always),
    FoulKind("wrong_tiles_after", wrong_tiles_after, always),
    FoulKind("discard_before_meld", discard_before_meld, always),
    FoulKind("meld_display", meld_display, always),
    FoulKind("tile_not_taken", tile_not_taken, lambda rules: bool(rules["calls"]["take_within_discards"])),
    FoulKind("taken_late", taken_late, lambda rules: bool(rules["calls"]["take_order"] == "before_discard")),
    FoulKind("slow_show", slow_show, always),
    FoulKind("kuikae_same", kuikae_same, lambda rules: not rules["calls"]["kuikae_same"]),
    FoulKind("kuikae_other_end", kuikae_other_end, lambda rules: not rules["calls"]["kuikae_other_end"]),
    FoulKind("call_not_said", call_not_said, always),
)
