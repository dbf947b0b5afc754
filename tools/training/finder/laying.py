"""Lays tiles down as people and machines do, in ponds, hands, melds, walls and loose; lengths are in tile widths."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.prints.chance import happens


@dataclass(frozen=True, slots=True)
class Box:
    """A tile: centre, turn and height of its underside; whether it shows a print, a back, or is standing."""

    x: float
    y: float
    turn: float
    z: float = 0.0
    kind: str = "face"


class GroupLayer:
    """Lays groups of tiles of one ``length`` and thickness, with a stream of random numbers."""

    def __init__(self, random: np.random.Generator, length: float, thick: float) -> None:
        self._random = random
        self._length = length
        self._thick = thick

    def laid(self, extent: float) -> list[Box]:
        """Groups of tiles that do not overlap."""
        random = self._random
        if happens(random, 0.03):
            return []
        boxes: list[Box] = []
        table = random.uniform(0, 2 * np.pi) if happens(random, 0.3) else random.normal(0, 0.03)
        groups: dict[str, Callable[[], list[Box]]] = {
            "pond": self._pond,
            "line": self._line,
            "meld": self._meld,
            "wall": self._wall,
            "loose": self._loose,
            "standing": self._standing,
        }
        kinds = ("pond", "pond", "pond", "pond", "line", "meld", "wall", "loose", "standing")
        for _ in range(int(random.integers(5, 16))):
            kind = str(random.choice(kinds))
            turn = table + random.integers(4) * np.pi / 2 + random.normal(0, 0.02)
            place = random.uniform(-0.55, 0.55, 2) * extent
            group = groups[kind]()
            cos, sin = np.cos(turn), np.sin(turn)
            moved = [
                Box(
                    place[0] + cos * one.x - sin * one.y,
                    place[1] + sin * one.x + cos * one.y,
                    one.turn + turn,
                    one.z,
                    one.kind,
                )
                for one in group
            ]
            if not any(np.hypot(one.x - other.x, one.y - other.y) < 1.55 for one in moved for other in boxes):
                boxes += moved
        return boxes

    def _face(self) -> str:
        return "back" if happens(self._random, 0.03) else "face"

    def _row(self, count: int, y: float, sideways: float, jitter: float, gaps: float = 0.0) -> list[Box]:
        random, boxes, x = self._random, [], 0.0
        lean = random.normal(0, 0.02)
        space = random.uniform(0, 0.05)
        for _ in range(count):
            across = happens(random, sideways)
            wide = self._length if across else 1.0
            x += wide / 2
            if not happens(random, gaps):
                turn = random.integers(2) * np.pi + random.normal(0, jitter) + (np.pi / 2 if across else 0.0)
                low = random.uniform(-0.17, 0.17) if across else 0.0
                where = y + low + lean * x + random.normal(0, jitter)
                boxes.append(Box(x + random.normal(0, jitter * 0.3), where, turn, 0.0, self._face()))
            x += wide / 2 + space + abs(random.normal(0, jitter * 0.5))
        return boxes

    def _pond(self) -> list[Box]:
        random = self._random
        pitch = self._length + abs(random.normal(0, 0.06)) + 0.01
        count, jitter = int(random.integers(3, 8)), random.uniform(0.005, 0.06)
        boxes: list[Box] = []
        for row in range(int(random.integers(1, 4))):
            boxes += self._row(count, row * pitch, 0.06, jitter, 0.06)
        return boxes

    def _line(self) -> list[Box]:
        return self._row(int(self._random.integers(3, 14)), 0.0, 0.03, self._random.uniform(0, 0.02))

    def _meld(self) -> list[Box]:
        random = self._random
        boxes: list[Box] = []
        for _ in range(int(random.integers(1, 3))):
            start = max((one.x for one in boxes), default=-2.0) + 1.4
            across = int(random.integers(3))
            x = start
            for index in range(int(random.integers(3, 5))):
                wide = self._length if index == across else 1.0
                low = (self._length - 1) / 2 if index == across else 0.0
                turn = np.pi / 2 if index == across else 0.0
                kind = "back" if happens(random, 0.12) else "face"
                boxes.append(Box(x + wide / 2, low, turn + random.normal(0, 0.015), 0.0, kind))
                if index == across and happens(random, 0.2):
                    boxes.append(Box(x + wide / 2, low - 1.01, turn, 0.0, "face"))
                x += wide
        return boxes

    def _wall(self) -> list[Box]:
        random = self._random
        boxes: list[Box] = []
        for index in range(int(random.integers(2, 14))):
            x = index * 1.005
            boxes.append(Box(x, random.normal(0, 0.01), 0.0, 0.0, "back"))
            if happens(random, 0.85):
                kind = "face" if happens(random, 0.12) else "back"
                boxes.append(Box(x + random.normal(0, 0.01), random.normal(0, 0.03), 0.0, self._thick, kind))
        return boxes

    def _loose(self) -> list[Box]:
        random = self._random
        return [
            Box(
                2.0 * index,
                random.normal(0, 0.5),
                random.uniform(0, 2 * np.pi),
                0.0,
                str(random.choice(("face", "face", "back"))),
            )
            for index in range(int(random.integers(1, 5)))
        ]

    def _standing(self) -> list[Box]:
        return [Box(i * 1.01, 0.0, 0.0, 0.0, "standing") for i in range(int(self._random.integers(2, 13)))]
