"""Any answers to ``jantaku setup``, after any others, give settings with which the table starts."""

import argparse
import re
import shutil
import tomllib
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final

import pytest

from table_controller.cli.setup import command
from table_controller.cli.setup.answers import Answers, answers_from, changed
from table_controller.cli.setup.plan import below, planned
from table_controller.cli.setup.write import write_all
from table_controller.mqtt.authority import Authority
from table_controller.settings.options import add_options
from table_controller.settings.outside import TABLE_SETTINGS
from table_controller.settings.settings import examined

ELSEWHERE: Final = "10.0.0.2:1883"
ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "nothing": {},
    "encrypted": {"broker": "here", "encrypted": True, "host": "table"},
    "unencrypted": {"broker": "here", "encrypted": False},
    "elsewhere": {"broker": ELSEWHERE, "ca": ""},
    "elsewhere with a password": {"broker": ELSEWHERE, "user": "other", "password": "word"},
    "elsewhere encrypted": {"broker": "10.0.0.2:8883", "ca": "CA"},
    "another name": {"hall": "club", "table": "8", "language": "ja"},
    "another table": {"geometry": "amos", "ruleset": "tenhou"},
    "a unit and cameras": {"unit": "/dev/ttyUSB0", "camera": "v4l2:2", "second_camera": "v4l2:0"},
    "no unit": {"unit": "none", "second_camera": "none"},
}


def set_up(root: Path, given_answers: Mapping[str, Any]) -> None:
    """Set a table up below a root, starting from what is set up already."""
    there = below(root, TABLE_SETTINGS)
    start = Answers(host="table")
    if there.is_file():
        start = answers_from(tomllib.loads(there.read_text()), start, str(there))
    answers = changed(
        start, {**given_answers, **({"ca": f"{root.parent}/ca.pem"} if given_answers.get("ca") else {})}, "-"
    )
    write_all(planned(answers, root).files, root)


def mistakes(root: Path) -> list[str]:
    """The codes of the faults in the settings below a root, and in files that they name there."""
    text = below(root, TABLE_SETTINGS).read_text()
    here = root.parent / "table.toml"
    here.write_text(re.sub(r'"(/etc/jantaku/)', rf'"{root}\1', text))
    parser = argparse.ArgumentParser()
    add_options(parser)
    force, made = examined(parser.parse_args(["--config", str(here)]))
    if not force.wrong:
        made()
    return [f"{each.code} {dict(each.arguments)}" for each in force.wrong]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """A table set up by each of the answers, by their name."""
    roots = {}
    for name, answers in ANSWERS.items():
        roots[name] = tmp_path_factory.mktemp("first") / "root"
        (roots[name]).mkdir()
        authority = Authority(roots[name].parent)
        authority.make("hall")
        authority.certificate.rename(roots[name].parent / "ca.pem")
        set_up(roots[name], answers)
    return roots


@pytest.mark.parametrize("name", ANSWERS)
def test_each_answer_alone(first: Mapping[str, Path], name: str) -> None:
    assert mistakes(first[name]) == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("apart", range(1, len(ANSWERS)))
def test_every_answer_after_every_other(first: Mapping[str, Path], tmp_path: Path, apart: int) -> None:
    """Each is set up after the one that stands so many places before it."""
    names, wrong = list(ANSWERS), {}
    for before, after in zip(names, names[apart:] + names[:apart], strict=True):
        place = tmp_path / before
        shutil.copytree(first[before].parent, place)
        settings = below(place / "root", TABLE_SETTINGS)
        settings.write_text(settings.read_text().replace(str(first[before].parent), str(place)))
        set_up(place / "root", ANSWERS[after])
        if found := mistakes(place / "root"):
            wrong[before, after] = found
    assert wrong == {}


def test_a_telephone_is_given_an_address_that_it_can_resolve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "AVAHI", tmp_path / "nowhere")
    assert command.reached_at("table.club.example", encrypted=False) == "table.club.example"
    assert command.reached_at("table", encrypted=True) == "table.local"
    by_number = command.reached_at("table", encrypted=False)
    assert by_number == "table.local" or ip_address(by_number)
    monkeypatch.setattr(command, "AVAHI", tmp_path)
    assert command.reached_at("table", encrypted=False) == "table.local"
