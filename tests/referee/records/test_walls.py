"""The whole wall of a recorded hand."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest

from referee import wall
from referee.records.record import Draw, WinClaim
from referee.records.shuffle import Shuffles, Twister
from referee.records.walls import full_set, wall_of

if TYPE_CHECKING:
    from referee.records.record import GameRecord


def test_the_twister_is_the_one_python_has() -> None:
    key = tuple(range(1, 625))
    whole = sum(word << 32 * place for place, word in enumerate(key))
    oracle = Random(whole)
    ours = Twister(key)
    assert [ours.word() for _ in range(2000)] == [oracle.getrandbits(32) for _ in range(2000)]


def test_a_shuffle_is_a_whole_set_with_dice(shuffle_seed: str) -> None:
    shuffles = Shuffles(shuffle_seed)
    walls = [shuffles.next_wall() for _ in range(3)]
    assert all(sorted(ids) == list(range(136)) for ids, _ in walls)
    assert len({ids for ids, _ in walls}) == 3
    assert all(1 <= die <= 6 for _, dice in walls for die in dice)


@pytest.mark.parametrize(
    "seed",
    [
        "sha,AAAA",
        "mt19937ar-sha512-n288-base64",
        "mt19937ar-sha512-n288-base64,AAAA",
        "mt19937ar-sha512-n288-base64,!",
    ],
)
def test_a_damaged_seed_is_refused(seed: str) -> None:
    with pytest.raises(ValueError, match="shuffle"):
        Shuffles(seed)


def test_a_made_up_wall_has_every_told_tile_in_its_place(games: list[GameRecord]) -> None:
    for record in games:
        for hand in record.hands:
            tiles = wall_of(hand)
            assert Counter(tiles) == Counter(full_set(red_fives=True))
            assert tiles[wall.INDICATORS[0]] == hand.indicator
            for numbers, dealt in zip(wall.dealt(hand.round % 4), hand.hands, strict=True):
                assert [tiles[number] for number in numbers] == list(dealt)
            first = next(act for act in hand.acts if isinstance(act, Draw))
            assert tiles[52] == first.tile
            for act in hand.acts:
                if isinstance(act, WinClaim) and act.ura:
                    assert tuple(tiles[number] for number in wall.URA[: len(act.ura)]) == act.ura


def test_the_same_seed_makes_up_the_same_wall(games: list[GameRecord]) -> None:
    hand = games[0].hands[0]
    assert wall_of(hand, seed=1) == wall_of(hand, seed=1)
    assert wall_of(hand, seed=1) != wall_of(hand, seed=2)


def test_a_told_wall_is_taken(games: list[GameRecord]) -> None:
    told = tuple(full_set(red_fives=True))
    assert wall_of(replace(games[0].hands[0], wall=told)) == told


def test_a_record_with_a_fifth_tile_is_refused(games: list[GameRecord]) -> None:
    hand = games[0].hands[0]
    with pytest.raises(ValueError, match="not that many"):
        wall_of(replace(hand, hands=((27,) * 13, *hand.hands[1:])))
