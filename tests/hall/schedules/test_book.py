"""A tournament's book: organisers' wishes to other systems, and laws of results."""

import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hall.tournaments.book.discipline import register
from hall.tournaments.book.entries import (
    AnyEntry,
    Incomplete,
    PenaltyCancelled,
    PenaltyGiven,
    PlayerLate,
    PlayerRegistered,
    PlayersSwapped,
    PlayerSubstituted,
    PlayerWithdrawn,
    SessionBegun,
    SessionClosed,
    SessionSeated,
    TableCorrected,
    TableEntered,
    TablePenalty,
    TablePlayed,
    TableSigned,
)
from hall.tournaments.book.exported import exported
from hall.tournaments.book.position import fold, folded, plays, seated
from hall.tournaments.book.tallying import penalties, results, standings_of, unsettled, versions
from hall.tournaments.book.teams import team_standings
from hall.tournaments.web.declaration import BookPlace, BookRefusedError
from hall.tournaments.web.people import Entrant, RegisterPlayers
from hall.tournaments.web.seating import DrawSeats, RepairSeats, SeatByStandings
from referee.rules.ruleset import Ruleset
from tests.hall.schedules.book_stage import (
    PLAYERS,
    RULESETS,
    all_played,
    beginning,
    both,
    made,
    opened,
    refused,
    shared_out,
)

PLACE = BookPlace(tournament="spring")


def registering(*entries: AnyEntry, **given: Any) -> list[AnyEntry]:
    """Return the entries of registering a player with these values in a book with these entries."""
    players = (Entrant(**given),)
    return [*RegisterPlayers(players=players).entries(folded([opened(), *entries]), PLACE)]


KNOWN = PlayerRegistered(player="7", name="Bea", country="FR", club="Lyon", team="Lynx", since=2)


def test_what_a_registration_leaves_out_stays_as_it_was() -> None:
    assert registering(KNOWN, id="7", name="Béa") == [msgspec.structs.replace(KNOWN, name="Béa")]
    cleared = msgspec.structs.replace(KNOWN, team="", since=3)
    assert registering(KNOWN, id="7", name="Bea", team="", since=3) == [cleared]
    assert registering(id="7", name="Bea") == [PlayerRegistered(player="7", name="Bea")]


@pytest.mark.parametrize(("left", "since"), [(2, None), (2, 2), (3, 3), (1, 2)])
def test_a_player_who_left_stays_away_when_his_data_are_changed(left: int, since: int | None) -> None:
    """Neither a spelling put right nor the same list imported again is a return."""
    gone = PlayerWithdrawn(player="7", since=left)
    changed, again = registering(KNOWN, gone, id="7", name="Béa", since=since)
    assert isinstance(changed, PlayerRegistered)
    assert changed.name == "Béa"
    assert again == gone


def test_a_player_who_left_comes_back_from_a_later_session() -> None:
    position = folded([opened(), KNOWN, PlayerWithdrawn(player="7", since=3)])
    for entry in registering(KNOWN, PlayerWithdrawn(player="7", since=3), id="7", name="Bea", since=4):
        fold(position, entry)
    assert [plays(position, "7", session) for session in range(1, 6)] == [False, False, False, True, True]


# laws


@given(seed=st.integers(0, 10**6), ruleset=st.sampled_from(RULESETS), bets=st.integers(0, 3))
def test_points_are_conserved(seed: int, ruleset: str, bets: int) -> None:
    """Uma sums to zero, oka to the sum paid by all; sticks left over go to the first or to nobody."""
    rules, chance = Ruleset.read(ruleset), Random(seed)
    entries = beginning(ruleset)
    for table in range(1, 5):
        entries += both(1, table, shared_out(rules, chance, bets), bets)
    position = folded(entries)
    lost = 0 if rules.flow.bets_left == "first" else 1000 * bets
    oka = 4 * (rules.flow.return_points - rules.flow.start_points) if not rules.flow.oka else 0
    for result in results(position):
        assert sum(result.scores) == 4 * rules.flow.start_points - lost
        assert sum(result.totals) == -lost - oka
    assert sum(each.total for each in standings_of(position, (1,))) == 4 * (-lost - oka)


@given(seed=st.integers(0, 10**6), order=st.randoms(use_true_random=False))
def test_the_order_of_arrival_does_not_matter(seed: int, order: Random) -> None:
    """Results of different tables, penalties, late players, swaps and signatures come in any order."""
    late: list[AnyEntry] = [
        *all_played(1, seed),
        *all_played(2, seed + 1),
        PenaltyGiven(penalty=1, session=1, player="p3", grade="chombo", reason="false win"),
        PenaltyGiven(penalty=2, session=2, player="p3", grade="guidance", reason="slow"),
        PenaltyCancelled(penalty=2),
        PlayerLate(session=1, player="p4", minutes=3),
        PlayersSwapped(session=1, one="p1", other="p2"),
        PlayerSubstituted(session=2, player="p5", substitute="sub"),
        TableSigned(session=1, table=2),
    ]
    mixed = list(late)
    order.shuffle(mixed)
    one, other = folded(beginning() + late), folded(beginning() + mixed)
    assert results(one) == results(other)
    assert penalties(one) == penalties(other)
    assert standings_of(one, (1, 2)) == standings_of(other, (1, 2))


@given(seed=st.integers(0, 10**6))
def test_computing_again_changes_nothing(seed: int) -> None:
    """This holds even after the entries were written and read."""
    entries = beginning() + all_played(1, seed) + [SessionClosed(session=1)] + all_played(2, seed + 1)
    position = folded(entries)
    first = standings_of(position, (1, 2))
    assert standings_of(position, (1, 2)) == first
    lines = [msgspec.json.encode(entry) for entry in entries]
    again: list[AnyEntry] = [msgspec.json.decode(line, type=AnyEntry) for line in lines]
    assert again == entries
    assert standings_of(folded(again), (1, 2)) == first
    doubled = [each for entry in entries for each in (entry, entry)]
    assert standings_of(folded(doubled), (1, 2)) == first


# wishes


def test_scores_count_when_two_people_entered_the_same() -> None:
    rules = Ruleset.read("wrc-2015")
    right, wrong = shared_out(rules, Random(1)), shared_out(rules, Random(2))
    entries = made([*beginning(), TableEntered(by="Ann", session=1, table=1, scores=right)])
    assert unsettled(folded(entries), 1) == {1: "once", 2: "missing", 3: "missing", 4: "missing"}
    assert results(folded(entries)) == ()
    entries.append(TableEntered(by="Bob", session=1, table=1, scores=wrong))
    assert unsettled(folded(entries), 1)[1] == "differs"
    assert (
        refused(entries, TableSigned(session=1, table=1))
        == "session 1, table 1: cannot be signed, its result is entered in different ways"
    )
    entries.append(TableEntered(by="Bob", session=1, table=1, scores=right))
    assert [each.scores for each in results(folded(made(entries)))] == [right]
    alone = [*beginning(entered_twice=False), TableEntered(by="Ann", session=1, table=1, scores=right)]
    assert [each.scores for each in results(folded(alone))] == [right]


def test_a_wrong_sum_is_refused() -> None:
    entries = beginning()
    wrong = TableEntered(by="Ann", session=1, table=1, scores=(30000, 30000, 30000, 29000))
    assert (
        refused(entries, wrong)
        == "session 1, table 1: the scores and 0 sticks left make 119,000, not 120,000: -1,000"
    )
    assert refused(entries, msgspec.structs.replace(wrong, bets=1)) == ""
    odd = msgspec.structs.replace(wrong, scores=(30050, 29950, 30000, 30000))
    assert refused(entries, odd) == "session 1, table 1: points come in hundreds, not 30,050"


def test_a_penalty_lives_through_recalculation_and_can_be_cancelled() -> None:
    before = beginning() + all_played(1, 1) + [SessionClosed(session=1)]
    total = {each.player: each.total for each in standings_of(folded(before), (1,))}
    given_ = [*before, PenaltyGiven(penalty=1, session=1, player="p3", grade="chombo", reason="false win")]
    given_.append(TableCorrected(session=1, table=1, scores=(30000, 30000, 30000, 30000), why="misread"))
    position = folded(given_)
    row = next(each for each in standings_of(position, (1,)) if each.player == "p3")
    assert row.penalties == 20
    cancelled = folded([*made(given_), PenaltyCancelled(penalty=1)])
    after = next(each for each in standings_of(cancelled, (1,)) if each.player == "p3")
    assert (after.penalties, after.total) == (0, row.total + 20_000)
    if "p3" not in results(position, (1,))[0].players:
        assert after.total == total["p3"]


@pytest.mark.parametrize(("ruleset", "points"), [("wrc-2015", 20), ("riichi-mj", 0), ("saikouisen-2025", 20)])
def test_chombo_as_each_rulebook_has_it(ruleset: str, points: int) -> None:
    """WRC 7.1, SAI 54.1; MJ 3.4.6 pays at the table unless the organiser chose points."""
    given_ = PenaltyGiven(penalty=1, session=1, player="p3", grade="chombo", reason="false win")
    assert [each.points for each in penalties(folded([*beginning(ruleset), given_]))] == [points]


def test_the_third_warning_of_a_session_costs() -> None:
    """SAI 54.5; a warning that was cancelled does not count."""
    warned = [
        PenaltyGiven(penalty=number, session=1, player="p3", grade="warning", reason="slow")
        for number in range(1, 5)
    ]
    entries = [*beginning("saikouisen-2025"), *warned]
    assert [each.points for each in penalties(folded(entries))] == [0, 0, 5, 5]
    assert [each.points for each in penalties(folded([*entries, PenaltyCancelled(penalty=1)]))] == [0, 0, 5]


def test_a_substitute_distorts_no_places() -> None:
    """WRC 7.2: scored and not ranked; an absent player loses 30 points and has no result, unless excused."""
    entries = beginning() + all_played(1, 5)
    before = {each.player: each.place for each in standings_of(folded(entries), (1,))}
    best = min(before, key=lambda player: before[player] or 99)
    replaced = folded([*entries, PlayerSubstituted(session=1, player=best, substitute="sub")])
    rows = {each.player: each for each in standings_of(replaced, (1,))}
    assert rows["sub"].place is None
    assert rows[best].sessions == (None,)
    assert rows[best].penalties == 30
    assert sorted(each.place or 0 for each in rows.values())[1:3] == [1, 2]
    excused = folded([*entries, PlayerSubstituted(session=1, player=best, substitute="sub", excused=True)])
    assert {each.player: each for each in standings_of(excused, (1,))}[best].penalties == 0


def test_a_player_with_a_bye_who_plays_for_another_keeps_his_place() -> None:
    """He would otherwise be last when the next session is seated, and in no final; his team keeps the points."""
    people = [
        PlayerRegistered(player=f"p{number}", name="", team="T" if number in {1, 5} else "")
        for number in range(1, 6)
    ]
    seats = (("p1", "p2", "p3", "p4"), ("p2", "p3", "p4", "p5"))
    entries: list[AnyEntry] = [opened(), *people]
    entries += [SessionSeated(session=number, tables=(each,)) for number, each in enumerate(seats, 1)]
    entries += both(1, 1, (50000, 30000, 25000, 15000))
    entries.append(PlayerSubstituted(session=2, player="p5", substitute="p1"))
    entries += both(2, 1, (30000, 25000, 20000, 45000))
    position = folded(made(entries))
    rows = standings_of(position, (1, 2))
    first = rows[0]
    assert (first.player, first.place, first.total, first.sessions) == ("p1", 1, 35000, (35000, None))
    assert [(each.player, each.penalties) for each in rows if each.penalties] == [("p5", 30)]
    (team,) = team_standings(position, (1, 2), rows)
    assert (team.sessions, team.total) == ((35000, 30000), 35000)


def test_house_substitutes_who_fill_a_table_have_no_place() -> None:
    tables = (("p1", "p2", "p3", "substitute 1"),)
    entries: list[AnyEntry] = [opened(), SessionSeated(session=1, tables=tables)]
    entries += both(1, 1, (10000, 20000, 30000, 60000))
    assert [(each.player, each.place) for each in standings_of(folded(entries), (1,))] == [
        ("p3", 1), ("p2", 2), ("p1", 3), ("substitute 1", None),
    ]  # fmt: skip


def test_seats_swapped_hands_later() -> None:
    """Two sat at each other's tables; somebody notices once everything is entered."""
    entries = beginning() + all_played(1, 7)
    tables = folded(entries).seats[1]
    one, other = tables[0][0], tables[1][2]
    before = {each.player: each.total for each in standings_of(folded(entries), (1,))}
    swapped = [*entries, PlayersSwapped(session=1, one=one, other=other)]
    after = {each.player: each.total for each in standings_of(folded(made(swapped)), (1,))}
    assert (after[one], after[other]) == (before[other], before[one])
    assert {who: after[who] for who in after if who not in {one, other}} == {
        who: before[who] for who in before if who not in {one, other}
    }


def test_what_a_journal_says_follows_the_persons() -> None:
    """The result was taken before anybody noticed; a journal knows only seats, so its penalties move to the other
    player too."""
    entries = beginning()
    tables = folded(entries).seats[1]
    one, other = tables[0][0], tables[1][2]
    fined = TablePenalty(one, 20, "false win", "chombo")
    scores = (45000, 35000, 25000, 15000)
    taken: list[AnyEntry] = [
        TablePlayed(session=1, table=1, players=tables[0], scores=scores, totals=(30, 10, -10, -30), penalties=(fined,), disqualified=(one,)),
        TablePlayed(session=1, table=2, players=tables[1], scores=scores, totals=(30, 10, -10, -30)),
    ]  # fmt: skip
    position = folded(made([*entries, *taken, PlayersSwapped(session=1, one=one, other=other)]))
    assert [each.players for each in results(position)] == list(seated(position, 1)[:2])
    assert [(each.player, each.points) for each in penalties(position)] == [(other, 20)]
    assert position.played[1, 1].disqualified == (other,)
    stands_in = PlayerSubstituted(session=1, player=other, substitute="Nina", excused=True)
    later = folded(made([*entries, *taken, PlayersSwapped(session=1, one=one, other=other), stands_in]))
    assert later.played[1, 1].players[0] == "Nina"


def test_standings_are_withheld_until_the_session_is_over() -> None:
    first, second = all_played(1, 1), all_played(2, 2)
    entries = [*beginning(), *first, SessionClosed(session=1), *second]
    penalty = PenaltyGiven(penalty=1, session=2, player="p3", grade="chombo", reason="false win")
    shown = versions([*entries, penalty])
    assert [each.sessions for each in shown] == [(1,)]
    assert all(each.penalties == 0 for each in shown[0].standings)
    assert versions([*entries, penalty, SessionClosed(session=2)])[-1].sessions == (1, 2)
    assert len(versions([*beginning(withheld=False), *first])) == 4


def test_a_late_ruling_makes_a_new_version() -> None:
    """SAI 7: until the end of the next day; the older standings are kept."""
    entries = [
        *beginning("saikouisen-2025"),
        *all_played(1, 1, "saikouisen-2025"),
        SessionClosed(session=1, day=100),
    ]
    ruled = TableCorrected(session=1, table=2, scores=shared_out(Ruleset.read("saikouisen-2025"), Random(9)),
                           why="appeal", day=101)  # fmt: skip
    assert refused(entries, msgspec.structs.replace(ruled, day=102)).endswith(
        "closed too long ago to be ruled on"
    )
    before, after = versions(made([*entries, ruled]))
    assert (before.version, after.version, after.entry) == (1, 2, len(entries) + 1)
    assert before.standings != after.standings
    assert before == versions(entries)[0]
    other = [*beginning(), *all_played(1, 1), SessionClosed(session=1, day=100)]
    assert refused(other, msgspec.structs.replace(ruled, scores=(30000,) * 4)) != ""
    assert refused(other, msgspec.structs.replace(ruled, scores=(30000,) * 4, day=100)) == ""


def test_what_is_signed_stays() -> None:
    entries = made([*beginning(), *all_played(1, 1), TableSigned(by="referee", session=1, table=1)])
    again = TableEntered(by="Ann", session=1, table=1, scores=(30000, 30000, 30000, 30000))
    assert refused(entries, again) == "session 1, table 1: signed already, only a correction changes it"
    assert results(folded(entries))[0].signed


def test_a_journal_names_players_and_penalties() -> None:
    """A table's journal overrules what people enter, and its rulings count."""
    position = folded(beginning())
    players = position.seats[1][0]
    played = TablePlayed(
        by="table-1", session=1, table=1, players=players, scores=(40000, 30000, 28000, 22000),
        totals=(25000, 5000, -7000, -23000),
        penalties=(TablePenalty(players[1], 20, "noten_riichi", "chombo", "anna"),), disqualified=(players[3],),
    )  # fmt: skip
    entries = [*beginning(), *both(1, 1, (30000, 30000, 30000, 30000)), played]
    assert [(each.source, each.totals) for each in results(folded(entries))] == [("journal", played.totals)]
    rows = {each.player: each for each in standings_of(folded(entries), (1,))}
    assert (rows[players[1]].total, rows[players[1]].penalties) == (-15000, 20)
    assert rows[players[3]].place is None


def test_the_register_keeps_guidance_across_tournaments() -> None:
    """SAI 53.8."""
    spring = folded(
        [
            *beginning("saikouisen-2025"),
            PenaltyGiven(by="anna", penalty=1, session=1, player="p3", grade="guidance", reason="slow"),
            PenaltyGiven(by="anna", penalty=2, session=1, player="p3", grade="end", reason="tiles"),
            PenaltyCancelled(penalty=2),
        ]
    )
    autumn = folded([*beginning(), PlayerLate(session=1, player="p3", minutes=4)])
    found = register([spring, autumn])
    assert [(each.session, each.reason, each.grade, each.points, each.judge) for each in found["p3"]] == [
        (1, "slow", "guidance", 0, "anna"),
        (1, "4 min late", "", 4, ""),
    ]
    assert set(found) == {"p3"}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (PlayerWithdrawn(player="nobody", since=2), "nobody called nobody is registered"),
        (PenaltyCancelled(penalty=7), "there is no penalty 7"),
        (PenaltyGiven(penalty=1, session=1, player="nobody", grade="end", reason=""), "nobody called nobody"),
        (
            PenaltyGiven(penalty=1, session=9, player="p1", grade="end", reason=""),
            "session 9 has no seats yet",
        ),
        (PenaltyGiven(penalty=1, session=1, player="p1", grade="points", reason=""), "enter how many points"),
        (SessionBegun(session=9), "session 9 has no seats yet"),
        (SessionSeated(session=1, tables=(("p1", "p2", "p3", "p1"),)), "session 1: p1 sits twice"),
        (SessionSeated(session=4, tables=(("p1", "p2", "p3", "p4"),)), "session 3 has no seats yet"),
        (SessionClosed(session=1), "no result of table 1 (not yet there), table 2"),
        (
            PlayersSwapped(session=1, one="p1", other="nobody"),
            "nobody does not sit at any table of session 1",
        ),
        (PlayerSubstituted(session=1, player="p1", substitute="p2"), "p2 plays in session 1 already"),
        (TableSigned(session=1, table=5), "session 1, table 5: no such table"),
        (opened(), "opened already"),
    ],
)
def test_what_makes_no_sense_is_refused(entry: AnyEntry, why: str) -> None:
    assert why in refused(beginning(), entry)
    assert refused([], PlayerLate(session=1, player="p1", minutes=1)) == "the tournament must be opened first"


def test_players_withdraw_and_come_again() -> None:
    entries = made([*beginning(), PlayerWithdrawn(player="p1", since=2)])
    assert folded(entries).withdrawn == {"p1": 2}
    again = [*entries, PlayerRegistered(player="p1", name="P1", since=3)]
    assert folded(made(again)).withdrawn == {}


@pytest.mark.parametrize("incomplete", ["substitutes", "byes"])
def test_who_leaves_or_comes_in_a_later_session_is_planned_for_now(incomplete: Incomplete) -> None:
    people = [PlayerRegistered(player=player, name=player) for player in PLAYERS]
    leaves, comes = PlayerWithdrawn(player="p1", since=3), PlayerRegistered(player="new", name="New", since=4)
    before: list[AnyEntry] = [opened(incomplete=incomplete), *people]
    draw = DrawSeats(sessions=5, seed=1)
    drawn_before = [*before, *draw.entries(folded(before), BookPlace())]
    entries = [*drawn_before, leaves, comes]
    repaired = made([*entries, *RepairSeats(seed=1).entries(folded(entries), BookPlace())])
    assert [folded(repaired).seats[session] for session in (1, 2)] == [
        folded(drawn_before).seats[session] for session in (1, 2)
    ]
    entries = [*before, leaves, comes]
    drawn_after = made([*entries, *draw.entries(folded(entries), BookPlace())])
    for each in (repaired, drawn_after):
        sitting = [{player for table in tables for player in table} for tables in folded(each).seats.values()]
        assert ["p1" in there for there in sitting] == [True, True, False, False, False]
        assert not any("new" in there for there in sitting[:3])
        assert "new" in sitting[3] | sitting[4]
    back = [*repaired, PlayerRegistered(player="p1", name="P1")]
    again = made([*back, *RepairSeats(seed=1).entries(folded(back), BookPlace())])
    assert "p1" in {
        player for session in (3, 4) for table in folded(again).seats[session] for player in table
    }


def test_seats_by_standings_wait_for_all_results() -> None:
    """A player whose table is missing would sit as if he had played nothing."""
    entries = [*beginning(sessions=1), *both(1, 1, (30000,) * 4), SessionBegun(session=1)]
    with pytest.raises(BookRefusedError, match="session 1 has no result of table 2"):
        SeatByStandings(seed=1).entries(folded(entries), BookPlace())
    (seated_,) = SeatByStandings(seed=1).entries(folded(entries + all_played(1, 3)), BookPlace())
    assert isinstance(seated_, SessionSeated)
    assert seated_.session == 2


def test_the_whole_tournament_as_json() -> None:
    """The export is plain JSON, and sums up what is folded."""
    entries = [*beginning(), *all_played(1, 1), SessionBegun(session=1), SessionClosed(session=1)]
    data = json.loads(json.dumps(exported(entries)))
    assert data["format"] == 1
    assert [each["id"] for each in data["players"]] == PLAYERS
    first, second = data["sessions"]
    assert (first["begun"], first["closed"], second["closed"]) == (True, True, False)
    assert [each["source"] for each in first["tables"] + second["tables"]] == ["by hand"] * 4 + [
        "missing"
    ] * 4
    assert data["standings"]["sessions"] == [1]
    assert [each["total"] for each in data["standings"]["places"]] == [
        each.total for each in standings_of(folded(entries), (1,))
    ]
    assert data["versions"][-1]["places"] == data["standings"]["places"]
