"""A measured table: its geometry, and the source of each value."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import numpy as np

from vision.calibration.lines import EdgeLine
from vision.geometry import TableGeometry
from vision.lens import View

How: TypeAlias = Literal["measured", "with", "start", "given"]
"""The source of a value: measured in a picture, moved with a measured value, kept from the start, given by a person."""
Ask: TypeAlias = Callable[[str, float, tuple[float, float]], float | None]
"""Asks a person for a value that the pictures do not show: its key, the likely value, the least and the most, in
millimetres; None if nobody answers."""
Scale: TypeAlias = Literal["places", "markers", "tile"]


@dataclass(frozen=True, slots=True)
class Measure:
    """A value of the geometry.

    Attributes:
        key: the key in the TOML file, with its table: ``pond.first_row_y``.
        value: the value, millimetres.
        how: the way in which it was found.
        residual: root mean square disagreement of the points that it was measured by, millimetres; None if it was not
            measured.
        points: the number of sides, walls or tiles that it was measured by.
    """

    key: str
    value: float
    how: How
    residual: float | None = None
    points: int = 0


@dataclass(slots=True)
class Survey:
    """A table as measured.

    Attributes:
        mapping: the geometry as a mapping for TOML.
        measures: each value and its source, in the file's order.
        view: the view of the picture of the walls.
        scale: the source of the millimetres: the places of markers, their size, or the width of a tile.
        error_px: root mean square error of the points that the view was found by.
        aside: the offset of the felt's centre from the markers' (x, y), millimetres.
        best: the index of the picture of the set table that shows the walls and has ``view``.
    """

    mapping: dict[str, Any]
    view: View
    scale: Scale
    error_px: float
    measures: list[Measure] = field(default_factory=list)
    aside: tuple[float, float] = (0.0, 0.0)
    best: int = 0

    @property
    def geometry(self) -> TableGeometry:
        return TableGeometry.from_mapping(self.mapping)

    def add(self, measure: Measure) -> None:
        """Put a value into the geometry; a former one of this name is replaced."""
        table, _, key = measure.key.rpartition(".")
        rounded = round(measure.value, 2)
        if table:
            self.mapping[table] = {**self.mapping[table], key: rounded}
        else:
            self.mapping[key] = rounded
        names = [one.key for one in self.measures]
        if measure.key in names:
            self.measures[names.index(measure.key)] = measure
        else:
            self.measures.append(measure)

    def ask(self, key: str, likely: float, ask: Ask | None) -> None:
        """Put in a value given by a person, or else the likely value, which follows from the measurements."""
        given = (
            None if ask is None else ask(key, likely, (self.geometry.centre_half, self.geometry.felt_half))
        )
        self.add(Measure(key, likely, "with") if given is None else Measure(key, given, "given"))


def spread(lines: Sequence[EdgeLine], at: float) -> float:
    """Return the root mean square distance of the lines' points from the place where all lines should be."""
    return float(np.sqrt(np.mean([(line.at - at) ** 2 + line.residual**2 for line in lines])))


def deviation(values: Iterable[float], about: float) -> float:
    """Return the root mean square distance of values from a given one."""
    return float(np.sqrt(np.mean((np.array(list(values)) - about) ** 2)))
