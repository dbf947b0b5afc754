"""Characters that would control a terminal are shown visibly instead."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wording.terminal.log import say
from wording.terminal.visible import TURNING, all_visible, visible


def test_controls_are_shown_and_letters_stay() -> None:
    assert visible("Béla 雀卓 👩‍🦰") == "Béla 雀卓 👩‍🦰"
    assert visible("\x1b[2J\x07\x9b\r\n\u2028") == "\\x1b[2J\\x07\\x9b\\r\\n\\u2028"
    assert visible("a\nb\r", lines=True) == "a\nb\\r"
    assert visible("Anna\u202eannA\ud800") == "Anna\\u202eannA\\ud800"
    assert all_visible({"a\n": ["\x1b", {"b": "\x07"}], "c": 3}) == {
        "a\\n": ["\\x1b", {"b": "\\x07"}],
        "c": 3,
    }


@given(st.text())
def test_nothing_is_left_that_does_something(text: str) -> None:
    shown = visible(text)
    assert not any(
        unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") or each in TURNING for each in shown
    )
    shown.encode()


def test_the_log_is_a_line_for_each_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("lost: \x1b]0;x\x07\nagain")
    assert capsys.readouterr().out == "lost: \\x1b]0;x\\x07\nagain\n"
