"""Keeps the believed names of tiles consistent over the whole table; ``believing`` turns them into sightings."""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from referee.tiles import NAMES
from vision.lens import Floats32
from vision.model.classifier import BACK_CLASS, OTHER_CLASS
from vision.model.strokes import LESS_BY_A_STROKE
from vision.reading.shapes import is_sure
from vision.tracking.counting import CLEAR, Unnamed, candidates, settled
from vision.zones import ZoneId

MOST_DOUBT: Final = {"wall": float(np.log(0.1)), "hand": float(np.log(0.25))}
"""In zones where other things may lie across backs or standing tiles, a new tile is not a tile with at most this
likelihood (logarithm). A smooth pale thing looks nearly like several haku. [log; judged: one in ten on a wall, one in
four in a hand, where more lies about]"""

MORE_THAN_DIRT: Final = float(np.log(100.0))
"""Without other evidence, a face must lead the one that lacks a stroke by this much in an average frame. [log; judged:
on worn tiles a smear leads by 60 at most]"""

LEAST_OF_ALL: Final = float(np.log(5 / 6))
"""Without other evidence, a face is five times as likely in an average frame as all else together, such as no tile at all.
[log; judged: a bold 7m read as 5m had 0.75, a right 4z 0.88]"""


class UncertainError(ValueError):
    """Two names are possible for a tile, and nothing else on the table decides between them."""


class Beliefs:
    """The votes and names of the tiles of each zone as last believed."""

    def __init__(self) -> None:
        self._votes: dict[ZoneId, list[Floats32]] = {}
        self._names: dict[ZoneId, list[int]] = {}

    def settled(
        self,
        zone: ZoneId,
        votes: Sequence[Floats32],
        frames: int,
        preferred: Sequence[frozenset[int]],
        certain: Collection[ZoneId],
        *,
        red_fives: bool,
    ) -> tuple[list[int], dict[ZoneId, list[int]]]:
        """The classes of a zone's new tiles, and those of other zones in which a near tie is now decided differently.

        Args:
            zone: the zone being read.
            votes: for each of its tiles, the sums of logarithms over frames.
            frames: the number of frames.
            preferred: for each of its tiles, the expected or earlier names.
            certain: the zones that are in sight now and look as believed.
            red_fives: True if the set is known to have one red five of each suit.

        Raises:
            UncertainError: two names are nearly as likely and nothing decides between them. TooManyError: more of a
            kind would lie on the table than a set has.
        """
        tiles = [Unnamed(logs, names) for logs, names in zip(votes, preferred, strict=True)]
        others = [other for other in sorted(certain) if other != zone and other in self._votes]
        for other in others:
            tiles += [
                Unnamed(logs, frozenset({name}))
                for logs, name in zip(self._votes[other], self._names[other], strict=True)
            ]
        names = settled(tiles, red_fives=red_fives)
        own = names[: len(votes)]
        doubt = MOST_DOUBT.get(zone.kind, 0.0)
        for tile, name in zip(tiles, own, strict=False):
            _require_certain(tile, frames, name, doubt)
        changed: dict[ZoneId, list[int]] = {}
        start = len(votes)
        for other in others:
            end = start + len(self._names[other])
            if names[start:end] != self._names[other]:
                changed[other] = names[start:end]
            start = end
        return own, changed

    def keep(self, zone: ZoneId, votes: Sequence[Floats32], names: Sequence[int]) -> None:
        """Store the believed content of a zone."""
        self._votes[zone], self._names[zone] = list(votes), list(names)

    def of(self, zone: ZoneId) -> tuple[list[Floats32], list[int]]:
        """The votes and names of a zone's tiles."""
        return self._votes.get(zone, []), self._names.get(zone, [])

    def rename(self, zone: ZoneId, names: Sequence[int]) -> None:
        """Replace the names of the same tiles."""
        self._names[zone] = list(names)

    def holding(self, faces: Collection[int]) -> list[ZoneId]:
        return [zone for zone, names in self._names.items() if not set(faces).isdisjoint(names)]


def _leads(mean: Floats32) -> bool:
    """Return whether an average frame is sure of a back, or of just one face: dirt on it misleads all frames alike."""
    best = int(mean.argmax())
    if not is_sure(mean) or best == BACK_CLASS:
        return is_sure(mean)
    plainer = LESS_BY_A_STROKE.get(best)
    second, first = np.partition(mean[:BACK_CLASS], -2)[-2:]
    return (
        float(first - second) >= CLEAR
        and float(first) >= LEAST_OF_ALL
        and (plainer is None or float(first - mean[plainer]) >= MORE_THAN_DIRT)
    )


def _require_certain(tile: Unnamed, frames: int, name: int, doubt: float) -> None:
    if name != OTHER_CLASS and name in tile.preferred:
        return
    near = candidates(tile.logs)
    mean = np.asarray(tile.logs / frames, np.float32)
    decided = name != near[0]
    if name != OTHER_CLASS and (decided or (_leads(mean) and float(mean[OTHER_CLASS]) < doubt)):
        return
    names = [NAMES[each] if each < BACK_CLASS else "a back" for each in near if each != OTHER_CLASS]
    raise UncertainError(f"a tile is {' or '.join(names)}" if len(names) > 1 else "a tile cannot be told")
