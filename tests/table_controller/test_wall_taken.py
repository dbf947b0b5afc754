"""The tile that a hand took from the walls: reported only if the camera's counts leave no doubt."""

import pytest
from msgspec.structs import replace

from firmware_bridge.messages.signals import ButtonName, DiceRolled
from referee.game import observations
from referee.game.wall import TILES, place
from table_controller.sensing.waiting.wall_taken import Taken, WallTaken, drawn_place, number_of
from tests.table_controller.seen_table import RULES, SeenTable, row
from tests.table_controller.wall_taken_stage import counted, walls_at
from vision.sightings import FoundTrack, HandsOver, LostTrack, PlacedTile
from vision.zones import ZoneId


@pytest.mark.parametrize(
    ("before", "after", "taken"),
    [
        ([], [(4, (1, 1))], Taken(2, 4, top=True)),
        ([(4, (1, 1))], [(4, (0, 0))], Taken(2, 4, top=False)),
        # One or two may be gone, or the upper tile of a stack that was never counted for certain.
        ([], [(4, (0, 0))], None),
        ([(4, (1, 2))], [(4, (0, 0))], None),
        ([], [(4, (1, 2))], None),
        # Two stacks changed: somebody has pushed the wall, or two players have drawn.
        ([], [(4, (1, 1)), (5, (1, 1))], None),
        ([(4, (1, 1))], [], None),
    ],
)
def test_one_tile_between_two_counts(
    before: list[tuple[int, tuple[int, int]]], after: list[tuple[int, tuple[int, int]]], taken: Taken | None
) -> None:
    walls = WallTaken()
    walls.note_wall(counted(2, 1000, *before))
    walls.touched(4000)
    assert walls.by(4000) is None
    walls.note_wall(counted(2, 5200, *after))
    assert walls.by(4000) == taken


@pytest.mark.parametrize(("other_ms", "known"), [(2000, False), (1850, True), (5000, False), (5300, True)])
def test_another_hand_may_have_taken_it(other_ms: int, known: bool) -> None:
    walls = WallTaken()
    walls.note_wall(counted(0, 2100))
    for at_ms in sorted((other_ms, 4000)):
        walls.touched(at_ms)
    walls.note_wall(counted(0, 5200, (0, (1, 1))))
    assert (walls.by(4000) is not None) == known


def test_a_wall_that_was_not_counted_for_long_or_another_that_changed_too() -> None:
    late = WallTaken()
    late.note_wall(counted(0, 1000))
    late.touched(4000)
    late.note_wall(counted(0, 12_000, (0, (1, 1))))
    assert late.by(4000) is None
    both = WallTaken()
    for chair in (0, 3):
        both.note_wall(counted(chair, 1000))
    both.touched(4000)
    for chair in (0, 3):
        both.note_wall(counted(chair, 5000, (0, (1, 1))))
    assert both.by(4000) is None
    both.forget()
    assert both.by(4000) is None


@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6), (5, 3)])
def test_every_tile_has_its_number(dice: tuple[int, int]) -> None:
    table = SeenTable.in_play()
    state = replace(table.game, dice=dice, chairs=(2, 3, 0, 1))
    for number in range(TILES):
        there = place(number, state.dealer, dice)
        taken = Taken(state.chairs[there.seat], there.stack - 1, there.top)
        assert number_of(taken, state) == number


@pytest.mark.parametrize(
    ("dice", "dealer", "number", "there"),
    [
        # A seven names the player across; the seven stacks left at his right end are exactly the dead wall.
        ((3, 4), 0, 0, (2, 9, True)),
        ((3, 4), 0, 19, (2, 0, False)),
        ((3, 4), 0, 20, (1, 16, True)),
        ((3, 4), 0, 53, (1, 0, False)),
        ((3, 4), 0, 54, (0, 16, True)),
        ((3, 4), 0, 121, (3, 0, False)),
        ((3, 4), 0, 130, (2, 12, True)),
        ((3, 4), 0, 134, (2, 10, True)),
        # A two names the next player; two stacks are left there, and five more of the dead wall stand on the side after
        # it.
        ((1, 1), 0, 0, (1, 14, True)),
        ((1, 1), 0, 30, (0, 16, True)),
        ((1, 1), 0, 121, (2, 5, False)),
        ((1, 1), 0, 130, (2, 0, True)),
        ((1, 1), 0, 133, (1, 16, False)),
        ((1, 1), 3, 0, (0, 14, True)),
    ],
)
def test_numbers_counted_by_hand(
    dice: tuple[int, int], dealer: int, number: int, there: tuple[int, int, bool]
) -> None:
    table = SeenTable.in_play()
    state = replace(table.game, dice=dice, round=dealer, chairs=(0, 1, 2, 3))
    assert number_of(Taken(*there), state) == number


@pytest.mark.parametrize(
    ("number", "kans", "drawn"),
    [
        (51, 0, False),
        (52, 0, True),
        (121, 0, True),
        (122, 0, False),
        (131, 0, False),
        (134, 0, False),
        (121, 1, False),
    ],
)
def test_what_is_taken_from_the_dead_wall_is_no_draw(number: int, kans: int, drawn: bool) -> None:
    table = SeenTable.in_play()
    state = replace(table.game, phase="playing", kans=(0,) * kans)
    there = place(number, state.dealer, state.dice)
    taken = Taken(state.chairs[there.seat], there.stack - 1, there.top)
    assert drawn_place(taken, 0, state) == (number if drawn else None)


@pytest.mark.parametrize(
    ("number", "kans", "seat", "due", "drawn"),
    [
        (134, (0,), 0, True, True),
        (134, (0,), 1, True, False),
        (134, (0,), 0, False, False),
        (135, (0,), 0, True, False),
        (135, (0, 2), 0, True, True),
        (134, (0, 2), 0, True, False),
        (132, (0, 2, 1), 0, True, True),
    ],
)
def test_a_replacement_tile_is_drawn_only_by_who_is_owed_it(
    number: int, kans: tuple[int, ...], seat: int, due: bool, drawn: bool
) -> None:
    table = SeenTable.in_play()
    state = replace(table.game, phase="playing", kans=kans, turn=0, rinshan_due=due)
    there = place(number, state.dealer, state.dice)
    taken = Taken(state.chairs[there.seat], there.stack - 1, there.top)
    assert drawn_place(taken, seat, state) == (number if drawn else None)


def test_after_a_win_is_called_tiles_are_taken_for_ura_dora() -> None:
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.press(0, ButtonName.TSUMO, 3500)
    table.look(4500)
    assert table.lines() == ["0 draws", "0 calls tsumo"]
    for number in (60, 131):
        there = place(number, 0, (3, 4))
        assert drawn_place(Taken(there.seat, there.stack - 1, there.top), 0, table.game) is None


# At the table


def test_a_second_draw_is_seen_by_the_camera() -> None:
    """The dealer has drawn and takes another tile: the touch alone may have been in passing, but a tile is gone."""
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.look(3000)
    walls_at(table, 5000, (4, (1, 1)))
    table.touch(0, 7000)
    table.look(8000)
    walls_at(table, 8200, (4, (0, 0)))
    table.look(12_000)
    assert table.lines() == ["0 draws", "0 draws"]
    assert table.fouls == ["second_draw"]
    drawn = table.seen[-1]
    assert isinstance(drawn, observations.TileDrawn)
    assert drawn.place is not None
    assert table.state is not None
    there = place(drawn.place, 0, (3, 4))
    assert (there.seat, there.stack, there.top) == (3, 5, False)


def test_a_touch_in_passing_takes_nothing() -> None:
    table = SeenTable.in_play()
    table.touch(0, 2500)
    walls_at(table, 5000, (4, (1, 1)))
    table.touch(0, 7000)
    assert table.look(14_000) == ["0 draws"]
    assert table.fouls == []


@pytest.mark.parametrize("gone", [True, False])
def test_a_draw_out_of_turn_by_a_hand_that_is_back(gone: bool) -> None:
    table = SeenTable.in_play()
    table.plays(0, "5p", 2500, 4000)
    table.look(5000)
    walls_at(table, 5000)
    table.hand(2, True, 6800)
    table.touch(2, 7000)
    table.hand(2, False, 7600)
    table.look(8000)
    if gone:
        walls_at(table, 8000, (4, (1, 1)))
    table.look(12_000)
    assert table.lines()[2:] == (["HandMoved", "2 draws"] if gone else [])
    assert table.fouls == (["out_of_turn_draw"] if gone else [])


def test_who_lays_the_first_replacement_tile_down_has_not_drawn() -> None:
    table = SeenTable.in_play()
    table.touch(0, 2500)
    table.sensing.sighting(counted(2, 5000), 5000)
    table.hand(2, True, 6800)
    table.touch(2, 7000)
    table.hand(2, False, 7600)
    table.look(8000)
    table.sensing.sighting(counted(2, 8200, (10, (1, 1))), 8200)
    table.look(14_000)
    assert table.lines() == ["0 draws"]
    assert table.fouls == []


def draws_over_a_hidden_pond(table: SeenTable, *, lost: bool) -> None:
    """East discards under a cup, which nobody sees; South draws properly at 7,000, and his hand comes back."""
    table.touch(0, 2500)
    table.look(3500)
    if lost:
        table.sensing.sighting(LostTrack(ZoneId("pond", 0), "covered", 3500), 5400)
    walls_at(table, 5500)
    table.hand(1, True, 6800)
    table.touch(1, 7000)
    table.hand(1, False, 7600)
    walls_at(table, 8000, (4, (1, 1)))
    table.look(13_500, None if lost else 3500, hidden=[ZoneId("pond", 0)])


def found_again(table: SeenTable, at_ms: int, tiles: tuple[PlacedTile, ...] = ()) -> None:
    """The pond of chair 0 comes into sight, and new tiles there get the time at which they are reported."""
    table.now_ms = at_ms
    table.sensing.sighting(FoundTrack(ZoneId("pond", 0), at_ms), at_ms)
    if tiles:
        table.see(ZoneId("pond", 0), tiles, at_ms - 50, 10_000, at_ms)
    table.drain()


@pytest.mark.parametrize("lost", [True, False])
def test_a_draw_over_a_pond_that_is_not_seen_waits_for_it(lost: bool) -> None:
    table = SeenTable.in_play()
    draws_over_a_hidden_pond(table, lost=lost)
    assert table.lines() == ["0 draws"]
    found_again(table, 14_000, row("5p"))
    assert table.look(15_000) == ["0 discards 5p", "1 draws"]
    assert table.fouls == []


@pytest.mark.parametrize("found", [True, False])
def test_the_pond_comes_into_sight_without_a_discard_or_does_not(found: bool) -> None:
    table = SeenTable.in_play()
    draws_over_a_hidden_pond(table, lost=True)
    if found:
        found_again(table, 14_000)
    table.look(30_000)
    assert table.fouls == (["out_of_turn_draw"] if found else [])


# At a table that does not feel its walls


def unfelt() -> SeenTable:
    table = SeenTable.in_play()
    table.state = replace(table.game, senses=table.game.senses - {"wall_touch"})
    return table


def taken_by(
    table: SeenTable, chair: int, at_ms: int, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """A hand reaches over the wall of chair 3, and when it has left a tile is missing there."""
    walls_at(table, at_ms - 1500, (4, before))
    for number, hands in enumerate((((ZoneId("wall", 3), (chair,)),), ())):
        table.sensing.sighting(HandsOver(hands, table.frame, at_ms + 400 * number), at_ms + 400 * number)
    walls_at(table, at_ms + 500, (4, after))


def test_the_hand_that_was_over_the_wall_has_drawn() -> None:
    table = unfelt()
    taken_by(table, 0, 4000, (2, 2), (1, 1))
    assert table.look(4500) == []
    assert table.look(6000) == ["0 draws"]
    drawn = table.seen[-1]
    assert drawn.at_ms - drawn.within_ms >= 3700
    assert drawn.at_ms + drawn.within_ms <= 4500
    table.see(ZoneId("pond", 0), row("5p"), 7000)
    assert table.look(9000) == ["0 discards 5p"]
    taken_by(table, 2, 11_000, (1, 1), (0, 0))
    table.look(18_000)
    assert table.lines()[-1] == "2 draws"
    assert table.fouls == ["out_of_turn_draw"]


def in_turn_of_south() -> SeenTable:
    """East has drawn and discarded; the wall has two tiles in its next stack."""
    table = unfelt()
    table.see(ZoneId("pond", 0), row("5p"), 4000)
    assert table.look(5000) == ["0 discards 5p"]
    return table


@pytest.mark.parametrize("discards", [True, False])
def test_a_draw_seen_as_another_players_is_that_of_who_discards_next(discards: bool) -> None:
    """West's arm seemed to be over the wall, where South's touched it."""
    table = in_turn_of_south()
    taken_by(table, 2, 7000, (2, 2), (1, 1))
    if discards:
        table.see(ZoneId("pond", 1), row("9s"), 9000)
    table.look(15_000)
    assert table.lines()[1:] == (["1 draws", "1 discards 9s"] if discards else ["2 draws"])
    assert table.fouls == ([] if discards else ["out_of_turn_draw"])


def test_a_draw_out_of_turn_stays_one_if_the_player_in_turn_draws_too() -> None:
    table = in_turn_of_south()
    taken_by(table, 2, 7000, (2, 2), (1, 1))
    taken_by(table, 1, 9000, (1, 1), (0, 0))
    table.see(ZoneId("pond", 1), row("9s"), 10_500)
    table.look(16_000)
    assert "2 draws" in table.lines()
    assert table.fouls[0] == "out_of_turn_draw"


def test_a_draw_whose_wall_is_seen_only_after_the_discard_is_that_of_the_turn() -> None:
    """East's arm hides the wall from before his draw until after his discard."""
    table = unfelt()
    walls_at(table, 2500, (4, (2, 2)))
    table.sensing.sighting(HandsOver(((ZoneId("wall", 3), (0,)),), table.frame, 3000), 3000)
    table.sensing.sighting(LostTrack(ZoneId("wall", 3), "covered", 3000), 5000)
    table.see(ZoneId("pond", 0), row("5p"), 5500)
    assert table.look(6500) == ["0 discards 5p"]
    table.sensing.sighting(HandsOver((), table.frame, 6600), 6600)
    table.sensing.sighting(FoundTrack(ZoneId("wall", 3), 6800), 6800)
    walls_at(table, 6800, (4, (1, 1)))
    assert table.look(12_000) == []
    table.see(ZoneId("pond", 1), row("9s"), 13_000)
    assert table.look(14_000) == ["1 discards 9s"]
    assert (table.fouls, table.notes) == ([], [])


@pytest.mark.parametrize(("number", "fouls"), [(52, []), (53, ["out_of_turn_draw"])])
def test_a_tile_that_must_have_been_drawn_before_is_no_draw_out_of_turn(
    number: int, fouls: list[str]
) -> None:
    """East's draw was overlooked until his arm passed over the wall again, in South's turn; one tile was drawn until then."""
    table = in_turn_of_south()
    there = place(number, 0, (3, 4))
    before, after = ((2, 2), (1, 1)) if there.top else ((1, 1), (0, 0))
    stack = there.stack - 1
    table.sensing.sighting(counted(there.seat, 5500, (stack, before)), 5500)
    for step, hands in enumerate((((ZoneId("wall", there.seat), (0,)),), ())):
        table.sensing.sighting(HandsOver(hands, table.frame, 7000 + 400 * step), 7000 + 400 * step)
    table.sensing.sighting(counted(there.seat, 7500, (stack, after)), 7500)
    table.look(9000)
    table.see(ZoneId("pond", 0), row("5p"), 10_000)
    table.look(16_000)
    assert table.lines() == ["0 discards 5p", *(["0 draws"] if fouls else [])]
    assert table.fouls == fouls


def test_the_first_tile_of_a_wall_that_was_counted_before_the_dice() -> None:
    """Walls are reported when they change, so nothing is reported between the throw and the first tile."""
    table = SeenTable()
    table.look_everywhere()
    table.judge(observations.HanchanBegun(ruleset=RULES.to_mapping(), senses=("call_buttons", "curtains")))
    walls_at(table, 500)
    table.feel(DiceRolled(goal=1, first=3, second=4), 1000)
    table.see(ZoneId("wall", 0), row("#" * 5 + "1s" + "#" * 11), 1500)
    table.look(2000)
    assert table.lines() == ["dealt 34", "indicator 1s"]
    for number, hands in enumerate((((ZoneId("wall", 3), (0,)),), ())):
        at_ms = 4000 + 400 * number
        table.sensing.sighting(HandsOver(hands, table.frame, at_ms), at_ms)
    walls_at(table, 4500, (4, (1, 1)))
    assert table.look(6000) == ["0 draws"]


@pytest.mark.parametrize("between_ms", [500, 2500])
def test_hands_that_were_over_the_wall_while_it_still_stood(between_ms: int) -> None:
    """A wall is reported only when it changes; each frame that shows it confirms the last count."""
    table = unfelt()
    walls_at(table, 2500)
    for chair, at_ms in ((2, 3000), (0, 3600 + between_ms)):
        for number, hands in enumerate((((ZoneId("wall", 3), (chair,)),), ())):
            seen_ms = at_ms + 300 * number
            table.sensing.sighting(HandsOver(hands, table.frame, seen_ms), seen_ms)
        if chair == 2 and between_ms > 1000:
            table.look(5000)
    walls_at(table, 4100 + between_ms, (4, (1, 1)))
    assert table.look(10_000) == (["0 draws"] if between_ms > 1000 else [])


@pytest.mark.parametrize("apart", [True, False])
def test_arms_that_touch_are_both_players(apart: bool) -> None:
    """From one frame to the next the dealer's arm seems gone, and chair 2's arm is there.

    It includes the dealer's.
    """
    table = unfelt()
    walls_at(table, 2500)
    table.look(3500)
    dealer, other = (ZoneId("wall", 0), (0,)), (ZoneId("pond", 2), (2,))
    films = [
        (other, dealer),
        (other, *(() if apart else ((ZoneId("wall", 0), (2,)), (ZoneId("wall", 3), (2,))))),
        (other, (ZoneId("wall", 3), (2,))),
        (),
    ]
    for number, hands in enumerate(films):
        at_ms = 4000 + 100 * number
        table.sensing.sighting(HandsOver(hands, table.frame, at_ms), at_ms)
    walls_at(table, 4500, (4, (1, 1)))
    assert table.look(12_000) == (["2 draws"] if apart else [])


def test_a_tile_seen_to_go_over_a_hidden_pond_is_no_draw_out_of_turn() -> None:
    table = unfelt()
    taken_by(table, 0, 4000, (2, 2), (1, 1))
    table.look(6000)
    table.sensing.sighting(LostTrack(ZoneId("pond", 0), "covered", 6500), 8400)
    taken_by(table, 1, 9000, (1, 1), (0, 0))
    assert table.look(16_000) == []
    found_again(table, 17_000, row("5p"))
    assert table.look(18_000) == ["0 discards 5p", "1 draws"]
    assert table.fouls == []


@pytest.mark.parametrize("spoilt", ["two hands", "it is there again", "felt"])
def test_no_draw_is_made_of_what_is_in_doubt(spoilt: str) -> None:
    table = SeenTable.in_play() if spoilt == "felt" else unfelt()
    walls_at(table, 2500)
    hands: tuple[int, ...] = (1, 2) if spoilt == "two hands" else (2,)
    table.sensing.sighting(HandsOver(((ZoneId("wall", 3), hands),), 1, 4000), 4000)
    walls_at(table, 4500, (4, (1, 1)))
    if spoilt == "it is there again":
        walls_at(table, 4800)
    table.look(14_000)
    assert table.lines() == []
