"""Every text of the program is worded in each language, with the arguments of its declaration."""

import json
import re
from collections.abc import Iterator
from string import Formatter
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config import read_texts
from firmware_bridge.messages.errors import OUTPUTS
from firmware_bridge.messages.signals import ButtonName
from hall import alerts as hall_alerts
from hall.push.pusher import PushText
from hall.tournaments.book.tallying import BY_HAND, CORRECTED, JOURNAL
from hall.tournaments.web import refusal_texts
from referee.encoding.codec import OBSERVATIONS
from referee.game import observations
from referee.game.events import FoulFound, Result
from referee.game.judge_observations import EnteredResult, Outcome
from referee.game.texts import seen_text
from referee.melds import MeldKind
from referee.rules.fouls import CATALOGUE, Grade
from referee.texts import book_texts, lines, refused, rule_texts, sheet_texts
from referee.texts import journal_texts as bad_journals
from referee.texts.declaration import TEXTS
from referee.texts.findings import Finding
from referee.texts.language import LANGUAGES, Language, LanguageName, UnknownTextError, language
from referee.texts.message import Message, MessageError, Person, from_json, to_json
from table_controller.commands.seats import DRAWS
from table_controller.machine.machine import Order as MachineOrder
from table_controller.mqtt.roles import ROLES
from tests.referee.any_message import messages_of
from tests.texts_stage import COMMAND, JAPANESE, LATIN
from wording import (
    barred,
    declined,
    frame,
    misordered,
    ordered,
    rules_shown,
    table_status,
)
from wording.alerts import declared, texts
from wording.command_line import (
    configured,
    conformance_texts,
    diagnosed,
    journal_texts,
    login_texts,
    playback_texts,
    report_texts,
    settings_texts,
    setup_texts,
    survey_texts,
)
from wording.unit_texts import KINDS

PROPER = re.compile(
    r"(?<![A-Za-z])(?:WRC|MJ|SAI|TAB|TEN|MQTT|Apprise|PostgreSQL|USB|GPIO|CPU|TLS|TOML|PEM|ID|UTF-8|JSON|NTP|Debian|Home Assistant|Mosquitto|MB|UTC|mm|ms|Ctrl-C)(?![A-Za-z])"
)
"""Names that are the same in every language."""


assert hall_alerts.HallAlert.NOTICE
assert texts.Place.zone.code
assert declared.TableAlert.PAUSED
assert lines.JournalText.draws.code
assert refused.Refused.no_hanchan.code
assert declined.Declined.held.code
assert frame.FrameTexts.table.code
assert ordered.OrderTexts.ruling.code
assert barred.Barred.no_object.code
assert PushText.call.code
assert table_status.TableStatus.ready.code
assert frame.ViewTexts.game.code
assert misordered.Misordered.no_order.code
assert rule_texts.GradeStep.exactly.code
assert rules_shown.RulesShown.books.code
assert sheet_texts.OnSheet.total.code
assert book_texts.BadEntry.nobody.code
assert refusal_texts.BadRequest.no_field.code
assert journal_texts.Unremembered.no_head.code
assert diagnosed.Diagnosed.all_fine.code
assert login_texts.BadLogin.keys.code
assert setup_texts.Setup.begin.code
assert bad_journals.BadJournal.busy.code
assert settings_texts.Misset.at.code
assert report_texts.Reported.send.code
assert playback_texts.PlayedBack.differs.code
assert configured.Configured.usable.code
assert conformance_texts.Came.made.code
assert survey_texts.Surveyed.value.code
"""Texts are registered when their modules are imported."""


def all_words(name: LanguageName) -> Iterator[tuple[str, str]]:
    """Every text of a language by its key, without the arguments in braces."""
    for group, held in read_texts(name).items():
        for key, text in held.items():
            for place, each in text.items() if isinstance(text, dict) else (("", text),):
                assert isinstance(each, str)
                yield f"{group}.{key}.{place}", re.sub(r"\{\w*:?\??\+?,?&?", " ", each)


def placeholders(spoken: Language, code: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(spoken.template(code)) if field is not None}


@pytest.mark.parametrize("name", LANGUAGES)
def test_every_text_has_words_with_its_arguments(name: LanguageName) -> None:
    spoken = language(name)
    assert spoken.codes - set(TEXTS) == set()
    assert set(TEXTS) - spoken.codes == set()
    for code, text in TEXTS.items():
        named = placeholders(spoken, code)
        assert (code, named) == (code, placeholders(language("en"), code))
        assert (code, named - set(text.arguments)) == (code, set())
        assert (code, named) == (code, set(text.arguments)) or code.split(".")[0] in KINDS


def test_both_languages_have_words_for_the_same_values() -> None:
    english, japanese = language("en").words, language("ja").words
    assert english.keys() <= japanese.keys()
    for vocabulary, words in english.items():
        assert words.keys() == japanese[vocabulary].keys(), vocabulary


def test_japanese_has_a_word_for_every_value() -> None:
    words = language("ja").words
    for text in TEXTS.values():
        for argument in text.arguments.values():
            kind = argument.kind
            assert not kind.vocabulary or set(kind.names) <= words[kind.vocabulary].keys()
    assert words["rule"].keys() == CATALOGUE.keys()
    for vocabulary, values in (
        ("call", get_args(observations.Call)),
        ("meld", get_args(MeldKind)),
        ("broken", get_args(observations.Breakable)),
        ("kind", OBSERVATIONS),
        ("ruling", get_args(observations.Ruling)),
        ("result", get_args(Result)),
        ("ending", get_args(EnteredResult)),
        ("seat_draw", DRAWS),
        ("order", get_args(MachineOrder)),
        ("grade", get_args(Grade)),
        ("outcome", get_args(Outcome)),
        ("role", ROLES),
        ("button", [*(button.name.lower() for button in ButtonName), "any"]),
        ("motor", [*OUTPUTS, "a motor"]),
        ("table_source", [JOURNAL, BY_HAND, CORRECTED, "missing", "once", "differs"]),
    ):
        assert words[vocabulary].keys() == set(values), vocabulary


def test_no_language_has_words_of_the_other() -> None:
    left = [
        (place, text)
        for place, text in all_words("ja")
        if LATIN.search(PROPER.sub("", COMMAND.sub("", text)))
    ]
    assert left == []
    assert [(place, text) for place, text in all_words("en") if JAPANESE.search(text)] == []


@pytest.mark.parametrize("name", LANGUAGES)
@given(data=st.data())
def test_any_message_is_said(name: LanguageName, data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(list(TEXTS.values())).flatmap(messages_of))
    again = from_json(json.loads(json.dumps(to_json(message))))
    assert again == message
    assert language(name).say(again) == language(name).say(message)


@pytest.mark.parametrize(
    ("message", "english", "japanese"),
    [
        (
            Finding.shows_tiles(1),
            "shows a tile that nobody may see",
            "見せてはならない牌を1枚見せました（見せ牌）",
        ),
        (
            Finding.shows_tiles(3),
            "shows 3 tiles that nobody may see",
            "見せてはならない牌を3枚見せました（見せ牌）",
        ),
        (
            Finding.draws_with_full_hand(None),
            "draws a tile with a full hand",
            "打牌すべきときに牌を自摸しました（多牌）",
        ),
        (
            Finding.discards_in_turn_of(35, 1),
            "discards 0p in the turn of South",
            "南家の手番で赤五筒を打牌しました",
        ),
        (Finding.no_meld("chi", (0, 1, 3)), "1m 2m 4m is no chi", "一萬・二萬・四萬はチーになりません"),
        (
            Finding.opens_for_it(Finding.calls("ron")),
            "calls ron, and opens the hand",
            "ロンと発声しました。手牌を倒しました",
        ),
        (
            Finding.entered("phone", ""),
            "a phone that rings, entered by the judge",
            "携帯電話の鳴動（審判による入力）",
        ),
        (
            Finding.entered("phone", "{twice}"),
            "a phone that rings, entered by the judge: {twice}",
            "携帯電話の鳴動（審判による入力）：{twice}",
        ),
    ],
)
def test_words(message: Message, english: str, japanese: str) -> None:
    assert (language("en").say(message), language("ja").say(message)) == (english, japanese)


@pytest.mark.parametrize(
    "other",
    [
        Message("finding.of_a_later_version"),
        Message("finding.draws_in_turn_of"),
        Message("finding.draws_in_turn_of", (("wind", 2),)),
        Message("finding.goes_back", (("what", Message("finding.of_a_later_version")),)),
    ],
)
def test_what_another_version_said_is_reported_as_it_was_written(other: Message) -> None:
    with pytest.raises(UnknownTextError):
        language("ja").say(other)
    found = FoulFound("phone", "", 1, "none", "as it was written", said=other)
    assert language("ja").say(seen_text(found)) == "as it was written"


@pytest.mark.parametrize(
    "wrong", [None, {}, {"code": 1, "arguments": {}}, {"code": "a", "arguments": {"b": 1.5}}]
)
def test_what_is_no_message_is_refused(wrong: Any) -> None:
    with pytest.raises(MessageError):
        from_json(wrong)


def test_a_person_is_named_where_there_is_a_name() -> None:
    assert [language(name).person(Person("E", "Aki")) for name in LANGUAGES] == ["East (Aki)", "東家（Aki）"]
    assert [language(name).person(Person("S")) for name in LANGUAGES] == ["South", "南家"]
