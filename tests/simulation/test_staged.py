"""Hands with a foul, acted out on a table without a camera: no act is impossible, and there are always 136 tiles."""

import asyncio
import statistics
from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest

from config import ConfigError, read_ruleset
from referee.game import observations as seen
from referee.records.journaled import records_of
from referee.records.mjai import mjai
from referee.records.neutral.record import Discard, GameRecord, MeldCall
from referee.tiles import KIND, Tile
from simulation.people.bots import play_game
from simulation.people.players import OffRecord, ScriptedTable
from simulation.processes.conductor import ConductedLoop, Conductor
from simulation.replay.disturb.kinds.catalogue import FOUL_KINDS
from simulation.replay.disturb.moments import in_order
from simulation.staged.deeds import deeds, unheard
from simulation.staged.foul import StagedFoulOf, stage
from simulation.staged.staged_hand import StagedHand
from simulation.world.places import Lie
from simulation.world.seats import SeatedPerson
from simulation.world.world import TILES_IN_SET, TileObject, World
from tests.simulation.conftest import PlainMachine
from vision.zones import CHAIRS, ZoneId

RULES = ("wrc-2015", "riichi-mj", "saikouisen-2025")
SEEDS = 25
LATE_MS = 400
"""The most time by which people are late at their next point."""
BACK_LATE_MS = 40
"""Half of the hands come back over the line within this of their time; the others have too far to go."""
USUAL = (
    "second_draw",
    "wrong_tile",
    "wrong_tiles_before",
    "discard_before_meld",
    "kuikae_same",
    "stick_before_tile",
    "hand_broken",
    "false_ron",
)


RARE = {"early_chi_stick", "riichi_poor", "riichi_kan", "riichi_out_of_turn", "fifth_kan"}
"""Kinds that hardly ever fit into a first hand, so whole games are searched for them."""


@cache
def game(rules: str, seed: int, hands: int | None = 1) -> GameRecord:
    """Hands of the built-in players."""
    return mjai.parse(mjai.write(next(records_of(play_game(read_ruleset(rules), seed, hands)))))


def staged(kind: str) -> tuple[GameRecord, str, StagedFoulOf] | None:
    """A hand with a foul of a kind, under the first rulebook that knows it; None if no game has room for it."""
    for name in RULES:
        rules = read_ruleset(name)
        if FOUL_KINDS[kind].under(rules):
            for seed in range(SEEDS):
                record = game(name, seed, None if kind in RARE else 1)
                foul = stage(record, rules, kind, seed, None)
                if foul is not None:
                    return record, name, foul
    return None


class Played:
    """A hand with a foul, acted out on a plain table."""

    def __init__(
        self, record: GameRecord, rules: str, foul: StagedFoulOf, machine: Any, world: World | None = None
    ) -> None:
        self.world = world or World(red_fives=bool(read_ruleset(rules)["scoring"]["red_fives"]))
        number = foul.truth.hand_index
        self.table = ScriptedTable(
            self.world, machine, record, seed=3, off_record=OffRecord(staged={number: foul})
        )
        with asyncio.Runner(loop_factory=lambda: ConductedLoop(Conductor())) as runner:
            runner.run(self.table.play([number]))


@pytest.mark.parametrize(
    "kind",
    [
        pytest.param(
            kind, marks=() if kind in USUAL else pytest.mark.prove(short=False, usual=number % 3 == 0)
        )
        for number, kind in enumerate(FOUL_KINDS)
    ],
)
def test_any_foul_can_be_acted_out(kind: str) -> None:
    found = staged(kind)
    assert found is not None, f"no game has a place for {kind}"
    record, rules, foul = found
    played = Played(record, rules, foul, PlainMachine())
    world, done = played.world, played.table.moments
    faces = Counter(tile.face for tile in world.tiles if tile.tile_set == 0)
    assert faces == Counter(tile.face for tile in world.tiles if tile.tile_set == 1)
    assert sum(faces.values()) == TILES_IN_SET
    # The ponds got the tiles that the moments name, in their order and at about their times.
    wanted = [each for each in in_order(foul.played.moments) if isinstance(each.seen, seen.TileDiscarded)]
    laid = [each for each in done if each.did == "discard"]
    assert [KIND[each.tile or 0] for each in laid] == [
        KIND[each.seen.tile] for each in wanted if isinstance(each.seen, seen.TileDiscarded)
    ]
    late = [
        each.at_ms - laid[0].at_ms - (plan.at - wanted[0].at) for each, plan in zip(laid, wanted, strict=True)
    ]
    assert all(abs(ms) <= LATE_MS for ms in late), late
    calls = [
        each.seen.call for each in in_order(foul.played.moments) if isinstance(each.seen, seen.CallHeard)
    ]
    pressed = [each.detail for each in done if each.did == "call" and each.detail not in {"judge", "set"}]
    assert sorted(pressed) == sorted(call for call in calls if call != "nine_terminals")


def test_each_moment_that_a_table_can_feel_is_somebodys_deed() -> None:
    found = staged("kuikae_same")
    assert found is not None
    hand = found[2].played
    todo = [
        each
        for deed in (one for seat in deeds(hand.moments, hand.dealer) for one in seat)
        for each in deed.moments
    ]
    left_out = [each for each in hand.moments if each not in todo]
    assert len(todo) + len(left_out) == len(hand.moments)
    assert all(
        isinstance(each.seen, seen.HandDealt | seen.HandClosed) or each.act < 0 or unheard(each.seen)
        for each in left_out
    )


def test_a_foul_of_another_kind_or_in_another_rulebook_is_refused() -> None:
    with pytest.raises(ConfigError, match="no kind of foul: 'kuikai'"):
        stage(game("wrc-2015", 0), read_ruleset("wrc-2015"), "kuikai", 0, 1)
    with pytest.raises(ConfigError, match="announce_order is no foul under these rules"):
        stage(game("tenhou", 0), read_ruleset("tenhou"), "announce_order", 0, 1)


class WatchedWorld(World):
    """Records which tiles change places, and whether a face of either could be seen."""

    def __init__(self, *, red_fives: bool) -> None:
        super().__init__(red_fives=red_fives)
        self.exchanged: list[tuple[TileObject, TileObject]] = []
        self.moved_in_sight: list[TileObject] = []
        self.opened: list[list[Tile]] = []
        self.ponds: list[list[Tile]] = []

    def exchange(self, one: TileObject, other: TileObject) -> None:
        lay = [
            (tile, _here(tile), tile.place) for tile in self.tiles if tile is not one and tile is not other
        ]
        here, there = _here(one), _here(other)
        self.moved_in_sight += [
            tile for tile in (one, other) if tile.place is not None and tile.place.lie is Lie.FACE_UP
        ]
        super().exchange(one, other)
        assert (_here(one), _here(other)) == (there, here)
        assert all(_here(tile) == before and tile.place is place for tile, before, place in lay)
        self.exchanged.append((one, other))

    def swallow(self, tiles: Iterable[TileObject]) -> None:
        """Keep the tiles that lay open when the first ones were pushed into the well."""
        self.opened = self.opened or [
            [
                tile.face
                for tile in self.in_zone(ZoneId("hand", chair))
                if tile.place is not None and tile.place.lie is Lie.FACE_UP
            ]
            for chair in range(CHAIRS)
        ]
        self.ponds = self.ponds or [
            [tile.face for tile in self.in_zone(ZoneId("pond", chair))] for chair in range(CHAIRS)
        ]
        super().swallow(tiles)


def _here(tile: TileObject) -> tuple[Any, ...]:
    return (tile.zone, tile.holder, tile.place, tile.spot)


def test_hidden_tiles_change_places_and_no_others() -> None:
    """The model of people makes up hands, and takes their tiles from places that nobody can see."""
    found = staged("furiten_ron")
    assert found is not None
    record, rules, foul = found
    shown = next(
        each.seen for each in foul.played.moments if isinstance(each.seen, seen.TilesShown) and each.foul
    )
    world = WatchedWorld(red_fives=bool(read_ruleset(rules)["scoring"]["red_fives"]))
    played = Played(record, rules, foul, PlainMachine(), world)
    assert world.exchanged, "an invented hand"
    assert world.moved_in_sight == []
    assert Counter(world.opened[played.table.chairs[shown.seat]]) == Counter(shown.tiles)


def test_a_discard_out_of_turn_goes_back_into_the_hand() -> None:
    """The hand goes on as recorded; the pond then holds what the referee expects."""
    found = staged("out_of_turn_discard_after")
    assert found is not None
    record, rules, foul = found
    world = WatchedWorld(red_fives=bool(read_ruleset(rules)["scoring"]["red_fives"]))
    played = Played(record, rules, foul, PlainMachine(), world)
    seat = foul.truth.seat
    recorded = [act.tile for act in foul.hand.acts if isinstance(act, Discard) and act.seat == seat]
    called = [
        act.meld.claimed for act in foul.hand.acts if isinstance(act, MeldCall) and act.meld.source == seat
    ]
    left = Counter(recorded) - Counter(tile for tile in called if tile is not None)
    assert Counter(world.ponds[played.table.chairs[seat]]) == left
    assert world.exchanged == [], "everybody discards what he holds"


def test_where_one_player_cannot_go_on_the_others_do_not_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who played on would draw and discard out of turn, and be found at fault for it."""
    found = staged("wrong_tile")
    assert found is not None
    record, rules, foul = found
    pick, failed = StagedHand._pick, list[int]()

    async def no_tile_left(self: StagedHand, seat: SeatedPerson, what: seen.TileDiscarded) -> TileObject:
        if len([each for each in self.moments if each.did == "discard"]) >= 4 and seat.number == 2:
            failed.append(seat.player.now_ms())
            raise LookupError("no 3z is left that nobody has seen")
        return await pick(self, seat, what)

    monkeypatch.setattr(StagedHand, "_pick", no_tile_left)
    table = Played(record, rules, foul, PlainMachine()).table
    assert len(failed) == 1
    assert table.left_because.startswith("after the foul no 3z is left")
    later = [each.at_ms - failed[0] for each in table.moments if each.at_ms > failed[0]]
    assert max(later, default=0) < 3000, "what they were doing they finish"


def test_a_hand_comes_back_over_the_line_when_the_model_of_people_says() -> None:
    found = staged("wrong_tile")
    assert found is not None
    record, rules, foul = found
    machine = PlainMachine()
    table = Played(record, rules, foul, machine).table
    moments = in_order(foul.played.moments)
    first = next(each for each in moments if isinstance(each.seen, seen.TileDiscarded))
    begun = next(each.at_ms for each in table.moments if each.did == "discard") - first.at
    late = []
    for each in moments:
        what = each.seen
        if isinstance(what, seen.HandMoved) and not what.across:
            chair = table.chairs[what.seat]
            felt = [
                at_ms
                for at_ms, sense, where, across in machine.felt
                if (sense, where, across) == ("hand", chair, False)
            ]
            late.append(min((at_ms - begun - each.at for at_ms in felt), key=abs))
    assert len(late) > 10
    assert statistics.median(map(abs, late)) <= BACK_LATE_MS, late
    assert max(map(abs, late)) <= LATE_MS, late
