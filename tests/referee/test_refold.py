"""Corrections: everything after a misread entry is decided again; nothing is edited (WRC 6; SAI 45.14)."""

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.encoding.codec import encode
from referee.folding.state import evolve
from referee.game import judge_observations
from referee.game import observations as seen
from referee.journal.corrections.refold import CorrectionRefusedError, refold
from referee.journal.corrections.slots import last_action
from referee.records.journaled import records_of
from referee.records.mjai.mjai import write
from referee.tiles import parse_tile
from tests.referee.conftest import Table
from tests.referee.refold_stage import Kept, rules

PINFU = "234567m67p34522s"
NOTEN = "234567m67p3458s1z"


def test_a_finding_on_a_misread_falls_with_its_ruling(tmp_path: Path) -> None:
    """Kuikae (WRC 5.4): the tile was 6s, not the 5p that was called."""
    table = Table("wrc-2015").deals().east.turn("5p").south.chi("46p").south.discards("5p")
    table.sees(rules(ruling="dead_hand", finding=0)).goes_round("1m", "2m")
    kept = Kept(table, tmp_path)
    assert kept.state is not None
    assert kept.state.seats[1].dead
    refolded = kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    assert [found["rule"] for found in refolded.withdrawn] == ["kuikae"]
    assert refolded.made == ()
    assert kept.state.findings == ()
    assert kept.state.rulings == ()
    assert not kept.state.seats[1].dead
    assert kept.state.seats[1].pond[-1].tile == parse_tile("6s")
    kept.assert_reloads()


def test_a_correction_brings_a_foul_to_light(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().east.turn("5p").south.chi("46p").south.discards("6s")
    kept = Kept(table.goes_round("1m"), tmp_path)
    refolded = kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("5p"))
    assert [found["rule"] for found in refolded.made] == ["kuikae"]
    assert kept.state is not None
    assert [found.rule for found in kept.state.findings] == ["kuikae"]
    kept.assert_reloads()


def test_a_ruling_stays_with_its_finding_under_its_new_number(tmp_path: Path) -> None:
    """The first of two findings is withdrawn; the ruling on the second stays with it, and later findings are
    renumbered."""
    table = Table("wrc-2015").deals().east.turn("5p").south.chi("46p").south.discards("5p")
    table.west.turn("2p").north.chi("13p").north.discards("2p")
    assert table.fouls == [("kuikae", 1), ("kuikae", 3)]
    kept = Kept(table.sees(rules(ruling="dead_hand", finding=1)), tmp_path)
    kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    assert kept.state is not None
    (made,) = kept.state.rulings
    assert (made.finding, made.seat, made.ruling) == (0, 3, "dead_hand")
    assert [seat.dead for seat in kept.state.seats] == [False, False, False, True]
    table.sees(rules(ruling="warning", finding=0))
    kept.keep()
    kept.correct(kept.entry(seen.TileDiscarded, seat=0), tile=parse_tile("5p") + 1)
    assert [made.ruling for made in kept.state.rulings] == ["dead_hand", "warning"]
    kept.assert_reloads()


def test_the_last_action_is_taken_back(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z"), tmp_path)
    assert kept.state is not None
    before = kept.state.seats[1].pond
    number = last_action(kept.slots)
    assert number == kept.entry(seen.TileDiscarded, seat=1)
    kept.drop(number)
    assert len(kept.state.seats[1].pond) == len(before) - 1
    assert kept.state.turn == 1
    second = last_action(kept.slots)
    assert second is not None
    assert second < number
    kept.assert_reloads()
    with pytest.raises(CorrectionRefusedError, match="taken out"):
        kept.drop(number)


def test_history_shows_both(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z", "3z"), tmp_path)
    entry = kept.entry(seen.TileDiscarded, seat=1)
    kept.correct(entry, tile=parse_tile("6s"))
    held = next(kept.journal.entries(entry, entry))
    assert isinstance(held.observation, seen.TileDiscarded)
    assert held.observation.tile == parse_tile("2z")
    *_, last = kept.journal.entries()
    (refolded,) = last.events
    assert encode(refolded)["first"] == entry
    assert [change["entry"] for change in encode(refolded)["changed"]] == [entry]


def test_a_corrected_game_is_exported_corrected(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1z", "2z", "3z", "4z")
    kept = Kept(table, tmp_path)
    kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    entries = [(entry.observation, entry.events) for entry in kept.journal.entries()]
    (record,) = records_of(entries)
    discards = [json.loads(line)["pai"] for line in write(record).splitlines() if '"dahai"' in line]
    assert discards == ["E", "6s", "W", "N"]


def ended(ruleset: str = "wrc-2015") -> Table:
    """East wins by ron on 8p: pinfu and tanyao, 2 han 30 fu; the indicator was read as 1z."""
    table = Table(ruleset).deals()
    table.goes_round("1z", "9s", "1z", "9s", "1z").south.turn("8p")
    return table.east.ron("234567m67p34522s").closes()


def test_a_misread_in_the_hand_that_is_over_changes_its_points(tmp_path: Path) -> None:
    """WRC 6: the score can be corrected as long as the hand is intact."""
    kept = Kept(ended(), tmp_path)
    assert kept.state is not None
    assert kept.state.last is not None
    assert kept.state.last.changes[0] == 2900
    refolded = kept.correct(kept.entry(seen.IndicatorSeen), tile=parse_tile("1s"))
    assert kept.state.last.changes[0] == 12_000  # two dora more: 4 han 30 fu, rounded up (WRC 6.1)
    assert refolded.withdrawn == refolded.made == ()
    assert sum(kept.state.scores) == 120_000
    kept.assert_reloads()


def test_after_the_next_deal_all_must_agree(tmp_path: Path) -> None:
    """WRC 6: "or if all players agree"."""
    kept = Kept(ended().deals(), tmp_path)
    entry = min(
        entry.number for entry in kept.journal.entries() if isinstance(entry.observation, seen.IndicatorSeen)
    )
    with pytest.raises(CorrectionRefusedError, match="agree"):
        kept.correct(entry, tile=parse_tile("1s"))
    kept.correct(entry, tile=parse_tile("1s"), agreed=True)
    assert kept.state is not None
    assert kept.state.phase == "dealing"
    assert kept.state.scores[0] == 42_000
    kept.assert_reloads()


def test_until_the_dealers_first_discard_of_the_next_hand(tmp_path: Path) -> None:
    """SAI 45.14: prior to the dealer's first discard in the next hand, and everyone agrees."""
    table = ended("saikouisen-2025").deals()
    kept = Kept(table, tmp_path)
    entry = min(
        entry.number for entry in kept.journal.entries() if isinstance(entry.observation, seen.IndicatorSeen)
    )
    with pytest.raises(CorrectionRefusedError, match=r"45\.14"):
        kept.correct(entry, tile=parse_tile("1s"))
    kept.correct(entry, tile=parse_tile("1s"), agreed=True)
    kept.assert_reloads()
    table.players[table.state.dealer].turn("1m")
    kept.keep()
    with pytest.raises(CorrectionRefusedError, match="discarded in the next hand"):
        kept.correct(entry, tile=parse_tile("2s"), agreed=True)


def test_a_hand_before_the_last_is_not_corrected(tmp_path: Path) -> None:
    table = ended()
    table.deals().runs_out().closes().deals()
    kept = Kept(table, tmp_path)
    first = min(
        entry.number for entry in kept.journal.entries() if isinstance(entry.observation, seen.IndicatorSeen)
    )
    with pytest.raises(CorrectionRefusedError, match="adjust the points"):
        kept.correct(first, tile=parse_tile("1s"), agreed=True)


def test_what_would_make_the_next_hand_another_is_refused(tmp_path: Path) -> None:
    """After the correction the winner's hand does not win: it would have to be played again, but the next is already
    dealt."""
    kept = Kept(ended().deals(), tmp_path)
    shown = kept.entry(seen.TilesShown)
    with pytest.raises(CorrectionRefusedError, match="would no longer follow"):
        kept.drop(shown, agreed=True)
    kept.assert_reloads()


def test_a_hand_that_was_closed_by_mistake_goes_on(tmp_path: Path) -> None:
    table = ended()
    kept = Kept(table, tmp_path)
    kept.drop(kept.entry(seen.HandClosed))
    assert kept.state is not None
    assert kept.state.phase == "closing"
    assert kept.state.scores == (30_000,) * 4
    kept.assert_reloads()


def test_a_ruling_that_ended_the_hand_is_taken_out(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1z").sees(rules(ruling="chombo", seat=2))
    kept = Kept(table, tmp_path)
    kept.drop(kept.entry(seen.RulingGiven))
    assert kept.state is not None
    assert kept.state.phase == "playing"
    assert kept.state.rulings == ()
    kept.assert_reloads()


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "says so already"),
        ({"seat": 7}, "0 to 3"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, fields: dict[str, Any], reason: str) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z"), tmp_path)
    with pytest.raises(CorrectionRefusedError, match=reason):
        kept.correct(kept.entry(seen.TileDiscarded), **fields)
    with pytest.raises(CorrectionRefusedError, match="no entry 99"):
        refold(kept.slots, judge_observations.Corrected(entry=99, observation=None))
    with pytest.raises(CorrectionRefusedError, match="begins the first hanchan of this table"):
        refold(kept.slots, judge_observations.Corrected(entry=1, observation=None))


def test_another_kind_of_thing_is_no_correction(tmp_path: Path) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1z"), tmp_path)
    other = encode(seen.HandClosed())
    correction = judge_observations.Corrected(entry=kept.entry(seen.TileDiscarded), observation=other)
    with pytest.raises(CorrectionRefusedError, match="is a discard, not the closing of a hand"):
        refold(kept.slots, correction)


def test_a_ruling_is_not_rewritten(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1z").sees(rules(ruling="warning", seat=2))
    kept = Kept(table, tmp_path)
    with pytest.raises(CorrectionRefusedError, match="rule again"):
        kept.correct(kept.entry(seen.RulingGiven), seat=1)


def test_a_corrected_state_of_an_older_program_is_read(tmp_path: Path) -> None:
    """A newer field has its default."""
    kept = Kept(Table("wrc-2015").deals().goes_round("1z", "2z"), tmp_path)
    refolded = kept.correct(kept.entry(seen.TileDiscarded, seat=1), tile=parse_tile("6s"))
    older = {key: value for key, value in refolded.state.items() if key != "desk"}
    assert kept.state is not None
    assert evolve(kept.state, replace(refolded, state=older)).desk.first_ruling == 0
