"""Amends: replacements for an illegal act, after which a recorded hand may have gone on.

A record does not say what became of an illegal act. The act may stand or have been taken back. It may be another player's,
or concern other tiles than the record says. Or an act before it may be missing.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec.structs import replace

from referee.folding.tile_set import not_in_hand
from referee.game import events
from referee.game import observations as seen
from referee.game.consequences import with_consequences
from referee.game.position import NO_RIICHI
from referee.judging.play.kans import REDS
from referee.melds import Meld
from referee.tiles import EAST, FACES, KIND, KINDS, UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from referee.game.events import Event, FoulFound
    from referee.game.observations import Observation
    from referee.game.position import GameState
    from referee.melds import MeldKind
    from referee.tiles import Tile

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
    told = replace(act, source="")  # its finding is made; a rule broken by a replacement gives another
    if isinstance(told, seen.TilesShown | seen.HandClosed | seen.PlayWentOn | seen.HandDealt):
        return
    if isinstance(told, seen.TileDrawn) and state.holding and _is_next(state, told.seat):
        # The next player's draw shows that the turn was over, so a discard left out of the record is tried first. Without
        # results, a record fits just as well if that draw never happened.
        yield from _discard_untold(state, told)
    yield []
    if isinstance(told, seen.TileDrawn):
        yield from _drawn(state, told, rest)
    elif isinstance(told, seen.TileDiscarded):
        yield from _discarded(state, told, rest)
    elif isinstance(told, seen.MeldShown):
        yield from _melded(state, told, act.source)
    elif isinstance(told, seen.CallHeard) and state.seats[told.seat].riichi == NO_RIICHI:
        first = state.unbroken and not state.seats[told.seat].pond
        yield [events.RiichiDeclared(told.seat, first, act.source)]
        yield [events.TileDrawn(state.turn, UNKNOWN), told]
    elif isinstance(told, seen.StickLaid):
        # The stick is laid after the discard with which riichi was meant to be declared.
        first = state.unbroken and len(state.seats[told.seat].pond) == 1
        yield [events.RiichiDeclared(told.seat, first, act.source), told]
    elif isinstance(told, seen.IndicatorSeen):
        yield from _turned(state, told)
    if found.rule == "kan_dora_not_turned":
        for tile in range(FACES):
            yield [events.IndicatorTurned(tile, kan=True), told]


def _turned(state: GameState, told: seen.IndicatorSeen) -> Iterator[Amends]:
    yield [events.IndicatorTurned(told.tile, kan=True)]
    for seat in _SEATS:
        for meld in _claims(state, seat):
            if meld.kind == "daiminkan":
                yield [_shown(seat, meld, told), told]
    for meld in _own_kans(state):
        yield [_shown(state.turn, meld, told), told]


def _drawn(state: GameState, told: seen.TileDrawn, rest: Sequence[Observation]) -> Iterator[Amends]:
    yield [events.TileDrawn(told.seat, told.tile, state.rinshan_due)]
    following = rest[0] if rest else None
    if isinstance(following, seen.TileDiscarded) and following.seat == told.seat:
        yield [replace(told, tile=following.tile)]
    yield [replace(told, tile=UNKNOWN)]
    if told.seat != state.turn:
        yield [replace(told, seat=state.turn)]
        yield [replace(told, seat=state.turn, tile=UNKNOWN)]
    if state.holding:
        if not _is_next(state, told.seat):
            yield from _discard_untold(state, told)
        for meld in _own_kans(state):
            yield [_shown(state.turn, meld, told), told]
    for meld in _claims(state, told.seat):
        if meld.kind == "daiminkan":
            yield [_shown(told.seat, meld, told), told]


def _is_next(state: GameState, seat: int) -> bool:
    return seat == (state.turn + 1) % len(_SEATS)


def _discard_untold(state: GameState, told: seen.TileDrawn) -> Iterator[Amends]:
    for tile in _thrown(state, state.turn, ()):
        yield [seen.TileDiscarded(seat=state.turn, tile=tile), told]


def _discarded(state: GameState, told: seen.TileDiscarded, rest: Sequence[Observation]) -> Iterator[Amends]:
    in_turn = told.seat == state.turn
    if not in_turn:
        yield [
            events.TileDiscarded(told.seat, told.tile, bool(told.sideways), told.tsumogiri, at_ms=told.at_ms)
        ]
        yield [replace(told, seat=state.turn)]
    for meld in _claims(state, told.seat):
        yield [_shown(told.seat, meld, told), told]
    if state.holding:
        seat = state.turn
        for tile in _thrown(state, seat, rest):
            yield [replace(told, seat=seat, tile=tile, tsumogiri=None)]
            if not in_turn:
                draws = events.TileDrawn(told.seat, UNKNOWN)
                yield [seen.TileDiscarded(seat=seat, tile=tile), draws, told]


def _melded(state: GameState, told: seen.MeldShown, source: str) -> Iterator[Amends]:
    for seat in _SEATS:
        if seat != told.seat:
            yield [replace(told, seat=seat)]
            yield [replace(told, seat=seat, source_seat=None)]
    if state.turn == told.seat and not state.holding:
        yield [events.TileDrawn(told.seat, UNKNOWN), told]
    if state.holding and told.claimed is not None:
        yield [seen.TileDiscarded(seat=state.turn, tile=told.claimed), told]
    for meld in _claims(state, told.seat):
        yield [_shown(told.seat, meld, told)]
    if state.holding and state.turn == told.seat:
        for meld in _own_kans(state):
            yield [_shown(told.seat, meld, told)]
    if told.claimed is None or told.claimed in told.tiles:
        as_told = Meld(told.kind, told.tiles, told.claimed, told.source_seat, told.added)
        if told.kind != "kakan" or told.added is not None:
            yield [with_consequences(state, events.MeldMade(told.seat, as_told, source))]


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


def _shown(seat: int, meld: Meld, told: Observation) -> seen.MeldShown:
    """A meld as the record would have it."""
    return seen.MeldShown(
        seat=seat,
        kind=meld.kind,
        tiles=meld.tiles,
        claimed=meld.claimed,
        source_seat=meld.source,
        added=meld.added,
        at_ms=told.at_ms,
    )


def _faces(state: GameState, kind: int) -> tuple[Tile, ...]:
    """The faces of a kind."""
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
