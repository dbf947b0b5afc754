"""Figures of speed: their confidence, what they are ratios to, and that a run measures what it says."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from bench import all as bench_all
from bench.speed.figures import million, publishing, starting
from bench.speed.measuring.figure import LIMIT, Absent, Figure, Goal, Rounds, result_of
from bench.speed.measuring.interval import interval
from bench.speed.measuring.mosquitto import mosquitto
from bench.speed.measuring.peers import MAHJONG_CPP, PEERS
from bench.speed.registry import BENCHES, chosen
from bench.speed.samples.played import fill
from referee.game.events import HandStarted
from referee.journal.journal import Journal

if TYPE_CHECKING:
    from pathlib import Path

FAST = Figure(
    name="a.rate", what="work", unit="hands/s", more=True, to="mahjong", goal=Goal(of="ratio", bound=3)
)
SMALL = Figure(
    name="a.size", what="size", unit="bytes", more=False, to=LIMIT, goal=Goal(of="value", bound=600)
)


def test_the_interval_of_ten_rounds_leaves_out_one_at_each_end() -> None:
    found = interval([9, 1, 2, 3, 100, 4, 5, 6, 7, 8])
    assert (found.low, found.median, found.high) == (2, 5.5, 9)


def test_few_rounds_say_no_more_than_their_range() -> None:
    found = interval([3, 1, 2])
    assert (found.low, found.median, found.high) == (1, 2, 3)
    with pytest.raises(ValueError, match="no rounds"):
        interval([])


@pytest.mark.parametrize("number", [6, 10, 25])
def test_the_interval_holds_the_median_as_often_as_it_says(number: int) -> None:
    """The noise is skewed, as that of a shared machine is; its true median is 1."""
    random, tries = Random(number), 2000
    held = sum(
        found.low <= 1 <= found.high
        for found in (
            interval([2 ** random.expovariate(1) / 2**0.6931 for _ in range(number)]) for _ in range(tries)
        )
    )
    assert held / tries >= 0.94


def test_a_ratio_is_made_in_each_round() -> None:
    """The machine was twice as slow in the second round, for both."""
    found = result_of(FAST, Rounds(ours=(300, 150, 330), theirs=(100, 50, 100)))
    assert found["ratio"] == {"median": 3.0, "low": 3.0, "high": 3.3}
    assert found["met"] is True
    assert result_of(FAST, Rounds(ours=(200,), theirs=(100,)))["met"] is False


def test_without_a_peer_a_figure_is_a_ratio_to_its_limit() -> None:
    found = result_of(SMALL, Rounds(ours=(660,)))
    assert (found["ratio"]["median"], found["met"], found["theirs"]) == (1.1, False, None)
    assert result_of(SMALL, Rounds(ours=(500,)))["met"] is True


def test_an_absent_peer_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(MAHJONG_CPP, "/nowhere/at/all")
    assert PEERS["mahjong-cpp"].found() is None
    found = result_of(FAST, Absent(PEERS["mahjong-cpp"].absent))
    assert MAHJONG_CPP in found["absent"]
    assert "met" not in found


def test_each_figure_is_declared_once_and_has_its_peer() -> None:
    names = [figure.name for bench in BENCHES for figure in bench.figures]
    assert len(names) == len(set(names))
    for bench in BENCHES:
        for figure in bench.figures:
            assert figure.name.startswith(f"{bench.name}.")
            assert figure.to != LIMIT or figure.goal is not None, figure.name


def test_what_is_named_is_run_alone() -> None:
    assert [bench.name for bench in chosen(["replay"], slow=False)] == ["replay"]
    assert [bench.name for bench in chosen(["score.mahjong"], slow=False)] == ["score"]
    with pytest.raises(ValueError, match="no figure 'fast'"):
        chosen(["fast"], slow=False)


def test_a_run_scores_beside_mahjong(capsys: pytest.CaptureFixture[str]) -> None:
    bench_all.main(["--json", "--only", "score.mahjong", "--rounds", "1"])
    said = json.loads(capsys.readouterr().out)
    (figure,) = said["figures"]
    assert figure["name"] == "score.mahjong"
    assert figure["note"] == ""  # each hand is paid alike
    assert (
        0
        < figure["ratio"]["median"]
        == pytest.approx(figure["ours"]["median"] / figure["theirs"]["median"], rel=0.01)
    )
    assert said["peers"]["mahjong"]["version"] == "2.1.0"
    assert said["machine"]["cores"] >= 1


def test_a_run_publishes_beside_a_row_and_a_message() -> None:
    found = publishing.measure(1)
    for figure in publishing.FIGURES:
        rounds = found[figure.name]
        assert isinstance(rounds, Rounds)
        assert min(rounds.theirs) > 0
        assert min(rounds.ours) > 0


def test_a_table_says_when_it_is_ready(tmp_path: Path) -> None:
    with mosquitto(tmp_path) as port:
        assert 0 < starting.ready_s(tmp_path, port) < starting.PATIENCE_S


def test_a_journal_is_filled_to_the_entry_and_to_the_hand(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "entries.sqlite", synced=False)
    fill(journal, entries=300)
    assert journal.number == 300
    journal.close()
    of_a_hand = Journal(tmp_path / "hands.sqlite", synced=False)
    fill(of_a_hand, hands=2)
    begun = sum(isinstance(event, HandStarted) for entry in of_a_hand.entries() for event in entry.events)
    assert begun == 2
    of_a_hand.close()


def test_a_long_journal_is_loaded_from_its_snapshot() -> None:
    found = million.measure(1, entries=2_000)
    state, verified = found[million.STATE.name], found[million.VERIFIED.name]
    assert isinstance(state, Rounds)
    assert isinstance(verified, Rounds)
    assert state.ours[0] < verified.ours[0]


def test_a_wrong_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench_all.main(["--only", "scoer"])
    assert ended.value.code == 2
    assert "no figure 'scoer'; there are score," in capsys.readouterr().err
