"""Every event has its words."""

from typing import Any

import pytest
from msgspec.structs import replace

from config import read_ruleset
from referee.encoding.codec import EVENTS
from referee.encoding.public import public_state
from referee.game import events, observations
from referee.game import judge_events as judge
from referee.game.judge_observations import EnteredWin, FoulEntered, HandEntered, JuryVote, PlayerReplaced
from referee.judging.decide import advance
from referee.melds import Meld
from referee.tiles import UNKNOWN, parse_tile, parse_tiles
from tests.table_controller.seen_table import RULES
from wording.events.lines import text_of

HAND = (UNKNOWN,) * 13
WIN = events.Win(1, 0, (("riichi", 1),), (), 1, 30, 1000, None, (-1000, 1000, 0, 0))
VOTES = tuple(JuryVote(judge=who, ruling="dead_hand") for who in ("anna", "bert"))
SAID: list[tuple[Any, str]] = [
    (events.HanchanStarted(RULES.to_mapping(), ("",) * 4, (0, 1, 2, 3), ()), "a hanchan starts under Tenhou (online)"),
    (events.HandStarted(4, 2, 0, 0, (3, 5), (HAND,) * 4), "S1, honba 2: dice 3 and 5"),
    (events.IndicatorTurned(parse_tile("0p"), kan=True), "kan dora indicator 0p"),
    (events.TileDrawn(1, UNKNOWN), "South (Béla) draws"),
    (events.TileDrawn(1, parse_tile("5z"), rinshan=True), "South (Béla) draws 5z after a kan"),
    (events.TileDiscarded(0, parse_tile("1m"), sideways=True), "East discards 1m sideways"),
    (events.CallMade(2, "nine_terminals"), "West calls nine terminals"),
    (events.MeldMade(3, Meld("pon", parse_tiles("5p5p0p"), 13, 0)), "North makes a pon of 5p 5p 0p"),
    (events.MeldTakenBack(3), "the meld of North is taken back"),
    (events.WinAwaited((3,)), ""),
    (events.PlayTakenBack(3), "everything after the discard that North wins on is taken back"),
    (events.DrawTakenBack(3), "the draw of North is taken back"),
    (events.RiichiDeclared(0, double=True), "East declares double riichi"),
    (events.StickPlaced(0), "East lays a riichi stick"),
    (events.RiichiAccepted(0), "the riichi of East stands"),
    (events.WinShown(1, 0, parse_tile("9s"), HAND), "South (Béla) shows a win on 9s"),
    (events.PlayResumed(), "play goes on"),
    (events.HandShown(1, HAND), "South (Béla) opens the hand"),
    (events.UraTurned(parse_tiles("1m2m")), "ura dora indicators 1m 2m"),
    (events.TenpaiAnnounced(0, tenpai=False), "East is noten"),
    (events.HandEnded("ron", (WIN,), (0,) * 4, (), (0,) * 4, 0, 0, 0), "South (Béla) wins by ron from East: 1 han 30 fu, 1000 points"),
    (events.HandEnded("four_kans", (), (0,) * 4, (), (0,) * 4, 0, 0, 0), "abortive draw: four kans"),
    (events.HandEnded("chombo", (), (0,) * 4, (), (0,) * 4, 0, 0, 0, (1, 3)), "chombo of South (Béla) and North"),
    (events.HandEnded("chombo", (), (0,) * 4, (), (0,) * 4, 0, 0, 0), "the hand is void and played again"),
    (events.TimeCalled(), "the gong: this hand is the last"),
    (events.HanchanEnded((1, 2, 3, 4), (4, 3, 2, 1), (0,) * 4), "the hanchan ends with 1, 2, 3, 4"),
    (events.FoulFound("kuikae", "MJ 3.3.2", 1, "dead_hand", "discards 5p"), "for the judge: South (Béla) discards 5p"),
    (events.RulingMade("dead_hand", 1, 0, "anna", "kuikae"), "ruling on South (Béla): dead hand, kuikae"),
    (events.CallWithdrawn(1, "chi"), "South (Béla) takes the call of chi back"),
    (events.ClaimedTileTaken(1), "South (Béla) takes the claimed tile"),
    (events.DrawPutOff(1, parse_tile("5z"), None, 0, 0), "South (Béla) draws 5z too early"),
    (events.JudgeSummoned(1, 0, 0), "South (Béla) calls the judge"),
    (events.RiichiTakenBack(0), "East takes the riichi back"),
    (events.HandMoved(0, True, 0, 0), ""),
    (events.FoulSuspected("early_draw", 1, "", "", "", 0, 0, 0, None), ""),
    (events.SuspicionEnded("early_draw", 1, ""), ""),
    (judge.PlayStopped("judge_called", 1), "play stops: the judge is called (South (Béla))"),
    (judge.PlayedOn(1), "South (Béla) plays on although play is stopped"),
    (judge.PlayContinued("anna", ""), "the judge lets play go on"),
    (judge.TimeStood("stop", 5), ""),
    (judge.TimeStood("machine", 5), "no time is counted: the machine is paused or waits for a person"),
    (judge.TimeStood("sight", 5, 12_005), "no time is counted for 12 s: the camera does not see the table"),
    (judge.AttendantChanged("Eve", 90_000, 12_500, "anna", ""), "Eve attends to the table, 12 s after the call"),
    (judge.AttendantChanged("Eve", 90_000, None, "anna", "ill"), "Eve attends to the table, ill"),
    (judge.AttendantChanged("", 90_000, None, "anna", ""), "nobody attends to the table any more"),
    (judge.ScoresAdjusted((0, 500, 0, -1500), 1, "anna", "debt"), "points moved by the judge: South (Béla) +500, North -1500, bets +1, debt"),
    (judge.ResultEntered("ron", "anna", "camera off"), "entered by the judge, camera off"),
    (judge.PlayBegun(5, "anna", ""), "the start signal: the time runs"),
    (judge.ResultSigned(1, "rita", "all agree"), "the score sheet is signed, all agree"),
    (judge.ClockChanged(5, 120_000, "anna", ""), "the time stands still, 2 min longer in all"),
    (judge.ExtraHandChanged(True, "anna", ""), "one more hand is granted after the gong"),
    (judge.PlayerChanged(0, "Eve", "Ada", "anna", "ill"), "Eve plays on for Ada, ill"),
    (judge.AppealMade(1, 0, "open", "anna", ""), "appeal of South (Béla): open"),
    (judge.JuryNamed(0, 1, ("anna", "bert"), 5, "carl", "she asked"),
     "a jury votes on the appeal of South (Béla): anna, bert, she asked"),
    (judge.JurorLeft("anna", "carl", "a relative"), "anna does not vote, a relative"),
    (judge.VoteNoted("bert"), "bert has voted"),
    (judge.JuryRuled(0, 1, ("anna", "bert"), VOTES, "dead_hand", "bert", ""),
     "the jury rules: dead hand (anna for dead hand, bert for dead hand)"),
    (judge.HanchanCut("anna", "fire"), "the judge ends the hanchan, fire"),
    (judge.HanchanVoided("penalties", "anna", "fire"), "the hanchan is void: only its penalties count, fire"),
    (judge.WinAccepted(1), "South (Béla) acknowledges the win"),
    (judge.PaymentSeen(), "the points are on the table"),
    (judge.Refolded(7, (), ({},), (), {}, "anna", "that was 6s"), "entry 7 is undone by anna; 1 findings dropped, that was 6s"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "text"), SAID, ids=lambda value: value if isinstance(value, str) else "")
def test_an_event_in_words(event: events.Event, text: str) -> None:
    _, state = advance(None, observations.HanchanBegun(ruleset=RULES.to_mapping()))
    assert state is not None
    assert text_of([event], replace(state, names=("", "Béla", "", ""))) == text


def test_no_event_is_without_words() -> None:
    assert {type(event).__name__ for event, _ in SAID} == set(EVENTS)


def test_several_events_stand_in_one_line() -> None:
    assert text_of([events.RiichiAccepted(0), events.TileDrawn(1, UNKNOWN)], None) == (
        "the riichi of seat 0 stands; seat 1 draws"
    )


def test_the_end_of_a_hand_has_the_winds_of_that_hand() -> None:
    """A finding at the end and the result belong to the hand that ended; later lines have the winds of the next."""
    names = ("Ada", "Bea", "Cid", "Dan")
    begun = observations.HanchanBegun(ruleset=read_ruleset("wrc-2015"), names=names)
    _, state = advance(None, begun)
    _, state = advance(state, observations.HandDealt(dice=(1, 2), hands=(HAND,) * 4))
    win = EnteredWin(seat=2, source=0, han=3, fu=40)
    ended, state = advance(state, HandEntered(result="ron", wins=(win,)))
    assert state is not None
    assert state.hand_name == "E2"
    assert text_of(ended, state).endswith("West (Cid) wins by ron from East (Ada): 3 han 40 fu, 5200 points")
    assert text_of([judge.WinAccepted(2)], state) == "South (Cid) acknowledges the win"
    assert public_state(state, 1, 0)["last_result"]["winds"] == ["E", "S", "W", "N"]


def test_a_finding_keeps_the_wind_and_the_player_of_its_time() -> None:
    begun = observations.HanchanBegun(ruleset=read_ruleset("wrc-2015"), names=("Ada", "Bea", "Cid", "Dan"))
    _, state = advance(None, begun)
    _, state = advance(state, observations.HandDealt(dice=(1, 2), hands=(HAND,) * 4))
    found, state = advance(state, FoulEntered(rule="phone", seat=2))
    _, state = advance(state, HandEntered(result="exhaustive", tenpai=(1,)))
    _, state = advance(state, PlayerReplaced(seat=2, name="Eve"))
    assert state is not None
    (finding,) = public_state(state, 1, 0)["findings"]
    assert (finding["hand"], finding["wind"], finding["name"]) == ("E1", "W", "Cid")
    assert text_of(found, state).startswith("for the judge: West (Cid) ")
    assert public_state(state, 1, 0)["last_result"]["names"][2] == "Cid"
