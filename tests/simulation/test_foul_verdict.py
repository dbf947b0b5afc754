"""The choice of the game that gets a foul, and the verdict from its journal."""

import json
import tempfile
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from config import ConfigError, read_ruleset
from jantaku.main import main
from referee.game import observations as seen
from referee.game.events import FoulFound
from referee.game.position import GameState
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.tiles import UNKNOWN
from simulation.people.bots import play_game
from simulation.playing.beginning import FILE
from simulation.playing.programs import Programs
from simulation.staged.foul import StagedFoulOf, stage, verdict

WRC = read_ruleset("wrc-2015")
DEALT = seen.HandDealt(dice=(1, 2), hands=((UNKNOWN,) * 13,) * 4)
VOID = seen.RulingGiven(source="judge:anna", ruling="void", judge="anna", text="dealt again")
BEGUN = seen.HanchanBegun(ruleset=WRC, names=("A", "B", "C", "D"))


def staged() -> StagedFoulOf:
    record = mjai.parse(mjai.write(next(records_of(play_game(WRC, 1, 1)))))
    foul = stage(record, WRC, "wrong_tile", 1, 1)
    assert foul is not None
    return foul


def journal_of(folder: Path, *observations: tuple[int, seen.Observation | FoulFound]) -> Path:
    """A journal with these observations, and entries of a finding, at their table times."""
    state: GameState | None = None
    folder.mkdir(exist_ok=True)
    with closing(Journal(folder / "journal.sqlite")) as journal:
        for at_ms, each in observations:
            if isinstance(each, FoulFound):
                journal.append(seen.ClockAdvanced(at_ms=at_ms), [each])
            else:
                observation = structs.replace(each, at_ms=at_ms)
                events, state = advance(state, observation)
                journal.append(observation, events, state=state)
    return folder


def found(rule: str, seat: int) -> FoulFound:
    return FoulFound(rule, "WRC 7.2", seat, "none", "")


def test_only_what_is_found_in_the_hand_with_the_foul_counts(tmp_path: Path) -> None:
    """A redealt hand and the first hand of another hanchan have the same round and counters as an earlier one."""
    foul = staged()
    true = found(foul.truth.rule, foul.truth.seat)
    state = journal_of(
        tmp_path,
        (0, BEGUN),
        (1000, DEALT),
        (2000, found("slow_play", 0)),
        (3000, VOID),
        (5000, DEALT),
        (7000, true),
        (8000, found("early_chi", 3)),
        (9000, VOID),
        (9500, found("line_crossed", 1)),
        (10_000, DEALT),
        (12_000, found("kuikae", 2)),
        (13_000, seen.HanchanClosed(judge="anna")),
        (14_000, BEGUN),
        (15_000, DEALT),
        (16_000, found("second_draw", 2)),
    )
    text = verdict(foul, state, 6000)
    assert text.found
    assert text.others == ("early_chi by North",)
    assert not verdict(foul, state, 11_000).found, "found in the hand before, not in that one"
    assert verdict(foul, state, 15_500).others == ("second_draw by West",)
    assert verdict(foul, state, None) == replace(text, found=False, others=()), "never dealt"


@pytest.fixture
def records(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for made records; a game is chosen, but nothing is started."""

    async def stop(*_: Any) -> None:
        raise ConfigError("enough")

    monkeypatch.setattr(Programs, "start", stop)
    monkeypatch.setattr("simulation.playing.games.SEEDS_TRIED", 2)
    folder = tmp_path / "records"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def test_the_seed_with_a_place_for_the_foul_is_that_of_the_game(
    tmp_path: Path, records: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder goes on with its own game, and the built-in players' record is not kept."""
    order = ["sim", "--disturb", "meld_display", "--ruleset", "wrc-2015", "--seed", "1", "--hands", "1"]
    assert main([*order, "--headless", "--state", str(tmp_path / "sim")]) == 2
    output = capsys.readouterr()
    assert "The game of seed 1 has no place for meld_display; this is that of seed 2." in output.out
    assert "enough" in output.err
    assert json.loads((tmp_path / "sim" / FILE).read_text())["seed"] == 2
    assert list(records.iterdir()) == []


@pytest.mark.parametrize(
    ("kind", "rules", "why"),
    [
        ("announce_order", "tenhou", "announce_order is no foul under these rules"),
        ("riichi_late", "wrc-2015", "none of the games tried has a place"),
    ],
)
def test_a_foul_that_cannot_be_staged_leaves_no_record(
    records: Path, capsys: pytest.CaptureFixture[str], kind: str, rules: str, why: str
) -> None:
    order = ["sim", "--disturb", kind, "--ruleset", rules, "--hands", "1", "--headless"]
    assert main([*order, "--state", str(records.parent / "s")]) == 2
    assert why in capsys.readouterr().err
    assert list(records.iterdir()) == []
