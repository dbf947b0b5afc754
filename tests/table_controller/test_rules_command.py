"""``jantaku rules``: what a club owner reads."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import config
from jantaku.main import main
from referee.rules.fouls import CATALOGUE
from referee.rules.ruleset import GROUPS, Ruleset, people_rules
from referee.rules.words import people_sentence, words_of
from referee.texts.language import LANGUAGES, LanguageName
from referee.texts.language import language as language_of
from wording.rules_shown import RulesShown


def jantaku(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["rules", *arguments]) == 0
    return capsys.readouterr().out


def flat(text: str) -> str:
    return " ".join(text.split())


@pytest.fixture
def house(tmp_path: Path) -> Path:
    file = tmp_path / "house.toml"
    file.write_text(
        'extends = "wrc-2015"\ntitle = "Our club"\n[scoring]\nred_fives = true  # our vote in May\n'
        "[calls]\nriichi_least_tiles = 1\n"
    )
    return file


@pytest.mark.parametrize(
    ("words", "reason"),
    [("en", "house.toml: extends: rulesets: 'wrc-2016' is not one of"), ("ja", "'wrc-2016'はありません")],
)
def test_a_ruleset_that_extends_none_is_refused_in_a_sentence(
    tmp_path: Path, words: LanguageName, reason: str
) -> None:
    """In a process of its own, in which nothing but the command has imported the texts."""
    file = tmp_path / "house.toml"
    file.write_text('extends = "wrc-2016"\n')
    line = [sys.executable, "-m", "jantaku.main", "--lang", words, "rules", "show", str(file)]
    ended = subprocess.run(line, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert reason in ended.stderr
    assert "Traceback" not in ended.stderr


def test_show_says_each_rule_with_its_section(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(jantaku(capsys, "show", "wrc-2015"))
    assert "A riichi needs at least 4 tiles in the live wall (6.5.1)." in text
    assert "Each player starts with 30,000 points (4.1)." in text
    assert "Discarding what was called with (kuikae): dead hand (7.2)." in text
    assert "A win needs no acknowledgement (not in source)." in text
    assert "without effect" not in text
    left_out = int(text.rpartition(" settings have no effect")[0].split()[-1])
    assert left_out > 10
    whole = flat(jantaku(capsys, "show", "--all", "wrc-2015"))
    assert whole.count("(without effect: ") == left_out


def test_a_sheet_of_tables_names_the_book_it_falls_back_on(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(jantaku(capsys, "show", "scoring-tables"))
    assert "Rulebooks, in order of precedence: TAB, MJ" in text
    assert 'Renhou is a yakuman ("Ron within 1 turn around the table").' in text
    assert "A riichi needs at least 4 tiles in the live wall (MJ 3.3.14)." in text


def test_what_is_left_to_the_judge_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """SAI 30: a wall senses that it is touched, but not by whom."""
    text = flat(jantaku(capsys, "show", "saikouisen-2025"))
    assert "(30). Left to the judge: a wall senses that it is touched, not by whose hand." in text
    shown = json.loads(jantaku(capsys, "show", "--json", "saikouisen-2025"))
    left = {each["key"] for each in shown["settings"] if each["left_to_judge"]}
    assert "timing.own_wall_only" in left
    assert "timing.pace_ms" not in left


LEFT_TO_PEOPLE = {
    "wrc-2015": "4.3 4.4 4.9 5.3 5.4.1 8.1 8.3 8.4",
    "riichi-mj": "2.2 2.3 2.8 3.3 3.4 3.4.2 4.1",
    "saikouisen-2025": "25 35.4 38.2 38.3 45.6 52.7(2) 53.8",
}
"""Sections with a sentence that the program neither carries out nor watches; they include SAI chapter 1, which has no
number."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", LEFT_TO_PEOPLE)
def test_what_is_left_to_people_is_said(
    name: str, language: LanguageName, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--lang", language, "rules", "show", name]) == 0
    heading = language_of(language).say(RulesShown.left_to_people())
    part = capsys.readouterr().out.split(f"\n{heading}\n")[1].split("\n\n")[0]
    for rule in people_rules(name):
        sentence = people_sentence(rule, language).rstrip(".。")
        assert "".join(sentence.split()) in "".join(part.split()), rule
    sections = set(re.findall(r"[(（]([\d.]+(?:\(\d+\))?)[)）]", part))
    assert sections == set(LEFT_TO_PEOPLE[name].split())
    assert ('"BasicCompetitorMindset"' in "".join(part.split())) is (name == "saikouisen-2025")


def test_a_sheet_inherits_what_is_left_to_people_and_a_server_has_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The sheets follow MJ in all but scoring; a server leaves nothing to people."""
    assert people_rules("scoring-tables") == people_rules("reference-sheet") == people_rules("riichi-mj")
    assert "Discards lie in rows of six (MJ 3.3)." in flat(jantaku(capsys, "show", "scoring-tables"))
    assert "Left to people" not in jantaku(capsys, "show", "tenhou")


def test_a_clubs_file_takes_out_and_adds_what_is_left_to_people(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house.write_text(
        'extends = "wrc-2015"\n[people]\none_hand = false\nphones = "Phones stay in the bags."  # our vote\n'
    )
    text = flat(jantaku(capsys, "show", str(house)))
    assert "Phones stay in the bags (our vote)." in text
    assert "with the same hand" not in text
    assert "The first dealer keeps a wind marker" in text
    shown = json.loads(jantaku(capsys, "show", "--json", str(house)))
    by_key = {each["key"]: each for each in shown["left_to_people"]}
    assert "people.one_hand" not in by_key
    assert (by_key["people.phones"]["words"], by_key["people.phones"]["line"]) == (
        "Phones stay in the bags.",
        4,
    )
    assert (by_key["people.wind_marker"]["book"], by_key["people.wind_marker"]["source"]) == ("WRC", "4.3")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("[people]\none_hnd = true\n", ":3: people.one_hnd: is not a setting; did you mean one_hand?"),
        ("[people]\none_hand = 3\n", ":3: people.one_hand: must be true or false"),
        ("people = 3\n", ":2: people: must be a table"),
    ],
)
def test_what_nobody_can_keep_is_refused_with_its_line(
    house: Path, line: str, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    house.write_text(f'extends = "tenhou"\n{line}')
    assert main(["rules", "show", str(house)]) == 2
    assert f"{house}{error}" in capsys.readouterr().err


def test_a_game_carries_nothing_of_what_is_left_to_people() -> None:
    assert "people" not in config.read_ruleset("wrc-2015")
    assert "people" not in Ruleset.read("wrc-2015").to_mapping()


def test_a_clubs_own_file_is_shown_with_its_words_or_its_lines(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = flat(jantaku(capsys, "show", str(house)))
    assert text.startswith("Our club (house)")
    assert "One five of each suit is red and worth a han (our vote in May)." in text
    shown = jantaku(capsys, "diff", "wrc-2015", str(house)).replace("\n", " ")
    assert "2 settings differ" in shown
    assert f"({house.name}:6)" in flat(shown).replace("- ", "-")


@pytest.mark.parametrize("name", config.ruleset_names())
def test_show_as_json_is_the_whole_ruleset(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(jantaku(capsys, "show", "--json", name))
    mapping: dict[str, Any] = {"name": shown["name"], "title": shown["title"], "sources": shown["sources"]}
    mapping |= {key: shown[key] for key in ("unread", "unchecked") if shown[key]}
    for setting in shown["settings"]:
        group, _, key = setting["key"].partition(".")
        mapping.setdefault(group, {})[key] = setting["value"]
        assert setting["source"], setting["key"]
        line = Path(setting["file"]).read_text(encoding="utf-8").splitlines()[setting["line"] - 1]
        assert line.startswith(f"{key} = ")
        taken = bool(shown["unchecked"]) and setting["source"].startswith("not in source: as ")
        assert taken or line.endswith(f"# {setting['source']}")
    assert Ruleset.from_mapping(mapping) == Ruleset.read(name)


def test_diff_says_both_values_and_sections(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(jantaku(capsys, "diff", "wrc-2015", "riichi-mj"))
    assert (
        "calls.riichi_below_1000 wrc-2015 Riichi is possible with less than 1,000 points (6.1). "
        "riichi-mj Riichi needs 1,000 points (4.2.1)." in text
    )
    assert "calls.riichi_furiten" not in text
    differences = json.loads(jantaku(capsys, "diff", "--json", "wrc-2015", "riichi-mj"))["differences"]
    one, other = (Ruleset.read(name).to_mapping() for name in ("wrc-2015", "riichi-mj"))
    expected = {
        f"{group}.{key}" for group in GROUPS for key in one[group] if one[group][key] != other[group][key]
    }
    assert {each["key"] for each in differences} == expected
    assert f"{len(expected)} settings differ" in text


def test_a_ruleset_does_not_differ_from_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert jantaku(capsys, "diff", "tenhou", "tenhou") == "tenhou and tenhou: 0 settings differ\n"


def test_list_names_the_presets(capsys: pytest.CaptureFixture[str]) -> None:
    text = jantaku(capsys, "list")
    assert [line.split()[0] for line in text.splitlines()] == list(config.ruleset_choices())
    assert "World Riichi Championship Rules 2015" in text
    assert [each["name"] for each in json.loads(jantaku(capsys, "list", "--json"))] == list(
        config.ruleset_choices()
    )


def test_fouls_says_grade_points_section_and_how_it_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    text = flat(jantaku(capsys, "fouls", "saikouisen-2025"))
    assert (
        "[late_call] dead hand, 10 points; found by the table while playing; SAI 42.2, 43.15, 55.3(8)" in text
    )
    assert (
        "[tiles_shown] 1 or 2: warning (chuui); 3 or 4: penalty points, play goes on; 5 or more: chombo;"
        in text
    )
    assert "[noten_riichi] chombo, 20 points; found by the table when the hand is opened; SAI 55.1(2)" in text
    assert "[phone] the judge decides; entered by the judge;" in text
    assert (
        "warning (chuui): counted until the end of the hanchan, play goes on; 5 points from number 3 on"
        in text
    )
    assert "Out of turn before the dealer's first discard: the hand is void (sho-chombo) (55.2(2))." in text
    assert "[false_win] chombo, a reverse mangan;" in flat(jantaku(capsys, "fouls", "riichi-mj"))


def test_fouls_says_what_coming_late_costs(capsys: pytest.CaptureFixture[str]) -> None:
    """WRC 7.2: a point a minute up to ten, 30 points for not coming at all; elsewhere the judge decides."""
    text = flat(jantaku(capsys, "fouls", "wrc-2015"))
    assert "[late] penalty points, play goes on, 1 a minute up to 10 minutes;" in text
    assert "[absent] penalty points, play goes on, 30 points;" in text
    assert "[late] the judge decides;" in flat(jantaku(capsys, "fouls", "saikouisen-2025"))


def test_fouls_names_the_own_rulebook_where_the_comment_has_a_section(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """The catalogue has early draws only for SAI; the grade's comment names WRC 5.4.1, which lets the call stand."""
    text = flat(jantaku(capsys, "fouls", "wrc-2015"))
    assert "; WRC 5.4.1; the call stands, the tile goes back" in text
    assert "[line_crossed] not penalised; found by the table while playing; cf. SAI 32 (not in source" in text


def test_fouls_as_json_is_the_whole_catalogue(capsys: pytest.CaptureFixture[str]) -> None:
    fouls = {
        each["rule"]: each
        for each in json.loads(jantaku(capsys, "fouls", "--json", "saikouisen-2025"))["fouls"]
    }
    assert set(fouls) == set(CATALOGUE)
    shown = fouls["tiles_shown"]["grades"]
    assert [(each["from"], each["grade"], each["points"]) for each in shown] == [
        (1, "warning", 5), (3, "continue", 10), (5, "chombo", 20),
    ]  # fmt: skip
    assert all(each["section"] for each in fouls.values())
    assert all(grade["effect"] for each in fouls.values() for grade in each["grades"])


@pytest.mark.parametrize(
    "arguments", [["show", "nosuch"], ["diff", "tenhou", "none.toml"], ["fouls", "nosuch"]]
)
def test_a_ruleset_that_is_none_is_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", *arguments]) == 2
    assert "jantaku rules: " in capsys.readouterr().err


def test_a_wrong_value_names_file_and_line(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house.write_text('extends = "wrc-2015"\n[scoring]\nrenhou = "yakumann"\n')
    assert main(["rules", "show", str(house)]) == 2
    assert f"{house}:3: scoring.renhou: must be one of off, mangan, yakuman" in capsys.readouterr().err


def japanese(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[str]:
    assert main(["--lang", "ja", "rules", *arguments]) == 0
    out = capsys.readouterr().out
    assert isinstance(out, str)
    return out.splitlines()


def test_a_ruleset_is_shown_in_japanese(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    assert "tenhou 天鳳（オンライン）" in [" ".join(line.split()) for line in japanese(capsys, "list")]
    shown = japanese(capsys, "show", "wrc-2015")
    assert shown[:2] == ["世界リーチ麻雀選手権規則2015（wrc-2015）", "準拠する規則書（優先順）：WRC"]
    titles = [line for line in shown if line in words_of("ja")["titles"].values()]
    assert titles == list(words_of("ja")["titles"].values())
    assert "  配給原点は30,000点（4.1）。" in shown
    assert "  和了の承認は必要ない（規則書に定めなし）。" in shown
    assert "  鳴いた牌と同じ牌をすぐに打牌してはならない（喰い替え）（5.4）。" in shown
    assert japanese(capsys, "show", str(house))[0] == "Our club（house）"


def test_a_clubs_file_has_its_own_title_in_japanese(capsys: pytest.CaptureFixture[str], house: Path) -> None:
    house.write_text('extends = "wrc-2015"\ntitle = "Our club"\ntitle_ja = "私たちの雀荘"\n')
    assert japanese(capsys, "show", str(house))[0] == "私たちの雀荘（house）"
    assert jantaku(capsys, "show", str(house)).startswith("Our club (house)")
    assert "title_ja" not in Ruleset.read(house).to_mapping()


def test_fouls_are_reported_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    output = japanese(capsys, "fouls", "saikouisen-2025")
    assert output[0] == "最高位戦日本プロ麻雀協会競技規定2025の違反：罰則は提案で、科すのは審判だけです"
    assert "喰い替え [kuikae]" in output
    assert (
        output[output.index("喰い替え [kuikae]") + 1]
        == "  和了放棄、10点。対局中に卓が検出する。SAI 40.6, 55.3(1)"
    )
    shown = output[output.index("見せてはならない牌を見せること（見せ牌） [tiles_shown]") + 1]
    assert shown.startswith("  1～2枚：注意。3～4枚：減点（続行）。5枚以上：チョンボ。対局中に卓が検出する。")
    assert "  注意：半荘の終わりまで数え、続行。3回目から5点" in output


def test_a_difference_is_reported_in_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    output = japanese(capsys, "diff", "wrc-2015", "riichi-mj")
    at = output.index("  calls.riichi_below_1000")
    assert output[at + 1 : at + 3] == [
        "    wrc-2015   持ち点が1,000点未満でも立直できる（6.1）。",
        "    riichi-mj  立直には1,000点以上が必要（4.2.1）。",
    ]
    assert output[0].startswith("wrc-2015とriichi-mj：")


ENGLISH = re.compile(r"[A-Za-z]{3,}")


@pytest.mark.parametrize("name", config.ruleset_names())
def test_nothing_is_left_in_english(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads("\n".join(japanese(capsys, "show", "--json", name)))
    texts = [shown["title"], *(each["words"] for each in shown["settings"])]
    texts += [each["left_to_judge"] for each in shown["settings"]]
    fouls = json.loads("\n".join(japanese(capsys, "fouls", "--json", name)))["fouls"]
    texts += [words for each in fouls for words in (each["words"], *(of["effect"] for of in each["grades"]))]
    assert [each for each in texts if ENGLISH.search(each)] == []


def test_what_a_table_without_senses_leaves_to_the_judge_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    heading = "Left to the judge at a table that senses"
    assert heading not in jantaku(capsys, "show", "saikouisen-2025")
    text = flat(jantaku(capsys, "show", "saikouisen-2025", "--senses", "none"))
    left = text.partition(f"{heading} only what its camera sees")[2]
    assert "(bet_not_placed): needs stick slots" in left
    assert (
        "(early_draw): some forms of it need call buttons, light curtains, stick slots, walls that feel"
        in left
    )
    assert "kuikae" not in left
    most = flat(jantaku(capsys, "show", "wrc-2015", "--senses", "call_buttons,curtains,wall_touch"))
    left = most.partition(f"{heading} call buttons, light curtains, walls that feel a touch")[2]
    assert left.count("need") == 5
    assert "(bet_not_placed): needs stick slots" in left
    assert "(bet_without_riichi): needs stick slots" in left


def test_the_same_as_json_and_a_sense_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(jantaku(capsys, "show", "wrc-2015", "--json", "--senses", "call_buttons"))
    assert data["senses"] == ["call_buttons"]
    assert {"rule": "bet_not_placed", "senses": ["sticks"], "wholly": True} in data["left_to_judge"]
    assert "senses" not in json.loads(jantaku(capsys, "show", "wrc-2015", "--json"))
    with pytest.raises(SystemExit):
        main(["rules", "show", "wrc-2015", "--senses", "smell"])
    assert "'smell' is not a sense (call_buttons, curtains, sticks, wall_touch)" in capsys.readouterr().err
