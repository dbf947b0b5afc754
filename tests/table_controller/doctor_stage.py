"""An installation for ``jantaku doctor``, every part of it in order until a test changes it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from jantaku.main import main
from referee.game import observations as seen
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from table_controller.journal.place import JOURNAL


@dataclass
class Table:
    """An installation, every part of it in order until a test changes it."""

    folder: Path
    capsys: pytest.CaptureFixture[str]

    def __post_init__(self) -> None:
        (self.folder / "state").mkdir()
        (self.folder / "pictures").mkdir()
        self.settings: dict[str, object] = {
            "serial": "/dev/null",
            "camera": f"folder:{self.folder / 'pictures'}",
            "state": str(self.state),
            "unit": {"driver": "none"},
            "mqtt": {"address": "127.0.0.1:1"},
            "http": {"port": 0},
        }

    @property
    def state(self) -> Path:
        return self.folder / "state"

    def logs_in(self, port: int, user: str = "", word: str = "") -> None:
        """Use this login in the settings from now on, at a broker here."""
        login = {"address": f"127.0.0.1:{port}"}
        if user:
            (self.folder / "password").write_text(word)
            login |= {"user": user, "password_file": str(self.folder / "password")}
        self.settings["mqtt"] = login

    def shows(self, picture: np.ndarray) -> None:
        """The camera's only picture from now on."""
        cv2.imwrite(str(self.folder / "pictures" / "1.png"), picture)

    @property
    def file(self) -> Path:
        return self.folder / "table.toml"

    def write(self) -> None:
        """Write the settings."""
        self.file.write_text(toml(self.settings), encoding="utf-8")

    def report(self, *more: str) -> list[dict[str, Any]]:
        """Return all the doctor's output for the present settings file, and check its exit status."""
        status = main(["doctor", "--json", *(more or ("--config", str(self.file)))])
        report = json.loads(self.capsys.readouterr().out)
        grades = [each["grade"] for each in report["parts"]]
        assert (report["wrong"], report["warnings"]) == (grades.count("wrong"), grades.count("warning"))
        assert status == (1 if report["wrong"] else 0)
        parts: list[dict[str, Any]] = report["parts"]
        return parts

    def examined(self) -> dict[str, list[tuple[str, str]]]:
        """Grade and code of each of the doctor's results for the settings, by part."""
        self.write()
        found: dict[str, list[tuple[str, str]]] = {}
        for each in self.report():
            found.setdefault(each["part"], []).append((each["grade"], each["says"]["code"].split(".")[1]))
            assert (each["remedy"] is None) == (each["grade"] == "fine"), "what is not fine has a remedy"
            assert each["says"]["text"], each
        return found


def toml(settings: dict[str, object]) -> str:
    """A settings file with one level of tables."""
    own = [f"{name} = {json.dumps(value)}" for name, value in settings.items() if not isinstance(value, dict)]
    for name, value in settings.items():
        if isinstance(value, dict):
            own += [f"[{name}]", *(f"{key} = {json.dumps(each)}" for key, each in value.items())]
    return "\n".join(own) + "\n"


@pytest.fixture
def table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Table:
    return Table(tmp_path, capsys)


@pytest.fixture
def journal(table: Table) -> Path:
    """A journal of three entries."""
    place = table.state / JOURNAL
    kept = Journal(place)
    begun = seen.HanchanBegun(ruleset=Ruleset.read("wrc-2015").to_mapping())
    events, state = advance(None, begun)
    assert state is not None
    kept.append(begun, events, state=state)
    for minute in (1, 2):
        kept.append(seen.ClockAdvanced(at_ms=60_000 * minute), (), state=state)
    kept.close()
    return place
