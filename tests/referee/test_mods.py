"""Mods of a ruleset, and values that were not checked against the book."""

from pathlib import Path

import pytest

import config
from config import ConfigError
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.reader import parse_record
from referee.rules.ruleset import Ruleset
from simulation.people.bots import play_game

CLUB = """\
extends = "wrc-2025"
title = "Thursday club"
sources = ["house", "WRC25"]

[mods.late]
title = "late evening"

[mods."late".flow]
time_limit_minutes = 60

[mods."early".flow]
time_limit_minutes = 75
"""


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "a+b" / "thursday.toml"
    path.parent.mkdir()
    path.write_text(CLUB)
    return path


def test_mods_change_their_settings_and_name_themselves() -> None:
    plain, rules = Ruleset.read("wrc-2025"), Ruleset.read("wrc-2025+2.1+3.2")
    assert (plain.scoring.red_fives, plain.flow.nagashi_mangan) == (False, False)
    assert (rules.scoring.red_fives, rules.flow.nagashi_mangan) == (True, True)
    assert (rules.name, rules.title) == ("wrc-2025+2.1+3.2", f"{plain.title} +2.1 +3.2")
    assert config.ruleset_title("wrc-2025+2.1", "ja") == f"{config.ruleset_title('wrc-2025', 'ja')} +2.1"
    source = config.ruleset_sources("wrc-2025+2.1")["scoring.red_fives"]
    assert (source.text.partition(";")[0], source.book) == ("Mod 2.1", "WRC25")


@pytest.mark.parametrize("name", config.ruleset_names())
@pytest.mark.parametrize("words", ["en", "ja"])
def test_every_mod_of_a_preset_can_be_played(name: str, words: str) -> None:
    for mod, title in config.ruleset_mods(name, words).items():
        assert Ruleset.read(f"{name}+{mod}") != Ruleset.read(name)
        assert title != mod


def test_what_is_offered_has_mods_and_the_newer_edition_first() -> None:
    offered = config.ruleset_choices()
    assert {"wrc-2025", "wrc-2025+2.1", "wrc-2025+2.1+3.2+6.3"} <= set(offered)
    assert list(offered)[-1] == "wrc-2015"
    assert {name: newer for name, newer in offered.items() if newer} == {"wrc-2015": "wrc-2025"}
    for name in offered:
        assert Ruleset.read(name).name == name


def test_a_clubs_file_adds_mods_to_those_of_its_ruleset(club: Path) -> None:
    assert list(config.ruleset_mods(club, "en")) == ["2.1", "3.2", "6.3", "late", "early"]
    rules = Ruleset.read(f"{club}+late+2.1")
    assert (rules.flow.time_limit_minutes, rules.scoring.red_fives) == (60, True)
    assert rules.name == "thursday+late+2.1"
    source = config.ruleset_sources(f"{club}+late")["flow.time_limit_minutes"]
    assert (source.file, source.line) == (str(club), 9)


def test_a_file_may_extend_a_ruleset_with_mods(club: Path) -> None:
    final = club.with_name("final.toml")
    final.write_text('extends = "thursday.toml+late"\nsources = ["house"]\n')
    assert Ruleset.read(final).flow.time_limit_minutes == 60


@pytest.mark.parametrize(
    ("mods", "reason"),
    [
        ("+late+early", "mods late and early contradict each other in flow.time_limit_minutes"),
        ("+9.9", r"'9\.9' is no mod of it \(2\.1, 3\.2, 6\.3, late, early\)"),
        ("+", "'' is no mod of it"),
    ],
)
def test_mods_that_cannot_be_are_refused(club: Path, mods: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        Ruleset.read(f"{club}{mods}")


def test_a_mod_that_is_no_table_is_refused(club: Path) -> None:
    club.write_text(CLUB.partition("[mods")[0] + "[mods]\nlate = 3\n")
    with pytest.raises(ConfigError, match=r"mods\.late: must be a table"):
        Ruleset.read(f"{club}+late")


def test_a_file_that_extends_itself_with_a_mod_is_refused(club: Path) -> None:
    club.write_text('extends = "thursday.toml+late"\n')
    with pytest.raises(ConfigError, match="is circular"):
        Ruleset.read(club)


def test_a_clubs_file_confirms_values_of_a_book_that_it_owns(club: Path) -> None:
    club.write_text('extends = "wrc-2025"\nsources = ["WRC25"]\n[scoring]\nkiriage_mangan = true  # 13.4\n')
    before, after = Ruleset.read("wrc-2025").unchecked, Ruleset.read(club).unchecked
    assert before - after == 1
    assert "scoring.kiriage_mangan" in config.unchecked_settings("wrc-2025")
    assert "scoring.kiriage_mangan" not in config.unchecked_settings(club)


def test_what_a_book_at_second_hand_takes_from_another_is_in_no_source() -> None:
    sources = config.ruleset_sources("wrc-2025")
    assert sources["fouls.kuikae"].text == "not in source: as wrc-2015"
    assert sources["scoring.kiriage_mangan"].text == "13.4; second hand: calculator"
    assert Ruleset.read("wrc-2015").unchecked == 0
    again = Ruleset.from_mapping(Ruleset.read("wrc-2025").to_mapping())
    assert again.unchecked == len(config.unchecked_settings("wrc-2025")) > 0


def test_a_record_keeps_its_mods() -> None:
    record = next(records_of(play_game(config.read_ruleset("wrc-2025+2.1+3.2"), 5, 1)))
    back = parse_record(mjai.write(record))
    assert (back.ruleset, back.overrides) == ("wrc-2025+2.1+3.2", {})
    with pytest.raises(ValueError, match="rule"):
        parse_record(mjai.write(record).replace("wrc-2025+2.1+3.2", "wrc-2025+club.toml"))
