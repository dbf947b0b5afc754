"""``jantaku forget``: what a club's owner sees when removing somebody from a journal."""

from pathlib import Path

import pytest

from jantaku.main import main
from referee.game import observations as seen
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from table_controller.journal.place import JOURNAL

NAMES = ("Aki", "Botan", "Chihiro", "Daichi")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    journal = Journal(tmp_path / JOURNAL)
    begun = seen.HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping(), names=NAMES)
    decided, state = advance(None, begun)
    journal.append(begun, decided, state=state)
    ruling = seen.RulingGiven(ruling="void", judge="Emmy", text="Aki was dealt fourteen")
    journal.append(ruling, ())
    journal.close()
    return tmp_path


def test_a_name_is_removed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forget", "--state", str(folder)]) == 0
    assert capsys.readouterr().out.split() == ["Aki", "Botan", "Chihiro", "Daichi", "Emmy"]
    assert main(["forget", "Aki", "--state", str(folder)]) == 0
    output = capsys.readouterr().out
    assert "Aki is 'forgotten 1' from now on" in output
    assert "stays in the text of 1 entries, which cannot be changed: 2" in output
    assert main(["forget", "--state", str(folder / JOURNAL)]) == 0
    assert "Aki" not in capsys.readouterr().out
    assert main(["journal", "verify", "--state", str(folder)]) == 0


def test_what_cannot_be_done_is_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["forget", "Euler", "--state", str(folder)]) == 2
    assert "nobody is called 'Euler'" in capsys.readouterr().err
    assert main(["forget", "Aki", "--state", str(tmp_path / "nowhere")]) == 2
    assert "no journal there" in capsys.readouterr().err
    journal = Journal(folder / JOURNAL)
    assert main(["forget", "Aki", "--state", str(folder)]) == 2
    assert "a table has it open; stop it first" in capsys.readouterr().err
    journal.close()
