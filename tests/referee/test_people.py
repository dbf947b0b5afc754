"""Names are kept beside the entries: a person can be forgotten, and nothing else changes."""

import shutil
import sqlite3
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from config import read_ruleset
from referee.encoding.codec import EVENTS, OBSERVATIONS, canonical
from referee.encoding.snapshot import _shape as state_shape
from referee.encoding.snapshot import encode_state
from referee.game import judge_observations as office
from referee.game import observations as seen
from referee.game.observations import Observation
from referee.game.position import GameState
from referee.journal.forgetting import forget, people_of
from referee.journal.journal import Journal, JournalError
from referee.journal.people import OTHERS, PERSONS, People, may_hold_ids
from referee.journal.reader import open_reader
from referee.journal.verification import verify
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN, parse_tile

RULES = read_ruleset("wrc-2015")
HAND = (UNKNOWN,) * 13
NAMES = ("Ada Lovelace", "Béla", "Chihiro", "Đorđe")


def an_evening() -> list[Observation]:
    """A hand with everything that names people: players, a substitute, judges, corrections, sources."""
    return [
        seen.HanchanBegun(ruleset=RULES, names=NAMES, judge="Emmy Noether"),
        seen.HandDealt(at_ms=1000, dice=(3, 4), hands=(HAND, HAND, HAND, HAND)),
        seen.IndicatorSeen(at_ms=2000, tile=parse_tile("1z")),
        seen.TileDrawn(at_ms=3000, source="judge:Emmy Noether", seat=0, tile=UNKNOWN),
        seen.TileDiscarded(at_ms=4000, seat=2, tile=parse_tile("1m")),
        seen.RulingGiven(at_ms=5000, ruling="accepted", finding=0, judge="Emmy Noether"),
        office.PlayerReplaced(at_ms=6000, seat=0, name="Felix", judge="Emmy Noether", text="she is ill"),
        office.AppealNoted(at_ms=7000, seat=2, outcome="upheld", finding=0, judge="Gauss"),
        seen.RulingGiven(at_ms=8000, ruling="void", judge="Gauss", text="dealt to Ada Lovelace twice"),
        seen.HandDealt(at_ms=9000, dice=(1, 2), hands=(HAND, HAND, HAND, HAND)),
        office.PlayHalted(at_ms=9100, judge="Gauss"),
        office.TableAttended(at_ms=9200, who="Sofia", judge="Gauss"),
        seen.RulingGiven(at_ms=9300, ruling="void", judge="Gauss"),
    ]


@pytest.fixture
def place(tmp_path: Path) -> Path:
    path = tmp_path / "journal.sqlite"
    journal, state = Journal(path), None
    for observation in an_evening():
        decided, state = advance(state, observation)
        journal.append(observation, decided, state=state)
    journal.note_answer("anna 1", '{"judge": "Emmy Noether"}')
    journal.close()
    return path


def stored(path: Path) -> bytes:
    log = path.with_name(f"{path.name}-wal")
    return path.read_bytes() + (log.read_bytes() if log.exists() else b"")


def digests(path: Path) -> list[str]:
    journal = open_reader(path)
    try:
        return [entry.digest for entry in journal.entries()]
    finally:
        journal.close()


def test_names_are_read_as_they_were_written(place: Path) -> None:
    journal = open_reader(place)
    assert [entry.observation for entry in journal.entries()] == an_evening()
    whole = verify(journal)
    assert whole.state is not None
    assert whole.state.names == ("Felix", *NAMES[1:])
    journal.close()
    assert people_of(place) == sorted([*NAMES, "Emmy Noether", "Felix", "Gauss", "Sofia"])


def test_no_entry_and_no_snapshot_holds_a_name(place: Path) -> None:
    """Reasons that somebody wrote are the exception."""
    database = sqlite3.connect(place)
    entries = dict(database.execute("SELECT originator_version, state FROM stored_events"))
    snapshots = [text for (text,) in database.execute("SELECT state FROM stored_snapshots")]
    database.close()
    assert snapshots
    for name in people_of(place):
        holding = {number for number, text in entries.items() if name.encode() in text}
        assert holding == ({9} if name == "Ada Lovelace" else set())
        if name != "Ada Lovelace":
            assert not any(name.encode() in text for text in snapshots)


def test_a_person_is_forgotten_and_the_chain_stays(place: Path) -> None:
    before = digests(place)
    done = forget(place, "Emmy Noether")
    assert (done.shown_as, done.left) == ("forgotten 5", ())
    assert b"Emmy" not in stored(place)
    assert "Emmy Noether" not in people_of(place)
    assert digests(place) == before
    journal = open_reader(place)
    whole = verify(journal)
    assert whole.state is not None
    assert {ruling.judge for ruling in whole.state.rulings} == {"forgotten 5", "Gauss"}
    assert canonical(encode_state(whole.state)) == canonical(
        encode_state(journal.load().state or whole.state)
    )
    journal.close()
    assert forget(place, "Ada Lovelace").left == (9,)


def test_who_attends_is_forgotten_in_entries_and_snapshots(place: Path) -> None:
    assert forget(place, "Sofia").left == ()
    assert b"Sofia" not in stored(place)
    journal = open_reader(place)
    (attended,) = (
        each.observation for each in journal.entries() if isinstance(each.observation, office.TableAttended)
    )
    assert attended.who == "forgotten 8"
    whole = verify(journal)
    assert whole.state is not None
    assert whole.state.desk.attendant == "forgotten 8"
    journal.close()


NO_NAMES = {
    *(
        "source",
        "evidence",
        "riichi_evidence",
        "riichi_kan_evidence",
    ),  # judge:NAME is replaced wherever it occurs
    *(
        "rule",
        "section",
        "grade",
        "ruling",
        "instead",
        "act",
        "awaits",
        "reason",
        "outcome",
        "keeps",
        "cause",
    ),
    *(
        "call",
        "kind",
        "result",
        "what",
        "limit",
        "yaku",
        "yakuman",
        "fed",
        "liable",
        "senses",
        "phase",
        "signature",
    ),
    *("dora_due", "last_hand", "stopped", "untaken", "against", "code", "arguments"),
}
"""Text fields that hold the program's own words, or a reason that a judge wrote."""


def text_fields(kind: object) -> set[str]:
    """The fields that hold text, in a dataclass and in those nested in it."""
    found: set[str] = set()
    waiting, known = [kind], set()
    while waiting:
        cls = waiting.pop()
        if cls in known or cls is Ruleset:
            continue
        known.add(cls)
        assert isinstance(cls, type)
        for name, hint in state_shape(cls).items():
            inner = parts(hint)
            found |= {name} if str in inner else set()
            waiting += [each for each in inner if isinstance(each, type) and issubclass(each, Struct)]
    return found


def parts(hint: object) -> set[object]:
    """The plain types that a type is made of; a choice of strings counts as text, and encoded fields are checked where
    they are declared."""
    if get_origin(hint) is dict:
        return set()
    if get_origin(hint) is Literal:
        return {str}
    inner = [parts(each) for each in get_args(hint)]
    return set().union(*inner) if inner else {hint}


@pytest.mark.parametrize("kind", [*OBSERVATIONS.values(), *EVENTS.values(), GameState])
def test_every_text_that_is_journalled_is_known_to_be_a_name_or_none(kind: type) -> None:
    """A new field must be listed in PERSONS, or among the fields that hold no name."""
    assert text_fields(kind) <= PERSONS | OTHERS | NO_NAMES


def test_a_number_is_never_given_twice(place: Path) -> None:
    forget(place, "Gauss")
    journal = Journal(place)
    loaded = journal.load()
    observation = seen.RulingGiven(at_ms=10_000, ruling="void", judge="Hypatia")
    decided, _ = advance(loaded.state, observation)
    journal.append(observation, decided)
    assert [entry.observation for entry in journal.entries(14)] == [observation]
    assert journal.people["Hypatia"] == 9
    journal.close()
    journal = Journal(place)
    appeals = [each for each in journal.entries() if isinstance(each.observation, office.AppealNoted)]
    assert [
        each.observation.judge for each in appeals if isinstance(each.observation, office.AppealNoted)
    ] == ["forgotten 7"]
    journal.close()


def test_who_reads_beside_the_table_knows_new_people(place: Path) -> None:
    journal = Journal(place)
    reader = open_reader(place)
    observation = seen.RulingGiven(at_ms=10_000, ruling="void", judge="Hypatia")
    journal.append(observation, advance(journal.load().state, observation)[0])
    assert [entry.observation for entry in reader.entries(14)] == [observation]
    reader.close()
    journal.close()


def test_a_journal_that_a_table_has_open_is_left_alone(place: Path) -> None:
    journal = Journal(place)
    before = people_of(place)
    with pytest.raises(JournalError, match="'Gauss' is not forgotten: database is locked"):
        forget(place, "Gauss")
    journal.close()
    assert people_of(place) == before
    with pytest.raises(JournalError, match="nobody is called 'Euler'"):
        forget(place, "Euler")


def test_an_entry_that_cannot_be_written_gives_nobody_a_number(place: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    shutil.copy(place, copy)
    journal, other = Journal(copy), Journal(copy)
    other.append(seen.ClockAdvanced(at_ms=9500), ())
    with pytest.raises(JournalError, match="another process"):
        journal.append(seen.RulingGiven(at_ms=9600, ruling="void", judge="Hypatia"), ())
    assert "Hypatia" not in journal.people
    journal.close()
    other.close()


@given(
    st.recursive(
        st.integers() | st.text(max_size=8) | st.none() | st.text(max_size=4).map("judge:{}".format),
        lambda each: (
            st.lists(each, max_size=3)
            | st.dictionaries(
                st.sampled_from([*PERSONS, *OTHERS, "seat", "source", "evidence"]), each, max_size=4
            )
        ),
    )
)
def test_whatever_names_it_holds_comes_back(value: object) -> None:
    people = People(())
    hidden = people.hidden(value)
    assert People(people.new()).shown(hidden) == value


def test_a_name_in_clear_of_an_older_journal_is_read_as_it_is() -> None:
    assert People([(1, "Al")]).shown({"who": "Al", "judge": "p1"}) == {"who": "Al", "judge": "Al"}


def test_what_people_need_not_know_is_masked_whole_words_only() -> None:
    people = People([(1, "Al"), (2, "Al Gore"), (3, None)])
    texts = {
        "text": "Al Gore and Al, not Albert",
        "names": ["Al", "Bo", ""],
        "judge": "Al Gore",
        "ruleset": {"name": "Al"},
        "attendant": {"who": "Al", "since_ms": 5},
        "arguments": {"who": [{"wind": "E", "name": "Al"}, {"wind": "S", "name": "Bo"}]},
    }
    assert people.masked(texts) == {
        "text": "p2 and p1, not Albert",
        "names": ["p1", "somebody", ""],
        "judge": "p2",
        "ruleset": {"name": "Al"},
        "attendant": {"who": "p1", "since_ms": 5},
        "arguments": {"who": [{"wind": "E", "name": "p1"}, {"wind": "S", "name": "somebody"}]},
    }
    assert People(()).masked({"text": "Al"}) == {"text": "Al"}


def test_who_is_listed_in_a_message_is_hidden_as_who_is_named_alone() -> None:
    listed = {"who": [{"wind": "E", "name": "Al"}, {"wind": "S", "name": "Bo"}]}
    people = People(())
    hidden = people.hidden(listed)
    assert hidden == {"who": [{"wind": "E", "name": "p1"}, {"wind": "S", "name": "p2"}]}
    assert people.shown(hidden) == listed


@pytest.mark.parametrize(
    "value",
    [
        *({field: "p12"} for field in sorted(PERSONS)),
        {"names": ["", "p1", "", ""]},
        {"attendant": {"name": "p3"}},
        {"source": "judge:p7"},
        {"events": [{"why": {"code": "a", "judge": "p9"}}]},
    ],
)
def test_an_entry_that_shows_a_name_is_known_by_its_text(value: dict[str, Any]) -> None:
    people = People([(number, f"Name {number}") for number in range(1, 13)])
    assert people.shown(value) != value
    assert may_hold_ids(canonical(value).encode())


def test_an_entry_without_people_need_not_be_gone_through() -> None:
    assert not may_hold_ids(b'{"kind":"pon","names":["","","",""],"source":"judge:","tiles":["1p","p"]}')
