"""What the program calls by the names of its classes, as people say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from referee import judge_observations as said
from referee import observations as seen

if TYPE_CHECKING:
    from referee.observations import Observation
    from referee.position import GameState

WINDS: Final = ("East", "South", "West", "North")
KINDS: Final[dict[type[Observation], str]] = {
    seen.HanchanBegun: "the beginning of a hanchan",
    seen.HandDealt: "a deal",
    seen.IndicatorSeen: "a dora indicator",
    seen.TileDrawn: "a draw",
    seen.TileDiscarded: "a discard",
    seen.CallHeard: "a call",
    seen.MeldShown: "a meld",
    seen.HandMoved: "a hand over the line",
    seen.TileTaken: "a claimed tile that is taken",
    seen.TilesExposed: "tiles that were shown by accident",
    seen.RiichiRetracted: "a riichi that is taken back",
    seen.WallBroken: "something that was knocked over",
    seen.JudgeCalled: "a call for the judge",
    seen.StickLaid: "a riichi stick",
    seen.TilesShown: "an opened hand",
    seen.PlayWentOn: "play that goes on",
    seen.UraSeen: "ura dora indicators",
    seen.TenpaiDeclared: "a word of tenpai or noten",
    seen.HandClosed: "the closing of a hand",
    seen.RulingGiven: "a ruling",
    seen.GongHeard: "the gong",
    seen.HanchanClosed: "the closing of a hanchan",
    seen.ClockAdvanced: "a moment in which nothing happened",
    said.PlayHalted: "a stop of play",
    said.PlayReleased: "a word that play goes on",
    said.FoulEntered: "a foul that a judge entered",
    said.PointsAdjusted: "an adjustment of points",
    said.HandEntered: "a result that a judge entered",
    said.ClockPaused: "a pause of the clock",
    said.ClockExtended: "a change of the time limit",
    said.PlayerReplaced: "a change of players",
    said.AppealNoted: "an appeal",
    said.Corrected: "a correction",
    said.Inserted: "an insertion",
    said.WinAcknowledged: "an acknowledgement of a win",
    said.PaymentMade: "a payment",
}
"""Every kind of observation."""


def a_kind(observation: Observation) -> str:
    """What kind of thing was observed, with its article."""
    return KINDS[type(observation)]


def who(state: GameState, seat: int) -> str:
    """A seat for people: its wind in this hand, and the player's name."""
    wind = WINDS[state.wind(seat)]
    return f"{wind} ({state.names[seat]})" if state.names[seat] else wind


def wind_of(state: GameState, seat: int) -> str:
    """The wind of a seat in this hand, as a finding keeps it: names do not belong in its text."""
    return WINDS[state.wind(seat)]
