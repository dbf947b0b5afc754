"""Damaged records: a reader gives a record or says where it fails, and nothing it gives breaks the referee."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from config import ConfigError
from jantaku import main as cli
from referee.records.mjai import mjai
from referee.records.mjlog import mjlog
from referee.records.neutral.errors import NotWritableError, RecordError
from referee.records.neutral.record import GameRecord
from referee.records.reader import parse_record, read_record
from referee.records.tenhou6 import tenhou6
from referee.rules.ruleset import RulesetError
from simulation.replay.replay import replay

WRITERS = {"mjlog": mjlog.write, "mjai": mjai.write, "tenhou6": tenhou6.write}
STRANGE: tuple[Any, ...] = (
    None, True, -1, 0, 4, 60, 99, 1.5, 10**30, float("nan"), float("inf"), "", "?", "5m", "E", "r60", "c171819",
    "k11111111", "\ud800", [], {}, [[]], [None], {"name": "tenhou", "overrides": {}},
)  # fmt: skip
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture)


def texts(games: list[GameRecord]) -> dict[str, str]:
    """Two hands of a game in each format."""
    record = replace(games[3], hands=games[3].hands[:2], final=None)
    return {name: write(record) for name, write in WRITERS.items()}


def with_characters_changed(draw: st.DrawFn, text: str) -> str:
    """A character is another one, a few are lost, or the text ends."""
    at = draw(st.integers(0, len(text) - 1))
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return text[:at] + draw(st.characters(exclude_categories=())) + text[at + 1 :]
    return text[:at] + (text[at + draw(st.integers(1, 30)) :] if kind == 1 else "")


def with_parts_moved(draw: st.DrawFn, text: str) -> str:
    """A tag or line is lost, stands twice, or changes places with another one."""
    parts = re.findall(r"<[^>]*>|[^<]+", text) if text.startswith("<") else text.splitlines(keepends=True)
    if not parts:
        return with_characters_changed(draw, text)
    one, other = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
    kind = draw(st.integers(0, 2))
    if kind == 0:
        del parts[one]
    elif kind == 1:
        parts.insert(other, parts[one])
    else:
        parts[one], parts[other] = parts[other], parts[one]
    return "".join(parts)


def with_numbers_changed(draw: st.DrawFn, text: str) -> str:
    """A number is replaced, by a small or a monstrous one."""
    found = list(re.finditer(r"-?\d+", text))
    if not found:
        return with_characters_changed(draw, text)
    match = found[draw(st.integers(0, len(found) - 1))]
    number = draw(
        st.one_of(
            st.integers(-2, 140), st.integers(-(10**7), 10**7), st.sampled_from((10**30, 10**5000 // 9))
        )
    )
    shown = "9" * 5000 if number > 10**100 else str(number)
    return text[: match.start()] + shown + text[match.end() :]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place in a JSON value that can hold something else."""
    inner = (
        list(value.items())
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return [(value, key) for key, _ in inner] + [place for _, each in inner for place in places(each)]


def with_values_changed(draw: st.DrawFn, text: str) -> str:
    """A field of a JSON object is lost or holds something strange; an mjlog has none."""
    if text.startswith("<"):
        return with_numbers_changed(draw, text)
    lines = text.splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    value = json.loads(lines[at])
    found = places(value)
    if not found:
        return with_characters_changed(draw, text)
    holder, key = found[draw(st.integers(0, len(found) - 1))]
    if draw(st.booleans()):
        del holder[key]
    else:
        holder[key] = draw(st.sampled_from(STRANGE))
    lines[at] = json.dumps(value)
    return "\n".join(lines)


DAMAGES = (with_characters_changed, with_parts_moved, with_numbers_changed, with_values_changed)


@st.composite
def damaged(draw: st.DrawFn, text: str) -> str:
    """A text after one damage or two."""
    for damage in draw(st.lists(st.sampled_from(DAMAGES), min_size=1, max_size=2)):
        try:
            text = damage(draw, text) or "."
        except ValueError:  # two damages may leave no JSON to change
            text = with_characters_changed(draw, text)
    return text


def judged(record: GameRecord) -> None:
    """The referee comes to an end in both views, and so does every writer."""
    try:
        for view in ("full", "public"):
            for report in replay(record, "full" if view == "full" else "public"):
                json.dumps(report.line)
    except (ConfigError, RulesetError):
        return  # the damage made up a ruleset that does not exist
    for write in WRITERS.values():
        try:
            written = write(record)
        except NotWritableError:
            continue
        assert len(parse_record(written).hands) == len(record.hands)


def check(text: str) -> bool:
    """Return whether the text is still a record."""
    refused: RecordError | None = None
    try:
        record = parse_record(text, "damaged")
    except RecordError as error:
        refused = error
    if refused is None:
        judged(record)
        return True
    assert refused.place
    assert str(refused) == f"damaged: {refused.place}: {refused.reason}"
    return False


def fuzz(games: list[GameRecord], form: str, examples: int, *, repeatable: bool) -> None:
    """Damages a text again and again. Shrinking a whole game would take hours; its place tells enough."""
    counts = {True: 0, False: 0}
    text = texts(games)[form]

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=SLOW,
        database=None,
        phases=(Phase.generate,),
        derandomize=repeatable,
    )
    @given(damaged(text))
    def run(broken: str) -> None:
        counts[check(broken)] += 1

    run()
    assert counts[True] > examples // 20
    assert counts[False] > examples // 20


@pytest.mark.parametrize("form", WRITERS)
def test_damaged_records_are_read_or_refused(games: list[GameRecord], form: str) -> None:
    fuzz(games, form, 60, repeatable=True)


@pytest.mark.prove(short=False)
@pytest.mark.parametrize("form", WRITERS)
def test_many_damaged_records_are_read_or_refused(games: list[GameRecord], form: str) -> None:
    fuzz(games, form, 1500, repeatable=False)


@settings(max_examples=200, deadline=None, database=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.mktemp("any") / "bytes"
    path.write_bytes(data)
    with pytest.raises(RecordError):
        read_record(path)


@pytest.mark.parametrize("form", WRITERS)
def test_the_command_ends_in_good_order(
    games: list[GameRecord], tmp_path: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    """Status 2 with the place for a file that cannot be read; standard output carries JSON lines only."""
    text = texts(games)[form]
    files = []
    for at in range(0, len(text), len(text) // 12):
        path = tmp_path / f"{at}.txt"
        path.write_text(text[:at], encoding="utf-8")
        files.append(str(path))
    assert cli.main(["replay", *files]) == 2
    out = capsys.readouterr()
    for line in out.out.splitlines():
        json.loads(line)
    assert (
        len([line for line in out.err.splitlines() if line.startswith("jantaku replay: ")]) >= len(files) - 3
    )
