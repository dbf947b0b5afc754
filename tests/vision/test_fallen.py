"""A tile fallen at any angle, or felt where a wall stood, is no indicator; the oracle is the simulated table."""

import numpy as np
import pytest
from msgspec.structs import replace

from simulation.camera.lens import Mount
from simulation.camera.overhead import OverheadCamera
from simulation.camera.tables import TABLES
from simulation.world.places import Lie
from simulation.world.world import World
from tests.vision.fallen_stage import WALLS, Hand
from tests.vision.tabletop import noisy
from vision.camera.camera import Frame
from vision.model.classifier import Classifier
from vision.reading.felt import Felt
from vision.reading.reading import ZoneReader
from vision.sightings import WallSeen
from vision.tracking.table_finding import TableView
from vision.zones import ZoneId


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("angle_deg", [0.0, 15.0, 8.0, 30.0, 60.0, 90.0])
def test_what_falls_where_a_wall_was_seen_to_stand_is_no_indicator(
    classifier: Classifier, angle_deg: float, number: int
) -> None:
    hand = Hand(classifier, number)
    hand.show(3)
    taken = hand.take()
    shown = hand.turn_up()
    hand.show(4)
    fell = hand.drop(taken, angle_deg)
    hand.show(9)
    assert hand.walls() == shown
    if angle_deg < 20.0:
        assert hand.readings.lost >= set(WALLS)
    hand.world.swallow(fell)
    hand.show(4)
    assert hand.walls() == shown
    assert not hand.readings.lost & set(WALLS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("angle_deg", [30.0, 45.0])
def test_what_lies_askew_is_no_indicator_where_no_wall_was_seen(
    classifier: Classifier, angle_deg: float, number: int
) -> None:
    """A wall's faces are expected upright; the network names tiles that lie askew, but often wrongly."""
    hand = Hand(classifier, number)
    taken = hand.take()
    shown = hand.turn_up()
    hand.drop(taken, angle_deg)
    hand.show(9)
    assert {zone: hand.readings.faces.get(zone, shown[zone]) for zone in WALLS} == shown


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("crooked_deg", [12.0, 4.0])
def test_crooked_indicators_are_reported(classifier: Classifier, crooked_deg: float, number: int) -> None:
    hand = Hand(classifier, number)
    hand.show(3)
    hand.take()
    hand.show(3)
    shown = hand.turn_up(crooked_deg)
    hand.show(5)
    assert hand.walls() == shown


def test_new_walls_that_come_with_their_indicators_are_reported(classifier: Classifier) -> None:
    """Nobody saw them come: before, their places showed felt."""
    hand = Hand(classifier, 1)
    hand.show(3)
    hand.world.swallow(hand.world.on_table())
    hand.show(3)
    hand.build_walls(1)
    shown = hand.turn_up()
    hand.show(5)
    assert hand.walls() == shown


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", range(2))
def test_an_indicator_whose_stack_was_overlooked_has_not_fallen(
    classifier: Classifier, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(classifier, number)
    hand.show(3)
    shown = hand.turn_up()
    hand.show(4)
    seen = TableView.wall

    def overlooked(sight: TableView, name: ZoneId, frame: Frame, felt: Felt) -> WallSeen:
        there = seen(sight, name, frame, felt)
        faces = [
            tile.spot.stack
            for tile in hand.world.in_zone(name)
            if tile.spot is not None and tile.place is not None and tile.place.lie is Lie.FACE_UP
        ]
        kept = [(0, 0) if stack in faces else most for stack, most in enumerate(there.stacks)]
        return replace(there, stacks=tuple(kept))

    with monkeypatch.context() as patched:
        patched.setattr(TableView, "wall", overlooked)
        hand.take_ends(0)
        hand.show(4)
    hand.take_ends(1)
    hand.show(12)
    assert hand.walls() == shown
    assert not hand.readings.lost & set(WALLS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("light", [1.0, 1.1])
def test_bare_pale_felt_is_no_row_of_faces(classifier: Classifier, light: float) -> None:
    """Bluish felt in a bright light is as pale as ivory."""
    table = TABLES["octagonal"]
    world = World(table.geometry())
    mount = Mount()
    camera = OverheadCamera(world, mount=mount, look=table.look, seed=3, noise=0.0)
    drawn = np.asarray(np.clip(camera.render(0).astype(float) * light, 0, 255), np.uint8)
    reader, random = ZoneReader(world.geometry, mount.view(), classifier), np.random.default_rng(3)
    for zone in WALLS:
        image = noisy(drawn, random)
        felt = Felt.of(reader.charts[zone].draw(image))
        assert reader.read_zone(zone, image, felt).shapes == ()
