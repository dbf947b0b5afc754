"""``jantaku sim --disturb``: a foul acted out under the camera, found by the referee, ruled on by the judge."""

import os
import pty
from pathlib import Path

import pytest

from jantaku.main import main
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from tests.proofs import some
from tests.simulation.sim_process import Sim

FELT = (
    "kuikae_same",
    "kuikae_other_end",
    "meld_display",
    "riichi_not_turned",
)
"""Kinds of foul that this table's camera, curtains and buttons must show."""


@pytest.mark.prove
@pytest.mark.parametrize("kind", some(FELT, 2))
def test_a_foul_acted_out_at_the_table_is_found(tmp_path: Path, kind: str) -> None:
    played = Sim(tmp_path, "--disturb", kind, "--ruleset", "wrc-2015", "--seed", "7", "--hands", "1").end()
    [foul] = played.report["fouls"]
    assert foul["found"], played.output
    assert foul["kind"] == kind
    assert played.status == 0
    assert f"({kind}): found" in played.output
    assert foul["others"] == [], "and nothing else is found in that hand"


def test_a_kind_that_is_none_is_refused_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--disturb", "kuikai"]) == 2
    output = capsys.readouterr().err
    assert output == "jantaku sim: no kind of foul: 'kuikai'; `jantaku sim --disturb list` prints them\n"


def test_the_kinds_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--disturb", "list"]) == 0
    assert capsys.readouterr().out.split() == list(FOUL_KINDS)


@pytest.mark.prove
def test_a_foul_that_is_ordered_at_the_terminal_is_acted_out_and_found(tmp_path: Path) -> None:
    person, program = pty.openpty()
    sim = Sim(tmp_path, "--ruleset", "wrc-2015", "--seed", "7", "--hands", "1", terminal=program)
    try:
        sim.wait_until_said("Keys: space pauses")
        os.write(person, b":foul kuikae_sme\r:foul kuikae_same\r:foul kuikae_same\r")
        played = sim.end()
    finally:
        os.close(person)
        os.close(program)
    assert "There is no kind of foul 'kuikae_sme'; did you mean kuikae_same?" in played.output
    assert (
        "kuikae_same: somebody will, in the next hand to be dealt that has a place for it." in played.output
    )
    assert "In this hand: kuikae by" in played.output
    assert "kuikae_same: no hand that was dealt since had a place for it." in played.output
    [foul] = played.report["fouls"]
    assert (foul["kind"], foul["hand_index"]) == ("kuikae_same", 0)
    assert foul["found"], played.output
    assert played.status == 0
