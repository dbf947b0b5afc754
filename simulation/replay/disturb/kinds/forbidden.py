"""Fouls of forbidden calls: in riichi, on the last tile, without a tile, against another's call."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from referee.game import observations as seen
from referee.game.observations import Call
from referee.records.neutral.record import Discard, DrawnGame, MeldCall, RecordedRiichi, WinClaim
from referee.tiles import KIND, Tile
from simulation.replay.disturb.kinds.claimed import Possible, left_after, possible_chis, possible_pons
from simulation.replay.disturb.people import shown_meld
from simulation.replay.disturb.scene import Finder, FoulKind, Place, Scene, StagedFoul, always


def _between(scene: Scene) -> Iterator[tuple[int, Discard]]:
    """Yield the number of each draw right after a discard, and that discard: there is time for a call between."""
    for number, _ in scene.draws():
        before = scene.previous(number)
        if isinstance(before, Discard):
            yield number, before


def _word(scene: Scene, number: int, seat: int, call: Call, rule: str) -> StagedFoul:
    """Stage a call between a discard and the next act, without any consequence."""
    first = min((each for each in scene.moments if each.act == number), key=lambda each: each.at).at
    at = max(scene.of(number - 1, "back").at + 250, scene.of(number - 1, "mat").at + 400)
    scene.later(first, at - first + 4500)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call=call), number), rule, seat)


def _call_in_riichi(call: Call) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, before in _between(scene):
            for seat in range(4):
                near = call != "chi" or seat == (before.seat + 1) % 4
                if scene.player(number, seat).paid and seat != before.seat and near:
                    yield partial(_word, scene, number, seat, call, "call_in_riichi")

    return find


def _last_discard(scene: Scene) -> Iterator[tuple[int, Discard]]:
    for number, act in scene.discards():
        if not scene.at(number + 1).live and isinstance(scene.following(number), DrawnGame):
            yield number, act


def _last_tile(call: Call) -> Finder:
    def find(scene: Scene) -> Iterator[Place]:
        for number, act in _last_discard(scene):
            for seat in range(4):
                near = call != "chi" or seat == (act.seat + 1) % 4
                if seat != act.seat and near and not scene.player(number + 1, seat).riichi:
                    yield partial(_word, scene, number + 1, seat, call, "call_on_last_tile")

    return find


def chi_not_from_left(scene: Scene) -> Iterator[Place]:
    """Calls chi for a tile that is not from the player to the left (SAI 41.1, 55.3(2); WRC 7.2)."""
    for number, before in _between(scene):
        for seat in ((before.seat + 2) % 4, (before.seat + 3) % 4):
            if not scene.player(number, seat).riichi and scene.at(number).live:
                yield partial(_word, scene, number, seat, "chi", "void_call")


def nothing_to_call(scene: Scene) -> Iterator[Place]:
    """Calls before anything was discarded (SAI 55.3(2), WRC 7.2)."""
    for number, act in scene.thinking():
        if not scene.at(number).discards:
            for seat in {0, 1, 2, 3} - {act.seat}:
                yield partial(_nothing, scene, number, seat)


def _nothing(scene: Scene, number: int, seat: int) -> StagedFoul:
    at = scene.pause(number, 2000)
    return StagedFoul(scene.put(at, seen.CallHeard(seat=seat, call="pon"), number - 1), "void_call", seat)


def call_precedence(scene: Scene) -> Iterator[Place]:
    """Makes a chi of a tile that another has called before for pon (WRC 5.4.1, MJ 3.3.1, SAI 40.3)."""
    pons = {(call.number): call for call in possible_pons(scene)}
    for chi in possible_chis(scene):
        pon = pons.get(chi.number)
        if pon is not None and pon.seat != chi.seat:
            yield partial(_call_precedence, scene, chi, pon)


def _call_precedence(scene: Scene, chi: Possible, pon: Possible) -> StagedFoul:
    people = scene.improvise(chi.number + 1)
    first = people.say(pon.seat, "pon", people.mat + 450).at
    word = people.say(chi.seat, "chi", max(first + 900, people.clear + 250)).at
    made = people.put(word + 800, shown_meld(chi.seat, chi.meld, scene.rules), "show")
    people.put(made.at + 900, shown_meld(pon.seat, pon.meld, scene.rules), "show")
    return StagedFoul(made, "call_precedence", chi.seat)


def pon_yields(scene: Scene) -> Iterator[Place]:
    """Calls a pon that is none, so that a chi called after it is made (WRC 5.4.1, 7.2; MJ 3.3.1; SAI 40.3, 55.3(2))."""
    for chi in possible_chis(scene):
        for seat in range(4):
            free = not scene.player(chi.number + 1, seat).riichi
            others = seat not in {chi.seat, chi.meld.source}
            if free and others and any(not _swaps(chi, tile) for tile in left_after(scene, chi)):
                yield partial(_pon_yields, scene, chi, seat)


def _pon_yields(scene: Scene, chi: Possible, seat: int) -> StagedFoul:
    people = scene.improvise(chi.number + 1)
    word = people.say(seat, "pon", people.mat + 450)
    people.claim(chi.seat, chi.meld, max(word.at + 900, people.clear + 250))
    tiles = [tile for tile in left_after(scene, chi) if not _swaps(chi, tile)]
    people.discard(chi.seat, scene.rng.choice(tiles), tsumogiri=False)
    people.put(word.at + scene.rules["timing"]["show_ms"] + 2000, seen.ClockAdvanced(), "clock")
    return StagedFoul(word, "empty_call", seat)


def _swaps(chi: Possible, tile: Tile) -> bool:
    """Return whether a discard after a chi is forbidden as kuikae."""
    return any(abs(KIND[tile] - KIND[each]) <= 3 for each in chi.meld.tiles)


def call_changed(scene: Scene) -> Iterator[Place]:
    """Changes a call into another, no longer at once (WRC 7.2)."""
    for number, act in scene.melds("pon"):
        before = scene.previous(number)
        if isinstance(before, Discard) and act.seat == (before.seat + 1) % 4:
            yield partial(_call_changed, scene, number, act.seat, "chi", "call_changed")


def win_call_changed(scene: Scene) -> Iterator[Place]:
    """Changes a called win into another call (WRC 7.2, MJ 3.3.1, SAI 55.1(1))."""
    for number, act in scene.melds("pon", "chi"):
        if isinstance(scene.previous(number), Discard):
            yield partial(_call_changed, scene, number, act.seat, "ron", "win_call_changed")


def _call_changed(scene: Scene, number: int, seat: int, first: Call, rule: str) -> StagedFoul:
    word = scene.of(number, "word")
    at = word.at
    scene.later(at, scene.rules["timing"]["call_correction_ms"] + 900)
    scene.put(at, seen.CallHeard(seat=seat, call=first), number, "first")
    return StagedFoul(word, rule, seat)


def dead_hand_call(scene: Scene) -> Iterator[Place]:
    """Calls with a hand that the judge declared dead (WRC 7.2, MJ 3.4.6, SAI 55.3(11))."""
    for number, before in _between(scene):
        for seat in ((before.seat + 2) % 4, (before.seat + 3) % 4):
            if scene.at(number).live and _does_nothing_more(scene, number, seat):
                yield partial(_dead_hand_call, scene, number, seat)


def _does_nothing_more(scene: Scene, number: int, seat: int) -> bool:
    """Return whether a player makes no call, win or declaration and does not open the hand from here on."""
    for act in scene.acts[number:]:
        if isinstance(act, MeldCall | RecordedRiichi | WinClaim) and act.seat == seat:
            return False
        if isinstance(act, DrawnGame) and act.shown[seat] is not None:
            return False
    return not scene.player(number, seat).riichi


def _dead_hand_call(scene: Scene, number: int, seat: int) -> StagedFoul:
    ruling = seen.RulingGiven(ruling="dead_hand", seat=seat, judge="judge", text="hand declared dead")
    scene.put(scene.of(number - 1, "cross").at - 200, ruling, number - 1, "ruling")
    return _word(scene, number, seat, "pon", "dead_hand_call")


KINDS: Final = (
    FoulKind("pon_in_riichi", _call_in_riichi("pon"), always),
    FoulKind("chi_in_riichi", _call_in_riichi("chi"), always),
    FoulKind("pon_of_last_tile", _last_tile("pon"), always),
    FoulKind("chi_of_last_tile", _last_tile("chi"), always),
    FoulKind("chi_not_from_left", chi_not_from_left, always),
    FoulKind("nothing_to_call", nothing_to_call, always),
    FoulKind("call_precedence", call_precedence, always),
    FoulKind("pon_yields", pon_yields, lambda rules: bool(rules["calls"]["illegal_pon_yields"])),
    FoulKind("call_changed", call_changed, lambda rules: bool(rules["calls"]["call_change"] == "word")),
    FoulKind("win_call_changed", win_call_changed, always),
    FoulKind("dead_hand_call", dead_hand_call, always),
)
