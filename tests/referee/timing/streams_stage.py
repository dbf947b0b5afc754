"""Helpers that the tests of streams share."""

from typing import Any

from hypothesis import strategies as st

from config import read_ruleset
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from tests.referee.timing.conftest import ALL

RULESETS = ("wrc-2015", "riichi-mj", "saikouisen-2025", "tenhou")


TILES = st.sampled_from([0, 1, 2, 9, 13, 27, 31, 36, UNKNOWN])


SEATS = st.integers(0, 3)


HIDDEN = (UNKNOWN,) * 13


def _tiles(most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(TILES, max_size=most).map(tuple)


def _one(observed: type[seen.Observation], /, **fields: Any) -> st.SearchStrategy[Any]:
    return st.builds(observed, within_ms=st.integers(0, 300), **fields)


ACTS = st.one_of(
    _one(seen.TileDrawn, seat=SEATS, tile=TILES, place=st.none() | st.integers(40, 135)),
    _one(seen.TileDrawn, seat=SEATS, tile=st.just(UNKNOWN), place=st.integers(52, 60)),
    _one(seen.TileDiscarded, seat=SEATS, tile=TILES, sideways=st.sampled_from([None, True, False])),
    _one(seen.CallHeard, seat=SEATS, call=st.sampled_from(["chi", "pon", "kan", "riichi", "ron", "tsumo"])),
    _one(
        seen.MeldShown,
        seat=SEATS,
        kind=st.sampled_from(["chi", "pon", "daiminkan", "ankan", "kakan"]),
        tiles=_tiles(4),
        claimed=st.none() | TILES,
        source_seat=st.none() | SEATS,
        added=st.none() | TILES,
    ),
    _one(seen.HandMoved, seat=SEATS, across=st.booleans()),
    _one(seen.TileTaken, seat=SEATS),
    _one(seen.TilesExposed, seat=SEATS, count=st.integers(0, 14)),
    _one(seen.RiichiRetracted, seat=SEATS),
    _one(seen.WallBroken, seat=SEATS, what=st.sampled_from(["wall", "hand"])),
    _one(seen.JudgeCalled, seat=SEATS),
    _one(seen.StickLaid, seat=SEATS),
    _one(seen.IndicatorSeen, tile=TILES),
    _one(seen.TilesShown, seat=SEATS, tiles=_tiles(14), winning=st.none() | TILES),
    _one(seen.TenpaiDeclared, seat=SEATS, tenpai=st.booleans()),
    st.builds(seen.HandClosed),
    st.builds(seen.ClockAdvanced),
)


def _begin(ruleset: str) -> list[Observation]:
    rules = Ruleset.from_mapping(read_ruleset(ruleset)).to_mapping()
    return [
        seen.HanchanBegun(ruleset=rules, senses=ALL),
        seen.HandDealt(dice=(3, 4), hands=(HIDDEN,) * 4),
        seen.IndicatorSeen(tile=27),
    ]


def _stamped(acts: list[Any], late: list[int]) -> list[Observation]:
    """Times that mostly rise, and now and then fall back."""
    stamped = []
    for number, act in enumerate(acts):
        back = late[number % len(late)] if late else 0
        fields = {name: getattr(act, name) for name in act.__struct_fields__}
        fields |= {"at_ms": max(0, 1000 + 400 * number - back), "source": f"observation:{number}"}
        stamped.append(type(act)(**fields))
    return stamped
