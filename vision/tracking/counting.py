"""Settles the names of all tiles on the table: a set has four of a kind, one of them perhaps a red five.

For each tile the logarithms of its names' probabilities are given. A name that leads all others by ``CLEAR`` stands,
whatever is expected and whatever else lies on the table. Among closer names, it takes the likeliest choice for all
tiles together that a set of 136 allows.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from referee.tiles import FACES, KIND, KINDS, NAMES, RED_MAN
from vision.lens import Floats32

CLEAR: Final = float(np.log(10.0))
"""A name is clear if its logarithm exceeds the second best by this much, ten times as likely. [log; judged:
ten times as likely is clear enough where frames add up]"""
CLEAR_PM: Final = 909
"""A tile read with less confidence may have been misread: its name is not clear in the average frame. [per mille;
derived: ``CLEAR``, ten to one]"""
OF_A_KIND: Final = 4
"""Tiles of one kind in a set. [tiles; section: WRC 3.3]"""
_IMPOSSIBLE: Final = 1e6
"""Cost of a name that a tile cannot have. [log; derived: far above the sum of all logarithms of a table]"""


class TooManyError(ValueError):
    """No choice of names fits the tiles of one set.

    Attributes:
        faces: the faces that would occur too often.
    """

    def __init__(self, faces: Iterable[int]) -> None:
        self.faces = frozenset(faces)
        names = ", ".join(NAMES[face] for face in sorted(self.faces))
        super().__init__(f"more {names} would lie on the table than a set has")


def candidates(logs: Floats32) -> list[int]:
    """The classes that may be the name of a tile, best first: those within ``CLEAR`` of the best."""
    best = float(logs.max())
    near = np.flatnonzero(logs > best - CLEAR)
    return [int(index) for index in near[np.argsort(-logs[near], kind="stable")]]


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A tile to be named: logarithms of its classes (faces first), and the names preferred in a near tie."""

    logs: Floats32
    preferred: frozenset[int] = frozenset()

    def worth(self, name: int) -> float:
        """Return the likelihood of a name; the bonus of a preferred name is smaller than a clear lead."""
        return float(self.logs[name]) + (0.999 * CLEAR if name in self.preferred else 0.0)

    def best_of(self, names: Sequence[int]) -> int:
        """The likeliest of the given names."""
        return max(names, key=self.worth)


def settled(tiles: Sequence[Unnamed], *, red_fives: bool = False) -> list[int]:
    """The class of each tile.

    Args:
        tiles: all tiles on the table.
        red_fives: True if the set is known to have one red five of each suit, so only three others.

    Raises:
        TooManyError: however the unclear tiles are named, more of a kind lie there than a set has.
    """
    options = _options(tiles)
    names = [
        near[0] if len(near) == 1 else tile.best_of(near) for tile, near in zip(tiles, options, strict=True)
    ]
    over = _over(names, red_fives=red_fives)
    if not over:
        return names
    # Tiles that may have one of the faces in question, then those that may have one of their alternatives, and so on.
    faces, before = {other for face in over for other in _alike(face)}, 0
    while len(faces) != before:
        before = len(faces)
        for near in options:
            if faces.intersection(near):
                faces.update(each for face in near if face < FACES for each in _alike(face))
    involved = [index for index, near in enumerate(options) if faces.intersection(near)]
    slots = [
        slot for kind in sorted({KIND[face] for face in faces}) for slot in _slots(kind, red_fives=red_fives)
    ]
    # A back, or no tile at all, uses up none of the set's faces: each row has a column of its own for that.
    costs = np.full((len(involved), len(slots) + len(involved)), _IMPOSSIBLE)
    for row, index in enumerate(involved):
        for name in options[index]:
            fits = (
                [at for at, slot in enumerate(slots) if name in slot] if name < FACES else [len(slots) + row]
            )
            costs[row, fits] = np.minimum(costs[row, fits], -tiles[index].worth(name))
    for row, column in enumerate(_assigned(costs)):
        if costs[row, column] >= _IMPOSSIBLE:
            raise TooManyError(over)
        near = options[involved[row]]
        fitting = [name for name in near if (name in slots[column] if column < len(slots) else name >= FACES)]
        names[involved[row]] = tiles[involved[row]].best_of(fitting)
    return names


def _options(tiles: Sequence[Unnamed]) -> list[list[int]]:
    """For each tile, the classes that may be its name; nearly every tile has only one."""
    if not tiles:
        return []
    logs = np.stack([tile.logs for tile in tiles])
    best = logs.argmax(axis=1).tolist()
    near = np.count_nonzero(logs > logs.max(axis=1, keepdims=True) - CLEAR, axis=1).tolist()
    return [
        [name] if alone == 1 else candidates(tile.logs)
        for tile, name, alone in zip(tiles, best, near, strict=True)
    ]


@lru_cache(maxsize=FACES)
def _alike(face: int) -> tuple[int, ...]:
    """The faces of the same kind: a five and its red five."""
    return tuple(other for other in range(FACES) if KIND[other] == KIND[face])


def _slots(kind: int, *, red_fives: bool) -> list[frozenset[int]]:
    """The faces that each of the four of a kind may be."""
    plain = frozenset({kind})
    red = next((RED_MAN + suit for suit in range(3) if KIND[RED_MAN + suit] == kind), None)
    if red is None:
        return [plain] * OF_A_KIND
    odd = frozenset({red}) if red_fives else frozenset({kind, red})
    return [odd, *[plain] * (OF_A_KIND - 1)]


def _over(names: Sequence[int], *, red_fives: bool) -> set[int]:
    """Faces of which there are more than a set has."""
    count = Counter(name for name in names if name < FACES)
    over = {red for red in range(KINDS, FACES) if count[red] > 1}
    for kind, number in Counter(KIND[face] for face in count.elements()).items():
        if number > OF_A_KIND:
            over.update(face for face in _alike(kind) if count[face])
        elif red_fives and count[kind] >= OF_A_KIND and len(_alike(kind)) > 1:
            over.add(kind)
    return over


def _assigned(costs: NDArray[np.float64]) -> list[int]:
    """The column of each row of the cheapest assignment (the Hungarian method; no more rows than columns)."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    owner = np.zeros(columns + 1, np.intp)
    for row in range(1, rows + 1):
        owner[0], here = row, 0
        least = np.full(columns + 1, np.inf)
        came = np.zeros(columns + 1, np.intp)
        used = np.zeros(columns + 1, np.bool_)
        while owner[here]:
            used[here] = True
            reduced = costs[owner[here] - 1] - row_price[owner[here]] - column_price[1:]
            better = ~used[1:] & (reduced < least[1:])
            least[1:][better] = reduced[better]
            came[1:][better] = here
            open_ = np.where(used[1:], np.inf, least[1:])
            nearest = int(open_.argmin()) + 1
            step = float(open_[nearest - 1])
            row_price[owner[used]] += step
            column_price[used] -= step
            least[~used] -= step
            here = nearest
        while here:
            owner[here] = owner[came[here]]
            here = int(came[here])
    result = [0] * rows
    for column in range(1, columns + 1):
        if owner[column]:
            result[owner[column] - 1] = column - 1
    return result
