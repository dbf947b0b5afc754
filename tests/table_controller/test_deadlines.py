"""A deadline is reported once: nothing loops, however the clock jumps and even if reporting fails."""

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName
from referee.game import observations
from referee.game.events import FoulFound, FoulSuspected
from referee.game.observations import Observation
from referee.judging.decide import advance
from referee.rules.ruleset import Ruleset
from tests.table_controller.seen_table import SeenTable, row
from tests.table_controller.sensing_stage import unpaid
from vision.zones import ZoneId

MOST_STEPS = 500


class CountedTable(SeenTable):
    """Counts the referee's suspicions; a ``broken`` one cannot judge that time has passed, which is set aside."""

    suspected = 0
    moments = 0
    broken = False

    def judge(self, observation: Observation) -> None:
        if isinstance(observation, observations.ClockAdvanced):
            self.moments += 1
            if self.broken:
                return
        events, self.state = advance(self.state, observation)
        self.suspected += sum(isinstance(event, FoulSuspected) for event in events)
        self.fouls += [event.rule for event in events if isinstance(event, FoulFound)]

    def drain(self) -> None:
        steps = 0
        while (step := self.sensing.step(self.state, self.now_ms)) is not None:
            steps += 1
            assert steps < MOST_STEPS, "it goes round in a circle"
            self.seen += step.observations
            for observation in step.observations:
                self.judge(observation)


def counted(table: SeenTable) -> CountedTable:
    return CountedTable(**{name: getattr(table, name) for name in table.__dataclass_fields__})


def test_a_moment_that_could_not_be_judged_is_not_told_for_ever() -> None:
    table = counted(unpaid())
    table.broken = True
    table.look(120_000)
    assert (table.moments, table.fouls) == (1, [])


def test_an_older_moment_is_told_when_a_correction_brings_it_up() -> None:
    """The next state has a new suspicion, about which the time that passed earlier proves nothing."""
    table = unpaid()
    table.look(14_500)
    (suspect,) = (each for each in table.game.suspects if each.until_ms is not None)
    table.look(16_000)
    assert table.fouls == ["bet_not_placed"]
    assert suspect.until_ms is not None
    again = replace(suspect, act="signal:corrected", until_ms=suspect.until_ms - 1000)
    table.state = replace(table.game, suspects=(again,))
    table.look(17_000)
    assert table.game.suspects == ()


ACTS = st.tuples(
    st.sampled_from(["touch", "pond", "riichi", "pon", "stick", "meld", "nothing"]),
    st.integers(0, 3),
    st.sampled_from([300, 1500, 5000, 40_000]),
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=st.lists(ACTS, max_size=25), broken=st.booleans())
@example(
    acts=[("pond", 0, 300), ("pond", 0, 300), ("pond", 0, 5000)], broken=False
)  # discards that are set aside
def test_moments_are_bounded_by_what_happens(acts: list[tuple[str, int, int]], broken: bool) -> None:
    """At most one for each suspicion, and one for each change of suspicions that consumes none."""
    table = counted(SeenTable.in_play(rules=Ruleset.read("wrc-2015")))
    table.broken = broken
    ponds = ["", "", "", ""]
    for act, chair, then_ms in [("touch", 0, 300), ("riichi", 0, 300), *acts]:
        at_ms = table.now_ms + 100
        if act == "touch":
            table.touch(chair, at_ms)
        elif act == "pond":
            ponds[chair] += ("_" if len(ponds[chair]) % 3 else "") + f"{chair + 1}z"
            table.see(ZoneId("pond", chair), row(ponds[chair]), at_ms + 100)
        elif act == "stick":
            table.stick(chair, at_ms)
        elif act == "meld":
            table.see(ZoneId("meld", chair), row("5p_5p5p"), at_ms + 100)
        elif act != "nothing":
            table.press(chair, ButtonName[act.upper()], at_ms)
        table.look(table.now_ms + then_ms)
        assert table.moments <= 2 * table.suspected
