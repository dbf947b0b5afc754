"""The manual page and the examples: made from the parsers, for every command; the examples can be typed."""

import argparse
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jantaku.main import main
from jantaku.subcommands import SUBCOMMANDS
from tests.command_uses import LONG, QUICK
from tests.conftest import ROOT
from tools.describe import operator as describe
from tools.describe.manual import leaves, plain
from wording.command_line.examples import EXAMPLES
from wording.terminal.exit_status import MEANINGS, ExitStatus

TYPED = re.compile(r"""(?:^|\$\(|^sudo (?:-u jantaku )?)jantaku (?P<words>[^>)]*)""")
"""An example: perhaps as another user, for a file, or within another command."""


@pytest.fixture(scope="module")
def parser() -> argparse.ArgumentParser:
    return describe.whole_parser()


def typed(example: str) -> list[str]:
    found = TYPED.search(example)
    assert found is not None, example
    return shlex.split(found["words"])


def test_every_command_has_an_example_that_its_parser_takes(parser: argparse.ArgumentParser) -> None:
    below = dict(leaves(parser))
    assert EXAMPLES.keys() == below.keys()
    for words, example in EXAMPLES.items():
        given_words = typed(example)
        assert given_words[: len(words.split())] == words.split()
        taken = parser.parse_args(given_words)
        assert taken.command == words.split()[0]
        assert taken.run is not None


@pytest.mark.parametrize("words", ["logins add", "rules show", "completion"])
def test_the_help_of_a_command_ends_with_its_example(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([*words.split(), "--help"])
    assert capsys.readouterr().out.endswith(f"\nexample:\n  {EXAMPLES[words]}\n")


@pytest.mark.parametrize(
    "words", ["rules list", "rules diff", "rules fouls", "rules show", "score", "completion"]
)
def test_what_needs_no_table_works_as_in_its_example(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed(EXAMPLES[words])) == 0
    assert capsys.readouterr().out


def test_the_page_names_every_command_option_and_status(parser: argparse.ArgumentParser) -> None:
    page = describe.MANUAL.read_text(encoding="utf-8").replace("\\-", "-")
    sections = dict(re.findall(r"^\.SS (.*)\n((?:(?!\.S[HS]).*\n)*)", page, re.MULTILINE))
    for words, below in leaves(parser):
        for option in (name for action in below._actions for name in action.option_strings):
            assert re.search(rf"^\\fB.*{option}\b.*\\fR$", sections[words], re.MULTILINE), (words, option)
    assert {words.split()[0] for words in sections} == SUBCOMMANDS.keys()
    assert [int(number) for number in re.findall(r"^\\fB(\d+)\\fR$", page, re.MULTILINE)] == list(ExitStatus)


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
def test_man_has_nothing_to_say_against_the_page() -> None:
    words = ["groff", "-man", "-ww", "-z", str(describe.MANUAL)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.skipif(shutil.which("groff") is None, reason="needs groff")
@pytest.mark.parametrize("text", [".TH is not an order", "'also", "a\\b", "x -- y", "…", "段位", "1\n.SH 2"])
def test_any_text_is_shown_as_it_is(text: str) -> None:
    page = f".TH A 1\n.SH B\n{plain(text)}\n"
    words = ["groff", "-man", "-Tutf8", "-P-cbou"]
    shown = subprocess.run(words, input=page, capture_output=True, text=True, check=True).stdout
    assert " ".join(text.split()) in " ".join(shown.split())


@given(st.text())
def test_no_text_is_an_order_to_man(text: str) -> None:
    made = plain(text)
    assert made.isascii()
    assert "\n" not in made
    assert not made.startswith((".", "'"))


def test_jantaku_says_what_its_statuses_mean(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(MEANINGS) == list(ExitStatus)
    with pytest.raises(SystemExit):
        main(["--help"])
    shown = capsys.readouterr().out
    assert [f"  {number:<5}{text}" for number, text in MEANINGS.items()] == shown.splitlines()[
        -len(MEANINGS) :
    ]


def test_so_does_the_page_on_installing() -> None:
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    table = page.partition("| status | meaning |\n| --- | --- |\n")[2].partition("\n\n")[0]
    assert table.splitlines() == [f"| {number} | {text} |" for number, text in MEANINGS.items()]


def test_no_command_has_statuses_of_its_own() -> None:
    files = [*(ROOT / "table_controller" / "cli").rglob("*.py")]
    for module, _ in SUBCOMMANDS.values():
        file = ROOT / Path(*module.split("."))
        files.append(file / "__init__.py" if file.is_dir() else file.with_suffix(".py"))
    own = re.compile(r"^\w*(?:EXIT|STATUS)_\w+(?:: Final)? = \d|^    return [0-9]$", re.MULTILINE)
    found = {str(file): own.findall(file.read_text(encoding="utf-8")) for file in files}
    assert len(found) > len(SUBCOMMANDS)
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_every_command_has_a_use() -> None:
    assert {*QUICK, *LONG} == set(EXAMPLES), "each command has a smallest use (tests/command_uses.py)"
