"""``evolve(state, event) -> state``: only events change the state.

Folding the events of a journal from ``None`` gives the same state every time. Nothing is judged here: ``decide`` has
already found any broken rule, and the event is folded all the same.
"""

from bisect import insort
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from referee.folding import rulings as folds
from referee.folding.copies import copies_of
from referee.folding.melding import (
    broken,
    four,
    let_go,
    meld_made,
    outlasts,
    play_taken_back,
    taken_back,
    with_seat,
    without,
)
from referee.folding.rulings import desk_of_next_hand
from referee.folding.timed_folds import CLAIMS, TIMED_FOLDS, one_more, places_after, without_claim
from referee.game import events
from referee.game.events import Event
from referee.game.position import (
    ACCEPTED,
    DECLARED,
    NO_RIICHI,
    Claim,
    Desk,
    GameState,
    OpenTile,
    PondTile,
    Seat,
    bygone,
    hand_name,
)
from referee.game.wall import LIVE
from referee.hands.payments import BET
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN

__all__ = ["GameState", "PondTile", "Seat", "evolve", "hand_name"]


def evolve(state: GameState | None, event: Event) -> GameState:
    """The state after an event.

    Raises:
        ValueError: the first event of all is not ``HanchanStarted``, or the event is of no known type.
    """
    fold = _FOLDS.get(type(event))
    if fold is not None and state is not None:
        return fold(state, event)
    if isinstance(event, events.HanchanStarted):
        return _hanchan_started(event)
    if state is None:
        raise ValueError(f"nothing can happen before a hanchan starts: {type(event).__name__}")
    raise ValueError(f"not an event: {type(event).__name__}")


def _hanchan_started(event: events.HanchanStarted) -> GameState:
    ruleset = Ruleset.from_mapping(event.ruleset)
    start = Seat(score=ruleset.flow.start_points)
    return GameState(
        ruleset=ruleset,
        names=event.names,
        chairs=event.chairs,
        senses=frozenset(event.senses),
        started_at_ms=event.at_ms,
        seats=(start, start, start, start),
        desk=Desk(signal_awaited=event.awaits_signal, signature="awaited" if event.awaits_signature else ""),
    )


def _hand_started(state: GameState, event: events.HandStarted) -> GameState:
    seats = []
    for score, hand in zip(event.scores or state.scores, event.hands, strict=True):
        known = tuple(sorted(tile for tile in hand if tile != UNKNOWN))
        seats.append(Seat(score=score, known=known, unknown=len(hand) - len(known)))
    return GameState(
        ruleset=state.ruleset,
        names=state.names,
        chairs=state.chairs,
        senses=state.senses,
        seats=four(seats),
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
        started_at_ms=state.started_at_ms,
        time_called=state.time_called,
        findings=state.findings,
        rulings=state.rulings,
        first_finding=len(state.findings),
        tile_finding=len(state.findings),
        voided=state.voided,
        desk=desk_of_next_hand(state),
        copies=sum(copies_of(seat.known) for seat in seats),
    )


def _indicator_turned(state: GameState, event: events.IndicatorTurned) -> GameState:
    due = state.dora_due[1:] if event.kan else state.dora_due
    copies = state.copies + copies_of((event.tile,))
    return replace(state, indicators=(*state.indicators, event.tile), dora_due=due, copies=copies)


def _tile_drawn(state: GameState, event: events.TileDrawn) -> GameState:
    seats, copies = list(state.seats), state.copies
    drawer = seats[event.seat]
    if event.tile == UNKNOWN:
        seats[event.seat] = replace(drawer, unknown=drawer.unknown + 1, drawn=UNKNOWN)
    else:
        known = list(drawer.known)
        insort(known, event.tile)
        seats[event.seat] = replace(drawer, known=tuple(known), drawn=event.tile)
        copies += 1 << 4 * event.tile
    before, earlier = state, state.earlier
    if state.before is not None:  # a called kan: its tile lay open in the state before it
        earlier = state.before if outlasts(state) else earlier
        before = replace(state, before=None, earlier=earlier)
    state = replace(
        _played_on(state),
        places=places_after(state, event),
        seats=four(seats),
        turn=event.seat,
        holding=True,
        live=max(0, state.live - 1),
        before=before if state.open is not None else None,
        earlier=earlier,
        draw_at_ms=event.at_ms,
        draw_within_ms=event.within_ms,
        copies=copies,
    )
    if event.rinshan:
        state = replace(state, rinshan=True)
        return broken(state) if state.break_due else state
    return state


def _played_on(state: GameState) -> GameState:
    """The state without what a draw or a discard ends. Mostly there is none of it: looking is quicker than replacing."""
    if (
        state.claims
        or state.rinshan
        or state.rinshan_due
        or state.put_off is not None
        or state.phase == "dealing"
        or state.tile_finding != len(state.findings)
    ):
        return replace(
            state,
            claims=(),
            rinshan=False,
            rinshan_due=False,
            put_off=None,
            phase="playing" if state.phase == "dealing" else state.phase,
            tile_finding=len(state.findings),
        )
    return state


def _tile_discarded(state: GameState, event: events.TileDiscarded) -> GameState:
    forget = state.seats[event.seat].riichi != ACCEPTED
    seats = let_go(state, *bygone(state), spared=event.seat if forget else None)
    seat = seats[event.seat]
    known, unknown = without(seat, (event.tile,))
    seats[event.seat] = replace(
        seat,
        known=known,
        unknown=unknown,
        pond=(
            *seat.pond,
            PondTile(event.tile, event.sideways, event.tsumogiri, None, event.confidence_pm),
        ),
        drawn=None,
        ippatsu=False,
        turned_due=False,
        passed=0 if forget else seat.passed,
        passed_concealed=0 if forget else seat.passed_concealed,
        forbidden=(),
    )
    tile = OpenTile(
        event.seat, event.tile, "discard", state.live == 0, event.riichi, event.at_ms, event.within_ms
    )
    return replace(
        _played_on(_owed_after(state, event.seat)),
        seats=four(seats),
        turn=(event.seat + 1) % 4,
        holding=False,
        open=tile,
        before=None,
        earlier=None,
        copies=state.copies if unknown == seat.unknown else state.copies + copies_of((event.tile,)),
    )


def _owed_after(state: GameState, discarder: int) -> GameState:
    """The state with one more discard since the claimed tiles that are owed."""
    if not (state.claims or state.untaken or state.owed_discards) and state.owed is None:
        return state
    owed, owed_discards = state.owed, state.owed_discards + 1
    for claim in state.claims:
        if claim.seat == discarder and claim.call in CLAIMS and not claim.void and state.open is not None:
            owed, owed_discards = (discarder, state.open.tile, state.open.seat), 0
    return replace(
        state,
        untaken=one_more(state.untaken, discarder) if state.untaken else (),
        owed=owed,
        owed_discards=owed_discards if owed is not None else 0,
    )


def _call_made(state: GameState, event: events.CallMade) -> GameState:
    claim = Claim(event.seat, event.call, event.at_ms, event.within_ms, event.evidence, event.void)
    return replace(state, claims=(*without_claim(state, event), claim))


def _riichi_declared(state: GameState, event: events.RiichiDeclared) -> GameState:
    seats = with_seat(
        state, event.seat, riichi=DECLARED, double_riichi=event.double, riichi_evidence=event.evidence
    )
    tile = state.open
    if tile is not None and tile.seat == event.seat and tile.kind == "discard" and not state.holding:
        state = replace(state, open=replace(tile, riichi=True))
    return replace(state, seats=seats)


def _riichi_taken_back(state: GameState, event: events.RiichiTakenBack) -> GameState:
    return replace(state, seats=with_seat(state, event.seat, riichi=NO_RIICHI, double_riichi=False))


def _stick_placed(state: GameState, event: events.StickPlaced) -> GameState:
    return replace(state, seats=with_seat(state, event.seat, stick=True))


def _riichi_accepted(state: GameState, event: events.RiichiAccepted) -> GameState:
    score = state.seats[event.seat].score - BET
    seats = with_seat(state, event.seat, riichi=ACCEPTED, ippatsu=event.ippatsu, score=score)
    return replace(state, seats=seats, bets=state.bets + 1)


def _win_shown(state: GameState, event: events.WinShown) -> GameState:
    seats = with_seat(state, event.seat, shown=event.tiles)
    return replace(state, seats=seats, phase="closing", wins=(*state.wins, event))


def _play_resumed(state: GameState, _event: events.PlayResumed) -> GameState:
    seats = four([replace(seat, shown=None, announced=None) for seat in state.seats])
    return replace(state, seats=seats, phase="playing", wins=(), ura=(), claims=())


def _hand_shown(state: GameState, event: events.HandShown) -> GameState:
    return replace(state, seats=with_seat(state, event.seat, shown=event.tiles))


def _ura_turned(state: GameState, event: events.UraTurned) -> GameState:
    return replace(state, ura=event.tiles)


def _tenpai_announced(state: GameState, event: events.TenpaiAnnounced) -> GameState:
    desk = replace(state.desk, announced=(*state.desk.announced, event))
    seats = with_seat(state, event.seat, announced=event.tenpai)
    return replace(state, seats=seats, phase="closing", desk=desk)


def _hand_ended(state: GameState, event: events.HandEnded) -> GameState:
    seats = four([replace(seat, score=score) for seat, score in zip(state.seats, event.scores, strict=True)])
    return replace(
        state,
        seats=seats,
        phase="waiting",
        round=event.round,
        honba=event.honba,
        bets=event.bets,
        claims=(),
        before=None,
        earlier=None,
        last=event,
        last_hand=state.hand_name,
        voided=(*state.voided, *event.voided),
    )


def _time_called(state: GameState, _event: events.TimeCalled) -> GameState:
    return replace(state, time_called=True)


def _hanchan_ended(state: GameState, event: events.HanchanEnded) -> GameState:
    seats = four([replace(seat, score=score) for seat, score in zip(state.seats, event.scores, strict=True)])
    return replace(state, seats=seats, phase="ended", bets=0)


def _foul_found(state: GameState, event: events.FoulFound) -> GameState:
    owed = None if event.rule == "claimed_tile_not_taken" else state.owed
    return replace(state, findings=(*state.findings, event), owed=owed)


_FOLDS: dict[type[Event], Callable[[GameState, Any], GameState]] = {
    events.HandStarted: _hand_started,
    events.IndicatorTurned: _indicator_turned,
    events.TileDrawn: _tile_drawn,
    events.TileDiscarded: _tile_discarded,
    events.CallMade: _call_made,
    events.MeldMade: meld_made,
    events.MeldTakenBack: taken_back,
    events.DrawTakenBack: taken_back,
    events.PlayTakenBack: play_taken_back,
    events.RiichiDeclared: _riichi_declared,
    events.RiichiTakenBack: _riichi_taken_back,
    **TIMED_FOLDS,
    events.StickPlaced: _stick_placed,
    events.RiichiAccepted: _riichi_accepted,
    events.WinShown: _win_shown,
    events.PlayResumed: _play_resumed,
    events.HandShown: _hand_shown,
    events.UraTurned: _ura_turned,
    events.TenpaiAnnounced: _tenpai_announced,
    events.HandEnded: _hand_ended,
    events.TimeCalled: _time_called,
    events.HanchanEnded: _hanchan_ended,
    events.FoulFound: _foul_found,
    **folds.FOLDS,
}
