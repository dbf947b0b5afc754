"""The page words what a table sends exactly as the program does, in both languages."""

import json
import subprocess
from itertools import cycle, islice
from pathlib import Path
from typing import Any, get_args

import pytest

from referee.texts.declaration import TEXTS, Text
from referee.texts.kinds import Argument
from referee.texts.language import LanguageName, language
from referee.texts.message import Message, Person, to_json
from table_controller.web.build import DASHBOARD, ensure_built
from tools.describe.dashboard.words import DECLARED, OF_TERMINALS

VARIANTS = 6
MINUS = "\N{MINUS SIGN}"
"""The dash that the page shows where a terminal has a hyphen."""
SPEAKS = """
import { readFileSync } from "node:fs";
import { Speaker } from "./speaker.mjs";
const [words, cases] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, "utf-8")));
const speaker = new Speaker(words);
console.log(JSON.stringify(cases.map(({ code, arguments: given }) => speaker.say(code, given))));
"""


def values(argument: Argument) -> list[Any]:
    """Values that distinguish the kinds of text arguments."""
    kind = argument.kind
    plain: dict[type, list[Any]] = {
        int: [1, 0, -3, 1_234_567],
        bool: [True, False],
        str: ["words", "", "a_b # {c}"],
        Message: [Message("plain.words", (("text", "their words"),))],
        Person: [Person("E", "秋"), Person("N"), Person("2")],
    }
    known = list(language("en").words.get(kind.vocabulary, {}))
    single: list[Any] = known or plain[kind.base]
    if kind.names:
        single = list(range(len(kind.names)))
    some: list[Any] = single
    if argument.several:
        some = [tuple(single[:1]), (), tuple(single[:3])]
    return [*some, None] if argument.optional else some


def messages(text: Text[...]) -> list[Message]:
    columns = {
        name: list(islice(cycle(values(each)), place, place + VARIANTS))
        for place, (name, each) in enumerate(text.arguments.items())
    }
    rows = (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return [text(**row) for row in rows] or [text()]


@pytest.fixture
def speak(tmp_path: Path) -> Any:
    ensure_built()
    subprocess.run(
        [DASHBOARD / "node_modules" / ".bin" / "esbuild", DASHBOARD / "src" / "texts" / "speaker.ts",
         "--bundle", "--format=esm", "--log-level=error", f"--outfile={tmp_path / 'speaker.mjs'}"],
        check=True,
    )  # fmt: skip
    (tmp_path / "speaks.mjs").write_text(SPEAKS)

    def output(name: LanguageName, cases: list[Any]) -> list[str | None]:
        (tmp_path / "cases.json").write_text(json.dumps(cases))
        words = DASHBOARD / "static" / "words" / f"words-{name}.json"
        told = subprocess.run(
            ["node", tmp_path / "speaks.mjs", words, tmp_path / "cases.json"],
            check=True,
            capture_output=True,
            text=True,
        )
        found: list[str | None] = json.loads(told.stdout)
        return found

    return output


@pytest.mark.parametrize("name", get_args(LanguageName))
def test_every_text_is_worded_as_the_program_words_it(speak: Any, name: LanguageName) -> None:
    assert DECLARED
    sent = [text for code, text in TEXTS.items() if code.partition(".")[0] not in OF_TERMINALS]
    all_of_them = [each for text in sent for each in messages(text)]
    assert len(all_of_them) > 1000
    spoken = language(name)
    worded = [each.replace(MINUS, "-") for each in speak(name, [to_json(each) for each in all_of_them])]
    wrong = [
        (each, spoken.say(each), found)
        for each, found in zip(all_of_them, worded, strict=True)
        if spoken.say(each) != found
    ]
    assert wrong == []


def test_what_the_page_does_not_know_is_left_to_the_text_that_was_sent(speak: Any) -> None:
    strange: list[Any] = [
        {"code": "finding.of_tomorrow", "arguments": {}},
        {"code": "constructor", "arguments": {}},
        {"code": "finding.draws_in_turn_of", "arguments": {}},
        {"code": "finding.draws_in_turn_of", "arguments": {"wind": 3}},
        {"code": "finding.draws_in_turn_of", "arguments": {"wind": "E", "more": 1}},
        {
            "code": "finding.goes_back",
            "arguments": {"what": {"code": "finding.of_tomorrow", "arguments": {}}},
        },
        {"code": 7, "arguments": None},
    ]
    assert speak("en", strange) == [None] * len(strange)
