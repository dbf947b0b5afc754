"""One failed camera does not stop a club: hands are entered by the judge, and the next is watched once it is back."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from config import read_ruleset
from firmware_bridge.messages.signals import (
    Button,
    ButtonName,
    Curtain,
    DiceRolled,
    Signal,
    StickSlot,
    WallTouch,
)
from referee.game import events, observations
from referee.journal.journal import Journal
from referee.journal.verification import verify
from referee.records.journaled import records_of
from referee.texts.language import english
from table_controller.broker.requests import CommandRequest
from table_controller.commands.commanded_table import CommandedTable
from table_controller.sensing.waiting.sources import ZONES
from tests.table_controller.begin_and_time_stage import Table, settings_of
from tests.table_controller.command_stage import answered
from tests.table_controller.seen_table import described, row
from vision.sightings import FoundTrack, LostTrack, Watermark, ZoneReading
from vision.zones import TABLE, ZoneId
from wording.alerts.declaration import DeclaredAlert, Trouble

CLUB = 'ruleset = "saikouisen-2025"\nnames = ["Ada", "Bea", "Cid", "Dan"]\ngong = "hall"\n'
INDICATOR = "#####1s###########"


class Club:
    """A table with unit, camera and judge: its signals and sightings, and the judge's orders over the broker."""

    def __init__(self, path: Path) -> None:
        self.time_ms = 0
        self.table = Table(settings_of(path, CLUB), Journal(path / "journal.sqlite"), clock=self)
        self.table.health.alert = self._alert
        self.table.health.resolve = lambda name: self.alerts.update({name: None})
        self.alerts: dict[str, str | None] = {}
        self.sees = True
        self._number = self._frame = 0

    def now_ms(self) -> int:
        """Return the time, as a clock does."""
        return self.time_ms

    def _alert(self, alert: DeclaredAlert, trouble: Trouble | None) -> None:
        self.alerts[alert.name] = None if trouble is None else english(trouble.text)

    @property
    def state(self) -> Any:
        assert self.table.state is not None
        return self.table.state

    def goes_on(self, seconds: float) -> None:
        """Let time pass; the camera reports while it sees."""
        until = self.time_ms + round(seconds * 1000)
        while self.time_ms < until:
            self.time_ms += 500
            if self.sees:
                self._frame += 1
                self.table.sensing.sighting(Watermark(self._frame, self.time_ms, self.time_ms), self.time_ms)
            self.table.look(self.time_ms)
            self.table.hand_alerts.update()

    def feels(self, signal: Signal) -> None:
        self._number += 1
        stamped = replace(signal, number=self._number, nonce=9, at_ms=self.time_ms)
        self.table.sensing.signal(stamped, self.time_ms)
        self.goes_on(1)

    def reads(self, zone: ZoneId, content: str, since_ms: int | None = None) -> None:
        """Read the zone, which changed just now, or at some time since ``then``."""
        if self.sees:
            within = 100 if since_ms is None else (self.time_ms - since_ms) // 2
            reading = ZoneReading(
                zone, row(content), self._frame, self.time_ms - within, within, self.time_ms
            )
            self.table.sensing.sighting(reading, self.time_ms)
        self.goes_on(1)

    def camera_starts(self, **lies: str) -> None:
        """Start vision, which reads everything."""
        self.sees = True
        self.table.sensing.vision_started(self.time_ms)
        for zone in sorted(ZONES):
            content = lies.get(str(zone).replace("/", ""), "")
            self.table.sensing.sighting(
                ZoneReading(zone, row(content), self._frame, self.time_ms, 100, self.time_ms + 200),
                self.time_ms,
            )
        self.goes_on(2)

    def camera_dies(self) -> None:
        self.table.sensing.sighting(LostTrack(TABLE, "dark", self.time_ms), self.time_ms)
        self.sees = False

    def rolls(self) -> None:
        self.feels(DiceRolled(goal=1, first=3, second=4))
        self.reads(ZoneId("wall", 0), INDICATOR)

    def turn(self, chair: int, pond: str | None = None) -> None:
        """A player reaches over the line, touches the wall, and lays a tile into the pond."""
        self.feels(Curtain(chair=chair, broken=True))
        self.feels(WallTouch(chair=chair, touching=True))
        self.feels(Curtain(chair=chair, broken=False))
        if pond is not None:
            self.reads(ZoneId("pond", chair), pond)

    def judge(self, command: str, **arguments: Any) -> dict[str, Any]:
        return answered(
            CommandedTable(self.table, self.table.health),
            CommandRequest(command, {"by": "anna", **arguments}),
        )

    @property
    def observed(self) -> list[str]:
        return [
            described(entry.observation)
            for entry in self.table.journal.entries()
            if not isinstance(entry.observation, observations.HandMoved | observations.TableHindered)
        ]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A hanchan under rules that stop play for a finding; the first hand is dealt and watched."""
    made = Club(tmp_path)
    made.camera_starts()
    made.table.begin_hanchan()
    made.rolls()
    made.turn(0, "5p")
    assert made.observed == ["HanchanBegun", "dealt 34", "indicator 1s", "0 draws", "0 discards 5p"]
    return made


def unseen_play(club: Club) -> None:
    """People play on; only buttons, curtains and walls are sensed."""
    for chair in (1, 2, 3, 0):
        club.turn(chair)
    club.feels(Button(chair=2, button=ButtonName.PON, pressed=True))
    club.feels(StickSlot(chair=3, present=True))
    for chair in (3, 0, 1):
        club.turn(chair)
    club.goes_on(30)


def test_what_could_not_be_seen_is_no_foul(club: Club) -> None:
    club.camera_dies()
    unseen_play(club)
    assert club.state.findings == ()
    assert club.state.desk.stopped == ""
    assert club.observed[5:] == ["1 draws"], "what still fitted; after that the hand is not followed"
    assert club.alerts["hand"] == "This hand cannot be followed any more: too much of it was missed"
    assert club.table.journal.inbox() == []


def a_pond_is_hidden(club: Club) -> int:
    """South discards under a cover; West and North play on. Return the time from which South's pond is hidden."""
    club.turn(1)
    since_ms = club.time_ms
    club.feels(Curtain(chair=1, broken=True))
    club.feels(Curtain(chair=1, broken=False))
    club.table.sensing.sighting(LostTrack(ZoneId("pond", 1), "covered", since_ms), club.time_ms)
    club.turn(2, "9m")
    club.turn(3, "1p")
    club.goes_on(20)
    return since_ms


def test_a_hand_is_followed_again_once_what_was_hidden_is_seen(club: Club) -> None:
    since_ms = a_pond_is_hidden(club)
    assert club.observed[5:] == ["1 draws"]
    assert club.alerts["hand"] == (
        "This hand is not followed: the acts that were seen do not fit together, and something was hidden"
    )
    club.table.sensing.sighting(FoundTrack(ZoneId("pond", 1), club.time_ms), club.time_ms)
    club.reads(ZoneId("pond", 1), "3m", since_ms)
    club.goes_on(2)
    assert club.observed[5:] == [
        "1 draws",
        "1 discards 3m",
        "2 draws",
        "2 discards 9m",
        "3 draws",
        "3 discards 1p",
    ]
    assert club.alerts["hand"] is None
    assert club.state.findings == ()
    assert club.table.journal.inbox() == []


def test_a_hand_is_followed_again_once_the_judge_has_put_in_what_was_hidden(club: Club) -> None:
    a_pond_is_hidden(club)
    after = club.table.journal.number
    act = {"type": "TileDiscarded", "seat": 1, "tile": "3m"}
    answer = club.judge("insert", after=after, observation=act, text="under the cup")
    assert answer["ok"], answer
    club.goes_on(2)
    assert [line for line in club.observed[5:] if line[0] in "23"] == [
        "2 draws",
        "2 discards 9m",
        "3 draws",
        "3 discards 1p",
    ]
    assert club.alerts["hand"] is None
    assert club.state.findings == ()


def test_who_closes_a_hand_that_cannot_be_read_is_told_what_to_do(club: Club) -> None:
    """South has won on East's tile and opens his hand under a cover; the dealer presses set."""
    club.feels(Button(chair=1, button=ButtonName.RON, pressed=True))
    club.table.sensing.sighting(LostTrack(ZoneId("hand", 1), "covered", club.time_ms), club.time_ms)
    club.feels(Button(chair=0, button=ButtonName.SET, pressed=True))
    club.goes_on(20)
    assert club.alerts["close"] == "The hand is not closed: the opened hand of South could not be read"
    assert club.state.phase == "playing"
    club.table.sensing.sighting(FoundTrack(ZoneId("hand", 1), club.time_ms), club.time_ms)
    club.reads(ZoneId("hand", 1), "5p5p6p7p8p1s2s3s7s8s9s4m4m")
    club.feels(Button(chair=0, button=ButtonName.SET, pressed=True))
    club.goes_on(8)
    assert club.observed[-1] == "HandClosed"
    assert club.alerts["close"] is None


def test_who_closes_a_win_of_which_ura_dora_are_not_seen_is_asked_for_them(club: Club) -> None:
    club.table.sensing.sight.miss_ura(club.state, 1)
    club.goes_on(1)
    indicators = len(club.state.indicators)
    assert (
        club.alerts["close"] == f"The hand is not closed: 1 of {indicators} ura dora indicators are not seen"
    )


def test_hands_are_entered_to_the_end_of_the_hanchan(club: Club) -> None:
    """With the camera dead for good every hand is played on the table and entered by the judge."""
    club.camera_dies()
    unseen_play(club)
    hands = 0
    while club.state.phase != "ended":
        winner = (club.state.dealer + 1) % 4
        win = {"seat": winner, "from": (winner + 1) % 4, "han": 1, "fu": 30}
        answer = club.judge("enter_hand", result="ron", wins=[win], text="camera dead")
        assert answer["ok"], answer
        hands += 1
        club.goes_on(5)
        assert club.alerts["hand"] is None
        if club.state.phase != "ended":
            club.rolls()
            unseen_play(club)
    assert club.state.findings == ()
    assert hands == club.state.ruleset.flow.rounds * 4
    assert sum(club.state.scores) == 4 * club.state.ruleset.flow.start_points
    (record,) = records_of((entry.observation, entry.events) for entry in club.table.journal.entries())
    assert len(record.hands) == hands, "a hand of which no indicator was seen is in the record too"
    assert record.final is not None
    verify(club.table.journal)


def test_the_next_hand_is_watched_once_the_camera_is_back(club: Club) -> None:
    club.camera_dies()
    unseen_play(club)
    # The camera is back in the middle of the hand: what lies there does not become a row of fouls.
    club.camera_starts(
        pond0="5p9s1z", pond1="3m4m", pond2="7z", pond3="2p_2s", meld2="1z_1z1z", wall0=INDICATOR
    )
    club.goes_on(20)
    assert club.state.findings == ()
    number = club.table.journal.number
    answer = club.judge("enter_hand", result="exhaustive", tenpai=[0, 3], riichi=[3], text="camera dead")
    assert (answer["number"], answer["ok"]) == (number + 1, True)
    for zone in sorted(ZONES):
        club.reads(zone, "")
    club.goes_on(5)
    before = len(club.observed)
    club.rolls()
    club.turn(0, "9m")
    club.turn(1, "1p")
    club.turn(2, "3s")
    assert club.observed[before:] == [
        "dealt 34",
        "indicator 1s",
        "0 draws",
        "0 discards 9m",
        "1 draws",
        "1 discards 1p",
        "2 draws",
        "2 discards 3s",
    ]
    assert club.state.findings == ()
    assert club.alerts["hand"] is None


def test_a_short_darkness_is_made_up_for(club: Club) -> None:
    """Somebody leans over the table for some seconds: signals wait until the table is seen again."""
    club.camera_dies()
    dark_ms = club.time_ms
    club.turn(1)
    club.turn(2)
    club.sees = True
    club.table.sensing.sighting(FoundTrack(TABLE, club.time_ms), club.time_ms)
    club.reads(ZoneId("pond", 1), "3m", dark_ms)
    club.reads(ZoneId("pond", 2), "7z", dark_ms)
    club.goes_on(10)
    assert club.observed[5:] == ["1 draws", "1 discards 3m", "2 draws", "2 discards 7z"]
    assert club.state.findings == ()
    assert club.alerts.get("hand") is None


def test_the_judge_is_heard_while_nothing_is_seen(club: Club) -> None:
    club.camera_dies()
    unseen_play(club)
    club.feels(Button(chair=2, button=ButtonName.JUDGE, pressed=True))
    assert (club.state.desk.stopped, club.state.desk.stopped_seat) == ("judge_called", 2)
    assert club.judge("resume")["ok"]
    assert club.judge("void_hand", text="camera dead")["ok"]
    assert club.state.phase == "waiting"


def test_with_sight_a_foul_is_still_a_foul(club: Club) -> None:
    """Nothing was missed, so a draw in another player's turn is a foul."""
    club.feels(Curtain(chair=3, broken=True))
    club.feels(WallTouch(chair=3, touching=True))
    club.goes_on(10)
    assert [found.rule for found in club.state.findings] != []


def test_rules_that_stop_play_are_meant(club: Club) -> None:
    assert read_ruleset("saikouisen-2025")["fouls"]["play_stops_from"] != "never"
    assert any(isinstance(event, events.HandStarted) for event in club.table.happened)


def test_what_is_felt_after_a_hanchan_was_begun_is_journalled_no_earlier(club: Club) -> None:
    """A person's entry may be timed ahead of signals that are not processed yet."""
    assert club.table.sensing.last_ms <= club.table.now_ms()
    club.table.begin_hanchan()
    begun = list(club.table.journal.entries())[-1]
    assert club.table.sensing.last_ms == begun.at_ms
    club.feels(StickSlot(chair=3, present=True))
    club.goes_on(5)
    times = [entry.at_ms for entry in club.table.journal.entries()]
    assert times == sorted(times)
