"""The dice that the camera sees, compared with those with which a hand was begun."""

import pytest
from msgspec.structs import replace

from config.log_line import unsaid
from referee.game.position import GameState
from table_controller.health.dice_check import DiceCheck
from table_controller.health.health import TableHealth
from tests.table_controller.command_stage import FakeBroker
from tests.table_controller.open_alerts import OpenAlerts
from tests.table_controller.seen_table import SeenTable
from vision.sightings import DiceSeen

SAID = "The table has thrown 3 and 4, the camera sees 3 and 5"


class Stage:
    """A check, its alerts, and a game with dice 3 and 4."""

    def __init__(self) -> None:
        alerts = OpenAlerts()
        self.open = alerts.open
        self.check = DiceCheck(alerts.alert)
        self.now_ms = 10_000
        state = SeenTable.in_play().game
        self.dealing = replace(state, phase="dealing")
        self.playing = replace(state, phase="playing")
        self.waiting = replace(state, phase="waiting")

    def see(self, *faces: int, lying: bool = False) -> None:
        self.check.note_dice(DiceSeen(faces, 1, self.now_ms, 990, lying))

    def hand(self, *dice: int) -> GameState:
        """Begin the next hand with these dice."""
        first, second = dice
        self.dealing = replace(self.dealing, hands=self.dealing.hands + 1, dice=(first, second))
        self.playing = replace(self.dealing, phase="playing")
        return self.dealing

    def wait(self, state: GameState | None, seconds: float) -> dict[str, str]:
        for _ in range(round(2 * seconds)):
            self.check.raise_alerts(state, self.now_ms)
            self.now_ms += 500
        return self.open


@pytest.fixture
def stage() -> Stage:
    return Stage()


def test_the_same_dice_in_any_order(stage: Stage) -> None:
    stage.see(3, 4)
    assert stage.wait(stage.waiting, 2) == {}
    assert stage.wait(replace(stage.dealing, dice=(4, 3)), 10) == {}
    assert stage.wait(stage.playing, 60) == {}
    assert stage.wait(stage.waiting, 60) == {}  # they lie there until they are thrown again


@pytest.mark.parametrize("first", ["camera", "unit"])
def test_a_difference_that_lasts_is_told_whoever_was_first(stage: Stage, first: str) -> None:
    if first == "unit":
        stage.wait(stage.dealing, 1)
    stage.see(3, 5)
    assert stage.wait(stage.dealing, 4.5) == {}
    assert stage.wait(stage.dealing, 2) == {"track-dice": SAID}
    assert stage.wait(stage.playing, 2) == {"track-dice": SAID}
    assert stage.wait(replace(stage.playing, dice=(5, 3)), 1) == {}  # the judge has corrected it


def test_dice_thrown_again_before_tiles_are_drawn(stage: Stage) -> None:
    stage.see(1, 1)
    stage.wait(stage.dealing, 2)
    stage.see(3, 4)
    assert stage.wait(stage.dealing, 10) == {}


def test_a_throw_in_the_middle_of_the_hand_is_none_of_it(stage: Stage) -> None:
    stage.see(3, 4)
    stage.wait(stage.playing, 5)
    stage.see(6, 6)
    assert stage.wait(stage.playing, 30) == {}


def test_a_throw_of_which_the_unit_tells_nothing(stage: Stage) -> None:
    stage.see(3, 4)
    stage.wait(stage.playing, 5)
    stage.see(2, 6)
    assert stage.wait(stage.waiting, 4) == {}
    expected = {"track-dice": "The camera sees dice that show 2 and 6, and the table has thrown none"}
    assert stage.wait(stage.waiting, 3) == expected
    later = replace(stage.dealing, hands=stage.dealing.hands + 1, dice=(2, 6))
    assert stage.wait(later, 10) == {}


def test_what_vision_finds_at_its_start_was_not_thrown_just_then(stage: Stage) -> None:
    stage.check.forget()
    stage.see(2, 6, lying=True)
    assert stage.wait(stage.waiting, 30) == {}
    assert stage.check.offered is None


def test_a_throw_that_no_hand_was_begun_with_is_offered(stage: Stage) -> None:
    assert stage.check.offered is None
    stage.see(2, 6)
    stage.wait(stage.waiting, 1)
    assert stage.check.offered == (2, 6)
    stage.wait(stage.hand(2, 6), 1)
    assert stage.check.offered is None


@pytest.mark.parametrize("started", ["first", "anew"])
def test_the_dice_before_are_not_those_of_the_next_hand(stage: Stage, started: str) -> None:
    if started == "anew":
        stage.see(3, 4)
        stage.wait(stage.playing, 5)
        stage.check.forget()
    stage.see(3, 4, lying=True)
    assert stage.wait(stage.waiting, 10) == {}
    # Its own throw cannot be read.
    assert stage.wait(stage.hand(1, 6), 30) == {}
    assert stage.wait(stage.playing, 30) == {}


def test_a_hand_in_play_when_vision_starts_is_compared_with_the_dice_that_lie_there(stage: Stage) -> None:
    stage.check.forget()
    stage.wait(stage.playing, 3)
    stage.see(3, 5, lying=True)
    assert stage.wait(stage.playing, 10) == {"track-dice": SAID}
    # They say nothing about the next hand, even if nobody saw this one end.
    assert stage.wait(stage.hand(1, 6), 30) == {}


def test_a_throw_in_the_middle_of_a_hand_whose_own_was_not_read_is_none_of_it(stage: Stage) -> None:
    stage.wait(stage.hand(1, 6), 5)
    stage.wait(stage.playing, 5)
    stage.see(6, 6)
    assert stage.wait(stage.playing, 30) == {}


def test_dice_that_are_shaken_between_hands_are_no_throw(stage: Stage) -> None:
    stage.see(3, 4)
    stage.wait(stage.playing, 5)
    for _ in range(3):
        stage.see(3, 4)
        assert stage.wait(stage.waiting, 10) == {}
        assert stage.check.offered is None
    # The throw that follows cannot be read.
    assert stage.wait(stage.hand(2, 2), 30) == {}


def test_the_same_faces_thrown_again_are_not_reported(stage: Stage) -> None:
    stage.see(3, 4)
    stage.wait(stage.playing, 5)
    stage.see(3, 4)
    stage.wait(stage.waiting, 2)
    assert stage.wait(stage.hand(3, 4), 30) == {}


def test_dice_thrown_before_the_hanchan_are_of_no_hand(stage: Stage) -> None:
    stage.see(5, 5)
    for state in (None, replace(stage.waiting, phase="ended")):
        assert stage.wait(state, 10) == {}
    assert stage.wait(stage.waiting, 30) == {}
    assert stage.wait(stage.hand(3, 4), 30) == {}


def test_a_resolved_alert_stays_resolved_until_something_else_is_amiss(stage: Stage) -> None:
    broker = FakeBroker()
    health = TableHealth(broker, now_ms=lambda: stage.now_ms, say=unsaid)
    stage.check = DiceCheck(health.alert)
    stage.see(3, 5)
    stage.wait(stage.dealing, 10)
    assert broker.alerts == {"track-dice": SAID}
    health.resolve("track-dice")
    stage.wait(stage.playing, 60)
    assert (broker.alerts, broker.raised) == ({"track-dice": None}, 1)
    stage.see(1, 1)
    stage.wait(stage.hand(1, 2), 10)
    assert broker.alerts["track-dice"] == "The table has thrown 1 and 2, the camera sees 1 and 1"
    stage.wait(stage.waiting, 1)
    assert broker.standing == []
