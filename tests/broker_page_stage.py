"""Helpers that the tests of broker page share."""

from typing import Any

from msgspec.structs import replace

from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile, parse_tiles

HAND = (UNKNOWN,) * 13


def played(journal: Journal | None = None) -> GameState:
    """A hand won by ron on a kuikae, with a pon, a ruling, an appeal and a penalty."""
    acts: list[Any] = [
        seen.HanchanBegun(ruleset=Ruleset.read("saikouisen-2025").to_mapping()),
        seen.HandDealt(dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        seen.IndicatorSeen(tile=parse_tile("1z")),
        seen.TileDrawn(seat=0, tile=UNKNOWN),
        seen.TileDiscarded(seat=0, tile=parse_tile("5p")),
        seen.CallHeard(seat=2, call="pon"),
        seen.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), claimed=parse_tile("5p"), source_seat=0
        ),
        seen.TileDiscarded(seat=2, tile=parse_tile("8p")),
        office.FoulEntered(rule="tiles_shown", seat=1),
        seen.RulingGiven(ruling="accepted", finding=0, judge="anna"),
        office.AppealNoted(seat=1, finding=0, outcome="open"),
        office.HandEntered(result="ron", wins=(office.EnteredWin(seat=1, source=2, han=3, fu=40),)),
        seen.HandDealt(dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        seen.TileDrawn(seat=1, tile=UNKNOWN),
        seen.TileDiscarded(seat=1, tile=parse_tile("5p")),
        seen.CallHeard(seat=2, call="pon"),
        seen.MeldShown(
            seat=2, kind="pon", tiles=parse_tiles("5p5p5p"), claimed=parse_tile("5p"), source_seat=1
        ),
    ]
    state: Any = None
    for number, act in enumerate(acts):
        stamped = replace(act, at_ms=1000 * number)
        events, state = advance(state, stamped)
        if journal is not None:
            journal.append(stamped, events, state=state)
    assert isinstance(state, GameState)
    return state
