"""``evolve(state, event) -> state``: what happened changes the state, and nothing else does.

Folding the events of a journal from ``None`` gives the same state every time. Nothing is judged here: an event that
breaks a rule has been found out by ``decide`` and is folded all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee import events
from referee.changing import changed
from referee.kuikae import forbidden_kinds
from referee.liability import liable_after
from referee.position import (
    ACCEPTED,
    BET,
    DECLARED,
    Claim,
    GameState,
    OpenTile,
    PondTile,
    Seat,
    hand_name,
    public_result,
    public_state,
)
from referee.ruleset import Ruleset
from referee.tiles import KIND, UNKNOWN, Tile
from referee.wall import LIVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from referee.events import Event

__all__ = ["GameState", "PondTile", "Seat", "evolve", "hand_name", "public_result", "public_state"]


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after an event.

    Raises:
        ValueError: the first event of all is not ``HanchanStarted``, or the event is of no known type.
    """
    if isinstance(event, events.HanchanStarted):
        return _hanchan_started(event)
    if state is None:
        raise ValueError(f"nothing can happen before a hanchan starts: {type(event).__name__}")
    fold = _FOLDS.get(type(event))
    if fold is None:
        raise ValueError(f"not an event: {type(event).__name__}")
    return fold(state, event)


def _seat(state: GameState, number: int, **changes: Any) -> tuple[Seat, Seat, Seat, Seat]:
    seats = list(state.seats)
    seats[number] = changed(seats[number], **changes)
    return (seats[0], seats[1], seats[2], seats[3])


def _four(seats: list[Seat]) -> tuple[Seat, Seat, Seat, Seat]:
    return (seats[0], seats[1], seats[2], seats[3])


def _without(seat: Seat, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], int]:
    """The known tiles and the number of unknown ones after ``tiles`` left the hand."""
    known, unknown = seat.known, seat.unknown
    for tile in tiles:
        if tile in known:
            at = known.index(tile)
            known = known[:at] + known[at + 1 :]
        elif unknown:
            unknown -= 1
        elif tile == UNKNOWN and known:
            known = known[:-1]
    return known, unknown


def _hanchan_started(event: events.HanchanStarted) -> GameState:
    ruleset = Ruleset.from_mapping(event.ruleset)
    start = Seat(score=ruleset.flow.start_points)
    return GameState(
        ruleset=ruleset,
        names=event.names,
        chairs=event.chairs,
        senses=frozenset(event.senses),
        seats=(start, start, start, start),
    )


def _hand_started(state: GameState, event: events.HandStarted) -> GameState:
    seats = []
    for seat, hand in zip(state.seats, event.hands, strict=True):
        known = tuple(sorted(tile for tile in hand if tile != UNKNOWN))
        seats.append(Seat(score=seat.score, known=known, unknown=len(hand) - len(known)))
    return GameState(
        ruleset=state.ruleset,
        names=state.names,
        chairs=state.chairs,
        senses=state.senses,
        seats=_four(seats),
        phase="dealing",
        round=event.round,
        honba=event.honba,
        bets=event.bets,
        hands=state.hands + 1,
        dice=event.dice,
        turn=event.dealer,
        live=LIVE,
        last=state.last,
        last_hand=state.last_hand,
        findings=state.findings,
        rulings=state.rulings,
    )


def _indicator_turned(state: GameState, event: events.IndicatorTurned) -> GameState:
    due = state.dora_due[1:] if event.kan else state.dora_due
    return changed(state, indicators=(*state.indicators, event.tile), dora_due=due)


def _tile_drawn(state: GameState, event: events.TileDrawn) -> GameState:
    drawer = state.seats[event.seat]
    if event.tile == UNKNOWN:
        seats = _seat(state, event.seat, unknown=drawer.unknown + 1, drawn=UNKNOWN)
    else:
        seats = _seat(state, event.seat, known=tuple(sorted((*drawer.known, event.tile))), drawn=event.tile)
    before = None
    if state.open is not None:
        before = changed(state, before=None) if state.before is not None else state
    state = changed(
        state,
        seats=seats,
        phase="playing" if state.phase == "dealing" else state.phase,
        turn=event.seat,
        holding=True,
        live=state.live - 1,
        rinshan=event.rinshan,
        rinshan_due=False,
        claims=(),
        before=before,
        draw_at_ms=event.at_ms,
        draw_within_ms=event.within_ms,
    )
    return _broken(state) if event.rinshan and state.break_due else state


def _broken(state: GameState) -> GameState:
    """After a call: ippatsu and what belongs to the first, unbroken turns are over."""
    seats = state.seats
    if any(seat.ippatsu for seat in seats):
        seats = _four([changed(seat, ippatsu=False) if seat.ippatsu else seat for seat in seats])
    return changed(state, seats=seats, unbroken=False, break_due=False)


def _let_go(state: GameState) -> list[Seat]:
    """The seats once the open tile can no longer be won on: all but its owner have passed it."""
    seats = list(state.seats)
    tile = state.open
    if tile is None or tile.tile == UNKNOWN:
        return seats
    bit = 1 << KIND[tile.tile]
    for number, seat in enumerate(seats):
        if number == tile.seat:
            continue
        if tile.kind == "ankan":
            if not seat.passed_concealed & bit:
                seats[number] = changed(seat, passed_concealed=seat.passed_concealed | bit)
        elif not seat.passed & bit:
            seats[number] = changed(seat, passed=seat.passed | bit)
    return seats


def _tile_discarded(state: GameState, event: events.TileDiscarded) -> GameState:
    seats = _let_go(state)
    seat = seats[event.seat]
    known, unknown = _without(seat, (event.tile,))
    forget = seat.riichi != ACCEPTED
    seats[event.seat] = changed(
        seat,
        known=known,
        unknown=unknown,
        pond=(*seat.pond, PondTile(event.tile, event.sideways, event.tsumogiri)),
        drawn=None,
        ippatsu=False,
        turned_due=False,
        passed=0 if forget else seat.passed,
        passed_concealed=0 if forget else seat.passed_concealed,
        forbidden=(),
    )
    owed = state.owed
    for claim in state.claims:
        if claim.seat == event.seat and claim.call in {"chi", "pon", "kan"} and state.open is not None:
            owed = (event.seat, state.open.tile, state.open.seat)
    return changed(
        state,
        seats=_four(seats),
        phase="playing" if state.phase == "dealing" else state.phase,
        turn=(event.seat + 1) % 4,
        holding=False,
        rinshan=False,
        rinshan_due=False,
        open=OpenTile(
            event.seat,
            event.tile,
            "discard",
            last=state.live == 0,
            riichi=event.riichi,
            at_ms=event.at_ms,
            within_ms=event.within_ms,
        ),
        claims=(),
        owed=owed,
        before=None,
    )


def _call_made(state: GameState, event: events.CallMade) -> GameState:
    claim = Claim(event.seat, event.call, event.at_ms, event.within_ms)
    return changed(state, claims=(*state.claims, claim))


def _meld_made(state: GameState, event: events.MeldMade) -> GameState:
    meld = event.meld
    if meld.kind in {"ankan", "kakan"}:
        return _own_kan(state, event)
    state_before = changed(state, before=None) if state.before is not None else state
    seats = list(state.seats)
    seat = seats[event.seat]
    own = list(meld.tiles)
    if meld.claimed is not None:
        own.remove(meld.claimed)
    known, unknown = _without(seat, tuple(own))
    late = state.owed is not None and state.owed[0] == event.seat
    after = changed(
        seat,
        known=known,
        unknown=unknown,
        melds=(*seat.melds, meld),
        forbidden=() if late else forbidden_kinds(meld, state.ruleset),
    )
    seats[event.seat] = changed(after, liable=liable_after(after, meld, state.ruleset))
    if meld.source is not None:
        _mark_called(seats, meld.source, event.seat, meld.claimed)
    kan = meld.kind == "daiminkan"
    state = _broken(changed(state, seats=_four(seats)))
    if late:
        return changed(state, owed=None)
    return changed(
        state,
        phase="playing" if state.phase == "dealing" else state.phase,
        turn=event.seat,
        holding=not kan,
        rinshan_due=kan,
        rinshan=False,
        kans=(*state.kans, event.seat) if kan else state.kans,
        dora_due=_due(state, meld.kind) if kan else state.dora_due,
        claims=tuple(claim for claim in state.claims if claim.call == "ron"),
        before=state_before,
    )


def _mark_called(seats: list[Seat], source: int, by: int, tile: Tile | None) -> None:
    """Mark the newest fitting tile of a pond as called; a called riichi tile makes the next discard turned."""
    seat = seats[source]
    for at in range(len(seat.pond) - 1, -1, -1):
        entry = seat.pond[at]
        if entry.tile == tile and entry.called_by is None:
            pond = (*seat.pond[:at], changed(entry, called_by=by), *seat.pond[at + 1 :])
            seats[source] = changed(seat, pond=pond, turned_due=seat.turned_due or entry.sideways)
            return


def _due(state: GameState, kind: str) -> tuple[str, ...]:
    return (*state.dora_due, kind) if state.ruleset.scoring.kan_dora else state.dora_due


def _own_kan(state: GameState, event: events.MeldMade) -> GameState:
    meld = event.meld
    seats = _let_go(state)
    seat = seats[event.seat]
    melds = seat.melds
    if meld.kind == "kakan":
        assert meld.added is not None
        known, unknown = _without(seat, (meld.added,))
        kind = KIND[meld.added]
        pons = [at for at, old in enumerate(melds) if old.kind == "pon" and KIND[old.tiles[0]] == kind]
        melds = (*melds[: pons[0]], meld, *melds[pons[0] + 1 :]) if pons else (*melds, meld)
        robbed = meld.added
    else:
        known, unknown = _without(seat, meld.tiles)
        melds = (*melds, meld)
        robbed = meld.tiles[0]
    in_riichi = meld.kind == "ankan" and seat.riichi == ACCEPTED
    after = changed(
        seat,
        known=known,
        unknown=unknown,
        melds=melds,
        drawn=None,
        forbidden=(),
        riichi_kans=(*seat.riichi_kans, KIND[meld.tiles[0]]) if in_riichi else seat.riichi_kans,
    )
    seats[event.seat] = changed(after, liable=liable_after(after, meld, state.ruleset))
    state = changed(
        state,
        seats=_four(seats),
        phase="playing" if state.phase == "dealing" else state.phase,
        turn=event.seat,
        holding=False,
        rinshan_due=True,
        rinshan=False,
        kans=(*state.kans, event.seat),
        dora_due=_due(state, meld.kind),
        break_due=True,
        open=OpenTile(event.seat, robbed, "kakan" if meld.kind == "kakan" else "ankan", last=False),
        claims=(),
        before=None,
    )
    return _broken(state) if state.ruleset.calls.chankan_breaks_ippatsu else state


def _taken_back(state: GameState, event: events.MeldTakenBack | events.DrawTakenBack) -> GameState:
    before = state.before
    if before is None:
        return state
    return changed(
        before,
        findings=state.findings,
        rulings=state.rulings,
        claims=tuple(claim for claim in before.claims if claim.seat != event.seat),
    )


def _riichi_declared(state: GameState, event: events.RiichiDeclared) -> GameState:
    seats = _seat(state, event.seat, riichi=DECLARED, double_riichi=event.double)
    tile = state.open
    if tile is not None and tile.seat == event.seat and tile.kind == "discard" and not state.holding:
        state = changed(state, open=changed(tile, riichi=True))
    return changed(state, seats=seats)


def _stick_placed(state: GameState, event: events.StickPlaced) -> GameState:
    return changed(state, seats=_seat(state, event.seat, stick=True))


def _riichi_accepted(state: GameState, event: events.RiichiAccepted) -> GameState:
    score = state.seats[event.seat].score - BET
    seats = _seat(state, event.seat, riichi=ACCEPTED, ippatsu=event.ippatsu, score=score)
    return changed(state, seats=seats, bets=state.bets + 1)


def _win_shown(state: GameState, event: events.WinShown) -> GameState:
    seats = _seat(state, event.seat, shown=event.tiles)
    return changed(state, seats=seats, phase="closing", wins=(*state.wins, event))


def _hand_shown(state: GameState, event: events.HandShown) -> GameState:
    return changed(state, seats=_seat(state, event.seat, shown=event.tiles))


def _ura_turned(state: GameState, event: events.UraTurned) -> GameState:
    return changed(state, ura=event.tiles)


def _tenpai_announced(state: GameState, event: events.TenpaiAnnounced) -> GameState:
    return changed(state, seats=_seat(state, event.seat, announced=event.tenpai), phase="closing")


def _hand_ended(state: GameState, event: events.HandEnded) -> GameState:
    seats = _four([changed(seat, score=score) for seat, score in zip(state.seats, event.scores, strict=True)])
    return changed(
        state,
        seats=seats,
        phase="waiting",
        round=event.round,
        honba=event.honba,
        bets=event.bets,
        claims=(),
        before=None,
        last=event,
        last_hand=state.hand_name,
    )


def _hanchan_ended(state: GameState, event: events.HanchanEnded) -> GameState:
    seats = _four([changed(seat, score=score) for seat, score in zip(state.seats, event.scores, strict=True)])
    return changed(state, seats=seats, phase="ended", bets=0)


def _foul_found(state: GameState, event: events.FoulFound) -> GameState:
    return changed(state, findings=(*state.findings, event))


def _ruling_made(state: GameState, event: events.RulingMade) -> GameState:
    seats = state.seats
    if event.seat is not None and event.ruling == "dead_hand":
        seats = _seat(state, event.seat, dead=True)
    return changed(state, seats=seats, rulings=(*state.rulings, event))


_FOLDS: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    events.HandStarted: _hand_started,
    events.IndicatorTurned: _indicator_turned,
    events.TileDrawn: _tile_drawn,
    events.TileDiscarded: _tile_discarded,
    events.CallMade: _call_made,
    events.MeldMade: _meld_made,
    events.MeldTakenBack: _taken_back,
    events.DrawTakenBack: _taken_back,
    events.RiichiDeclared: _riichi_declared,
    events.StickPlaced: _stick_placed,
    events.RiichiAccepted: _riichi_accepted,
    events.WinShown: _win_shown,
    events.HandShown: _hand_shown,
    events.UraTurned: _ura_turned,
    events.TenpaiAnnounced: _tenpai_announced,
    events.HandEnded: _hand_ended,
    events.HanchanEnded: _hanchan_ended,
    events.FoulFound: _foul_found,
    events.RulingMade: _ruling_made,
}
