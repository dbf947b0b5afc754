"""No host, login or onlooker can use up anything that is limited."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from table_controller.web.shares import Owner, Shares

MOST = 8


class Given:
    """Lines that are given out, and those that were taken away again."""

    def __init__(self) -> None:
        self.shares = Shares(MOST)
        self.open: dict[int, Owner] = {}
        self.count = 0

    def asks(self, rank: int, login: str, host: str) -> bool:
        number = self.count = self.count + 1
        owner = Owner(rank, login, host)

        def end() -> None:
            del self.open[number]

        given = self.shares.take(number, owner, end)
        if given:
            self.open[number] = owner
        assert len(self.open) == len(self.shares) <= MOST
        return given


def test_a_viewer_with_all_lines_does_not_shut_out_a_judge() -> None:
    made = Given()
    for _ in range(3 * MOST):
        made.asks(1, "viewer", "tablet")
    assert len(made.open) == MOST
    assert made.asks(2, "anna", "office")
    assert made.asks(1, "other", "hall")  # nor another viewer
    assert Counter(each.login for each in made.open.values()) == {"viewer": MOST - 2, "anna": 1, "other": 1}


def test_one_host_without_a_login_does_not_shut_out_others() -> None:
    made = Given()
    for _ in range(MOST):
        made.asks(1, "", "greedy")
    assert made.asks(1, "", "other")
    assert Counter(each.host for each in made.open.values()) == {"greedy": MOST - 1, "other": 1}


def test_a_line_that_is_given_back_is_free() -> None:
    made = Given()
    for number in range(MOST):
        assert made.asks(2, f"judge{number}", "hall")
    assert not made.asks(2, "one too many", "hall")  # each has one: nobody has too many
    made.shares.back(1)
    made.open.pop(1)
    assert made.asks(2, "one too many", "hall")


@given(st.lists(st.tuples(st.integers(0, 2), st.sampled_from("abc"), st.sampled_from("xyz")), max_size=60))
def test_nobody_loses_a_line_to_a_lower_rank_or_to_who_has_more(asked: list[tuple[int, str, str]]) -> None:
    made = Given()
    for rank, login, host in asked:
        before = dict(made.open)
        held = Counter((each.rank, each.login) for each in before.values())
        made.asks(rank, login, host)
        for number in before.keys() - made.open.keys():
            lost = before[number]
            assert lost.rank <= rank
            if lost.rank == rank and lost.login != login:
                assert held[lost.rank, lost.login] > held[rank, login] + 1
        if made.count > MOST and not any(each.rank < rank for each in before.values()):
            continue
        assert any(owner.login == login and owner.rank == rank for owner in made.open.values())
