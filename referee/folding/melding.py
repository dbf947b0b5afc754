"""Folds of melds: what leaves the hand, who called whose tile, what a call interrupts, and how it is taken back."""

from typing import Any

from msgspec.structs import replace

from referee.folding.copies import copies_of
from referee.folding.timed_folds import drawn_again, kept_suspects, untaken_after
from referee.game import events
from referee.game.consequences import with_consequences
from referee.game.position import ACCEPTED, GameState, OpenTile, Seat, bygone
from referee.tiles import KIND, UNKNOWN, Tile


def with_seat(state: GameState, number: int, **changes: Any) -> tuple[Seat, Seat, Seat, Seat]:
    """The four seats with some fields of one changed."""
    seats = list(state.seats)
    seats[number] = replace(seats[number], **changes)
    return four(seats)


def four(seats: list[Seat]) -> tuple[Seat, Seat, Seat, Seat]:
    """The four seats of a list as a tuple, as a state holds them."""
    east, south, west, north = seats
    return east, south, west, north


def without(seat: Seat, tiles: tuple[Tile, ...]) -> tuple[tuple[Tile, ...], int]:
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


def broken(state: GameState) -> GameState:
    """The state after a call, which ends ippatsu and the first, unbroken turns."""
    seats = state.seats
    if any(seat.ippatsu for seat in seats):
        seats = four([replace(seat, ippatsu=False) if seat.ippatsu else seat for seat in seats])
    return replace(state, seats=seats, unbroken=False, break_due=False)


def let_go(state: GameState, *states: GameState, spared: int | None = None) -> list[Seat]:
    """The seats once nobody can win on the open tiles of these states: all but each tile's owner have let it pass.

    ``spared``: a seat that is left out, because the caller clears its note anyway.
    """
    seats = list(state.seats)
    for then in (state, *states):
        tile = then.open
        if tile is None or tile.tile == UNKNOWN:
            continue
        bit, left_out = 1 << KIND[tile.tile], (tile.seat, spared)
        if tile.kind != "ankan":
            for number, seat in enumerate(seats):
                if not seat.passed & bit and number not in left_out:
                    seats[number] = replace(seat, passed=seat.passed | bit)
        elif state.ruleset.calls.chankan == "added_and_kokushi":
            for number, seat in enumerate(seats):
                if number not in left_out and not seat.passed_concealed & bit:
                    seats[number] = replace(seat, passed_concealed=seat.passed_concealed | bit)
    return seats


def outlasts(state: GameState, kind: str = "ankan") -> bool:
    """Return whether the open tile can still be won on when a kan of this kind follows the draw after it.

    It can until the next discard (WRC 5.4.1), and a tile added to a pon may count as a discard (MJ 3.3.6). It also can if
    somebody has called ron in time.
    """
    tile, calls = state.open, state.ruleset.calls
    if tile is None or state.before is None:
        return False
    if any(claim.call == "ron" and not claim.void for claim in state.before.claims):
        return True
    if tile.kind != "discard" and calls.chankan_until == "indicator":
        return False
    if kind == "kakan" and calls.ron_until == "next_discard_or_added":
        return False
    return tile.kind != "discard" or calls.ron_until != "next_draw"


def meld_made(state: GameState, event: events.MeldMade) -> GameState:
    """A meld was made: a claim takes the open tile and the turn; a kan of one's own hand may still be robbed."""
    event, meld = with_consequences(state, event), event.meld
    if meld.kind in {"ankan", "kakan"}:
        return _own_kan(state, event)
    assert event.forbidden is not None
    assert event.fed is not None
    state_before = replace(state, before=None) if state.before is not None else state
    seats = list(state.seats)
    seat = seats[event.seat]
    own = list(meld.tiles)
    if meld.claimed is not None:
        own.remove(meld.claimed)
    known, unknown = without(seat, tuple(own))
    copies = state.copies
    if unknown != seat.unknown:
        copies += copies_of(tile for tile in own if tile not in seat.known)
    late = state.owed is not None and state.owed[0] == event.seat
    fed = () if meld.source is None else tuple((name, meld.source) for name in event.fed)
    seats[event.seat] = replace(
        seat,
        known=known,
        unknown=unknown,
        melds=(*seat.melds, meld),
        forbidden=event.forbidden,
        liable=(*seat.liable, *fed),
    )
    if meld.source is not None:
        again = state.ruleset.calls.riichi_turned == "until_one_stays"
        _mark_called(seats, meld.source, event.seat, meld.claimed, again=again)
    kan = meld.kind == "daiminkan"
    state = broken(replace(state, seats=four(seats), copies=copies))
    if late:
        return replace(state, owed=None)
    return replace(
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
        draw_at_ms=event.at_ms,
        draw_within_ms=event.within_ms,
        put_off=None,
        untaken=untaken_after(state, event),
    )


def _mark_called(seats: list[Seat], source: int, by: int, tile: Tile | None, *, again: bool) -> None:
    """Mark the newest fitting tile of a pond as called.

    If the riichi tile is called, the next discard is turned; with ``again`` this goes on until one stays (WRC 6.5.1,
    SAI 39.6, 39.7). A tile turned by mistake changes nothing as long as the riichi tile lies in the pond.
    """
    seat = seats[source]
    for at in range(len(seat.pond) - 1, -1, -1):
        entry = seat.pond[at]
        if entry.tile == tile and entry.called_by is None:
            pond = (*seat.pond[:at], replace(entry, called_by=by), *seat.pond[at + 1 :])
            stays = any(
                each.sideways and not (again and each.called_by is not None) for each in seat.pond[:at]
            )
            turned = entry.sideways and not stays
            seats[source] = replace(seat, pond=pond, turned_due=seat.turned_due or turned)
            return


def _due(state: GameState, kind: str) -> tuple[str, ...]:
    return (*state.dora_due, kind) if state.ruleset.scoring.kan_dora else state.dora_due


def _own_kan(state: GameState, event: events.MeldMade) -> GameState:
    meld = event.meld
    lasts = outlasts(state, meld.kind)
    seats = list(state.seats) if lasts else let_go(state, *bygone(state))
    seat = seats[event.seat]
    laid = meld.tiles if meld.added is None else (meld.added,)
    known, unknown = without(seat, laid)
    copies = state.copies
    if unknown != seat.unknown:
        copies += copies_of(tile for tile in laid if tile not in seat.known)
    seats[event.seat] = _with_own_kan(
        replace(seat, known=known, unknown=unknown, drawn=None, forbidden=()), event
    )
    state = replace(
        state,
        seats=four(seats),
        phase="playing" if state.phase == "dealing" else state.phase,
        turn=event.seat,
        holding=False,
        rinshan_due=True,
        rinshan=False,
        kans=(*state.kans, event.seat),
        dora_due=_due(state, meld.kind),
        break_due=True,
        open=OpenTile(
            event.seat,
            laid[0],
            "kakan" if meld.kind == "kakan" else "ankan",
            at_ms=event.at_ms,
            within_ms=event.within_ms,
        ),
        claims=(),
        before=None,
        earlier=state.before if lasts else None,
        put_off=None,
        copies=copies,
        tile_finding=len(state.findings),
    )
    return broken(state) if state.ruleset.calls.chankan_breaks_ippatsu else state


def _with_own_kan(seat: Seat, event: events.MeldMade) -> Seat:
    """The seat with this kan: a kakan in the place of its pon, an ankan beside the melds."""
    meld, melds = event.meld, seat.melds
    kind = KIND[meld.tiles[0] if meld.added is None else meld.added]
    if meld.kind == "ankan" and seat.riichi == ACCEPTED:
        return replace(
            seat,
            melds=(*melds, meld),
            riichi_kans=(*seat.riichi_kans, kind),
            riichi_kan_evidence=(*seat.riichi_kan_evidence, event.evidence),
        )
    pons = [at for at, old in enumerate(melds) if old.kind == "pon" and KIND[old.tiles[0]] == kind]
    if meld.kind == "kakan" and pons:
        return replace(seat, melds=(*melds[: pons[0]], meld, *melds[pons[0] + 1 :]))
    return replace(seat, melds=(*melds, meld))


def taken_back(state: GameState, event: events.MeldTakenBack | events.DrawTakenBack) -> GameState:
    """Undo the draw or meld after the open tile, or the kan after the tile before it."""
    before = state.earlier if state.before is None else state.before
    if before is None:
        return state
    claims = [claim for claim in before.claims if claim.seat != event.seat]
    rons = {claim.seat for claim in claims if claim.call == "ron"}
    claims += [claim for claim in state.claims if claim.call == "ron" and claim.seat not in rons]
    return replace(
        _as_it_was(before, state),
        put_off=drawn_again(state, event),
        suspects=kept_suspects(state, event),
        claims=tuple(claims),
    )


def play_taken_back(state: GameState, _event: events.PlayTakenBack) -> GameState:
    """Undo everything since a hand was awaited; what was suspected before still is."""
    if state.awaited is None:
        return state
    kept = tuple(each for each in state.awaited.suspects if each in state.suspects)
    return replace(_as_it_was(state.awaited, state), suspects=kept)


def _as_it_was(before: GameState, state: GameState) -> GameState:
    """The earlier state, with the findings and rulings made since."""
    seats = [
        replace(seat, dead=now.dead) if seat.dead is not now.dead else seat
        for seat, now in zip(before.seats, state.seats, strict=True)
    ]
    return replace(
        before,
        seats=four(seats),
        findings=state.findings,
        rulings=state.rulings,
        hands_moved=state.hands_moved,
        summoned_ms=state.summoned_ms,
        summoned=state.summoned,
        desk=state.desk,
    )
