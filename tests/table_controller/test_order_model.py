"""Random orders of judges, sensible and senseless: the table does what the rulebook's model does, or refuses and changes nothing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from config import ruleset_names
from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.game.standing import standing
from referee.rules.fouls import points_of
from referee.rules.ruleset import Ruleset
from tests.table_controller.command_stage import FakeDaemon, ask
from tests.table_controller.order_model import Model

seats = st.integers(0, 3)
some = st.sets(seats)
worths = st.tuples(st.integers(1, 4), st.sampled_from([30, 40]))
"""Han and fu."""
reasons = st.sampled_from(["", "", "they agreed on it"])


class Orders(RuleBasedStateMachine):
    """A table with the model beside it."""

    book = "wrc-2015"
    agreed = False
    """To undo a hand that is over takes everybody's word in some rulebooks (SAI 45.14)."""

    def __init__(self) -> None:
        super().__init__()
        self.daemon, self.model = FakeDaemon(), Model()
        assert ask(self.daemon, "begin_hanchan", ruleset=self.book, names=self.model.names)["ok"]
        self.begun = self.text()
        self.done: list[tuple[int, Model]] = []
        self.undone: tuple[int, int, Model, Model] | None = None

    def text(self) -> str:
        assert self.daemon.state is not None
        return canonical(encode_state(self.daemon.state))

    def order(self, sensible: bool, name: str, /, **arguments: Any) -> bool:
        """Give an order: done exactly if it makes sense; what is refused changes and journals nothing."""
        before, number = self.text(), self.daemon.journal.number
        answer = ask(self.daemon, name, by="anna", **arguments)
        assert answer["ok"] is sensible, (name, arguments, answer)
        if not sensible:
            assert answer["error"]
            assert (self.text(), self.daemon.journal.number) == (before, number)
            return False
        self.done.append((answer["number"], deepcopy(self.model)))
        self.undone = None
        return True

    @property
    def running(self) -> bool:
        return self.model.phase != "ended"

    @property
    def in_hand(self) -> bool:
        return self.model.phase == "dealing"

    @rule(dice=st.sampled_from([[1, 2], [6, 6], [0, 7]]))
    def deal(self, dice: list[int]) -> None:
        sensible = self.model.phase == "waiting" and not self.model.stopped and dice[0] > 0
        if self.order(sensible, "begin_hand", dice=dice):
            self.model.deal()

    def can_enter(self, unseen: bool, riichi: set[int], alive: set[int]) -> bool:
        if not self.running or unseen is self.in_hand:
            return False
        return not self.in_hand or not self.model.dead & (alive | riichi)

    @rule(winner=seats, loser=seats, worth=worths, riichi=some, unseen=st.booleans())
    def ron(self, winner: int, loser: int, worth: tuple[int, int], riichi: set[int], unseen: bool) -> None:
        wins = [{"seat": winner, "from": loser, "han": worth[0], "fu": worth[1]}]
        sensible = winner != loser and self.can_enter(unseen, riichi, {winner})
        if self.order(sensible, "enter_hand", result="ron", wins=wins, riichi=sorted(riichi), unseen=unseen):
            self.begins(unseen)
            self.model.ron(winner, loser, *worth, riichi)

    @rule(winner=seats, worth=worths, riichi=some, points=st.none() | seats, why=reasons)
    def tsumo(
        self, winner: int, worth: tuple[int, int], riichi: set[int], points: int | None, why: str
    ) -> None:
        """With ``points`` the judge says what is paid: rightly, or 100 too much to one seat."""
        wins = [{"seat": winner, "from": winner, "han": worth[0], "fu": worth[1]}]
        right = deepcopy(self.model)
        right.tsumo(winner, *worth, riichi)
        told: dict[str, Any] = {}
        if points is not None:
            moved = [
                after - before + 1000 * (seat in riichi)
                for seat, (before, after) in enumerate(zip(self.model.scores, right.scores, strict=True))
            ]
            if points != winner:
                moved[points] -= 100
                moved[winner] += 100
            told = {"changes": moved}
        wrong = points is not None and points != winner
        sensible = self.can_enter(False, riichi, {winner}) and (not wrong or bool(why))
        arguments = {"result": "tsumo", "wins": wins, "riichi": sorted(riichi), "against_rules": why, **told}
        if self.order(sensible, "enter_hand", **arguments):
            self.model.tsumo(winner, *worth, riichi)
            if wrong:
                assert points is not None
                self.model.scores[points] -= 100
                self.model.scores[winner] += 100

    @rule(tenpai=some, riichi=some, unseen=st.booleans(), why=reasons)
    def draw(self, tenpai: set[int], riichi: set[int], unseen: bool, why: str) -> None:
        sensible = self.can_enter(unseen, riichi, tenpai) and (riichi <= tenpai or bool(why))
        arguments = {"result": "exhaustive", "tenpai": sorted(tenpai), "riichi": sorted(riichi)}
        if self.order(sensible, "enter_hand", **arguments, unseen=unseen, against_rules=why):
            self.begins(unseen)
            self.model.draw(tenpai, riichi)

    def begins(self, unseen: bool) -> None:
        if unseen:
            self.model.deal()

    @rule()
    def void(self) -> None:
        if self.order(self.in_hand, "void_hand"):
            self.model.void()

    @rule(seat=seats, ruling=st.sampled_from(["warn", "dead_hand", "chombo", "disqualify"]))
    def ruling(self, seat: int, ruling: str) -> None:
        sensible = {
            "warn": True,
            "dead_hand": self.in_hand and seat not in self.model.dead,
            "chombo": self.in_hand,
            "disqualify": seat not in self.model.barred(),
        }[ruling]
        if self.order(sensible, ruling, seat=seat):
            names = {"warn": "warning", "disqualify": "disqualified"}
            self.model.rule(seat, names.get(ruling, ruling))

    @rule(seat=seats)
    def dismiss(self, seat: int) -> None:
        if self.order(any(of == seat for of, _, _ in self.model.rulings), "dismiss", seat=seat):
            self.model.dismiss(seat)

    @rule(seat=seats, name=st.sampled_from(["Eve", "Fay", "Ada"]))
    def replace(self, seat: int, name: str) -> None:
        if self.order(self.running and name not in self.model.names, "replace_player", seat=seat, name=name):
            self.model.names[seat] = name

    @rule()
    def stop(self) -> None:
        if self.order(self.running and not self.model.stopped, "stop"):
            self.model.stopped = True

    @rule()
    def resume(self) -> None:
        if self.order(self.model.stopped and not self.model.barred(), "resume"):
            self.model.stopped = False

    @rule(
        giver=seats,
        taker=seats,
        points=st.sampled_from([100, 1000, 8000, 50, 0]),
        bets=st.sampled_from([0, 0, 1, -1]),
        free=st.booleans(),
    )
    def adjust(self, giver: int, taker: int, points: int, bets: int, free: bool) -> None:
        changes = [0, 0, 0, 0]
        changes[giver] -= points
        changes[taker] += points
        sensible = any(changes) or bets != 0
        sensible = sensible and not any(change % 100 for change in changes)
        sensible = sensible and self.model.bets + bets >= 0 and (self.running or bets == 0)
        sensible = sensible and (bets == 0 or free)
        if self.order(sensible, "adjust_points", changes=changes, bets=bets, balanced=not free):
            self.model.bets += bets
            for seat, change in enumerate(changes):
                self.model.scores[seat] += change

    @rule(really=st.sampled_from([False, False, False, True]))
    def gong(self, really: bool) -> None:
        if really and self.order(self.running and not self.model.time_over, "gong"):
            self.model.gong()

    @rule(really=st.sampled_from([False, False, False, True]))
    def close(self, really: bool) -> None:
        if really and self.order(self.running, "close_hanchan"):
            self.model.end()

    @rule()
    def undo(self) -> None:
        """The newest order never was."""
        if not self.done:
            return
        entry, before = self.done.pop()
        answer = ask(self.daemon, "undo", entry=entry, by="ben", agreed=self.agreed)
        assert answer["ok"], answer
        self.undone = answer["number"], entry, before, self.model
        self.model = deepcopy(before)

    @rule()
    def undo_the_undoing(self) -> None:
        if self.undone is None:
            return
        number, entry, before, after = self.undone
        assert ask(self.daemon, "undo", entry=number, by="anna", agreed=self.agreed)["ok"]
        self.model, self.undone = after, None
        self.done.append((entry, before))

    @invariant()
    def as_the_rulebook_has_it(self) -> None:
        state, model = self.daemon.state, self.model
        assert state is not None
        assert list(state.scores) == model.scores
        assert (state.phase, state.honba, state.bets) == (model.phase, model.honba, model.bets)
        assert state.round == model.round
        assert bool(state.desk.stopped) == model.stopped
        assert set(state.desk.disqualified) == model.barred()
        assert list(state.names) == model.names
        if self.in_hand:
            assert {seat for seat in range(4) if state.seats[seat].dead} == model.dead

    def teardown(self) -> None:
        """The standings; then everything is undone and the hanchan is as it was begun."""
        (told,) = ask(self.daemon, "results")["hanchans"]
        lost: dict[str, int] = {}
        for penalty in told["penalties"]:
            if penalty["points"]:
                lost[penalty["player"]] = lost.get(penalty["player"], 0) + penalty["points"]
        assert lost == self.model.penalties()
        assert set(told["disqualified"]) == {
            name for _, name, ruling in self.model.rulings if ruling == "disqualified"
        }
        if self.model.phase == "ended":
            assert told["totals"] == self.model.totals()
        while self.done:
            self.undo()
            self.as_the_rulebook_has_it()
        assert self.text() == self.begun
        self.daemon.journal.verify()


class Followed(Model):
    """Stands in for the model of a rulebook that has none: it believes the table."""

    def __init__(self, daemon: FakeDaemon) -> None:
        state = daemon.state
        assert state is not None
        rulings: list[tuple[int, str, str]] = [
            (made.seat, state.names[made.seat], made.ruling)
            for made in standing(state.rulings)
            if made.seat is not None
        ]
        super().__init__(
            scores=list(state.scores),
            round=state.round,
            honba=state.honba,
            bets=state.bets,
            phase=state.phase,
            stopped=bool(state.desk.stopped),
            time_over=state.time_called,
            dead={seat for seat in range(4) if state.seats[seat].dead},
            names=list(state.names),
            rulings=rulings,
        )


class AnyBook(Orders):
    """Under any rulebook: done or refused, what is refused changes nothing, no point comes from nowhere, all can be undone."""

    agreed = True

    def __init__(self) -> None:
        super().__init__()
        self.model = Followed(self.daemon)
        self.points = self.held()
        self.earlier: list[int] = []

    def held(self) -> int:
        """Points of the players and on the table."""
        assert self.daemon.state is not None
        return sum(self.daemon.state.scores) + 1000 * self.daemon.state.bets

    def order(self, sensible: bool, name: str, /, **arguments: Any) -> bool:
        del sensible
        before, number = self.text(), self.daemon.journal.number
        rehearsed = ask(self.daemon, name, by="anna", dry_run=True, **arguments)
        assert (self.text(), self.daemon.journal.number) == (before, number)
        answer = ask(self.daemon, name, by="anna", **arguments)
        assert rehearsed["ok"] == answer["ok"], (rehearsed, answer)
        if not answer["ok"]:
            assert answer["error"]
            assert (self.text(), self.daemon.journal.number) == (before, number)
            return False
        assert rehearsed["would"]["scores"] == list(self.daemon.state.scores) if self.daemon.state else False
        self.done.append((answer["number"], self.model))
        self.undone = None
        self.earlier.append(self.points)
        if name == "adjust_points" or "against_rules" in arguments:
            self.points = self.held()
        return True

    @rule()
    def undo(self) -> None:
        if self.done:
            self.points = self.earlier.pop()
        super().undo()

    @rule()
    def undo_the_undoing(self) -> None:
        if self.undone is not None:
            self.earlier.append(self.points)
        super().undo_the_undoing()
        if self.done:
            self.points = self.held()

    @invariant()
    def as_the_rulebook_has_it(self) -> None:
        state = self.daemon.state
        assert state is not None
        self.model = Followed(self.daemon)
        if state.phase != "ended":
            assert self.held() == self.points

    def teardown(self) -> None:
        """What rulings cost is what the rulebook has; then everything is undone and the hanchan is as it was begun."""
        (told,) = ask(self.daemon, "results")["hanchans"]
        fouls = Ruleset.read(self.book).fouls
        warned: dict[str, int] = {}
        for penalty in told["penalties"]:
            ruling, player = penalty["ruling"], penalty["player"]
            if ruling == "chombo" and Ruleset.read(self.book).flow.chombo_payment == "reverse_mangan":
                continue
            assert penalty["points"] == points_of(ruling, fouls, warnings=warned.get(player, 0)), penalty
            warned[player] = warned.get(player, 0) + (ruling == "warning")
        while self.done:
            self.undo()
            self.as_the_rulebook_has_it()
        assert self.text() == self.begun
        self.daemon.journal.verify()


def run(examples: int, steps: int, machine: type[Orders] = Orders) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_random_orders() -> None:
    run(8, 25)


@pytest.mark.prove
def test_many_random_orders() -> None:
    run(200, 60)


@pytest.mark.parametrize("book", ruleset_names())
def test_random_orders_under_any_rulebook(book: str) -> None:
    run(10, 20, type("AnyBook", (AnyBook,), {"book": book}))


@pytest.mark.prove
@pytest.mark.parametrize("book", ruleset_names())
def test_many_random_orders_under_any_rulebook(book: str) -> None:
    run(60, 50, type("AnyBook", (AnyBook,), {"book": book}))
