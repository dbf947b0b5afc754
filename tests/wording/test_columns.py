"""Text in the columns of a terminal."""

from hypothesis import example, given
from hypothesis import strategies as st

from wording.terminal.columns import NEVER_FIRST, padded, width_of, wrapped


def test_a_japanese_character_takes_two_columns() -> None:
    assert width_of("喰い替え [kuikae]") == 17
    assert padded("天鳳", 6) == "天鳳  "
    assert padded("天鳳", 4) == "天鳳 "


def test_no_japanese_line_begins_with_a_full_stop() -> None:
    assert wrapped("鳴いた牌。打牌", "  ", 10) == ["  鳴いた", "    牌。打", "    牌"]
    assert wrapped("an added kan can be robbed", "- ", 12) == [
        "- an added",
        "    kan can",
        "    be",
        "    robbed",
    ]


@example(text="、 、、、、", width=10)
@given(text=st.text(alphabet="ab (）。、（槓振聴ー", max_size=60), width=st.integers(10, 30))
def test_nothing_is_lost_and_no_line_begins_with_a_stop(text: str, width: int) -> None:
    lines = wrapped(text, "", width)
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert not any(line.strip()[:1] in NEVER_FIRST for line in lines[1:])


@given(text=st.text(alphabet="ab 槓振聴", max_size=60), width=st.integers(10, 30))
def test_no_line_is_too_wide_but_for_a_long_word(text: str, width: int) -> None:
    for line in wrapped(text, "", width):
        assert width_of(line) <= width or (line.strip().isascii() and " " not in line.strip())
