"""What the pages by reader say of figures and of what there is, is so."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import config
from vision.clips.clips import AFTER_S

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


def test_the_owners_page_has_the_limits_of_the_camera() -> None:
    """They are those of the page about installing."""
    page, install = (
        text_of("owners.md"),
        re.sub(r"\s+", " ", (ROOT / "docs" / "install.md").read_text(encoding="utf-8")),
    )
    for said in ("0.9 to 1.6 m above the felt", "1440 rows or more", "to half a millimetre"):
        assert said in page
        assert said in install
    assert "25° off the vertical" in page
    assert "25° off the vertical" in install


def test_every_reader_has_a_page() -> None:
    pages = {path.stem for path in GUIDES.glob("*.md")}
    assert pages >= {"owners", "judges", "fouls", "players", "organisers", "limits"}
