"""Every value of a preset names its source, and the section that it names exists in the rulebook."""

import re
import tomllib
from pathlib import Path

import pytest

import config
from config.origins import origins
from referee.rules.ruleset import GROUPS, Ruleset, RulesetError
from tests.referee.rulebooks.sections import SECTION, plain, sections, text_of

FOLDER = Path(config.__file__).parent / "rulesets"
PRESETS = sorted(path.stem for path in FOLDER.glob("*.toml"))
BY_THE_BOOK = [name for name in PRESETS if not config.unchecked_settings(name)]
"""The books of the other rulesets were not available."""
NO_SECTION = ("not in source", "reading: ", "without effect: ", "second hand: ", "abstract; ", "Mod ")


def comments(name: str) -> list[tuple[str, str]]:
    """The setting and the comment of each line of a preset that sets a value."""
    group, found = "", []
    for line in (FOLDER / f"{name}.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            group = line[1 : line.index("]")].rpartition('".')[2]
        elif "=" in line and group in {*GROUPS, "people"}:
            setting = line.partition("=")[0].strip()
            # No value of a preset holds a "#".
            found.append((f"{group}.{setting}", line.partition("#")[2].strip()))
    return found


@pytest.mark.parametrize("name", PRESETS)
def test_every_value_has_its_section_or_says_that_it_has_none(name: str) -> None:
    lines = comments(name)
    read = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    tables = [read, *read.get("mods", {}).values()]
    assert len(lines) == sum(len(table.get(group, {})) for table in tables for group in (*GROUPS, "people"))
    for setting, comment in lines:
        known = SECTION.match(comment) or comment.startswith(('"', *NO_SECTION))
        assert known, f"{name}: {setting}: {comment!r}"


@pytest.mark.shared
@pytest.mark.parametrize("name", BY_THE_BOOK)
def test_the_sections_and_quotations_are_in_the_rulebook(name: str, shared: Path) -> None:
    book = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["sources"][0]
    there, text = sections(shared, book), plain(text_of(shared, book))
    checked = 0
    for setting, comment in comments(name):
        first = re.split(r"[;:]", comment)[0]
        named = [] if not comment[0].isdigit() else first.split(", ")
        named += [
            each for each in re.findall(r"(?<![\d,])\d+(?:\.\d+)+(?:\(\d+\))?", comment) if each not in named
        ]
        for section in named:
            assert section in there, f"{name}: {setting}: no section {section} in {book}"
        for quoted in re.findall(r'"([^"]+)"', comment):
            assert plain(quoted) in text, f"{name}: {setting}: {quoted!r} is not in {book}"
        checked += len(named)
    assert checked > 100 or book in {"TAB", "REF", "TEN"}


def test_a_ruleset_knows_the_source_of_every_setting_through_what_it_extends(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'extends = "scoring-tables"\nsources = ["house", "TAB"]\n'
        '[scoring]\nred_fives = false  # our vote of "May #1" # or so\n[flow]\numa = [\n  0, 0, 0, 0,\n]\n',
        encoding="utf-8",
    )
    found = config.ruleset_sources(house)
    mapping = config.read_ruleset(house)
    assert set(found) >= {f"{group}.{key}" for group in GROUPS for key in mapping[group]}
    own = found["scoring.red_fives"]
    assert (own.text, own.file, own.line, own.book) == (
        'our vote of "May #1" # or so', str(house), 4, "house",
    )  # fmt: skip
    assert (found["flow.uma"].text, found["flow.uma"].line) == ("", 6)
    tables = found["scoring.sanrenkou"]
    assert (tables.text, tables.book, Path(tables.file).stem) == (
        '"3 sequential PON in same suit"', "TAB", "scoring-tables",
    )  # fmt: skip
    below = found["calls.riichi_below_1000"]
    assert (below.text, below.book, Path(below.file).stem) == ("4.2.1", "MJ", "riichi-mj")


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ('a = "#1"  # 5.4', "5.4"),
        ("a = '#'# x # y", "x # y"),
        ('a = "\\"#"', ""),
        ("a = [1, 2]", ""),
        ('a = ["b", "c"]  # "quoted"', '"quoted"'),
    ],
)
def test_a_comment_begins_outside_of_texts(line: str, text: str) -> None:
    source = origins(f"[flow]\n{line}\n", tomllib.loads(f"[flow]\n{line}\n"), "f.toml")
    assert source["flow.a"].text == text
    assert source["flow.a"].line == 2


def test_values_that_are_said_in_another_way_have_their_line() -> None:
    text = "flow = { rounds = 1 }\n[scoring.more]\nb = 1\n"
    source = origins(text, tomllib.loads(text), "f.toml")
    assert (source["flow.rounds"].file, source["flow.rounds"].line) == ("f.toml", 1)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("[scoring]\n\nrenhou = 3\n", r"club\.toml:4: scoring\.renhou: must be one of"),
        ("[scoring]\nakadora = 3\n", r"club\.toml:3: scoring\.akadora: is not a setting"),
        ("[flow]\noka = true\n", r"club\.toml:3: flow\.oka: needs return_points > start_points"),
        ("[penalty]\na = 1\n", r"club\.toml:2: penalty: is not a group"),
        ("sources = 3\n", r"club\.toml:2: sources: must be a list"),
    ],
)
def test_an_error_in_a_clubs_file_names_file_line_key_and_reason(
    tmp_path: Path, text: str, reason: str
) -> None:
    club = tmp_path / "club.toml"
    club.write_text(f'extends = "wrc-2015"\n{text}')
    with pytest.raises(RulesetError, match=reason):
        Ruleset.read(club)


def test_a_file_of_its_own_that_lacks_a_setting_is_named(tmp_path: Path) -> None:
    club = tmp_path / "club.toml"
    whole = (FOLDER / "wrc-2015.toml").read_text(encoding="utf-8")
    club.write_text(re.sub(r"^oka = .*\n", "", whole, flags=re.MULTILINE))
    with pytest.raises(RulesetError, match=r"club\.toml: flow\.oka: is missing"):
        Ruleset.read(club)


def test_the_clubs_file_of_the_page_works_and_fails_as_the_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(config.__file__).parents[1] / "docs" / "rules.md").read_text(encoding="utf-8")
    (text,) = [
        each for each in re.findall(r"```toml\n(extends = .*?)```", page, re.DOTALL) if "Friday" in each
    ]
    (error,) = re.findall(r"```\n(friday\.toml:.*?)\n```", page)
    monkeypatch.chdir(tmp_path)
    Path("friday.toml").write_text(text)
    rules = Ruleset.read("friday.toml")
    assert (rules.title, rules.sources) == ("Friday club", ("house", "WRC"))
    assert (rules.flow.oka, rules.scoring.red_fives, rules.calls.riichi_below_1000) == (True, True, False)
    Path("friday.toml").write_text(text.replace("start_points = 25000", "start_points = 30000"))
    with pytest.raises(RulesetError) as refused:
        Ruleset.read("friday.toml")
    assert str(refused.value) == error
