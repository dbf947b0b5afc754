"""Judgements that, under some rulesets, depend on whether a waiting hand would have a yaku (MJ 3.3.13, SAI 51.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from referee.game.position import ACCEPTED
from referee.hands.score import score
from referee.hands.win import Win

if TYPE_CHECKING:
    from referee.game.position import GameState, Seat
    from referee.tiles import Tile


def has_yaku(state: GameState, number: int, tiles: tuple[Tile, ...], kind: int, *, tsumo: bool) -> bool:
    """Return whether a hand would win on a tile of this kind without a yaku of the moment, such as ippatsu or haitei."""
    seat = state.seats[number]
    win = Win(
        concealed=tiles,
        tile=kind,
        tsumo=tsumo,
        melds=seat.melds,
        seat_wind=state.wind(number),
        round_wind=state.round // 4 % 4,
        riichi=int(seat.riichi == ACCEPTED),
    )
    return score(win, state.ruleset) is not None


def counting_waits(
    state: GameState, number: int, tiles: tuple[Tile, ...], waits: tuple[int, ...]
) -> tuple[int, ...]:
    """The waits that make a hand tenpai: all, or those with a yaku by ron or tsumo."""
    if not state.ruleset.calls.tenpai_needs_yaku:
        return waits
    return tuple(
        kind
        for kind in waits
        if any(has_yaku(state, number, tiles, kind, tsumo=tsumo) for tsumo in (False, True))
    )


def missed_wins(state: GameState, number: int, tiles: tuple[Tile, ...]) -> Seat:
    """The player with only those passed tiles that count for furiten.

    These are all of them, or those that would have won with a yaku.
    """
    seat = state.seats[number]
    if not state.ruleset.calls.furiten_needs_yaku:
        return seat
    passed = 0
    for kind in range(34):
        if seat.passed >> kind & 1 and has_yaku(state, number, tiles, kind, tsumo=False):
            passed |= 1 << kind
    return replace(seat, passed=passed)
