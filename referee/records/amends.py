"""Amends: replacements for an illegal act, after which a recorded hand may have gone on.

A record does not say what became of an illegal act. The act may stand or have been taken back. It may be another player's,
or concern other tiles than the record says. Or an act before it may be missing.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, TypeAlias

from msgspec.structs import replace

from referee.folding.copies import not_in_hand
from referee.game import events
from referee.game import observations as seen
from referee.game.consequences import with_consequences
from referee.game.events import Event, FoulFound
from referee.game.observations import Observation
from referee.game.position import NO_RIICHI, GameState
from referee.judging.play.kans import REDS
from referee.melds import Meld, MeldKind
from referee.tiles import EAST, FACES, KIND, KINDS, UNKNOWN, Tile

Amends: TypeAlias = "list[Event | Observation]"
"""Replacements for an act, in order: an event is folded whatever the rules say, an observation is judged."""
_SEATS: Final = range(4)


def amends(
    state: GameState, act: Observation, found: FoulFound, rest: Sequence[Observation]
) -> Iterator[Amends]:
    """The ways the game can have gone on from an illegal act, the simplest first.

    Args:
        state: before the act.
        act: the act as the record has it.
        found: the finding.
        rest: the acts after it in the same hand.
    """
    # The finding on the act is made; a rule broken by a replacement gives another.
    source, act = act.source, replace(act, source="")
    if isinstance(act, seen.TilesShown | seen.HandClosed | seen.PlayWentOn | seen.HandDealt):
        return
    if isinstance(act, seen.TileDrawn) and state.holding and _is_next(state, act.seat):
        # The next player's draw shows that the turn was over, so a discard left out of the record is tried first. Without
        # results, a record fits just as well if that draw never happened.
        yield from _discard_left_out(state, act)
    yield []
    if isinstance(act, seen.TileDrawn):
        yield from _drawn(state, act, rest)
    elif isinstance(act, seen.TileDiscarded):
        yield from _discarded(state, act, rest)
    elif isinstance(act, seen.MeldShown):
        yield from _melded(state, act, source)
    elif isinstance(act, seen.CallHeard) and state.seats[act.seat].riichi == NO_RIICHI:
        first = state.unbroken and not state.seats[act.seat].pond
        yield [events.RiichiDeclared(act.seat, first, source)]
        yield [events.TileDrawn(state.turn, UNKNOWN), act]
    elif isinstance(act, seen.StickLaid):
        # The stick is laid after the discard with which riichi was meant to be declared.
        first = state.unbroken and len(state.seats[act.seat].pond) == 1
        yield [events.RiichiDeclared(act.seat, first, source), act]
    elif isinstance(act, seen.IndicatorSeen):
        yield from _turned(state, act)
    if found.rule == "kan_dora_not_turned":
        for tile in range(FACES):
            yield [events.IndicatorTurned(tile, kan=True), act]


def _turned(state: GameState, act: seen.IndicatorSeen) -> Iterator[Amends]:
    yield [events.IndicatorTurned(act.tile, kan=True)]
    for seat in _SEATS:
        for meld in _claims(state, seat):
            if meld.kind == "daiminkan":
                yield [_shown(seat, meld, act), act]
    for meld in _own_kans(state):
        yield [_shown(state.turn, meld, act), act]


def _drawn(state: GameState, act: seen.TileDrawn, rest: Sequence[Observation]) -> Iterator[Amends]:
    yield [events.TileDrawn(act.seat, act.tile, state.rinshan_due)]
    following = rest[0] if rest else None
    if isinstance(following, seen.TileDiscarded) and following.seat == act.seat:
        yield [replace(act, tile=following.tile)]
    yield [replace(act, tile=UNKNOWN)]
    if act.seat != state.turn:
        yield [replace(act, seat=state.turn)]
        yield [replace(act, seat=state.turn, tile=UNKNOWN)]
    if state.holding:
        if not _is_next(state, act.seat):
            yield from _discard_left_out(state, act)
        for meld in _own_kans(state):
            yield [_shown(state.turn, meld, act), act]
    for meld in _claims(state, act.seat):
        if meld.kind == "daiminkan":
            yield [_shown(act.seat, meld, act), act]


def _is_next(state: GameState, seat: int) -> bool:
    return seat == (state.turn + 1) % len(_SEATS)


def _discard_left_out(state: GameState, act: seen.TileDrawn) -> Iterator[Amends]:
    for tile in _thrown(state, state.turn, ()):
        yield [seen.TileDiscarded(seat=state.turn, tile=tile), act]


def _discarded(state: GameState, act: seen.TileDiscarded, rest: Sequence[Observation]) -> Iterator[Amends]:
    in_turn = act.seat == state.turn
    if not in_turn:
        yield [events.TileDiscarded(act.seat, act.tile, bool(act.sideways), act.tsumogiri, at_ms=act.at_ms)]
        yield [replace(act, seat=state.turn)]
    for meld in _claims(state, act.seat):
        yield [_shown(act.seat, meld, act), act]
    if state.holding:
        seat = state.turn
        for tile in _thrown(state, seat, rest):
            yield [replace(act, seat=seat, tile=tile, tsumogiri=None)]
            if not in_turn:
                draws = events.TileDrawn(act.seat, UNKNOWN)
                yield [seen.TileDiscarded(seat=seat, tile=tile), draws, act]


def _melded(state: GameState, act: seen.MeldShown, source: str) -> Iterator[Amends]:
    for seat in _SEATS:
        if seat != act.seat:
            yield [replace(act, seat=seat)]
            yield [replace(act, seat=seat, source_seat=None)]
    if state.turn == act.seat and not state.holding:
        yield [events.TileDrawn(act.seat, UNKNOWN), act]
    if state.holding and act.claimed is not None:
        yield [seen.TileDiscarded(seat=state.turn, tile=act.claimed), act]
    for meld in _claims(state, act.seat):
        yield [_shown(act.seat, meld, act)]
    if state.holding and state.turn == act.seat:
        for meld in _own_kans(state):
            yield [_shown(act.seat, meld, act)]
    if act.claimed is None or act.claimed in act.tiles:
        as_shown = Meld(act.kind, act.tiles, act.claimed, act.source_seat, act.added)
        if act.kind != "kakan" or act.added is not None:
            yield [with_consequences(state, events.MeldMade(act.seat, as_shown, source))]


def _thrown(state: GameState, number: int, rest: Sequence[Observation]) -> Iterator[Tile]:
    """Tiles that a player may have discarded: first the one that is claimed next, then those in the hand."""
    following = rest[0] if rest else None
    if isinstance(following, seen.MeldShown) and following.source_seat == number:
        claimed = following.claimed
    elif isinstance(following, seen.TilesShown) and following.source_seat == number:
        claimed = following.winning
    else:
        claimed = None
    if claimed is not None:
        yield claimed
    seat = state.seats[number]
    if seat.drawn is not None and seat.drawn != UNKNOWN:
        yield seat.drawn
    yield from dict.fromkeys(seat.known)
    if seat.unknown:
        yield UNKNOWN


def _shown(seat: int, meld: Meld, act: Observation) -> seen.MeldShown:
    return seen.MeldShown(
        seat=seat,
        kind=meld.kind,
        tiles=meld.tiles,
        claimed=meld.claimed,
        source_seat=meld.source,
        added=meld.added,
        at_ms=act.at_ms,
    )


def _faces(state: GameState, kind: int) -> tuple[Tile, ...]:
    return (kind, REDS[kind]) if kind in REDS and state.ruleset.scoring.red_fives else (kind,)


def _claims(state: GameState, number: int) -> Iterator[Meld]:
    """All melds that a player may have made with the open tile."""
    tile = state.open
    if tile is None or tile.kind != "discard" or tile.tile == UNKNOWN or tile.seat == number or state.holding:
        return
    kind = KIND[tile.tile]
    wanted: list[tuple[MeldKind, tuple[int, ...]]] = [("pon", (kind,) * 2), ("daiminkan", (kind,) * 3)]
    if kind < EAST and (number - tile.seat) % 4 == 1:
        rank = kind % 9
        chows = [(low, low + 1, low + 2) for low in (rank - 2, rank - 1, rank) if 0 <= low <= 6]
        for chow in chows:
            pair = tuple(kind - rank + each for each in chow if each != rank)
            wanted.append(("chi", pair))
    for name, kinds in wanted:
        for own in sorted({tuple(sorted(own)) for own in product(*(_faces(state, each) for each in kinds))}):
            if not_in_hand(state, number, own) is None and own.count(own[0]) <= 4:
                tiles = tuple(sorted((*own, tile.tile), key=lambda each: (KIND[each], each)))
                yield Meld(name, tiles, tile.tile, tile.seat)


def _own_kans(state: GameState) -> Iterator[Meld]:
    """All kans that the player in turn may have made from his own hand."""
    if not state.holding:
        return
    number = state.turn
    for kind in range(KINDS):
        faces = _faces(state, kind)
        tiles = (*faces[:1] * (5 - len(faces)), *faces[1:])
        if not_in_hand(state, number, tiles) is None:
            yield Meld("ankan", tiles)
    for meld in state.seats[number].melds:
        if meld.kind == "pon":
            for added in _faces(state, KIND[meld.tiles[0]]):
                if not_in_hand(state, number, (added,)) is None:
                    tiles = tuple(sorted((*meld.tiles, added), key=lambda each: (KIND[each], each)))
                    yield Meld("kakan", tiles, meld.claimed, meld.source, added)
