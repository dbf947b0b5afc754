"""A stream gets nothing before its time, whatever happens to the daemon, and players who may see nothing get
nothing."""

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from config import read_ruleset
from referee.folding.state import evolve
from referee.game import observations as seen
from referee.game.judge_observations import Corrected
from referee.game.observations import Observation
from referee.game.position import IN_HAND, GameState
from referee.journal.entry import Entry, JournalError
from referee.journal.journal import Journal
from referee.judging.decide import advance
from referee.onlookers.stream import stream_view
from referee.rules.ruleset import Ruleset
from table_controller.daemon.listeners.onlookers import MINUTE_MS, Onlookers
from table_controller.journal.corrections import Corrections
from table_controller.mqtt.topics import PLAYERS, STREAM, DeclaredTopic
from table_controller.settings.onlookers import OnlookerChoice, PlayersPage
from table_controller.web.doors.onlooker_door import OnlookerDoor
from tests.referee.conftest import played
from tests.table_controller.silent import said_to


class Table:
    """A journal that grows, a clock that jumps, and what was published."""

    def __init__(self, delay_minutes: int = 5, page: PlayersPage = "always") -> None:
        self.journal = Journal(":memory:")
        self.choice = OnlookerChoice(page, delay_minutes)
        self.state: GameState | None = None
        self.now_ms = 0
        self.door = OnlookerDoor(b"key")
        self.sent: list[tuple[int, DeclaredTopic, dict[str, Any] | None]] = []
        self.starts()

    def starts(self, say: Callable[[str], object] = pytest.fail) -> None:
        """Kill and restart the daemon, which then knows only the journal and the time."""
        self.onlookers = Onlookers(
            self.journal,
            self.choice,
            "7",
            now_ms=lambda: self.now_ms,
            send=self._send,
            door=self.door,
            say=said_to(say),
        )
        self.onlookers.resume_from_journal(self.state, self.now_ms)

    def _send(self, topic: DeclaredTopic, shown: Mapping[str, Any] | None) -> bytes:
        self.sent.append((self.now_ms, topic, None if shown is None else dict(shown)))
        return b"" if shown is None else json.dumps(shown).encode()

    def sees(self, observation: Observation) -> Entry:
        self.now_ms = max(self.now_ms, observation.at_ms)
        events, self.state = advance(self.state, observation)
        entry = self.journal.append(observation, events, state=self.state)
        self.onlookers.journalled(entry, self.state)
        return entry

    def undoes(self, entry: int, before_it_is_shown: Callable[[], None] = lambda: None) -> None:
        undone = Corrected(entry=entry, observation=None, at_ms=self.now_ms, judge="anna", agreed=True)
        refolded, self.state = Corrections(self.journal).refold(undone)
        made = self.journal.append(undone, (refolded,), state=self.state)
        before_it_is_shown()
        self.onlookers.journalled(made, self.state)

    def waits(self, minutes: float) -> None:
        """Let time pass; the loop wakes whenever it was asked to."""
        end_ms = self.now_ms + round(minutes * MINUTE_MS)
        while (wake_ms := self.onlookers.wake_ms()) is not None and wake_ms <= end_ms:
            self.now_ms = max(self.now_ms, wake_ms)
            self.onlookers.release()
            assert self.onlookers.wake_ms() != wake_ms, "it asks again for what it was woken for"
        self.now_ms = end_ms

    def shown(self, topic: DeclaredTopic) -> list[tuple[int, dict[str, Any]]]:
        return [
            (at_ms, payload) for at_ms, where, payload in self.sent if where is topic and payload is not None
        ]

    @property
    def stream(self) -> dict[str, Any] | None:
        """The state that is retained for a stream."""
        return next((payload for _, topic, payload in reversed(self.sent) if topic is STREAM), None)

    @property
    def players(self) -> dict[str, Any] | None:
        return next((payload for _, topic, payload in reversed(self.sent) if topic is PLAYERS), None)


GAME = played(3, hands=2).entries


@settings(max_examples=25, deadline=None)
@given(
    delay=st.integers(0, 60),
    pace_ms=st.integers(200, 20_000),
    kills=st.sets(st.integers(0, len(GAME) - 1), max_size=6),
    pauses=st.dictionaries(st.integers(0, len(GAME) - 1), st.integers(1, 40), max_size=4),
)
def test_a_stream_sees_nothing_before_its_time_across_kills(
    delay: int, pace_ms: int, kills: set[int], pauses: dict[int, int]
) -> None:
    """Each state belongs to an entry.

    None comes before the delay or before its hand is closed, and none goes back in time.
    """
    table = Table(delay)
    truth: list[tuple[int, Any]] = []
    closed_ms: dict[int, int] = {}
    state: GameState | None = None
    for place, (observation, _) in enumerate(GAME):
        later = replace(observation, at_ms=table.now_ms + pace_ms)
        table.waits(pace_ms / MINUTE_MS)
        entry = table.sees(later)
        for event in entry.events:
            state = evolve(state, event)
        assert state is not None
        hand = state.hands if state.phase in IN_HAND else -1
        truth.append((hand, state))
        if hand == -1:
            closed_ms.setdefault(state.hands, table.now_ms)
        table.waits(pauses.get(place, 0))
        if place in kills:
            table.starts()
    table.waits(delay + 1)
    numbers = [payload["number"] for _, payload in table.shown(STREAM)]
    assert numbers == sorted(numbers)
    for at_ms, payload in table.shown(STREAM):
        hand, then = truth[payload["number"] - 1]
        assert at_ms >= payload["at_ms"] + delay * MINUTE_MS
        assert hand == -1 or at_ms >= closed_ms.get(hand, 1 << 60)
        assert payload == stream_view(then, number=payload["number"], at_ms=payload["at_ms"], table="7")
    last_closed = max(place for place, (hand, _) in enumerate(truth, 1) if hand == -1)
    assert table.stream is not None
    assert table.stream["number"] <= last_closed
    assert [seat["score"] for seat in table.stream["seats"]] == list(truth[last_closed - 1][1].scores)


def begin(table: Table, ruleset: str = "wrc-2015", **overrides: Any) -> None:
    rules = Ruleset.from_mapping(read_ruleset(ruleset)).with_overrides(
        {name.replace("__", "."): value for name, value in overrides.items()}
    )
    table.sees(
        seen.HanchanBegun(at_ms=table.now_ms, ruleset=rules.to_mapping(), names=("Ai", "Bo", "Cy", "Di"))
    )


def deal(table: Table) -> None:
    hand = (37,) * 13
    table.sees(seen.HandDealt(at_ms=table.now_ms, dice=(1, 2), hands=(hand, hand, hand, hand)))


def discard(table: Table, seat: int, tile: int) -> None:
    table.now_ms += 1000
    table.sees(seen.TileDrawn(at_ms=table.now_ms, seat=seat, tile=37))
    table.sees(seen.TileDiscarded(at_ms=table.now_ms, seat=seat, tile=tile))


def close(table: Table) -> int:
    table.now_ms += 1000
    return table.sees(seen.HandClosed(at_ms=table.now_ms)).number


def pond(table: Table) -> list[str]:
    assert table.stream is not None
    return [each["tile"] for each in table.stream["seats"][0]["pond"]]


def test_a_hand_is_shown_at_its_own_pace_once_it_is_closed() -> None:
    table = Table(delay_minutes=5)
    begin(table)
    deal(table)
    discard(table, 0, 4)
    table.waits(30)
    assert table.stream is not None
    assert table.stream["phase"] == "waiting"  # the hanchan has begun; of the hand that is played, nothing
    void(table)
    assert pond(table) == ["5m"]  # long enough ago, and closed now
    assert table.stream["phase"] == "playing"
    table.waits(4.9)
    assert table.stream["phase"] == "playing"  # it became void less than five minutes ago
    table.waits(0.2)
    assert table.stream["phase"] == "waiting"


def void(table: Table) -> int:
    table.now_ms += 1000
    made = seen.RulingGiven(at_ms=table.now_ms, ruling="void", judge="anna")
    return table.sees(made).number


def test_a_hand_whose_end_is_undone_is_told_no_further() -> None:
    """Its end and the play after it are held back until it is closed again, also after a restart."""
    table = Table(delay_minutes=5)
    begin(table)
    deal(table)
    discard(table, 0, 4)
    ended = void(table)
    table.waits(1)
    table.undoes(ended)
    assert table.state is not None
    assert table.state.phase in IN_HAND
    discard(table, 1, 5)
    table.waits(60)
    assert table.stream is not None
    assert (table.stream["phase"], pond(table)) == ("waiting", [])
    table.starts()
    table.waits(60)
    assert (table.stream["phase"], pond(table)) == ("waiting", [])
    void(table)
    assert pond(table) == ["5m"]


def test_a_correction_counts_even_while_the_journal_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The entry is on disk by then: onlookers wait, and the judge gets no error."""
    table = Table(delay_minutes=0)
    lines: list[str] = []
    table.starts(say=lines.append)
    begin(table)
    deal(table)
    ended = void(table)
    assert table.players is not None
    assert len(table.players["hands"]) == 1

    def broken(_: object) -> list[Entry]:
        raise JournalError("the disk is ill")

    with monkeypatch.context() as ill:
        table.undoes(ended, before_it_is_shown=lambda: ill.setattr(Journal, "hanchan", broken))
        assert lines == ["players and streams wait: the disk is ill"]
        assert len(table.players["hands"]) == 1
        discard(table, 0, 4)
        assert lines == ["players and streams wait: the disk is ill"], "it is told once"
    table.waits(0.2)
    assert table.players is not None
    assert (table.players["hands"], table.players["number"]) == ([], table.journal.number)


def test_a_longer_delay_takes_back_what_is_retained() -> None:
    table = Table(delay_minutes=0)
    begin(table)
    deal(table)
    discard(table, 0, 4)
    void(table)
    assert table.stream is not None
    assert table.stream["last"]["result"] == "chombo"
    table.choice = OnlookerChoice("always", 10)
    table.starts()
    assert table.stream is None
    table.waits(10)
    assert table.stream is not None
    assert table.stream["last"]["result"] == "chombo"


@pytest.mark.parametrize(
    ("page", "device", "shown"),
    [
        ("rules", "judge", (False, False)),
        ("rules", "none", (True, True)),
        ("off", "none", (False, False)),
        ("always", "judge", (True, True)),
        ("between_hanchans", "judge", (False, True)),
    ],
)
def test_when_players_may_look(page: PlayersPage, device: str, shown: tuple[bool, bool]) -> None:
    """WRC 7.2 has a penalty for an electronic device: under such rules nothing is shown unless the club says so."""
    table = Table(page=page)
    assert table.players is None
    begin(table, fouls__device=device)
    during = table.players is not None
    assert (table.door.links().players is not None) == during
    table.sees(seen.HanchanClosed(at_ms=table.now_ms + 1000, judge="anna"))
    assert (during, table.players is not None) == shown
    begin(table, fouls__device=device)
    assert (table.players is not None) == shown[0]


def test_the_players_token_ends_with_their_hanchan_and_outlives_a_restart() -> None:
    table = Table()
    begin(table)
    links = table.door.links()
    assert links.players is not None
    assert links.wall is not None
    table.door = OnlookerDoor(b"key")
    table.starts()
    assert table.door.admits("players", links.players)
    assert not table.door.admits("stream", links.players)
    assert not table.door.admits("players", links.stream)
    assert not table.door.admits("players", "")
    table.sees(seen.HanchanClosed(at_ms=table.now_ms + 1000, judge="anna"))
    begin(table)
    assert not table.door.admits("players", links.players)
    assert table.door.admits("players", links.wall)


def test_players_hear_nothing_when_only_a_finding_was_made() -> None:
    """The mere fact of a publication would reveal it."""
    table = Table()
    begin(table)
    deal(table)
    discard(table, 0, 4)
    before = len(table.sent)
    assert table.state is not None
    table.sees(seen.TileDiscarded(at_ms=table.now_ms + 1000, seat=0, tile=8))
    assert table.state.findings
    assert [topic for _, topic, _ in table.sent[before:]] == []


def warn(table: Table) -> None:
    table.now_ms += 1000
    words = "he holds three of 7z"
    table.sees(seen.RulingGiven(at_ms=table.now_ms, ruling="warning", seat=1, judge="anna", text=words))


def test_players_see_a_ruling_until_the_next_hand_and_never_the_judges_words() -> None:
    """A restart keeps it, and undoing the ruling takes it away."""
    table = Table()
    begin(table)
    deal(table)
    discard(table, 0, 4)
    warn(table)
    ruling = table.journal.number
    english = ["Ruling on South (Bo): warning"]
    assert announced(table.players) == english
    discard(table, 1, 5)
    table.starts()
    assert announced(table.players) == english
    table.undoes(ruling)
    assert announced(table.players) == []
    warn(table)
    void(table)
    assert announced(table.players) == ["Ruling: the hand is void", *english]
    deal(table)
    assert announced(table.players) == []
    assert "three of" not in json.dumps([payload for _, payload in table.shown(PLAYERS)])


@pytest.mark.parametrize("wanted", [False, True])
def test_a_stream_shows_the_rulings_of_a_hand_with_it_if_the_club_wants_them(wanted: bool) -> None:
    """The rulings come with the closed hand, after the delay."""
    table = Table(delay_minutes=5)
    table.choice = OnlookerChoice("always", 5, stream_rulings=wanted)
    table.starts()
    begin(table)
    deal(table)
    discard(table, 0, 4)
    warn(table)
    table.waits(30)
    assert announced(table.stream) == []
    void(table)
    english = ["Ruling on South (Bo): warning"] if wanted else []
    assert announced(table.stream) == english
    table.waits(5.1)
    assert announced(table.stream) == (["Ruling: the hand is void", *english] if wanted else [])
    assert "three of" not in json.dumps([payload for _, payload in table.shown(STREAM)])


def announced(shown: dict[str, Any] | None) -> list[str]:
    """The English sentences about rulings in what is retained."""
    assert shown is not None
    return [each["texts"]["en"] for each in shown["rulings"]]
