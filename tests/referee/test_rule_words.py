"""Every setting reads as a sentence, whatever its value."""

import itertools
import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from config import read_words, ruleset_names, ruleset_title
from referee.hands.names import YAKUMAN
from referee.rules.fouls import CATALOGUE
from referee.rules.left import left_settings
from referee.rules.penalties import Grade, Steps
from referee.rules.ruleset import GROUPS, Ruleset, people_rules
from referee.rules.scoring import DOUBLE_YAKUMAN
from referee.rules.words import grade_words, people_sentence, sentence, steps_words
from referee.texts.language import LANGUAGES, LanguageName, language

SETTINGS = [
    (group, setting, kind) for group, cls in GROUPS.items() for setting, kind in get_type_hints(cls).items()
]
NUMBERS = {"rounds": (1, 2, 4), "dice_rolls": (1, 2)}
"""Settings whose numbers are restricted; for all others these numbers are tried."""
TRIED = (0, 1, 2, 3, 10, 1000, 25000)


def possible(setting: str, kind: Any) -> list[Any]:
    """Every value of a setting; for numbers and lists, some that are worded differently."""
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    if kind is int:
        return list(NUMBERS.get(setting, TRIED))
    if kind == Steps:
        return [((1, "none"),), ((1, "guidance"), (3, "warning"), (5, "end")), ((2, "judge"), (3, "chombo"))]
    if setting == "double_yakuman":
        return [(), ("daisuushii",), DOUBLE_YAKUMAN]
    if setting == "uma_by_floating":
        return [(), ((0, 0, 0, 0),) * 5, ((0, 0, 0, 0), (12000, -1000, -3000, -8000))]
    assert setting == "uma"
    return [(15000, 5000, -5000, -15000), (0, 0, 0, 0)]


WRITTEN = {
    "en": re.compile(r"[A-Z0-9][^{}_\[\]]*[a-z0-9)]\."),
    "ja": re.compile(r"[^{}_\[\]A-Za-z.,:;()!?-](?:[^{}_\[\]A-Za-z.:;()!?]|(?<=\d),(?=\d))*[^、。，]。"),
}
"""A sentence of a language."""


@pytest.mark.parametrize("words", LANGUAGES)
def test_every_value_reads_as_a_sentence(words: LanguageName) -> None:
    for group, setting, kind in SETTINGS:
        reads(group, setting, kind, words)


def reads(group: str, setting: str, kind: Any, words: LanguageName) -> None:
    values = possible(setting, kind)
    sentences = [sentence(group, setting, value, words) for value in values]
    for text in sentences:
        assert WRITTEN[words].fullmatch(text), text
        assert "  " not in text
        assert (
            not re.search(r"\b(True|False|None|1 (tiles|points|minutes|rounds|warnings)\b)", text)
            or 1 in values
        )
    for (one, first), (other, second) in itertools.combinations(zip(values, sentences, strict=True), 2):
        if not (setting == "uma" and one == other):
            assert first != second, f"{setting}: {one} and {other} read alike"


@pytest.mark.parametrize("name", LANGUAGES)
def test_no_words_are_missing_or_left_over(name: LanguageName) -> None:
    words, spoken = read_words(name), language(name).words
    assert set(words) == {*GROUPS, "titles", "left", "people", "yaku"}
    assert set(words["titles"]) == set(GROUPS)
    assert set(spoken["grade"]) == set(spoken["effect"]) == set(get_args(Grade))
    assert set(words["yaku"]) == set(DOUBLE_YAKUMAN)
    left = {group: left_settings(cls) for group, cls in GROUPS.items()}
    assert {group: set(texts) for group, texts in words["left"].items()} == {
        group: set(settings) for group, settings in left.items() if settings
    }
    for group, cls in GROUPS.items():
        kinds = get_type_hints(cls)
        assert set(words[group]) == set(kinds) - (set(CATALOGUE) if group == "fouls" else set())
        for setting, texts in words[group].items():
            if isinstance(texts, dict):
                keys = {
                    str(value).lower() if isinstance(value, bool) else str(value) if value != () else "none"
                    for value in possible(setting, kinds[setting])
                }
                assert set(texts) - {"else"} <= keys, f"{group}.{setting}"
                assert not {"true", "false"} & set(texts) or set(texts) == {"true", "false"}
                if get_origin(kinds[setting]) is Literal:
                    assert set(texts) == keys


def test_the_rules_left_to_people_read_as_sentences_and_each_is_in_a_ruleset() -> None:
    texts: dict[LanguageName, dict[str, str]] = {name: read_words(name)["people"] for name in LANGUAGES}
    assert set(texts["en"]) == set().union(*(people_rules(name) for name in ruleset_names()))
    for name, sentences in texts.items():
        assert list(sentences) == list(texts["en"])
        assert len(set(sentences.values())) == len(sentences)
        for rule, text in sentences.items():
            assert WRITTEN[name].fullmatch(text), text
            assert people_sentence(rule, name) == text


def test_both_languages_have_a_sentence_for_the_same_values() -> None:
    """If only one language words a value separately, the text in the other language would describe another value."""

    def shape(text: Any) -> Any:
        return (
            {key: shape(each) for key, each in text.items()} if isinstance(text, dict) else text.count("{}")
        )

    assert shape(read_words("en")) == shape(read_words("ja"))


@pytest.mark.parametrize("name", ruleset_names())
def test_a_ruleset_has_a_title_in_each_language(name: str) -> None:
    title = ruleset_title(name, "ja")
    assert re.search(r"[\u3040-\u30ff\u3400-\u9fff]", title)
    assert ruleset_title(name, "en") == Ruleset.read(name).title
    assert language("ja").word("ruleset", Ruleset.read(name).title) == title


def test_a_yaku_has_one_name_in_japanese() -> None:
    assert read_words("ja")["yaku"] == {yaku: YAKUMAN[yaku].japanese for yaku in DOUBLE_YAKUMAN}


def test_words_with_values() -> None:
    assert sentence("calls", "riichi_least_tiles", 4) == "A riichi needs at least 4 tiles in the live wall."
    assert sentence("calls", "riichi_least_tiles", 1) == "A riichi needs at least 1 tile in the live wall."
    assert sentence("flow", "start_points", 25000) == "Each player starts with 25,000 points."
    assert (
        sentence("flow", "uma", (15000, 5000, -5000, -15000))
        == "The places are worth +15,000, +5,000, -5,000, -15,000 points (uma)."
    )
    assert sentence("flow", "time_limit_minutes", 0) == "There is no time limit."
    assert sentence("fouls", "cheating", "disqualified") == "Cheating: disqualification."
    assert (
        sentence("scoring", "double_yakuman", ("suuankou_tanki", "daisuushii"))
        == "These count as two yakuman: suuankou tanki, daisuushii."
    )
    with pytest.raises(KeyError):
        sentence("flow", "ties", "lots")


def test_steps_name_every_number_once() -> None:
    """SAI 55: 1 or 2, 3 or 4, 5 or more."""
    assert (
        steps_words(((1, "guidance"), (3, "warning"), (5, "end")))
        == "1 or 2: guidance (shidou); 3 or 4: warning (chuui); 5 or more: the hand is void (sho-chombo)"
    )
    assert steps_words(((1, "none"), (2, "warning"), (6, "chombo"))) == (
        "1: not penalised; 2 to 5: warning (chuui); 6 or more: chombo"
    )
    assert grade_words("dead_hand") == "dead hand"


def test_numbers_are_counted_in_japanese() -> None:
    assert steps_words(((1, "none"), (2, "warning"), (6, "chombo")), "ja") == (
        "1枚：罰則なし。2～5枚：注意。6枚以上：チョンボ"
    )
    assert sentence("fouls", "cheating", "disqualified", "ja") == "不正行為：失格。"


def test_a_grade_that_does_not_go_by_the_number_stands_alone() -> None:
    assert steps_words(((1, "none"),)) == "not penalised"
    assert steps_words(((2, "none"),)) == "2 or more: not penalised"
