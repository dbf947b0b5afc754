"""Byes go to the last in the standings, and players who lack the same wind are kept apart."""

from hall.tournaments.seats.byes import round_with_byes
from hall.tournaments.seats.meetings import Meetings
from hall.tournaments.seats.swiss import swiss_round
from hall.tournaments.seats.winds import lacking
from hall.tournaments.seats.wishes import Wishes

PLAYERS = [f"p{number}" for number in range(1, 9)]


def rounds_of(player: str, *winds: int) -> list[list[list[str]]]:
    """Rounds in which a player began with these winds, at tables of people who have left."""
    found = []
    for number, wind in enumerate(winds):
        table = [f"gone{number}-{place}" for place in range(3)]
        table.insert(wind, player)
        found.append([table])
    return found


def test_of_those_who_played_equally_often_the_last_sits_out() -> None:
    first = round_with_byes([*PLAYERS, "p9"], [], Wishes(seed=1))
    assert "p9" not in {player for table in first for player in table}
    second = round_with_byes([*PLAYERS, "p9"], [first], Wishes(seed=1))
    assert "p8" not in {player for table in second for player in table}


def test_a_wind_is_lacking_if_it_alone_is_two_behind_another() -> None:
    played = [
        *rounds_of("one", 0, 1, 2, 0, 1, 2),
        *rounds_of("two", 0, 1, 0, 1),
        *rounds_of("even", 0, 1, 2),
    ]
    assert lacking(["one", "two", "even", "new"], played) == {"one": 3}


def test_two_who_lack_the_same_wind_do_not_meet() -> None:
    """By lot alone they meet in five of these 24 draws."""
    played = [each for player in ("p1", "p2") for each in rounds_of(player, 0, 1, 2, 0, 1, 2)]
    for seed in range(24):
        tables = swiss_round(PLAYERS, played, Wishes(seed=seed), ranked=False)
        assert [len({"p1", "p2"} & set(table)) for table in tables] == [1, 1]


def test_the_cost_of_rounds_does_not_grow_with_asking() -> None:
    meetings = Meetings({}, again=1)
    rounds = [[PLAYERS[:4], PLAYERS[4:]]] * 2
    assert meetings.of_all(rounds) == meetings.of_all(rounds) > 0
