"""Films of single acts: kans added and concealed, ponds' third rows, tiles pushed into the well."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import cv2
import pytest

from bench.film.acts import ACTS, film_act, found_act, unexplained_fouls, untold
from bench.film.losses import LossWatch
from referee.game.observations import MeldShown, TileDiscarded
from referee.records.neutral.record import Discard, MeldCall
from simulation.world.places import Lie
from simulation.world.seats import FELL_OPEN, TableMoment
from simulation.world.world import World
from tests.proofs import some
from vision.sightings import PlacedTile, ZoneReading
from vision.zones import FELT, ZoneId

if TYPE_CHECKING:
    from pathlib import Path

    from bench.film.acts import ActKind
    from referee.melds import MeldKind
    from vision.model.classifier import Classifier

SEED = 2611


def games(shared: Path) -> list[Path]:
    return sorted((shared / "records" / "games").glob("*.mjlog"))


@pytest.mark.shared
def test_each_kind_of_act_is_found_in_the_games(shared: Path) -> None:
    paths = games(shared)
    kans: tuple[tuple[ActKind, str], ...] = (("added kan", "kakan"), ("concealed kan", "ankan"))
    for kind, wanted in kans:
        _, record, hand, place = found_act(paths, kind, 3, SEED)
        act = record.hands[hand].acts[place]
        assert isinstance(act, MeldCall)
        assert act.meld.kind == wanted
    _, record, hand, place = found_act(paths, "third row", 3, SEED)
    acts = record.hands[hand].acts[: place + 1]
    last = acts[-1]
    assert isinstance(last, Discard)
    assert sum(isinstance(act, Discard) and act.seat == last.seat for act in acts) >= 13
    assert found_act(paths, "sweep", 3, SEED)[3] == found_act(paths, "sweep", 3, SEED)[3]
    assert len({found_act(paths, "added kan", number, SEED)[0] for number in range(4)}) > 1


def told(
    *, kind: MeldKind = "ankan", tile: int = 3, swept: dict[ZoneId, tuple[int, ...]] | None = None
) -> list[str]:
    """Return the acts that count as missed when a table reports this of a discard of 3 and a concealed kan."""
    meld = MeldShown(seat=2, kind=kind, tiles=(5, 5, 5, 5))
    observations = [TileDiscarded(seat=1, tile=tile), meld]
    table: Any = SimpleNamespace(
        watched=SimpleNamespace(entries=[(each, ()) for each in observations]),
        last=swept or {},
        lost={ZoneId("pond", 3)},
    )
    moments = [TableMoment("discard", 0, 4, 1, 1000, 3), TableMoment("meld", 0, 6, 2, 3000, detail="ankan")]
    return untold(table, moments, 5000, "added kan" if swept is None else "sweep")


def test_what_is_told_wrongly_of_an_act_is_found() -> None:
    assert told() == []
    assert any("number 0 of 2" in fault for fault in told(tile=4))
    assert any("number 1 of 2" in fault for fault in told(kind="kakan"))
    assert any("pond/1" in fault for fault in told(swept={ZoneId("pond", 1): (3,), ZoneId("pond", 2): ()}))
    assert "the hand was not closed" in told(swept={ZoneId("pond", 2): ()})
    assert told(swept={ZoneId("pond", 2): (), ZoneId("pond", 3): (3,)}) == ["the hand was not closed"], (
        "it was told to be lost"
    )


@pytest.mark.prove
@pytest.mark.shared
def test_of_two_kans_in_a_covered_corner_the_first_is_told_first(
    shared: Path, classifier: Classifier
) -> None:
    """A concealed kan, its indicator, a replacement tile and an added kan, all while an arm lies over the corner."""
    filmed = film_act(games(shared), "added kan", 0, classifier, 2275)
    assert "fbe82670e79a, hand 5" in filmed.name
    assert filmed.faults == []
    assert filmed.questions == 0


@pytest.mark.prove(short=False)
@pytest.mark.shared
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("number", some(range(200), 6))
def test_acts_on_film(shared: Path, classifier: Classifier, number: int) -> None:
    """All four kinds on one table, in one light, through one lens."""
    cv2.setNumThreads(1)
    filmed = [film_act(games(shared), kind, number, classifier, SEED) for kind in ACTS]
    assert min(each.frames for each in filmed) > 20
    assert [(each.name, fault) for each in filmed for fault in each.faults] == []


def reading(zone: ZoneId, face: int, at_ms: int) -> ZoneReading:
    return ZoneReading(zone, (PlacedTile(face, 0.0, 0.0, False, 0, 0, 1000),), 1, at_ms, 100, at_ms)


@pytest.mark.parametrize(("told", "wrong"), [(31, 0), (30, 1)])
@pytest.mark.parametrize("zone", [FELT, ZoneId("ura", 0)])
def test_a_tile_that_fell_may_be_told_as_what_it_is(zone: ZoneId, told: int, wrong: int) -> None:
    """It lies between a pond and the wall, where indicators of ura dora are laid later."""
    world = World()
    losses, tile = LossWatch(world), next(tile for tile in world.tiles if tile.face == 31)
    world.put(tile, FELT, world.places.place(0, 20.0, 174.0, Lie.FACE_UP))
    losses.frame(1000, [])
    world.hold(tile, 0)
    losses.frame(1500, [reading(zone, told, 1500)])
    assert len(losses.misread) == wrong
    losses.frame(3000, [reading(zone, 31, 3000)])
    assert len(losses.misread) == wrong + 1, "by then it has been picked up"


def test_a_tile_that_fell_face_up_was_shown_once() -> None:
    fell = [
        TableMoment("dropped", 0, 3, 1, at_ms, tile=4, detail=how)
        for at_ms, how in ((1000, FELL_OPEN), (9000, ""))
    ]
    fouls = [f"{at_ms}: tiles_shown seat 1" for at_ms in (1900, 2000, 9500)] + ["1900: wrong_discard seat 1"]
    assert unexplained_fouls(fouls, fell) == fouls[1:]
