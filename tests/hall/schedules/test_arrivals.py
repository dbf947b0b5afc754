"""Attendance at a session, and the penalty for being late or absent (WRC 7.2)."""

import pytest

from hall.tournaments.book.arrivals import CheckedIn, arrivals, proposed
from hall.tournaments.book.entries import (
    AnyEntry,
    PlayerArrived,
    PlayerExcused,
    PlayerLate,
    PlayerSubstituted,
    SessionBegun,
)
from hall.tournaments.book.position import folded
from hall.tournaments.book.tallying import penalties, standings_of
from tests.hall.schedules.book_stage import RULESETS, all_played, beginning, made, refused

SIGNAL_S = 1_800_000_000


def begun(ruleset: str = "wrc-2015", **arrived_s: int) -> list[AnyEntry]:
    """A session, and the seconds after its start signal at which each player arrived."""
    entries = [*beginning(ruleset), SessionBegun(session=1, at_s=SIGNAL_S)]
    return entries + [
        PlayerArrived(session=1, player=player, at_s=SIGNAL_S + after) for player, after in arrived_s.items()
    ]


def lost(entries: list[AnyEntry]) -> list[tuple[str, int]]:
    return [(each.player, each.points) for each in penalties(folded(made(entries)))]


def test_whole_minutes_after_the_start_signal_are_proposed() -> None:
    """A point a minute up to ten; a player who comes later has missed the hanchan, which costs 30 instead."""
    position = folded(made(begun(p1=-300, p2=59, p3=60, p4=659, p5=660)))
    there = {each.player: each for each in arrivals(position, 1)}
    assert there["p1"] == CheckedIn("p1", SIGNAL_S - 300, 0)
    assert "p6" not in there
    wanted = {("p3", 1, 1), ("p4", 10, 10), ("p5", 11, 30)}
    assert {(each.player, each.minutes, each.points) for each in proposed(position, 1)} == wanted
    assert penalties(position) == ()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_rules_that_have_points_for_it_propose_any(ruleset: str) -> None:
    assert bool(proposed(folded(made(begun(ruleset, p3=200))), 1)) is (ruleset == "wrc-2015")


def test_what_is_proposed_is_given_or_not_and_given_back() -> None:
    entries = begun(p3=200, p4=400)
    entries += [PlayerLate(session=1, player="p3", minutes=3), PlayerLate(session=1, player="p4", minutes=0)]
    assert proposed(folded(entries), 1) == ()
    assert lost(entries) == [("p3", 3)]
    back = PlayerExcused(session=1, player="p3", why="the train")
    assert lost([*entries, back]) == []
    assert refused([*entries, back], back) == (
        "p3 loses no points for being late to session 1 or for missing it"
    )
    assert lost([*entries, back, PlayerLate(session=1, player="p3", minutes=2)]) == [("p3", 2)]


def test_absence_replaces_lateness_and_can_be_excused() -> None:
    entries = begun(p3=400)
    entries += [
        PlayerLate(session=1, player="p3", minutes=6),
        PlayerSubstituted(session=1, player="p3", substitute="Nina"),
        PlayerArrived(session=1, player="Nina", at_s=SIGNAL_S + 900),
    ]
    assert lost(entries) == [("p3", 30)]
    assert proposed(folded(entries), 1) == ()
    played = [*entries, *all_played(1, 3)]
    costs = {each.player: each.penalties for each in standings_of(folded(made(played)), (1,))}
    assert (costs["p3"], costs["Nina"]) == (30, 0)
    assert lost([*played, PlayerExcused(session=1, player="p3", why="ill")]) == []


def test_who_was_checked_in_by_mistake() -> None:
    entries = begun(p3=200)
    again = PlayerArrived(session=1, player="p3", at_s=SIGNAL_S + 300)
    assert refused(entries, again) == "p3 has been checked in for session 1 already"
    gone = PlayerArrived(session=1, player="p3", here=False)
    assert proposed(folded([*entries, gone]), 1) == ()
    assert refused([*entries, gone], gone) == "p3 has not been checked in for session 1"
    assert proposed(folded(made([*entries, gone, again])), 1)[0].minutes == 5
    assert refused(entries, PlayerArrived(session=1, player="Nina")) == (
        "Nina does not sit at any table of session 1"
    )


def test_a_book_from_before_the_time_was_kept_proposes_nothing() -> None:
    entries = [*beginning(), SessionBegun(session=1), PlayerArrived(session=1, player="p3", at_s=SIGNAL_S)]
    assert proposed(folded(made(entries)), 1) == ()
