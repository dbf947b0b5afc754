"""Corrections: an unseen act is inserted where it happened; nothing is edited (WRC 6; SAI 45.14)."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.encoding.codec import encode
from referee.game import judge_observations
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.journal.corrections.refold import CorrectionRefusedError
from referee.journal.corrections.slots import last_action
from referee.records.journaled import records_of
from referee.records.mjai.mjai import parse, write
from referee.tiles import parse_tile
from tests.referee.conftest import Table
from tests.referee.inserted_stage import put_in
from tests.referee.refold_stage import Kept


def test_a_discard_that_was_never_seen_is_put_in(tmp_path: Path) -> None:
    """South's discard was covered, so North's call and West's draw looked like fouls; once it is inserted the game is
    right."""
    real = Table("wrc-2015").deals().goes_round("1m").south.turn("5p").goes_round("2m").north.turn("3m")
    table = Table("wrc-2015").deals().goes_round("1m").south.draws().west.turn("2m").north.turn("3m")
    assert table.fouls != []
    assert real.fouls == []
    kept = Kept(table, tmp_path)
    drawn = kept.entry(seen.TileDrawn, seat=1)
    refolded = put_in(kept, drawn, seen.TileDiscarded(seat=1, tile=parse_tile("5p")))
    assert [found["rule"] for found in refolded.withdrawn] == [rule for rule, _ in table.fouls]
    assert refolded.made == ()
    assert kept.state is not None
    assert [seat.pond for seat in kept.state.seats] == [seat.pond for seat in real.state.seats]
    assert (kept.state.turn, kept.state.live) == (real.state.turn, real.state.live)
    number = kept.journal.number
    (slot,) = (slot for slot in kept.slots if slot.number == number)
    assert slot.observation is not None
    times = [each.observation.at_ms for each in kept.slots if each.observation is not None]
    assert times == sorted(times), "it stands where it happened"
    assert slot.observation.source == "judge:anna"
    kept.assert_reloads()


def test_what_was_put_in_is_corrected_and_taken_out_like_any_other(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1m").south.draws()
    kept = Kept(table, tmp_path)
    before = kept.state
    put_in(kept, kept.journal.number, seen.TileDiscarded(seat=1, tile=parse_tile("5p")))
    number = kept.journal.number
    (slot,) = (slot for slot in kept.slots if slot.number == number)
    right = encode(replace(slot.observation, tile=parse_tile("6p")))
    kept._correct(number, right, agreed=False)
    assert kept.state is not None
    assert kept.state.seats[1].pond[-1].tile == parse_tile("6p")
    assert last_action(kept.slots) == number
    kept.drop(number)
    assert kept.state == before
    kept.assert_reloads()


def test_history_shows_what_was_put_in_and_the_record_has_it(tmp_path: Path) -> None:
    table = Table("wrc-2015").deals().goes_round("1m").south.draws()
    kept = Kept(table, tmp_path)
    after = kept.journal.number
    put_in(kept, after, seen.TileDiscarded(seat=1, tile=parse_tile("5p")))
    kept.table.goes_round("2m")
    kept.keep()
    *_, entry = (e for e in kept.journal.entries() if isinstance(e.observation, judge_observations.Inserted))
    assert (entry.observation.judge, entry.observation.text) == ("anna", "not seen")  # type: ignore[attr-defined]
    (record,) = records_of((each.observation, each.events) for each in kept.journal.entries())
    lines = [json.loads(line) for line in write(record).splitlines()]
    assert [line["pai"] for line in lines if line["type"] == "dahai"] == ["1m", "5p", "2m"]


@pytest.mark.parametrize(
    ("act", "why"),
    [
        (seen.HandDealt(dice=(1, 2), hands=((), (), (), ())), "cannot be put in"),
        (seen.GongHeard(), "cannot be put in"),
        (seen.TileDiscarded(seat=7, tile=0), "seats are 0 to 3"),
        (seen.IndicatorSeen(tile=parse_tile("1z")), "would change nothing"),
    ],
)
def test_what_cannot_have_happened_is_not_put_in(tmp_path: Path, act: Observation, why: str) -> None:
    kept = Kept(Table("wrc-2015").deals().goes_round("1m"), tmp_path)
    with pytest.raises(CorrectionRefusedError, match=why):
        put_in(kept, kept.journal.number, act)
    with pytest.raises(CorrectionRefusedError, match="no entry 99"):
        put_in(kept, 99, act)


def test_into_a_hand_that_is_over_all_must_agree(tmp_path: Path) -> None:
    """WRC 6: the hand is no longer intact."""
    table = Table("wrc-2015", flow__start_points=30000).deals().goes_round("1m", "2m")
    table.east.draws().east.tsumo("234567m67p34522s", "8p").sees(seen.HandClosed())
    table.deals()
    kept = Kept(table, tmp_path)
    late = seen.UraSeen(tiles=(parse_tile("2m"),))
    with pytest.raises(CorrectionRefusedError, match="all players must agree"):
        put_in(kept, kept.entry(seen.TilesShown), late)


def test_a_hand_entered_whose_indicator_nobody_saw_is_in_the_record(tmp_path: Path) -> None:
    """The camera was dead from the deal on; the export still has the hand, with everything known about it."""
    table = Table("wrc-2015")
    entered = judge_observations.HandEntered(
        result="ron", wins=(judge_observations.EnteredWin(seat=1, source=2, han=3, fu=40),), judge="anna"
    )
    table.sees(entered).deals().goes_round("1m")
    kept = Kept(table, tmp_path)
    (record,) = records_of((each.observation, each.events) for each in kept.journal.entries())
    assert len(record.hands) == 2
    lines = [json.loads(line) for line in write(record).splitlines()]
    (first, second) = (line for line in lines if line["type"] == "start_kyoku")
    assert first["dora_marker"] == "?"
    assert (second["dora_marker"], second["kyoku"]) == ("E", 2)
    (won,) = (line for line in lines if line["type"] == "hora")
    assert (won["actor"], won["target"], won["deltas"]) == (1, 2, [0, 5200, -5200, 0])
    assert [hand.round for hand in parse(write(record)).hands] == [0, 1]
