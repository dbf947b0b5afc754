"""``jantaku replay --timed``, ``--disturb`` and observation files on the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from jantaku.main import main
from referee.records.mjai import mjai
from referee.records.neutral.record import GameRecord
from referee.rules.ruleset import Ruleset
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS


@pytest.fixture
def record(tmp_path: Path, own_games: list[GameRecord]) -> Path:
    path = tmp_path / "own.mjai"
    path.write_text(mjai.write(own_games[0]))
    return path


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, list[str], str]:
    status = main(["replay", *(str(each) for each in args)])
    output = capsys.readouterr()
    return status, output.out.splitlines(), output.err


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_the_list_is_every_kind_one_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--disturb", "list")
    assert status == 0
    assert out == list(FOUL_KINDS)
    assert len(out) == len(set(out)) > 60


def test_a_folder_that_cannot_be_made_is_named(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, _, err = run(capsys, "--disturb", "early_draw", "--out", record / "out", record)
    assert (status, err) == (2, f"jantaku replay: {record}/out: Not a directory\n")


def test_timed_agrees_with_the_record(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    status, out, err = run(capsys, "--timed", "--seed", 5, "--judge", "saikouisen-2025", record)
    assert (status, err) == (0, "")
    assert all(json.loads(line)["findings"] == [] for line in out)


def test_the_foul_of_a_file_is_found_untold(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    status, _, _ = run(
        capsys, "--disturb", "early_draw", "--judge", "saikouisen-2025", "--seed", 2, "--out", out, record
    )
    assert status == 0
    (truth,) = lines(out / "truth.jsonl")
    assert list(truth) == ["file", "rule", "seat", "event", "hand_index"]
    status, output, _ = run(capsys, "--json", out / truth["file"])
    assert status == 1
    found = [
        (index, each["rule"], each["seat"], each["event"])
        for index, line in enumerate(output)
        for each in json.loads(line)["findings"]
    ]
    observed = lines(out / truth["file"])
    assert observed[0] == {"jantaku": "observations", "schema": 1, "game": "own"}
    hand = [number for number, each in enumerate(observed) if each.get("type") == "HandDealt"]
    dealt = hand[truth["hand_index"]]
    act = observed[dealt + truth["event"]]
    assert (act["type"], act["seat"]) == ("TileDrawn", truth["seat"])
    # People in a record do not stop: by SAI 53.3 the first to play on once everybody can have seen the foul is found
    # too.
    known_ms = act["at_ms"] + Ruleset.read("saikouisen-2025").timing.show_ms
    played_on, late = next(
        (number, each)
        for number, each in enumerate(observed[dealt:])
        if each["type"] in ("TileDrawn", "TileDiscarded") and each["at_ms"] - each["within_ms"] > known_ms
    )
    assert found == [
        (truth["hand_index"], truth["rule"], truth["seat"], truth["event"]),
        (truth["hand_index"], "play_while_stopped", late["seat"], played_on),
    ]


def test_the_same_seed_writes_the_same_files(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    for name in ("one", "two"):
        run(capsys, "--disturb", "second_draw", "--seed", 3, "--out", tmp_path / name, record)
    first, second = ((tmp_path / name / "own.observations.jsonl").read_bytes() for name in ("one", "two"))
    assert first == second


def test_a_game_without_a_place_is_said(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
) -> None:
    status, _, err = run(
        capsys, "--disturb", "early_chi", "--judge", "wrc-2015", "--out", tmp_path / "out", record
    )
    assert status == 0
    assert "no place for early_chi" in err
    assert (tmp_path / "out" / "truth.jsonl").read_text() == ""
    assert list((tmp_path / "out").glob("*.observations.jsonl")) == []


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        (("--disturb", "nonsense", "--out", "x", "f"), "no kind of foul"),
        (("--disturb", "early_chi", "f"), "needs --out"),
        ((), "which files"),
    ],
)
def test_what_makes_no_sense_is_refused(
    capsys: pytest.CaptureFixture[str], args: tuple[str, ...], reason: str
) -> None:
    status, _, err = run(capsys, *args)
    assert status == 2
    assert reason in err
