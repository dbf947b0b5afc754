"""The guides' figures are right, and the things that they name exist."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

import config
from referee.texts.language import english
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from vision.clips.clips import AFTER_S
from wording.command_line.diagnosed import Diagnosed

ROOT = Path(__file__).resolve().parent.parent
GUIDES = ROOT / "docs" / "guides"


def text_of(name: str) -> str:
    return re.sub(r"\s+", " ", (GUIDES / name).read_text(encoding="utf-8"))


def test_the_players_page_has_the_figures_of_the_settings() -> None:
    page = text_of("players.md")
    kept = tomllib.loads((Path(config.__file__).parent / "daemon.toml").read_text(encoding="utf-8"))[
        "evidence"
    ]
    assert f"{kept['seconds']} s before and {AFTER_S:g} s after" in page
    assert f"{kept['days']} days, or less when the films fill {kept['megabytes']} MB" in page
    unit = (ROOT / "systemd" / "jantaku-backup.service").read_text(encoding="utf-8")
    (backups,) = re.findall(r"--keep (\d+)", unit)
    assert f"the newest {backups}," in page
    assert f"until {backups} newer ones" in page


def test_the_players_page_in_japanese_has_the_same_figures() -> None:
    pages = [(GUIDES / name).read_text(encoding="utf-8") for name in ("players.md", "players.ja.md")]
    figures = [sorted(re.findall(r"\d+", page)) for page in pages]
    assert figures[0] == figures[1]
    assert [page.count("\n|") for page in pages] == [7, 7]
    assert [page.count("\n* ") for page in pages] == [4, 4]


def test_the_owners_page_has_the_limits_of_the_camera() -> None:
    """They are those on the installation page."""
    page, install = (
        text_of("owners.md"),
        re.sub(r"\s+", " ", (ROOT / "docs" / "install.md").read_text(encoding="utf-8")),
    )
    for limit in ("0.9 to 1.6 m above the felt", "1440 rows or more", "to half a millimetre"):
        assert limit in page
        assert limit in install
    assert "25° off the vertical" in page
    assert "25° off the vertical" in install


def test_the_owners_page_installs_before_it_types_and_knows_what_the_doctor_says() -> None:
    page = text_of("owners.md")
    for typed in ("jantaku vision markers", "sudo jantaku setup", "sudo jantaku doctor"):
        assert page.index("sudo apt install") < page.index(typed)
    assert f"*{english(Diagnosed.all_fine())}*" in page


def test_every_reader_has_a_page() -> None:
    pages = {path.stem for path in GUIDES.glob("*.md")}
    assert pages >= {"owners", "judges", "fouls", "players", "organisers", "developers", "limits"}


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_changes_and_citation_are_of_the_version_that_this_is() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (\d+\.\d+\.\d+)\b", changes, re.MULTILINE)[0] == PROJECT["version"]
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(cited)
    assert (cited["version"], cited["license"]) == (PROJECT["version"], PROJECT["license"])
    assert [each["name"] for each in cited["authors"]] == [each["name"] for each in PROJECT["authors"]]


@pytest.mark.parametrize(
    ("figure", "page"),
    [
        ("7,899", "docs/vision.md"),
        ("60 of 60", "docs/vision.md"),
        ("93.5 %", "docs/photographs.md"),
        ("98.9 %", "docs/photographs.md"),
        ("99.6 %", "vision/model/MODEL_CARD.md"),
        ("51,561", "docs/rules.md"),
        ("51,600", "docs/rules.md"),
        ("12,000", "docs/rules.md"),
        ("590 recorded games", "docs/rules.md"),
        ("21,071", "docs/guides/proofs.md"),
        ("within 2 mm", "docs/tables/learn.md"),
        ("10 ms", "docs/guides/performance.md"),
        ("21 ms", "docs/guides/performance.md"),
        ("84 ms", "docs/guides/performance.md"),
    ],
)
def test_a_figure_of_the_readme_stands_where_it_was_measured(figure: str, page: str) -> None:
    assert figure in (ROOT / "README.md").read_text(encoding="utf-8")
    assert figure in (ROOT / page).read_text(encoding="utf-8")


def test_the_readme_counts_the_kinds_of_foul() -> None:
    (kinds,) = re.findall(r"fouls of (\d+) kinds", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert int(kinds) == len(FOUL_KINDS)
