"""Judgements that, under some rulesets, depend on whether a waiting hand would have a yaku (MJ 3.3.13, SAI 51.1)."""

from referee.game.furiten import has_yaku
from referee.game.position import GameState
from referee.tiles import Tile


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
