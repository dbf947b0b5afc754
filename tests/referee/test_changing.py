"""A changed copy equals what ``dataclasses.replace`` makes, and the original is unchanged."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, asdict, replace

import pytest

from referee.folding.changing import changed
from referee.game.position import Seat


def test_a_copy_differs_in_the_fields_that_were_changed_and_in_no_other() -> None:
    seat = Seat(score=25000, known=(1, 2, 3), pond=())
    copy = changed(seat, score=24000, riichi=2)
    assert copy == replace(seat, score=24000, riichi=2)
    assert seat == Seat(score=25000, known=(1, 2, 3), pond=())
    assert asdict(changed(copy, score=25000, riichi=0)) == asdict(seat)
    assert type(copy) is Seat
    with pytest.raises(FrozenInstanceError):
        copy.score = 0  # type: ignore[misc]


def test_a_field_that_is_not_there_is_refused() -> None:
    with pytest.raises(KeyError, match="points"):
        changed(Seat(score=0), points=1)
