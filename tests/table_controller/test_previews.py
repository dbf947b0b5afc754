"""A preview is the real decision, folded to its end: it matches what happens, entry for entry."""

import random
from typing import Any

import pytest

from referee.encoding.codec import encode
from referee.tiles import NAMES
from tests.table_controller.command_stage import FakeDaemon, ask, kuikae
from tests.table_controller.previewed import give, stand

PEOPLE = ["Ada", "Bea", "Cid", "Dan"]
WARNED = "ruling on East (Ada): warning"
RULESETS = ["wrc-2015", "saikouisen-2025", "riichi-mj", "tenhou"]


def begun(ruleset: str, **more: Any) -> FakeDaemon:
    daemon = FakeDaemon()
    assert ask(daemon, "begin_hanchan", ruleset=ruleset, names=PEOPLE, **more)["ok"]
    return daemon


def dealt(ruleset: str) -> FakeDaemon:
    daemon = begun(ruleset)
    daemon.deal()
    return daemon


def preview_of(daemon: FakeDaemon, name: str, /, **arguments: Any) -> list[str]:
    """Return the preview of an order after checking it against what happens."""
    preview, answer = give(daemon, name, **arguments)
    assert answer["ok"], answer
    return [each["text"] for each in preview["would"]["changes"]]


# Penalties of the overall score


@pytest.mark.parametrize(
    ("ruleset", "order", "arguments", "line"),
    [
        ("wrc-2015", "chombo", {"seat": 1}, "overall score: South (Bea) -20"),  # WRC 7.1
        ("saikouisen-2025", "chombo", {"seat": 1}, "overall score: South (Bea) -20"),  # SAI 54.1
        ("riichi-mj", "chombo", {"seat": 1}, "points: East (Ada) +4,000, South (Bea) -8,000"),  # MJ 3.4.6
        ("saikouisen-2025", "dead_hand", {"seat": 2}, "overall score: West (Cid) -10"),  # SAI 54.3
        ("wrc-2015", "foul", {"rule": "late", "seat": 1, "minutes": 7}, "overall score: South (Bea) -7"),  # WRC 7.2
        ("wrc-2015", "foul", {"rule": "absent", "seat": 3}, "overall score: North (Dan) -30"),  # WRC 7.2
        ("wrc-2015", "foul", {"rule": "dead_hand_call", "seat": 2, "ruling": "accepted"}, "overall score: West (Cid) -20"),  # WRC 7.2
        ("wrc-2015", "disqualify", {"seat": 1}, "South (Bea) is disqualified: no longer plays and is not ranked"),  # WRC 7.1
    ],
)  # fmt: skip
def test_a_preview_says_what_is_lost_of_the_overall_score(
    ruleset: str, order: str, arguments: dict[str, Any], line: str
) -> None:
    assert any(each.startswith(line) for each in preview_of(dealt(ruleset), order, **arguments))


def test_a_preview_says_which_hand_comes_next() -> None:
    daemon = dealt("wrc-2015")
    assert preview_of(daemon, "enter_hand", result="exhaustive", tenpai=[1], riichi=[1])[-1] == (
        "the hand ends; next: East 2, honba 1, riichi sticks on the table: 1, dealer East (Bea)"
    )
    daemon.deal()
    assert preview_of(daemon, "chombo", seat=0)[-1] == (
        "the hand ends and is played again: East 2, honba 1, riichi sticks on the table: 1, dealer East (Bea)"
    )
    assert preview_of(daemon, "adjust_points", changes=[-1000, 0, 0, 0], bets=1, balanced=False) == [
        "points: North (Ada) -1,000",
        "the table stands at East 2, honba 1, riichi sticks on the table: 2, dealer East (Bea)",
    ]


def test_a_third_warning_costs_and_taking_it_back_returns_the_points() -> None:
    """SAI 54.5."""
    daemon = dealt("saikouisen-2025")
    for _ in range(2):
        assert preview_of(daemon, "warn", seat=0) == [WARNED, "no points move, and no hand ends"]
    assert preview_of(daemon, "warn", seat=0) == [WARNED, "overall score: East (Ada) -5"]
    assert preview_of(daemon, "dismiss", seat=0) == [
        "ruling taken back: East (Ada), warning",
        "overall score: East (Ada) +5",
    ]


@pytest.mark.parametrize(
    ("ruling", "named"),
    [("accepted", "warning"), ("warning", "warning"), ("guidance", "guidance"), ("none", "no penalty")],
)
def test_the_preview_of_a_foul_names_the_ruling_that_only_records_something(ruling: str, named: str) -> None:
    """SAI 55.5(1): three tiles shown early in the hand are a warning."""
    daemon = dealt("saikouisen-2025")
    ruled, *_, found = preview_of(daemon, "foul", rule="tiles_shown", seat=1, tiles=3, ruling=ruling)
    assert ruled == f"ruling on South (Bea): {named}"
    assert found.startswith("new finding: South (Bea), ")
    undone = preview_of(daemon, "undo", entry=daemon.journal.number)
    assert f"ruling taken back: South (Bea), {named}" in undone


def test_a_ruling_whose_finding_gets_another_number_is_no_change() -> None:
    daemon = dealt("wrc-2015")
    first = ask(daemon, "foul", rule="tiles_shown", seat=1, ruling="guidance")["number"]
    assert ask(daemon, "foul", rule="tiles_shown", seat=2, ruling="warning")["ok"]
    undone = preview_of(daemon, "undo", entry=first)
    assert [each for each in undone if "ruling" in each] == ["ruling taken back: South (Bea), guidance"]


def test_rulings_that_move_nothing_are_told_apart_by_name() -> None:
    """SAI 55.6(1): one tile shown is guidance."""
    daemon = dealt("saikouisen-2025")
    assert ask(daemon, "foul", rule="tiles_shown", seat=2, tiles=1)["ok"]
    for name, more, named in (
        ("accept", {}, "guidance"),
        ("change_grade", {"grade": "none"}, "no penalty in place of guidance by judge"),
        ("dismiss", {}, "dismissed in place of no penalty by judge"),
    ):
        line, nothing = preview_of(daemon, name, finding=0, **more)
        assert line == f"ruling on West (Cid): {named}"
        assert nothing == "no points move, and no hand ends"


def test_a_hand_that_ends_by_a_players_fault_and_one_that_is_void_are_told_apart() -> None:
    """WRC 7.2: both are dealt again; only the first is a ruling on a player."""
    daemon = dealt("wrc-2015")
    ends, *again = preview_of(daemon, "rule", ruling="end", seat=2)
    daemon.deal()
    void, *likewise = preview_of(daemon, "void_hand")
    assert (ends, void) == ("ruling on West (Cid): the hand ends (sho-chombo)", "ruling: the hand is void")
    assert again == likewise


def test_undoing_a_command_takes_all_that_it_entered() -> None:
    """A foul, the ruling on it and the order to resume are three entries, and one undo removes them."""
    daemon = dealt("saikouisen-2025")
    assert ask(daemon, "stop")["ok"]
    before = daemon.state
    answer = ask(daemon, "foul", rule="leaving", seat=1, ruling="warning", resume=True)
    number = answer["number"]
    assert answer["also"] == [number + 1, number + 2]
    assert preview_of(daemon, "undo", entry=number, also=answer["also"])[0].startswith("ruling taken back: ")
    assert daemon.state == before
    assert ask(daemon, "undo", entry=daemon.journal.number)["ok"]
    assert (len(daemon.game.findings), len(daemon.game.rulings), daemon.game.desk.stopped) == (1, 1, "")
    gone = ask(daemon, "undo", entry=number, also=[daemon.journal.number + 9])
    assert not gone["ok"]


def test_undoing_a_ruling_stops_play_again_that_went_on_with_it() -> None:
    daemon = dealt("wrc-2015")
    assert ask(daemon, "stop")["ok"]
    before = daemon.state
    answer = ask(daemon, "warn", seat=1, resume=True)
    assert ask(daemon, "undo", entry=answer["number"], also=answer["also"])["ok"]
    assert daemon.state == before


def test_a_hand_is_dead_and_the_end_of_a_hanchan_has_its_result() -> None:
    daemon = kuikae()
    assert preview_of(daemon, "accept", finding=0) == ["ruling on South: dead hand", "hand dead: South"]
    assert preview_of(daemon, "dismiss", finding=0)[1:] == ["no longer dead: the hand of South"]
    daemon = dealt("wrc-2015")
    ask(daemon, "chombo", seat=1)
    (end,) = preview_of(daemon, "close_hanchan")
    assert end.startswith(
        "the hanchan ends: 1. East (Ada) 30,000, overall 0; 1. South (Bea) 30,000, overall -20;"
    )


def test_points_moved_after_the_end_change_the_result_and_the_sheet_is_signed_anew() -> None:
    """WRC 8.2."""
    daemon = begun("wrc-2015", awaits_signature=True)
    daemon.deal()
    assert preview_of(daemon, "close_hanchan")[-1] == (
        "the score sheet must be signed: until then no other hanchan begins here"
    )
    signed = "the score sheet is signed: sticks may be reset, and the next hanchan may begin"
    assert preview_of(daemon, "sign_sheet") == [signed]
    moved, result, unsigned = preview_of(daemon, "adjust_points", changes=[-1000, 1000, 0, 0])
    assert moved == "points: East (Ada) -1,000, South (Bea) +1,000"
    assert result.startswith("the result is then: 1. South (Bea) 31,000, overall 16;")
    assert unsigned.startswith("the score sheet must be signed")


def test_time_that_is_taken_away_sounds_the_gong_in_the_preview() -> None:
    """The table's own clock ends the hanchan at the moment when its time is over (WRC 8.2)."""
    daemon = dealt("wrc-2015")
    ask(daemon, "void_hand")
    daemon.later_ms = 60 * 60_000
    (end,) = preview_of(daemon, "extend_clock", minutes=-45)
    assert end.startswith("the hanchan ends: ")
    assert daemon.game.phase == "ended"


# Corrections


def test_a_correction_that_makes_a_chombo_of_a_win_says_so() -> None:
    daemon = dealt("wrc-2015").wins()
    right = ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "7s", "9s"]
    opened = ask(daemon, "hand_results")["hands"][0]["opened"][0]["entry"]
    *_, settles, settled = preview_of(daemon, "correct", entry=opened, set={"tiles": right}, by="anna")
    assert settles.startswith("when the hand is closed: ")
    assert "overall score: South (Bea) -20; the hand ends and is played again: East 1" in settles
    assert settled.startswith(
        "without this, when the hand is closed: South (Bea) wins by ron from East (Ada)"
    )
    assert "points: East (Ada) -2,000, South (Bea) +2,000" in settled


def test_a_correction_after_the_hand_moves_the_points_in_the_preview() -> None:
    daemon = dealt("wrc-2015").wins()
    opened = ask(daemon, "hand_results")["hands"][0]["opened"][0]["entry"]
    assert ask(daemon, "close_hand")["ok"]
    wrong = ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5s", "5s", "7s", "9s"]
    lines = preview_of(daemon, "correct", entry=opened, set={"tiles": wrong}, by="anna")
    assert lines[:2] == [
        "points: North (Ada) +2,000, East (Bea) -2,000",
        "overall score: East (Bea) -20",
    ]
    assert "the table stands at East 1, honba 0, dealer East (Ada)" in lines


def correction(ruleset: str, rolls: random.Random) -> bool:
    """Change a random tile of a hand that was won, close the hand, and compare both with what the preview said.

    Returns whether the table let the tile be changed.
    """
    daemon = dealt(ruleset).wins()
    if rolls.random() < 0.3:
        give(daemon, "close_hand")
    entry, fields = rolls.choice(
        [
            (entry.number, fields)
            for entry in daemon.journal.entries()
            if (fields := encode(entry.observation)).keys() & {"tile", "tiles"}
        ]
    )
    tile = NAMES[rolls.randrange(34)]
    if "tiles" in fields and rolls.random() < 0.5:
        at = rolls.randrange(len(fields["tiles"]))
        wanted: dict[str, Any] = {"tiles": [*fields["tiles"][:at], tile, *fields["tiles"][at + 1 :]]}
    else:
        wanted = {"winning" if "tiles" in fields else "tile": tile}
    before = ask(daemon, "close_hand", dry_run=True)
    preview, answer = give(daemon, "correct", entry=entry, set=wanted, by="anna")
    if answer["ok"] and daemon.game.phase not in {"waiting", "ended"}:
        closes(daemon, before, preview["would"]["settlement"])
    return bool(answer["ok"])


def closes(daemon: FakeDaemon, before: dict[str, Any], settled: dict[str, Any] | None) -> None:
    """Close the hand: it is settled as the correction's preview said, or as before if it did not mention it."""
    earlier = stand(daemon)
    if settled is None:
        again = ask(daemon, "close_hand", dry_run=True)
        kinds = ("points", "penalties", "next")
        assert [again.get("would", {}).get(kind) for kind in kinds] == [
            before.get("would", {}).get(kind) for kind in kinds
        ]
        return
    assert give(daemon, "close_hand")[1]["ok"]
    after, last = stand(daemon), daemon.game.last
    assert last is not None
    moved = [new - old for old, new in zip(earlier.game.scores, after.game.scores, strict=True)]
    assert (settled["result"], settled["points"], settled["next"]) == (last.result, moved, after.place)
    lost = after.lost - earlier.lost
    assert {each["player"]: each["points"] for each in settled["penalties"]} == {
        name: points for name, points in lost.items() if points
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_corrections_do_what_their_previews_say(ruleset: str) -> None:
    rolls = random.Random(ruleset)
    done = [correction(ruleset, rolls) for _ in range(12)]
    assert sum(done) >= 4


@pytest.mark.prove
@pytest.mark.parametrize("ruleset", RULESETS)
def test_many_corrections_do_what_their_previews_say(ruleset: str) -> None:
    rolls = random.Random(f"many {ruleset}")
    assert sum(correction(ruleset, rolls) for _ in range(250)) >= 125
