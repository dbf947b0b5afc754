"""Rulesets as data: every preset loads; unknown, missing, wrong or contradictory settings are refused, with their
key."""

import ast
import inspect
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

import config
from referee.rules.calls import Calls
from referee.rules.display import Display
from referee.rules.flow import Flow
from referee.rules.penalties import Penalties
from referee.rules.ruleset import GROUPS, Ruleset, RulesetError
from referee.rules.scoring import Scoring
from referee.rules.timing import Timing
from referee.texts.language import english

ROOT = Path(__file__).resolve().parents[2]
PRESETS = (
    "ema-2025",
    "jpml-a",
    "m-league",
    "mahjong-soul",
    "reference-sheet",
    "riichi-mj",
    "saikouisen-2025",
    "scoring-tables",
    "tenhou",
    "wrc-2015",
    "wrc-2025",
)


def wrc() -> dict[str, Any]:
    return config.read_ruleset("wrc-2015")


def test_the_presets_are_those_of_the_rulebooks_and_of_tenhou() -> None:
    assert config.ruleset_names() == PRESETS


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_survives_the_way_through_json(name: str) -> None:
    rules = Ruleset.from_mapping(config.read_ruleset(name))
    assert rules.name == name
    again = Ruleset.from_mapping(json.loads(json.dumps(rules.to_mapping())))
    assert again == rules
    assert hash(again) == hash(rules)


@pytest.mark.parametrize(
    ("group", "key", "value", "reason"),
    [
        ("scoring", "renhou", "yakumann", "must be one of off, mangan, yakuman"),
        ("scoring", "open_tanyao", 1, "must be true or false"),
        ("flow", "start_points", "25000", "must be a whole number"),
        ("flow", "start_points", True, "must be a whole number"),
        ("flow", "uma", [15000, 5000, -5000], "must have 4 values"),
        ("flow", "uma", [15000, 5000, -5000, -5000], "must add up to zero"),
        ("flow", "uma", [-15000, -5000, 5000, 15000], "must fall from place to place"),
        ("flow", "uma", 15000, "must be a list"),
        ("flow", "oka", True, "needs return_points > start_points"),
        ("flow", "start_points", 30050, "multiples of 100"),
        ("flow", "rounds", 3, "must be 1 or 2 or 4"),
        ("flow", "extra_rounds", 3, "there are four winds"),
        ("flow", "noten_points", 1000, "must be shared"),
        ("flow", "abort_triple_ron", True, "needs winners = 'all'"),
        ("flow", "bets_to_owner", True, "needs winners = 'all'"),
        ("flow", "honba_ron", -300, "must not be negative"),
        ("scoring", "double_wind_pair_fu", 3, "must be 2 or 4"),
        ("scoring", "open_least_fu", 25, "must be 20 or 30"),
        ("scoring", "double_yakuman", ["daisangen"], "must be one of"),
        ("scoring", "double_yakuman", ["daisuushii", "daisuushii"], "names one twice"),
        ("scoring", "kan_dora", False, "needs ura_dora = true, kan_dora = true"),
        ("scoring", "daisharin_every_suit", True, "needs daisharin"),
        ("calls", "riichi_least_tiles", -1, "must not be negative"),
        ("flow", "uma_by_floating", [[0, 0, 0, 0]], "5"),
    ],
)
def test_a_wrong_or_contradictory_value_is_refused(group: str, key: str, value: object, reason: str) -> None:
    mapping = wrc()
    mapping[group][key] = value
    with pytest.raises(RulesetError, match=reason):
        Ruleset.from_mapping(mapping)


def asked(group: str) -> list[str]:
    """The settings of a group that a mapping must have: those that existed when the first journals were written."""
    return [each.name for each in fields(GROUPS[group]) if each.default is NODEFAULT]


@pytest.mark.parametrize(
    ("group", "key", "alike"), [("scoring", "open_tanyao", 1), ("flow", "dice_rolls", 1.0)]
)
def test_a_value_equal_to_a_right_one_is_refused_even_after_it_was_read(
    group: str, key: str, alike: object
) -> None:
    mapping = wrc()
    assert mapping[group][key] == alike
    assert Ruleset.from_mapping(mapping) is Ruleset.from_mapping(wrc())
    mapping[group][key] = alike
    with pytest.raises(RulesetError, match=key):
        Ruleset.from_mapping(mapping)


def test_unknown_and_missing_settings_are_refused_by_their_key() -> None:
    mapping = wrc()
    mapping["scoring"]["akadora"] = 3
    with pytest.raises(
        RulesetError, match=r"ruleset wrc-2015: scoring\.akadora: is not a setting"
    ) as refused:
        Ruleset.from_mapping(mapping)
    assert (refused.value.key, english(refused.value.reason)) == (
        "scoring.akadora",
        "is not a setting; did you mean kan_dora?",
    )
    for group in ("flow", "scoring", "calls"):
        for key in asked(group):
            mapping = wrc()
            del mapping[group][key]
            with pytest.raises(RulesetError, match=rf"{group}\.{key}: is missing"):
                Ruleset.from_mapping(mapping)
    mapping = wrc()
    del mapping["calls"]
    with pytest.raises(RulesetError, match="calls: is missing"):
        Ruleset.from_mapping(mapping)
    with pytest.raises(RulesetError, match="penalty: is not a group"):
        Ruleset.from_mapping({**wrc(), "penalty": {}})


def test_a_record_may_say_what_differs() -> None:
    rules = Ruleset.from_mapping(config.read_ruleset("tenhou"))
    other = rules.with_overrides({"scoring.red_fives": False, "scoring.open_tanyao": False, "flow.rounds": 1})
    assert (other.scoring.red_fives, other.scoring.open_tanyao, other.flow.rounds) == (False, False, 1)
    assert other.calls == rules.calls
    for key in ("scoring.reds", "reds", "game.rounds"):
        with pytest.raises(RulesetError, match="is not a setting"):
            rules.with_overrides({key: False})


def test_a_file_holds_only_what_differs_from_the_one_it_extends(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "wrc-2015"\n[scoring]\nred_fives = true\n')
    rules = Ruleset.from_mapping(config.read_ruleset(house))
    assert rules.scoring.red_fives
    assert rules.flow == Ruleset.from_mapping(wrc()).flow
    child = tmp_path / "child.toml"
    child.write_text('extends = "house.toml"\nname = "child"\n[flow]\nhonba_ron = 1500\n')
    rules = Ruleset.from_mapping(config.read_ruleset(str(child)))
    assert (rules.name, rules.scoring.red_fives, rules.flow.honba_ron) == ("child", True, 1500)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[scoring\n", r"bad\.toml: not valid TOML"),
        ('extends = "nobody"\n', "rulesets: 'nobody' is not one of"),
        ("extends = 3\n", r"bad\.toml: extends: must be the name"),
        ('extends = "bad.toml"\n', r"bad\.toml: extends: is circular"),
        ('extends = "wrc-2015"\nmods = 3\n', r"bad\.toml: mods: must be a table"),
        ('extends = "wrc-2015"\n[mods]\nlate = 3\n', r"bad\.toml: mods\.late: must be a table"),
        ('extends = "wrc-2015"\nsecond_hand = true\n', r"bad\.toml: second_hand: must be true or false; if"),
        ('extends = "wrc-2015"\nscoring = 3\n', r"bad\.toml: scoring: is a table in what this file extends"),
        ('extends = "wrc-2015"\n[scoring.renhou]\na = 1\n', r"bad\.toml: scoring\.renhou: is a value"),
    ],
)
def test_a_bad_file_is_refused_with_its_name_key_and_reason(tmp_path: Path, text: str, reason: str) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(text)
    with pytest.raises(config.ConfigError, match=reason):
        config.read_ruleset(bad)


def test_what_one_reader_changes_another_does_not_see(tmp_path: Path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('extends = "tenhou"\n[flow]\numa = [10, 5, -5, -10]\n')
    first = config.read_ruleset(file)
    first["flow"]["uma"][0] = first["flow"]["start_points"] = 0
    again = config.read_ruleset(file)
    assert (again["flow"]["uma"][0], again["flow"]["start_points"]) == (10, 25_000)
    file.write_text('extends = "tenhou"\n[flow]\numa = [20, 5, -5, -20]\n')
    assert config.read_ruleset(file)["flow"]["uma"][0] == 20, "a file that was changed is read anew"


def test_a_name_that_is_none_is_refused() -> None:
    with pytest.raises(config.ConfigError, match=r"'wrc' is not one of .*wrc-2015"):
        config.read_ruleset("wrc")
    with pytest.raises(config.ConfigError, match=r"missing\.toml: no such file"):
        config.read_ruleset("missing.toml")
    assert config.read_table("standard")["name"] == "standard"


@pytest.mark.parametrize("group", [Flow, Scoring, Calls, Timing, Display, Penalties])
def test_every_setting_is_documented_with_a_source(group: type) -> None:
    """A field's docstring follows it and names a rulebook: WRC, MJ, SAI, TAB, REF or TEN."""
    tree = ast.parse(inspect.getsource(group)).body[0]
    assert isinstance(tree, ast.ClassDef)
    body = tree.body[1:]
    for field, text in zip(body[::2], body[1::2], strict=True):
        assert isinstance(field, ast.AnnAssign)
        docstring = ast.literal_eval(text.value) if isinstance(text, ast.Expr) else ""
        assert any(book in docstring for book in ("WRC", "MJ", "SAI", "TAB", "REF", "TEN")), ast.unparse(
            field
        )


def test_no_code_asks_for_the_name_of_a_ruleset() -> None:
    """Rules are fields; ``name`` is for people."""
    for folder in ("hall", "referee", "simulation", "table_controller", "wording"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare):
                    text = ast.unparse(node)
                    assert "ruleset.name" not in text, f"{path}: {text}"
                    assert "rules.name" not in text, f"{path}: {text}"
