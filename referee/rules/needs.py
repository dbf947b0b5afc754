"""The fouls that a table leaves to the judge because it lacks a sense: nothing it can observe tells them from fair play.

``python -m bench.senses`` measures it: fouls are put into games, and observations are taken away or made as blurred as
the camera's. A foul has several forms; where only some of them need the sense, the others are still found.
"""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple


class LeftFouls(NamedTuple):
    """The fouls left to the judge when a sense is missing, by name: in all their forms, or only in some."""

    wholly: frozenset[str]
    partly: frozenset[str] = frozenset()


WITHOUT: Final[Mapping[str, LeftFouls]] = MappingProxyType(
    {
        "call_buttons": LeftFouls(
            frozenset(
                {
                    *("call_changed", "call_in_riichi", "call_not_said", "call_precedence", "dead_hand_call"),
                    *("discard_before_meld", "early_chi", "empty_call", "empty_kan", "false_win_call"),
                    *("furiten_win", "late_call", "late_win_call", "nine_terminals_not_there"),
                    *("riichi_below_1000", "riichi_late", "riichi_not_said", "riichi_not_turned"),
                    *("riichi_open_hand", "riichi_order", "riichi_out_of_turn", "riichi_retracted"),
                    *("void_call", "win_call_changed"),
                }
            ),
            frozenset({"call_on_last_tile", "early_draw", "false_win", "slow_play"}),
        ),
        "curtains": LeftFouls(frozenset(), frozenset({"early_chi", "early_draw"})),
        "sticks": LeftFouls(
            frozenset({"bet_not_placed", "bet_without_riichi"}),
            frozenset({"early_chi", "early_draw", "riichi_order"}),
        ),
        "wall_touch": LeftFouls(frozenset(), frozenset({"early_draw", "late_call"})),
    }
)
"""By the sense that is missing."""


def left_without(senses: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The fouls that are left to the judge at a table with these senses.

    Returns:
        By foul, in alphabetical order, the missing senses that all or some of its forms need.
    """
    missing = {sense: left for sense, left in WITHOUT.items() if sense not in senses}
    fouls = sorted({rule for left in missing.values() for rule in left.wholly | left.partly})
    return {
        rule: tuple(sense for sense, left in missing.items() if rule in left.wholly | left.partly)
        for rule in fouls
    }


def is_wholly_left(rule: str, senses: Collection[str]) -> bool:
    """Return whether no form of a foul is found at a table with these senses."""
    return any(rule in left.wholly for sense, left in WITHOUT.items() if sense not in senses)
