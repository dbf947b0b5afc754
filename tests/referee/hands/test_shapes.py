"""Shapes, waits and shanten against slow, plain definitions, on random hands."""

from functools import cache
from itertools import combinations_with_replacement

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.hands.shanten import shanten, useful_tiles
from referee.hands.shape import readings
from referee.hands.waits import completing
from referee.tiles import parse_tiles
from tests.referee.hands.plain_scorer import splits
from tests.referee.hands.shapes_stage import complete_hands, counted, crowded_hands


def plain_readings(counts: list[int]) -> set[tuple[tuple[int, ...], tuple[int, ...], int]]:
    found = set()
    for pair, count in enumerate(counts):
        if count >= 2:
            rest = counts.copy()
            rest[pair] -= 2
            for groups in splits(rest):
                chows = tuple(sorted(group[0] for group in groups if group[0] != group[1]))
                pungs = tuple(sorted(group[0] for group in groups if group[0] == group[1]))
                found.add((chows, pungs, pair))
    return found


@given(st.one_of(complete_hands(), crowded_hands((2, 5, 8, 11, 14))))
@settings(max_examples=400, deadline=None)
def test_readings_are_all_ways_to_split_the_tiles(counts: list[int]) -> None:
    found = readings(counts)
    plain = {(tuple(sorted(one.chows)), tuple(sorted(one.pungs)), one.pair) for one in found}
    assert plain == plain_readings(counts)
    assert len(plain) == len(found)


@pytest.mark.parametrize(
    ("tiles", "waited"),
    [
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1123456z", "7z"),
        ("19m19p19s1123455z", ""),
        ("1112345678999m", "123456789m"),
        ("1133m5588p2244s5z", "5z"),
        ("1111m5588p2244s5z", ""),
        ("2345666m", "12457m"),
        ("3334m", "245m"),
        ("5z", "5z"),
        ("1111z", "1z"),
    ],
)
def test_known_waits(tiles: str, waited: str) -> None:
    counts = counted(tiles)
    assert completing(counts, (13 - sum(counts)) // 3) == parse_tiles(waited)


def test_seven_pairs_with_four_alike_wait_only_where_they_are_played() -> None:
    counts = counted("1111m5588p2244s5z")
    assert completing(counts, alike=True) == parse_tiles("5z")
    assert completing(counted("111m555588p2244s"), alike=True) == parse_tiles("1m")


def test_the_wrong_number_of_tiles_is_refused() -> None:
    with pytest.raises(ValueError, match="3 concealed tiles and 2 melds"):
        completing(counted("123m"), 2)
    for five in ("11111m55p99s", "11111z55p99s"):
        with pytest.raises(ValueError, match="five tiles of a kind"):
            completing(counted(five + "2468p"))


@cache
def targets(groups: int, first: int) -> tuple[tuple[int, ...], ...]:
    """All combinations of man (first 0) or honours (first 27) that make this many groups, with at most four of a
    kind."""
    kinds = range(9) if first == 0 else range(7)
    shapes = [tuple(3 * (at == kind) for at in kinds) for kind in kinds]
    if first == 0:
        shapes += [tuple(int(low <= at < low + 3) for at in kinds) for low in range(7)]
    found = {
        tuple(map(sum, zip(*chosen, strict=True))) if chosen else (0,) * len(kinds)
        for chosen in combinations_with_replacement(shapes, groups)
    }
    return tuple(content for content in found if max(content) <= 4)


def plain_shanten(counts: list[int], melds: int) -> int:
    """The least number of tiles missing to any complete hand, for hands of man and honours only."""
    man, honours = counts[:9], counts[27:]
    best = 99
    for in_man in range(5 - melds):
        for a in targets(in_man, 0):
            for b in targets(4 - melds - in_man, 27):
                content = [*a, *b]
                lacking = [want - have for want, have in zip(content, [*man, *honours], strict=True)]
                short = sum(each for each in lacking if each > 0)
                pair = min(
                    min(max(0, 2 + each), 2) if each <= 0 else 2
                    for each, want in zip(lacking, content, strict=True)
                    if want <= 2
                )
                best = min(best, short + pair - 1)
    return best


@given(st.sampled_from([1, 2, 3]), st.data())
@settings(max_examples=60, deadline=None)
def test_shanten_is_the_least_number_of_missing_tiles(melds: int, data: st.DataObject) -> None:
    kinds = [*range(9), *range(27, 34)]
    tiles = data.draw(st.permutations([kind for kind in kinds for _ in range(4)]))
    counts = counted(list(tiles[: 13 - 3 * melds]))
    assert shanten(counts, melds) == plain_shanten(counts, melds)


@given(crowded_hands((13,)))
@settings(max_examples=150, deadline=None)
def test_shanten_waits_and_useful_tiles_tell_the_same_story(counts: list[int]) -> None:
    """An exchange changes shanten by at most one; useful tiles are those that lower it; shanten 0 means that the hand
    waits for a tile that exists."""
    now = shanten(counts)
    useful = useful_tiles(counts)
    for kind in range(34):
        if counts[kind] == 4:
            assert kind not in useful
            continue
        more = counts.copy()
        more[kind] += 1
        assert shanten(more) == now - (kind in useful)
    existing = tuple(kind for kind in completing(counts) if counts[kind] < 4)
    assert (now == 0) == bool(existing)
    if now == 0:
        assert useful == existing


@pytest.mark.parametrize(
    ("tiles", "melds", "away"),
    [
        ("123456789m1122z", 0, 0), ("123456789m11122z", 0, -1), ("19m19p19s1234567z", 0, 0),
        ("1199m2288p3377s5z", 0, 0), ("147m258p369s1234z", 0, 6), ("159m159p159s1234z", 0, 3),
        ("1111m", 3, 1), ("11m", 4, -1), ("1m", 4, 0), ("1111222233334m", 0, 0), ("1111z222m345p678s", 0, 1),
    ],
)  # fmt: skip
def test_known_shanten(tiles: str, melds: int, away: int) -> None:
    assert shanten(counted(tiles), melds) == away
