"""Random orders of judges, sensible and senseless: the table does what the rulebook's model does, or refuses and changes nothing."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from config import ruleset_names
from referee.encoding.codec import canonical
from referee.encoding.snapshot import encode_state
from referee.journal.verification import verify
from tests.table_controller.command_stage import FakeDaemon, ask
from tests.table_controller.order_model import BOOKS, WRC, Model
from tests.table_controller.previewed import give

Plan: TypeAlias = "Callable[[Orders], None]"

NAMES = ["Ada", "Bea", "Cid", "Dan"]
LEAST_STATES = 500
"""The states in which previews are checked."""
MOST_ORDERS = 30
"""The newest orders of a hanchan; earlier ones are undone only one by one."""
SENSELESS = 6
"""One senseless order in this many is given."""
OTHERS = ["Ada", "Gil", "Hal", "Ida"]
seats = st.integers(0, 3)
some = st.sets(seats)
worths = st.tuples(st.integers(1, 4), st.sampled_from([30, 40]))
"""Han and fu."""
rightly = st.sampled_from([True, True, True, False])
"""For a hand that nobody saw dealt, the order may say so or not."""
BELOW_ZERO = ["ron", "tsumo", "noten", "bet", "chombo"]
reasons = st.sampled_from(["", "", "they agreed on it"])


@dataclass(frozen=True)
class Former:
    """A hanchan before the present one.

    It holds the hanchan's state, and the orders that must be undone to return to it, ending with the beginning of the
    next.
    """

    model: Model
    done: list[tuple[int, Model]]
    begun: str
    dealt: bool


@dataclass(frozen=True)
class Undone:
    """An order that was undone by entry ``number``; if it began a hanchan, ``begun`` holds that one and the one
    before."""

    number: int
    entry: int
    before: Model
    after: Model
    begun: tuple[str, Model] | None


class Orders(RuleBasedStateMachine):
    """A table and the model of it."""

    book = WRC

    def __init__(self) -> None:
        super().__init__()
        self.daemon, self.model = FakeDaemon(), Model(self.book)
        begun = ask(
            self.daemon,
            "begin_hanchan",
            ruleset=self.book.name,
            names=self.model.names,
        )
        assert begun["ok"], begun
        self.begun = self.text()
        self.dealt = False
        """A hand was dealt in this hanchan, whether or not that was undone."""
        self.left_out = 0
        self.former: list[Former] = []
        self.done: list[tuple[int, Model]] = []
        self.undone: Undone | None = None

    def text(self) -> str:
        assert self.daemon.state is not None
        return canonical(encode_state(self.daemon.state))

    def order(self, sensible: bool, name: str, /, **arguments: Any) -> bool:
        """Give an order: it is carried out if and only if it makes sense; a refused one changes and journals nothing.
        Most orders that make no sense at the moment are left out, so that the game goes on.
        """
        self.left_out = (self.left_out + 1) % SENSELESS
        if not sensible and self.left_out:
            return False
        before, number = self.text(), self.daemon.journal.number
        _, answer = give(self.daemon, name, by="anna", **arguments)
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
            self.begins(True)

    def can_enter(self, unseen: bool, riichi: set[int], alive: set[int]) -> bool:
        if not self.running or unseen is self.in_hand:
            return False
        return not self.in_hand or not self.model.dead & (alive | riichi)

    @rule(winner=seats, loser=seats, worth=worths, riichi=some, unseen=rightly)
    def ron(self, winner: int, loser: int, worth: tuple[int, int], riichi: set[int], unseen: bool) -> None:
        wins = [{"seat": winner, "from": loser, "han": worth[0], "fu": worth[1]}]
        unseen = unseen is not self.in_hand
        sensible = winner != loser and self.can_enter(unseen, riichi, {winner})
        if self.order(sensible, "enter_hand", result="ron", wins=wins, riichi=sorted(riichi), unseen=unseen):
            self.begins(unseen)
            self.model.ron(winner, loser, *worth, riichi)

    @rule(winner=seats, worth=worths, riichi=some, points=st.none() | seats, why=reasons)
    def tsumo(
        self, winner: int, worth: tuple[int, int], riichi: set[int], points: int | None, why: str
    ) -> None:
        """With ``points`` the judge gives the payments: rightly, or with 100 too much to one seat."""
        wins = [{"seat": winner, "from": winner, "han": worth[0], "fu": worth[1]}]
        right = deepcopy(self.model)
        right.tsumo(winner, *worth, riichi)
        points_given: dict[str, Any] = {}
        if points is not None:
            moved = [
                after - before + 1000 * (seat in riichi)
                for seat, (before, after) in enumerate(zip(self.model.scores, right.scores, strict=True))
            ]
            if points != winner:
                moved[points] -= 100
                moved[winner] += 100
            points_given = {"changes": moved}
        wrong = points is not None and points != winner
        sensible = self.can_enter(False, riichi, {winner}) and (not wrong or bool(why))
        arguments = {
            "result": "tsumo",
            "wins": wins,
            "riichi": sorted(riichi),
            "against_rules": why,
            **points_given,
        }
        if self.order(sensible, "enter_hand", **arguments):
            self.model.tsumo(winner, *worth, riichi)
            if wrong:
                assert points is not None
                self.model.scores[points] -= 100
                self.model.scores[winner] += 100

    @rule(tenpai=some, riichi=some, unseen=rightly, why=reasons)
    def draw(self, tenpai: set[int], riichi: set[int], unseen: bool, why: str) -> None:
        unseen = unseen is not self.in_hand
        sensible = self.can_enter(unseen, riichi, tenpai) and (riichi <= tenpai or bool(why))
        arguments = {"result": "exhaustive", "tenpai": sorted(tenpai), "riichi": sorted(riichi)}
        if self.order(sensible, "enter_hand", **arguments, unseen=unseen, against_rules=why):
            self.begins(unseen)
            self.model.draw(tenpai, riichi)

    def begins(self, unseen: bool) -> None:
        if unseen:
            self.dealt = True
            self.model.deal()

    @rule()
    def void(self) -> None:
        if self.order(self.in_hand, "void_hand"):
            self.model.no_hand()

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
        sensible = self.book.gong and self.running and not self.model.time_over
        if really and self.order(sensible, "gong"):
            self.model.gong()

    @rule(really=st.sampled_from([False, False, False, True]))
    def close(self, really: bool) -> None:
        if really and self.order(self.running, "close_hanchan"):
            self.model.end()

    @rule(force=st.booleans(), names=st.sampled_from([NAMES, OTHERS]), really=st.sampled_from([False, True]))
    def begin(self, force: bool, names: list[str], really: bool) -> None:
        """Begin another hanchan, discarding an unfinished one.

        The same order before its first hand changes nothing.
        """
        if not really:
            return
        same = self.running and not self.model.hands and names == self.model.names
        sensible = force or not self.running or not self.model.hands
        arguments = {"ruleset": self.book.name, "names": names, "force": force}
        if not self.order(sensible, "begin_hanchan", **arguments) or same:
            return
        self.model.throw_away()
        self.former.append(Former(self.model, self.done, self.begun, self.dealt))
        self.model, self.done, self.dealt = Model(self.book, names=list(names)), [], False
        self.begun = self.text()

    # States that random orders seldom reach

    def ready(self) -> bool:
        """Return whether the next hand can be dealt and cheaply undone: each undoing judges everything after it
        again."""
        return self.model.phase == "waiting" and not self.model.stopped and len(self.done) < MOST_ORDERS

    @rule(loser=seats, other=seats, left=st.sampled_from([0, 300, 900]), ends_by=st.sampled_from(BELOW_ZERO))
    def falls_below_zero(self, loser: int, other: int, left: int, ends_by: str) -> None:
        """A player with almost no points loses a hand, pays for noten, or bets without the points."""
        if loser == other or not self.ready() or self.model.scores[loser] < left:
            return
        points = self.model.scores[loser] - left
        points -= points % 100
        if points:
            self.adjust(loser, other, points, 0, free=False)
        self.deal([1, 2])
        if not self.in_hand:
            return
        if ends_by == "ron":
            self.ron(other, loser, (4, 40), set(), unseen=True)
        elif ends_by == "tsumo":
            self.tsumo(other, (4, 40), set(), None, "")
        elif ends_by == "noten":
            self.draw({other}, set(), unseen=True, why="")
        elif ends_by == "bet":
            self.draw({loser}, {loser}, unseen=True, why="")
        else:
            self.ruling(loser, "chombo")

    @rule(
        bets=some | st.just({0, 1, 2, 3}),
        ends_by=st.sampled_from(["close", "gong", "score"]),
        tie=st.booleans(),
        really=st.sampled_from([True, True, False]),
    )
    def ends_with_bets(self, bets: set[int], ends_by: str, tie: bool, really: bool) -> None:
        """A hanchan ends after a draw with riichi, whose bets nobody has won; four bets keep a tie."""
        if not really or not self.ready():
            return
        if tie:
            second, first = sorted(range(4), key=lambda seat: self.model.scores[seat])[2:]
            ahead = self.model.scores[first] - self.model.scores[second]
            self.adjust(first, second, ahead // 2, 0, free=False)
        self.deal([3, 4])
        if ends_by == "score":
            loser = min(range(4), key=lambda seat: self.model.scores[seat])
            self.adjust(loser, (loser + 1) % 4, max(0, self.model.scores[loser] // 100 * 100), 0, free=False)
        self.draw(bets, bets, unseen=True, why="")
        if self.running:
            (self.gong if ends_by == "gong" else self.close)(True)

    @rule(winner=seats, loser=seats, draws=st.integers(1, 2), riichi=some, tsumo=st.booleans())
    def wins_over_counters(self, winner: int, loser: int, draws: int, riichi: set[int], tsumo: bool) -> None:
        """A win by the dealer or another takes the counters and the bets of earlier draws."""
        for _ in range(draws):
            if self.ready():
                self.deal([4, 4])
                self.draw({self.model.dealer} | riichi, riichi, unseen=True, why="")
        if not self.ready():
            return
        self.deal([1, 1])
        if tsumo:
            self.tsumo(winner, (3, 40), set(), None, "")
        else:
            self.ron(winner, loser, (3, 40), set(), unseen=True)

    @rule(dead=seats, tenpai=some, others=some, ends_by=st.sampled_from(["draw", "tsumo", "void"]))
    def dead_hand_plays_on(self, dead: int, tenpai: set[int], others: set[int], ends_by: str) -> None:
        """A hand is dead, and then the hand is drawn, won by another, or void; the dead hand may not be tenpai."""
        if not self.ready():
            return
        self.deal([5, 6])
        self.ruling(dead, "dead_hand")
        alive = tenpai - {dead}
        self.draw({dead} | alive, set(), unseen=True, why="")
        if not self.in_hand:
            return
        if ends_by == "draw":
            self.draw(alive, alive & others, unseen=True, why="")
        elif ends_by == "tsumo":
            self.tsumo((dead + 1) % 4, (3, 30), others - {dead}, None, "")
        else:
            self.void()
        self.standings()

    @rule(
        leads=seats,
        winner=st.just(3) | seats,
        by=st.sampled_from(["ron", "tsumo", "draw"]),
        last=st.sampled_from([3, 7, 7, 11]),
        really=st.sampled_from([True, True, False]),
    )
    def comes_to_the_last_hand(self, leads: int, winner: int, by: str, last: int, really: bool) -> None:
        """Draws that pass the deal on up to the last hand of a round, where somebody leads and anybody wins.

        Seat 3 deals there.
        """
        if not really:
            return
        while self.ready() and self.model.round < last:
            self.deal([2, 2])
            self.draw({(self.model.dealer + 1) % 4}, set(), unseen=True, why="")
        if not self.ready() or self.model.round != last:
            return
        self.adjust((leads + 1) % 4, leads, 8000, 0, free=False)
        self.deal([1, 6])
        if by == "draw":
            self.draw({winner}, set(), unseen=True, why="")
        elif by == "tsumo":
            self.tsumo(winner, (1, 30), set(), None, "")
        else:
            self.ron(winner, (winner + 1) % 4, (1, 30), set(), unseen=True)
        self.standings()

    @rule()
    def undo(self) -> None:
        """Undo the newest order; in a hanchan before its first hand, also its beginning."""
        begun = None
        if not self.done:
            if not self.former:
                return
            if self.dealt:
                before, number = self.text(), self.daemon.journal.number
                answer = ask(self.daemon, "undo", entry=self.former[-1].done[-1][0], by="ben", agreed=True)
                assert "a hand was dealt in the hanchan" in answer["error"]
                assert (self.text(), self.daemon.journal.number) == (before, number)
                return
            former = self.former.pop()
            begun = self.begun, former.model
            self.done, self.begun, self.dealt = former.done, former.begun, former.dealt
        entry, before_it = self.done.pop()
        _, answer = give(self.daemon, "undo", entry=entry, by="ben", agreed=self.book.agreed)
        assert answer["ok"], answer
        self.undone = Undone(answer["number"], entry, before_it, self.model, begun)
        self.model = deepcopy(before_it)

    @rule()
    def undo_the_undoing(self) -> None:
        if self.undone is None:
            return
        undone, self.undone = self.undone, None
        assert give(self.daemon, "undo", entry=undone.number, by="anna", agreed=self.book.agreed)[1]["ok"]
        self.model = undone.after
        self.done.append((undone.entry, undone.before))
        if undone.begun is not None:
            begun, former = undone.begun
            self.former.append(Former(former, self.done, self.begun, self.dealt))
            self.begun, self.done, self.dealt = begun, [], False

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
        """Check the standings; then undo everything: the hanchan, or the first of several, is as at its beginning."""
        self.standings()
        while self.done or (self.former and not self.dealt):
            self.undo()
            self.as_the_rulebook_has_it()
        assert self.text() == self.begun
        self.standings()
        verify(self.daemon.journal)

    def standings(self) -> None:
        hanchans = ask(self.daemon, "results")["hanchans"]
        models = [*(former.model for former in self.former), self.model]
        for hanchan, model in zip(hanchans, models, strict=True):
            lost: dict[str, int] = {}
            for penalty in hanchan["penalties"]:
                if penalty["points"]:
                    lost[penalty["player"]] = lost.get(penalty["player"], 0) + penalty["points"]
            assert lost == model.penalties()
            assert set(hanchan["disqualified"]) == model.disqualified()
            assert hanchan["void"] is model.void
            assert hanchan["finished"] is (model.phase == "ended" and not model.void)
            if hanchan["finished"]:
                assert hanchan["totals"] == model.totals()


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


def of(book: str) -> type[Orders]:
    return type("Orders", (Orders,), {"book": BOOKS[book]})


def test_every_ruleset_has_a_book() -> None:
    assert sorted(BOOKS) == sorted(ruleset_names())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("book", BOOKS)
def test_random_orders(book: str) -> None:
    run(6, 25, of(book))


@pytest.mark.prove
@pytest.mark.parametrize("hanchans", [6, pytest.param(60, marks=pytest.mark.prove(usual=False))])
@pytest.mark.parametrize("book", BOOKS)
def test_many_random_orders(book: str, hanchans: int) -> None:
    run(hanchans, 40, of(book))


@pytest.mark.timeout(1200)
@pytest.mark.prove
def test_previews_say_what_happens_in_at_least_500_states() -> None:
    """``give`` compares each preview with what then happens; each pair of state and order counts once."""
    compared: set[tuple[str, str, str]] = set()

    class Counted(Orders):
        def order(self, sensible: bool, name: str, /, **arguments: Any) -> bool:
            state = self.text()
            given = super().order(sensible, name, **arguments)
            if given:
                compared.add((state, name, repr(sorted(arguments.items()))))
            return given

    for book in BOOKS:
        run(5, 40, type("Orders", (Counted,), {"book": BOOKS[book]}))
    assert len({state for state, _, _ in compared}) >= LEAST_STATES, len(compared)


# Orders whose results depend on every setting of a book


def falls(ends_by: str) -> Plan:
    return lambda table: table.falls_below_zero(1, 2, 300, ends_by)


def ends(ends_by: str, *, tie: bool) -> Plan:
    return lambda table: table.ends_with_bets({0, 1}, ends_by, tie, True)


def last_hand(winner: int, by: str, leads: int = 3, last: int = 7) -> Plan:
    """Seat 3 deals the last hand, may win it, and may lead afterwards."""
    return lambda table: table.comes_to_the_last_hand(leads, winner, by, last, True)


def dead(ends_by: str) -> Plan:
    return lambda table: table.dead_hand_plays_on(1, {0, 2}, set(), ends_by)


def counters(winner: int, *, tsumo: bool) -> Plan:
    return lambda table: table.wins_over_counters(winner, (winner + 1) % 4, 2, {1}, tsumo)


def mangan(table: Orders) -> None:
    for winner, fu in ((1, 30), (0, 30), (0, 40)):
        table.deal([1, 2])
        table.ron(winner, 3, (4, fu), set(), unseen=True)
        table.deal([1, 2])
        table.tsumo(winner, (4, fu), set(), None, "")


def level(table: Orders) -> None:
    """Four bets lie in the middle, so nobody has his starting points, and no hand is won."""
    table.deal([1, 2])
    table.draw({0, 1, 2, 3}, {0, 1, 2, 3}, unseen=True, why="")
    while table.ready() and table.model.round <= 7:
        table.deal([1, 2])
        table.draw(set(), set(), unseen=True, why="")


def rulings(table: Orders) -> None:
    for _ in range(4):
        table.ruling(2, "warn")
    table.deal([1, 2])
    table.ruling(3, "chombo")
    table.dismiss(2)
    table.close(True)


PLANS: dict[str, Plan] = {
    **{f"falls below zero by {by}": falls(by) for by in BELOW_ZERO},
    **{f"bets left at the {by}": ends(by, tie=False) for by in ("close", "score")},
    "bets left, two first": ends("close", tie=True),
    "the gong, bets left": ends("gong", tie=False),
    **{f"the dealer who leads stays by {by}": last_hand(3, by) for by in ("ron", "tsumo", "draw")},
    "the dealer stays and does not lead": last_hand(3, "draw", leads=1),
    "the last hand is another's": last_hand(1, "ron", leads=1),
    "nobody has the points at the end": level,
    "the last hand is drawn": last_hand(0, "draw", leads=2),
    "the last hand of the third round": last_hand(1, "ron", leads=1, last=11),
    **{f"a dead hand, {by}": dead(by) for by in ("draw", "tsumo", "void")},
    "the dealer's counters": counters(0, tsumo=False),
    "another's counters, drawn": counters(2, tsumo=True),
    "mangan": mangan,
    "rulings": rulings,
}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.sampled(4)
def test_every_plan_goes_by_the_book(book: str) -> None:
    for plan in PLANS.values():
        table = of(book)()
        plan(table)
        table.as_the_rulebook_has_it()
        table.standings()
