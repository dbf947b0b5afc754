"""Any observation or event, with any values that its fields may have."""

from typing import Any

from hypothesis import strategies as st

from referee.game import events, judge_observations
from referee.melds import Meld
from referee.texts.declaration import TEXTS
from referee.tiles import UNKNOWN
from tests.referee.any_message import messages_of

tiles = st.integers(0, UNKNOWN)
seats = st.integers(0, 3)
four = st.tuples(*(st.integers(-200000, 200000),) * 4)
melds = st.builds(
    Meld,
    kind=st.sampled_from(["chi", "pon", "daiminkan", "ankan", "kakan"]),
    tiles=st.lists(tiles, min_size=3, max_size=4).map(tuple),
    claimed=st.none() | tiles,
    source=st.none() | seats,
    added=st.none() | tiles,
)
wins = st.builds(
    events.Win,
    seat=seats,
    source=seats,
    yaku=st.lists(st.tuples(st.text(max_size=8), st.integers(1, 13))).map(tuple),
    yakuman=st.lists(st.text(max_size=8)).map(tuple),
    han=st.integers(0, 40),
    fu=st.integers(0, 110),
    points=st.integers(0, 200000),
    liable=st.none() | seats,
    changes=four,
)
VALUES: dict[str, st.SearchStrategy[Any]] = {
    "int": st.integers(-(2**53), 2**53),
    "str": st.text(max_size=20),
    "bool": st.booleans(),
    "bool | None": st.none() | st.booleans(),
    "int | None": st.none() | seats,
    "str | None": st.none() | st.text(max_size=20),
    "Tile": tiles,
    "Tile | None": st.none() | tiles,
    "tuple[Tile, ...]": st.lists(tiles, max_size=14).map(tuple),
    "dict[str, Any]": st.dictionaries(
        st.text(max_size=5), st.integers() | st.booleans() | st.text(max_size=5)
    ),
    "tuple[str, str, str, str]": st.tuples(*(st.text(max_size=5),) * 4),
    "tuple[int, int, int, int]": four,
    "tuple[int, int, int, int, int, int, int] | None": st.none() | st.tuples(*(st.integers(-9, 99000),) * 7),
    "Four": four,
    "Four | None": st.none() | four,
    "tuple[str, ...]": st.lists(st.text(max_size=5)).map(tuple),
    "tuple[int, ...]": st.lists(seats).map(tuple),
    "tuple[int, ...] | None": st.none() | st.lists(seats).map(tuple),
    "tuple[str, ...] | None": st.none() | st.lists(st.text(max_size=5)).map(tuple),
    "tuple[int, int]": st.tuples(st.integers(1, 6), st.integers(1, 6)),
    "Hands": st.tuples(*(st.lists(tiles, max_size=13).map(tuple),) * 4),
    "tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]": st.tuples(
        *(st.lists(tiles, max_size=13).map(tuple),) * 4
    ),
    "dict[str, Any] | None": st.none() | st.just({"type": "HandClosed"}),
    "tuple[dict[str, Any], ...]": st.lists(st.just({"entry": 3})).map(tuple),
    "EnteredResult": st.sampled_from(["ron", "tsumo", "exhaustive", "nagashi", "triple_ron"]),
    "Keeps": st.sampled_from(["", "nothing", "penalties"]),
    "tuple[str, str, str, str] | None": st.none() | st.tuples(*(st.text(max_size=5),) * 4),
    "Outcome": st.sampled_from(["open", "upheld", "rejected"]),
    "tuple[EnteredWin, ...]": st.lists(
        st.builds(judge_observations.EnteredWin, seat=seats, source=seats, han=seats, fu=seats), max_size=3
    ).map(tuple),
    "tuple[JuryVote, ...]": st.lists(
        st.builds(
            judge_observations.JuryVote,
            judge=st.text(max_size=5),
            ruling=st.sampled_from(["dismissed", "void"]),
            points=st.none() | seats,
            text=st.text(max_size=5),
        ),
        max_size=3,
    ).map(tuple),
    "Hindrance": st.sampled_from(["away", "machine", "sight"]),
    "Pausing": st.sampled_from(["away", "machine", "sight", "stop", "judge"]),
    "Breakable": st.sampled_from(["wall", "dead_wall", "hand", "meld", "pond"]),
    "Ruling": st.sampled_from(["dismissed", "chombo", "void"]),
    "Ruling | None": st.none() | st.sampled_from(["dismissed", "chombo", "void"]),
    "Call": st.sampled_from(["chi", "pon", "kan", "riichi", "ron", "tsumo", "nine_terminals"]),
    "MeldKind": st.sampled_from(["chi", "pon", "daiminkan", "ankan", "kakan"]),
    "Meld": melds,
    "Result": st.sampled_from(["ron", "tsumo", "exhaustive", "chombo"]),
    "Message | None": st.none() | st.sampled_from(list(TEXTS.values())).flatmap(messages_of),
    "tuple[Win, ...]": st.lists(wins, max_size=3).map(tuple),
}


def written_types(cls: type) -> dict[str, str]:
    """The types of all fields, inherited ones too, as they are written."""
    of_bases = [vars(base).get("__annotations__", {}) for base in reversed(cls.__mro__)]
    return {name: written for each in of_bases for name, written in each.items()}


def things(classes: dict[str, type]) -> st.SearchStrategy[Any]:
    return st.one_of(
        *(
            st.builds(cls, **{name: VALUES[written] for name, written in written_types(cls).items()})
            for cls in classes.values()
        )
    )
