"""Reports of a real table beside tiles: hands over the line, tiles taken and shown, a judge called."""

from typing import get_args

import pytest

from config import read_ruleset
from referee.encoding.codec import canonical, decode_observation, encode
from referee.game import observations as seen
from referee.game.observations import Breakable
from referee.rules.ruleset import Ruleset
from tests.referee.conftest import Table

REPORTS = [
    seen.HandMoved(at_ms=7, within_ms=3, source="signal:9", seat=2, across=True),
    seen.TileTaken(seat=1),
    seen.TilesExposed(seat=3, count=2, tiles=(4, 36)),
    seen.TilesExposed(seat=3, count=5),
    seen.RiichiRetracted(seat=0),
    *(seen.WallBroken(seat=0, what=what) for what in get_args(Breakable)),
    seen.TileDrawn(seat=0, tile=3, place=52),
    seen.JudgeCalled(seat=2),
]


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: type(report).__name__)
def test_a_report_survives_json(report: seen.Observation) -> None:
    assert decode_observation(encode(report)) == report
    assert canonical(encode(decode_observation(encode(report)))) == canonical(encode(report))


@pytest.mark.parametrize("report", REPORTS[:-1], ids=lambda report: type(report).__name__)
def test_a_report_before_the_first_hand_changes_nothing(report: seen.Observation) -> None:
    played = Table()
    before = played.state
    played.sees(report)
    assert played.state == before


def test_a_game_judged_by_another_rulebook_keeps_how_it_runs_and_scores() -> None:
    tenhou = Ruleset.from_mapping(read_ruleset("tenhou"))
    saikouisen = Ruleset.from_mapping(read_ruleset("saikouisen-2025"))
    judged = tenhou.judged_by(saikouisen)
    assert (judged.flow, judged.scoring) == (tenhou.flow, tenhou.scoring)
    assert (judged.calls, judged.timing, judged.display, judged.fouls, judged.sources) == (
        saikouisen.calls,
        saikouisen.timing,
        saikouisen.display,
        saikouisen.fouls,
        ("SAI",),
    )
    assert Ruleset.from_mapping(judged.to_mapping()) == judged
