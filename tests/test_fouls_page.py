"""The page of fouls has each foul once with an example, and a stale page is noticed."""

import re

import pytest

from bench.docs.fouls import COMMAND, PAGE, Example, examples, lines
from bench.docs.written import with_part
from referee.rules.fouls import CATALOGUE


@pytest.fixture(scope="module")
def played() -> dict[str, list[Example]]:
    return examples()


def test_the_page_is_what_is_played(played: dict[str, list[Example]]) -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert with_part(page, COMMAND, "\n".join(lines(played)).strip()) == page


def test_each_foul_has_an_example(played: dict[str, list[Example]]) -> None:
    page = "\n".join(lines(played))
    parts = {part.partition("\n")[0].lower(): part for part in page.split("\n### ")[1:]}
    assert len(parts) == len(CATALOGUE)
    for foul in CATALOGUE.values():
        part = parts[foul.words.lower()]
        assert len(re.findall(r"^\* .+: \*\*.+\*\*; ", part, re.MULTILINE)) == 3, foul.rule
        if foul.known == "judge":
            assert f"`foul {foul.rule.replace('_', '-')} South`" in part
        else:
            assert re.search(r"^> \* \S.+\*(East|South|West|North) .+\*$", part, re.MULTILINE), foul.rule


def test_a_kuikae_is_told_as_it_was_played(played: dict[str, list[Example]]) -> None:
    same, other = played["kuikae"]
    assert same.what == "Calls a tile and discards the same kind."
    assert re.fullmatch(r"\w+ discards \w+ right after calling with it", same.found)
    assert other.what == "Calls a chi and discards the kind at its other end."
