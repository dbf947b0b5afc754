"""A hanchan is begun with the buttons of a chair, and its time runs out by the table's own clock."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bench.stages.jump_loop import in_table_time
from config import ConfigError, read_ruleset
from firmware_bridge.messages.signals import ButtonName, DiceRolled
from referee.game import events, observations
from referee.game.judge_observations import ClockExtended, ClockPaused, HandGranted, PlayHalted, SignalGiven
from referee.journal.journal import Journal
from referee.rules.ruleset import Ruleset
from referee.tiles import UNKNOWN
from table_controller.commands.catalogue.game import BeginHanchan, Gong
from table_controller.journal.inputs import GameInputs
from table_controller.settings.settings import Settings
from tests.table_controller.begin_and_time_stage import CLUB, DEALT, LoopClock, Table, desk, settings_of

MINUTE_MS = 60_000


@pytest.fixture
def club(tmp_path: Path) -> Settings:
    return settings_of(tmp_path, CLUB)


# A hanchan is begun at the table


@pytest.mark.parametrize(("first", "second"), [("dice", "set"), ("set", "dice")])
def test_set_and_dice_together_begin_with_the_clubs_settings(club: Settings, first: str, second: str) -> None:
    """The player who holds them deals first; names follow the chairs; the table's senses are recorded."""
    table = Table(club)
    table.button(2, first, 1000)
    table.button(2, second, 1800)
    table.button(2, first, 2000, pressed=False)
    table.look(9000)
    (begun,) = (entry.observation for entry in table.journal.entries())
    assert isinstance(begun, observations.HanchanBegun)
    assert begun.chairs == (2, 3, 0, 1)
    assert begun.names == ("Cid", "Dan", "Ada", "Bea")
    assert begun.senses == ("curtains", "wall_touch")
    assert begun.source == "chair:2"
    assert Ruleset.from_mapping(begun.ruleset).flow.time_limit_minutes == 45
    assert table.state is not None
    assert (table.state.ruleset.name, table.state.phase) == ("wrc-2015", "waiting")
    assert table.machine.pressed[-1] == (ButtonName.SET, "button:7:2"), "the same press raises the walls"
    assert table.journal.inbox() == []


def test_other_presses_begin_nothing(club: Settings) -> None:
    table = Table(club)
    table.button(0, "dice", 1000)
    table.button(0, "dice", 1400, pressed=False)
    table.button(0, "set", 1500)  # dice are up again
    table.button(1, "dice", 2000)
    table.button(2, "set", 2100)  # another chair's
    table.button(3, "ron", 3000)
    table.button(3, "set", 3100)
    table.look(9000)
    assert table.state is None
    assert [button.name for button, _ in table.machine.pressed] == ["DICE", "SET", "DICE", "SET", "SET"]


def test_before_the_first_hand_another_may_deal_first_and_later_nobody(club: Settings) -> None:
    table = Table(club)
    for chair, at_ms in ((0, 1000), (1, 10_000)):
        table.button(chair, "dice", at_ms)
        table.button(chair, "set", at_ms + 100)
        table.look(at_ms + 8000)
    assert table.state is not None
    assert table.state.chairs == (1, 2, 3, 0)
    table.observe(replace(DEALT, at_ms=20_000))
    table.button(3, "dice", 21_000)
    table.button(3, "set", 21_100)
    table.look(30_000)
    assert sum(isinstance(event, events.HanchanStarted) for event in table.happened) == 2


def test_a_hanchan_that_is_over_makes_room_for_the_next(club: Settings) -> None:
    table = Table(club)
    table.begin_hanchan()
    table.observe(replace(DEALT, at_ms=1000))
    table.observe(observations.HanchanClosed(at_ms=2000, judge="anna"))
    table.button(3, "dice", 3000)
    table.button(3, "set", 3100)
    table.look(9000)
    assert table.state is not None
    assert (table.state.phase, table.state.chairs) == ("waiting", (3, 0, 1, 2))


def test_a_judge_begins_with_the_clubs_names_and_senses(club: Settings) -> None:
    """Over MQTT only the differences need be given (first dealer by chair)."""
    begin = BeginHanchan(first_dealer=1, by="anna")
    table = run_for(lambda clock: Table(club, clock=clock), {0: lambda table: begin.do(desk(table))}, 1)
    assert table.state is not None
    assert table.state.chairs == (1, 2, 3, 0)
    assert table.state.names == ("Bea", "Cid", "Dan", "Ada")
    assert table.state.senses == {"curtains", "wall_touch"}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ('names = ["Ada", "Bea"]', "names: must be a list of four texts"),
        ('senses = ["smell"]', "senses: must be some of call_buttons"),
        ('gong = "mine"', "gong: must be one of table, hall, not 'mine'"),
        ("[overrides]\nflow.time_limit = 3", "time_limit"),
        ("[http]\nlisten = 3", "http.listen: must be a text"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, text: str, wrong: str) -> None:
    with pytest.raises(ConfigError, match=wrong):
        settings_of(tmp_path, text)


def test_overrides_of_the_file_are_for_its_own_ruleset(tmp_path: Path) -> None:
    assert settings_of(tmp_path, CLUB).ruleset.flow.time_limit_minutes == 45
    other = settings_of(tmp_path, CLUB, "--ruleset", "riichi-mj")
    assert other.ruleset == Ruleset.from_mapping(read_ruleset("riichi-mj"))


# Its time runs out


def sounded(table: Table) -> list[int]:
    return [event.at_ms for event in table.happened if isinstance(event, events.TimeCalled)]


def run_for(
    table_of: Callable[[Any], Table], acts: dict[float, Callable[[Table], Any]], until_min: float
) -> Table:
    """Run a table for so many minutes; ``acts`` are done at the minutes that are their keys."""
    made: list[Table] = []

    async def work() -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        table = table_of(LoopClock(loop))
        made.append(table)
        table.pump()
        for minute, act in sorted(acts.items()):
            await asyncio.sleep(minute * 60 - loop.time())
            act(table)
            table.pump()
        await asyncio.sleep(until_min * 60 - loop.time())

    in_table_time(work)
    return made[0]


def test_the_gong_sounds_by_itself_and_the_running_hand_is_the_last(club: Settings) -> None:
    """WRC 8.2."""
    table = run_for(
        lambda clock: Table(club, clock=clock),
        {1: lambda table: table.begin_hanchan(), 2: lambda table: table.person_observes(DEALT, "test")},
        120,
    )
    assert sounded(table) == [46 * MINUTE_MS]
    assert table.state is not None
    assert (table.state.phase, table.state.time_called) == ("dealing", True)
    assert table.health.alerts[-1] == "Time: the hand that is played is the last"
    table.person_observes(observations.RulingGiven(ruling="void", judge="anna"), "anna")
    assert table.state.phase == "ended"
    assert table.health.alerts[-1] is None


def test_a_granted_hand_is_announced_until_it_is_dealt(club: Settings) -> None:
    acts: dict[float, Callable[[Table], Any]] = {
        1: lambda table: table.begin_hanchan(),
        2: lambda table: table.person_observes(DEALT, "test"),
        60: lambda table: table.person_observes(HandGranted(judge="anna"), "anna"),
    }
    table = run_for(lambda clock: Table(club, clock=clock), acts, 120)
    assert table.health.alerts[-1] == "Time: one more hand was granted, and it is the last"
    table.person_observes(observations.RulingGiven(ruling="void", judge="anna"), "anna")
    assert table.state is not None
    assert table.state.phase == "waiting"
    table.person_observes(DEALT, "test")
    assert table.health.alerts[-1] == "Time: the hand that is played is the last"


def test_between_hands_the_hanchan_ends_with_the_gong(club: Settings) -> None:
    table = run_for(lambda clock: Table(club, clock=clock), {0: lambda table: table.begin_hanchan()}, 50)
    assert table.state is not None
    assert table.state.phase == "ended"
    assert sounded(table) == [45 * MINUTE_MS]


def test_a_judge_pauses_and_extends_the_time(club: Settings) -> None:
    acts: dict[float, Callable[[Table], Any]] = {
        0: lambda table: table.begin_hanchan(),
        1: lambda table: table.person_observes(DEALT, "test"),
        10: lambda table: table.person_observes(ClockPaused(on=True, judge="anna"), "anna"),
        30: lambda table: table.person_observes(ClockPaused(on=False, judge="anna"), "anna"),
        40: lambda table: table.person_observes(ClockExtended(minutes=5, judge="anna"), "anna"),
    }
    assert sounded(run_for(lambda clock: Table(club, clock=clock), acts, 69)) == []
    assert sounded(run_for(lambda clock: Table(club, clock=clock), acts, 71)) == [70 * MINUTE_MS]


def test_the_time_runs_from_the_start_signal(club: Settings) -> None:
    acts: dict[float, Callable[[Table], Any]] = {
        0: lambda table: table.begin_hanchan(awaits_signal=True),
        20: lambda table: table.person_observes(SignalGiven(judge="anna", ago_ms=MINUTE_MS), "anna"),
        21: lambda table: table.person_observes(DEALT, "test"),
    }
    assert sounded(run_for(lambda clock: Table(club, clock=clock), acts, 63)) == []
    assert sounded(run_for(lambda clock: Table(club, clock=clock), acts, 65)) == [64 * MINUTE_MS]


def test_a_time_that_was_made_shorter_than_what_is_gone_is_over_at_once(club: Settings) -> None:
    acts: dict[float, Callable[[Table], Any]] = {
        0: lambda table: table.begin_hanchan(),
        1: lambda table: table.person_observes(DEALT, "test"),
        30: lambda table: table.person_observes(ClockExtended(minutes=-20, judge="anna"), "anna"),
    }
    table = run_for(lambda clock: Table(club, clock=clock), acts, 31)
    (gong,) = (
        entry for entry in table.journal.entries() if isinstance(entry.observation, observations.GongHeard)
    )
    assert gong.at_ms == 30 * MINUTE_MS
    assert gong.observation.within_ms == 5 * MINUTE_MS, "it should have sounded in minute 25"


def test_a_gong_that_fell_into_a_restart_is_made_up_for(club: Settings, tmp_path: Path) -> None:
    file = tmp_path / "journal.sqlite"
    first = Table(club, Journal(file))
    first.begin_hanchan()
    first.observe(replace(DEALT, at_ms=1000))
    first.journal.close()
    second = run_for(lambda clock: Table(club, Journal(file), clock), {50: lambda _: None}, 51)
    assert sounded(second) == [45 * MINUTE_MS]
    second.journal.close()


def test_where_a_hall_sounds_the_gong_the_table_waits_for_it(tmp_path: Path) -> None:
    hall = settings_of(tmp_path, CLUB, "--gong", "hall")
    acts: dict[float, Callable[[Table], Any]] = {
        0: lambda table: table.begin_hanchan(),
        1: lambda table: table.person_observes(DEALT, "test"),
        60: lambda table: Gong(by="anna").do(desk(table)),
    }
    assert sounded(run_for(lambda clock: Table(hall, clock=clock), acts, 61)) == [60 * MINUTE_MS]


def test_dice_rolled_just_before_the_gong_are_no_foul(club: Settings) -> None:
    """The dice are reported a moment after they come to rest; the gong waits for that."""

    def roll(table: Table) -> None:
        at_ms = 45 * MINUTE_MS - 20
        rolled = DiceRolled(number=9, nonce=7, at_ms=at_ms, goal=1, first=3, second=4)
        table.sensing.signal(rolled, table.current.inputs.now_ms())

    acts: dict[float, Callable[[Table], Any]] = {
        0: lambda table: table.begin_hanchan(),
        45 + 0.05 / 60: roll,
    }
    table = run_for(lambda clock: Table(club, clock=clock), acts, 46)
    assert table.state is not None
    assert (table.state.phase, table.state.time_called) == ("dealing", True)
    assert table.state.findings == ()


# A hand begun just before the end of the daemon


@pytest.mark.parametrize(
    ("seen", "away_ms", "begun"),
    [
        ((), 5_000, True),
        ((), 60_000, False),
        ((observations.IndicatorSeen(tile=3, at_ms=1000),), 5_000, False),
        (
            (
                observations.IndicatorSeen(tile=3, at_ms=1000),
                observations.TileDrawn(seat=0, tile=UNKNOWN, at_ms=2000),
            ),
            5_000,
            False,
        ),
    ],
)
def test_only_a_hand_of_which_nothing_else_is_known_has_just_begun(
    club: Settings, seen: tuple[observations.Observation, ...], away_ms: int, begun: bool
) -> None:
    class Back:
        def now_ms(self) -> int:
            return max([0, *(each.at_ms for each in seen)]) + away_ms

    table = Table(club)
    assert not table.current.just_begun()
    table.begin_hanchan()
    table.observe(DEALT)
    for each in seen:
        table.observe(each)
    table.current.inputs = GameInputs(Back().now_ms)
    assert table.current.just_begun() == begun


@pytest.mark.parametrize("restarted", [True, False])
def test_what_a_judge_says_makes_a_hand_no_younger(club: Settings, restarted: bool) -> None:
    class Now:
        def now_ms(self) -> int:
            return 65_000

    table = Table(club)
    table.begin_hanchan()
    table.observe(DEALT)
    table.observe(PlayHalted(judge="anna", at_ms=60_000))
    if restarted:
        table = Table(club, table.journal)
    table.current.inputs = GameInputs(Now().now_ms)
    assert not table.current.just_begun()
