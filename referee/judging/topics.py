"""The handler that judges each kind of observation."""

from collections.abc import Callable
from typing import Any

from referee.game import observations
from referee.game.observations import Observation
from referee.judging.ending import announcing, showing
from referee.judging.ending.settlement import hand_closed
from referee.judging.findings import exposure, halts, hands_across, playing_time
from referee.judging.findings.judging import Judging
from referee.judging.play import bets, calls, discards, drawing, kans, setup, steps, taking
from referee.judging.rulings.topics import JUDGES


def _call_heard(judging: Judging, seen: observations.CallHeard) -> None:
    calls.call_heard(judging, seen, showing.win_called)


def _clock_advanced(judging: Judging, observation: observations.ClockAdvanced) -> None:
    """Do nothing: time alone decides suspicions elsewhere, and later acts close windows."""
    del judging, observation


HANDLERS: dict[type[Observation], Callable[[Judging, Any], None]] = {
    observations.HanchanBegun: setup.hanchan_begun,
    observations.HandDealt: setup.hand_dealt,
    observations.IndicatorSeen: kans.indicator_seen,
    observations.TileDrawn: drawing.tile_drawn,
    observations.TileDiscarded: discards.tile_discarded,
    observations.CallHeard: _call_heard,
    observations.MeldShown: calls.meld_shown,
    observations.HandMoved: hands_across.hand_moved,
    observations.TileTaken: taking.tile_taken,
    observations.TilesExposed: exposure.tiles_exposed,
    observations.RiichiRetracted: steps.riichi_retracted,
    observations.WallBroken: exposure.wall_broken,
    observations.JudgeCalled: halts.judge_called,
    observations.StickLaid: bets.stick_laid,
    observations.TilesShown: showing.tiles_shown,
    observations.PlayWentOn: showing.play_went_on,
    observations.UraSeen: showing.ura_seen,
    observations.TenpaiDeclared: announcing.tenpai_declared,
    observations.HandClosed: hand_closed,
    observations.GongHeard: setup.gong_heard,
    observations.HanchanClosed: setup.hanchan_closed,
    observations.TableHindered: playing_time.table_hindered,
    observations.ClockAdvanced: _clock_advanced,
    **JUDGES,
}
