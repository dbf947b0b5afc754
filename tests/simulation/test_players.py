"""The players' acts, derived from the final places of the tiles, compared with the record."""

import asyncio
import csv
from collections import Counter
from pathlib import Path
from typing import Any

import cv2
import pytest

from config import read_ruleset, ruleset_names
from referee.records.neutral.record import Discard, HandRecord, KanDora, MeldCall, WinClaim
from referee.records.reader import read_record
from referee.rules.ruleset import Ruleset
from referee.tiles import parse_tile, parse_tiles, tile_names
from simulation.people.players import GIVE_UP_S
from simulation.playing.options import Options
from simulation.world.gestures import BRISK
from simulation.world.places import Lie, TilePlace
from simulation.world.world import World
from tests.proofs import some
from tests.simulation.conftest import Acting
from vision.zones import ZoneId

Calls = Any
"""The fixture ``calls``: a record being played (``conftest.Acting``)."""


def corners(place: TilePlace) -> Any:
    """A tile's outline from above, as OpenCV's turned rectangle."""
    width, depth = (21.0, 16.5) if place.lie is Lie.STANDING else (21.0, 28.0)
    return (place.x_mm, place.y_mm), (width, depth), -place.angle_deg


def overlap_mm2(one: TilePlace, other: TilePlace) -> float:
    """Return the area of the felt that two tiles at the same height both cover."""
    if abs(one.z_mm - other.z_mm) > 1 or abs(one.x_mm - other.x_mm) + abs(one.y_mm - other.y_mm) > 60:
        return 0.0
    kind, shape = cv2.rotatedRectangleIntersection(corners(one), corners(other))
    return 0.0 if kind == cv2.INTERSECT_NONE or shape is None else float(cv2.contourArea(shape))


def worst_overlap(world: World) -> float:
    places = [piece.place for piece in world.on_table() if piece.place is not None]
    return max(
        (overlap_mm2(one, other) for index, one in enumerate(places) for other in places[:index]), default=0.0
    )


def test_ponds_melds_and_opened_hand_lie_as_the_record_says(calls: Calls) -> None:
    calls.hand(0)
    assert calls.pond(0) == [
        (parse_tile("5z"), True)
    ]  # the riichi tile was claimed: the next one lies sideways
    assert calls.pond(1) == [(parse_tile("3p"), False)]  # won on, and left there
    assert calls.pond(2) == [(parse_tile("3z"), False)]
    assert calls.pond(3) == [(parse_tile("1p"), False), (parse_tile("9p"), False)]
    chi = calls.lying(1, 240, 285)
    assert [(face, across) for face, across, *_ in chi] == [
        (parse_tile("9s"), True),
        (parse_tile("7s"), False),
        (parse_tile("8s"), False),
    ]
    assert chi[0][3] == pytest.approx(265.5, abs=0.5)
    assert chi[2][2] + 10.5 == pytest.approx(340.0, abs=0.5)
    pon = calls.lying(2, 240, 285)
    assert [across for _, across, *_ in pon] == [False, True, False]
    opened = [face for face, _, x, _ in calls.lying(0, 240, 285) if x < 200]
    assert Counter(opened) == Counter(parse_tiles("6m234p0p567s11z"))


def test_the_tile_added_to_a_pon_lies_beside_the_sideways_one(calls: Calls) -> None:
    calls.hand(0)
    kan = [entry for entry in calls.lying(3, 225, 285) if entry[2] > 0]
    across = [entry for entry in kan if entry[1]]
    assert [face for face, *_ in kan] == [parse_tile("4z")] * 4
    assert len(across) == 2
    assert across[0][2] == pytest.approx(across[1][2], abs=0.5)
    assert sorted(entry[3] for entry in across) == pytest.approx([244.5, 265.5], abs=0.5)
    others = [entry[2] for entry in kan if not entry[1]]
    assert min(others) < across[0][2] < max(others)  # it came from the player opposite


def test_a_concealed_kan_hides_its_outer_tiles(calls: Calls) -> None:
    calls.hand(0)
    row = [piece for piece in calls.world.in_zone(ZoneId("meld", 0)) if piece.face == parse_tile("1m")]
    row.sort(key=lambda piece: piece.place.x_mm)
    assert [piece.place.lie for piece in row] == [Lie.FACE_DOWN, Lie.FACE_UP, Lie.FACE_UP, Lie.FACE_DOWN]


def test_indicators_lie_on_the_third_to_fifth_stack_of_the_dead_wall_and_ura_below_them(calls: Calls) -> None:
    """Dice of seven break the third wall counted from the dealer: chair 2, seven stacks left at its right."""
    calls.hand(0)
    up = sorted(
        ((round(-piece.place.x_mm, 1), round(-piece.place.y_mm), piece.face) for piece in calls.world.in_zone(ZoneId("wall", 2))
         if piece.place.lie is Lie.FACE_UP),
    )  # fmt: skip
    stacks = [round((x + 178.5) / 21 - 0.5) for x, *_ in up]
    assert stacks == [12, 13, 14]
    assert tile_names([face for *_, face in up]) == ["7z", "8m", "8s"]
    ura = sorted(
        (-piece.place.x_mm, -piece.place.y_mm, piece.face) for piece in calls.world.in_zone(ZoneId("ura", 2))
    )
    assert tile_names([face for *_, face in ura]) == ["3z", "6z", "5z"]
    for (x, y, _), (above, *_) in zip(ura, up, strict=True):
        assert (x, y) == (pytest.approx(above, abs=2), pytest.approx(174, abs=1))


def test_sensors_feel_each_draw_each_call_and_each_stick(calls: Calls) -> None:
    calls.hand(0)
    felt = calls.machine.felt
    pressed = [(chair, button) for _, what, chair, button in felt if what == "press"]
    assert pressed == [
        (0, "set"), (0, "dice"), (1, "chi"), (3, "pon"), (0, "kan"), (0, "riichi"), (2, "pon"), (3, "kan"), (0, "ron"),
    ]  # fmt: skip
    touched = [chair for _, what, chair, on in felt if what == "touch" and on]
    assert touched == [0, 0, 0, 3, 3, 0, 1]
    assert [(chair, on) for _, what, chair, on in felt if what == "stick"] == [(0, True)]
    across = dict.fromkeys(range(4), False)
    for _, what, chair, value in felt:
        if what == "hand":
            assert value is not across[chair]
            across[chair] = bool(value)
        elif what == "touch" and value:
            assert across[chair]
    assert not any(across.values())


def test_discards_are_released_with_the_hand_across_and_the_next_draw_comes_after_it_is_back(
    calls: Calls,
) -> None:
    calls.hand(0)
    hands = [(at, chair, on) for at, what, chair, on in calls.machine.felt if what == "hand"]
    draws = [moment.at_ms for moment in calls.table.moments if moment.did == "draw"]
    assert len(calls.table.releases) == sum(isinstance(act, Discard) for act in calls.record.hands[0].acts)
    for release in calls.table.releases:
        last = [on for at, chair, on in hands if chair == release.seat and at <= release.at_ms][-1]
        assert last is True
        back = next(at for at, chair, on in hands if chair == release.seat and at > release.at_ms and not on)
        following = [at for at in draws if at > release.at_ms]
        assert not following or following[0] > back


def test_tiles_are_never_lost_and_never_lie_in_each_other(calls: Calls) -> None:
    worst = 0.0
    looks = 0

    def watch() -> None:
        nonlocal worst, looks
        looks += 1
        for tile_set in range(2):
            there = Counter(piece.face for piece in calls.world.tiles if piece.tile_set == tile_set)
            assert sum(there.values()) == 136
        played = [piece for piece in calls.world.on_table() if piece.tile_set == 0]
        assert len(played) in {0, 136}
        assert len(calls.world.on_table()) == len(played)
        worst = max(worst, worst_overlap(calls.world))

    calls.hand(0, watch, every_s=2.0)
    assert looks > 20
    assert worst < 21.0 * 1.5


def test_the_same_seed_plays_the_same_to_the_millisecond(calls: Calls) -> None:
    calls.hand(0)
    again, other = Acting(calls.record), Acting(calls.record, seed=2)
    again.hand(0)
    other.hand(0)
    assert again.table.moments == calls.table.moments
    assert again.machine.felt == calls.machine.felt
    assert other.table.moments != calls.table.moments


def test_whatever_the_dice_and_chairs_everybody_draws_what_the_record_says(calls: Calls) -> None:
    for dice, chairs in (((1, 1), (1, 2, 3, 0)), ((6, 6), (2, 3, 0, 1)), ((4, 5), (3, 0, 1, 2))):
        turned = Acting(calls.record, throws=(dice,), chairs=chairs)
        turned.hand(0)
        assert [turned.pond(chairs[seat]) for seat in range(4)] == [
            [(parse_tile("5z"), True)],
            [(parse_tile("3p"), False)],
            [(parse_tile("3z"), False)],
            [(parse_tile("1p"), False), (parse_tile("9p"), False)],
        ]


def test_players_stop_while_nobody_watches_the_table(calls: Calls) -> None:
    async def main() -> None:
        table = calls.table
        playing = asyncio.create_task(table.play([0]))
        await asyncio.sleep(45)
        calls.watching.clear()
        await asyncio.sleep(5)  # a gesture once begun is finished
        before = len(table.moments), len(calls.machine.felt)
        await asyncio.sleep(60)
        assert (len(table.moments), len(calls.machine.felt)) == before
        calls.watching.set()
        await playing
        assert len(table.moments) > before[0]

    calls.run(main)


def test_between_hands_the_other_set_comes_up_and_the_sticks_are_gone(calls: Calls) -> None:
    sets: list[set[int]] = []

    async def main() -> None:
        playing = asyncio.create_task(calls.table.play())
        while not playing.done():
            await asyncio.sleep(1.0)
            sets.append({piece.tile_set for piece in calls.world.on_table()})
        await playing

    calls.run(main)
    assert calls.table.left_because == ""
    assert all(len(there) <= 1 for there in sets)
    order = [there for index, there in enumerate(sets) if index == 0 or there != sets[index - 1]]
    assert order == [set(), {0}, set(), {1}, set()]
    assert not any(calls.world.sticks)
    sticks = [(chair, on) for _, what, chair, on in calls.machine.felt if what == "stick"]
    assert sticks == [(0, True), (0, False)] * 2


def test_the_dealer_rolls_no_dice_before_the_start_signal_however_late_it_comes(calls: Calls) -> None:
    ears = calls.table.ears
    ears.signalled.clear()

    async def play() -> tuple[int, int]:
        await calls.table.next_walls(0, -1)
        asyncio.get_running_loop().call_at(GIVE_UP_S + 100.0, ears.signalled.set)
        thrown: tuple[int, int] = await calls.table.roll(0)
        return thrown

    calls.run(play)
    pressed = [at_ms for at_ms, what, _, button in calls.machine.felt if (what, button) == ("press", "dice")]
    assert pressed[0] / 1000 > GIVE_UP_S + 100.0


def test_players_get_up_when_no_walls_come(calls: Calls) -> None:
    calls.machine.dead = True
    calls.run(calls.table.play)
    assert "no walls" in calls.table.left_because
    assert [button for _, what, _, button in calls.machine.felt if what == "press"].count("set") == 3


def test_a_record_that_needs_a_fifth_tile_is_refused(calls: Calls) -> None:
    hand = calls.record.hands[0]
    wrong = HandRecord(hand.round, 0, 0, hand.dice, hand.scores, hand.hands, parse_tile("1m"), hand.acts)
    game = type(calls.record)("wrong", calls.record.names, "tenhou", {}, (wrong,))
    with pytest.raises(ValueError, match="more of 1m"):
        Acting(game).hand(0)


def claimed_by(hand: HandRecord) -> list[list[tuple[int, bool]]]:
    """Return the tiles that must be left in the ponds of a record, worked out from the record alone."""
    ponds: list[list[tuple[int, bool]]] = [[], [], [], []]
    owed = [False] * 4
    for act in hand.acts:
        if isinstance(act, Discard):
            across = act.riichi or owed[act.seat]
            owed[act.seat] = False
            ponds[act.seat].append((act.tile, across))
        elif isinstance(act, MeldCall) and act.meld.kind in {"chi", "pon", "daiminkan"}:
            assert act.meld.source is not None
            _, across = ponds[act.meld.source].pop()
            owed[act.meld.source] = across
    return ponds


RARE = {"chankan", "draw_kan4", "double_ron_rounds", "draw_yao9", "draw_reach4", "draw_kaze4", "consecutive_kan",
        "ankan_after_riichi", "rinshan", "draw_nm"}  # fmt: skip


def tiles_called(hand: HandRecord, seat: int) -> int:
    """Count the tiles that lie in a corner."""
    sizes = {"chi": 3, "pon": 3, "daiminkan": 4, "ankan": 4, "kakan": 1}
    return sum(sizes[act.meld.kind] for act in hand.acts if isinstance(act, MeldCall) and act.seat == seat)


def check_as_recorded(played: Any, hand: HandRecord) -> None:
    assert [played.pond(chair) for chair in range(4)] == claimed_by(hand)
    assert worst_overlap(played.world) < 32
    for chair in range(4):
        assert len(played.world.in_zone(ZoneId("meld", chair))) == tiles_called(hand, chair)
    for act in hand.acts:
        if isinstance(act, WinClaim):
            row = played.world.in_zone(ZoneId("hand", act.seat))
            shown = [piece.face for piece in row if piece.place.lie is Lie.FACE_UP]
            tiles = act.concealed if act.source != act.seat else (*act.concealed, act.tile)
            assert Counter(shown) == Counter(tiles)
    walls = [piece for chair in range(4) for piece in played.world.in_zone(ZoneId("wall", chair))]
    turned = [act.tile for act in hand.acts if isinstance(act, KanDora)]
    up = Counter(piece.face for piece in walls if piece.place.lie is Lie.FACE_UP)
    assert up == Counter([hand.indicator, *turned])


@pytest.mark.prove(short=False)
@pytest.mark.shared
def test_real_games_end_with_the_tiles_where_the_record_has_them(shared: Path) -> None:
    """One game for each rare thing, played hand by hand; the record itself is the oracle."""
    wanted, hands = set(RARE), 0
    with (shared / "records" / "INDEX.csv").open() as index:
        for row in csv.DictReader(index):
            there = {word.split(":")[0] for word in row["rare"].split()} & wanted
            if not there:
                continue
            wanted -= there
            record = read_record(shared / "records" / row["file"])
            for number, hand in enumerate(record.hands):
                played = Acting(record, throws=(hand.dice,), seed=number)
                played.hand(number)
                hands += 1
                check_as_recorded(played, hand)
    assert not wanted
    assert hands > 60


CHUNKS = 12


@pytest.mark.prove
@pytest.mark.shared
@pytest.mark.timeout(900)
@pytest.mark.parametrize("chunk", some(range(CHUNKS), 1))
def test_every_real_game_ends_with_the_tiles_where_the_record_has_them(shared: Path, chunk: int) -> None:
    games = sorted((shared / "records" / "games").glob("*.mjlog"))[chunk::CHUNKS]
    assert games
    for game in games:
        record = read_record(game)
        for number, hand in enumerate(record.hands):
            played = Acting(record, throws=(hand.dice,), seed=number)
            played.hand(number)
            check_as_recorded(played, hand)


def test_people_in_a_hurry_leave_the_others_the_time_to_call_that_rulesets_want() -> None:
    wanted = [Ruleset.from_mapping(read_ruleset(name)).timing.reaction_ms for name in ruleset_names()]
    assert max(wanted) <= BRISK.call_pause[0]


@pytest.mark.parametrize(
    ("options", "hurried", "small"),
    [
        (Options(), False, False),
        (Options(speed=4.0, headless=True), False, False),
        (Options(speed=None), True, False),
        (Options(speed=None, headless=True), True, True),
        (Options(speed=None, headless=True, unit="none"), False, True),
        (Options(speed=None, headless=True, unplug=3), False, True),
        (Options(speed=None, headless=True, save_frames=Path("frames")), False, False),
        (Options(speed=None, headless=True, disturb="kuikae_same"), True, False),
    ],
)
def test_people_hurry_at_full_speed_and_pictures_are_small_where_nobody_sees_them(
    options: Options, hurried: bool, small: bool
) -> None:
    assert (options.hurried, options.small_pictures) == (hurried, small)


@pytest.mark.parametrize(
    ("options", "looked_at"),
    [
        (Options(), True),
        (Options(speed=None), True),
        (Options(headless=True), True),
        (Options(speed=None, headless=True), False),
        (Options(speed=None, headless=True, judge="none"), True),
        (Options(speed=None, headless=True, logins=True), True),
        (Options(speed=None, headless=True, disturb="kuikae_same"), True),
        (Options(speed=None, headless=True, state=Path("kept")), True),
    ],
)
def test_a_page_is_served_and_clips_are_kept_where_somebody_may_look_at_them(
    options: Options, looked_at: bool
) -> None:
    assert options.looked_at is looked_at
